import { styleText } from 'node:util'

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan' | 'inverse'

/** Puts a style on a text, or leaves it as it is where it is not shown. */
export type Paint = (style: Style, text: string) => string

export const plain: Paint = (_style, text) => text

const coloured: Paint = (style, text) => (text === '' ? '' : styleText(style, text, { validateStream: false }))

/** Colours in a terminal that knows them; NO_COLOR (not empty) and `--no-color` turn them off, FORCE_COLOR on. */
export function choosePaint(isTerminal: boolean, { NO_COLOR, FORCE_COLOR, TERM }: NodeJS.ProcessEnv): Paint {
  if (NO_COLOR !== undefined && NO_COLOR !== '') return plain
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR === '0' ? plain : coloured
  return isTerminal && TERM !== 'dumb' ? coloured : plain
}
