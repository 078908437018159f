/**
 * Parses JSON with every number as the text it was written as: a float would keep 15 to 17 digits of it. Undefined for
 * what is no JSON object or array.
 */
export function parseJsonExactly(text: string): unknown {
  const trimmed = text.trim()
  if (!trimmed.startsWith('{') && !trimmed.startsWith('[')) return undefined
  try {
    return JSON.parse(quoteNumbers(trimmed))
  } catch {
    return undefined
  }
}

const NUMBER = /-?\d[\d.eE+-]*/g

/** Strings are passed over whole, so that digits inside of them are left alone. */
function quoteNumbers(text: string): string {
  let quoted = ''
  for (let at = 0; at < text.length;) {
    const start = text.indexOf('"', at)
    const plainEnd = start === -1 ? text.length : start
    const stringEnd = start === -1 ? text.length : endOfString(text, start)
    quoted += text.slice(at, plainEnd).replace(NUMBER, '"$&"') + text.slice(plainEnd, stringEnd)
    at = stringEnd
  }
  return quoted
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at]
    if (character === '\\') at += 1
    else if (character === '"') return at + 1
  }
  return text.length
}
