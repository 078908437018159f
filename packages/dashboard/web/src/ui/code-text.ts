/** A text as JavaScript has it. */
export const jsText = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`

/** A word that a shell takes as it is. */
export const shellWord = (text: string): string =>
  /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
