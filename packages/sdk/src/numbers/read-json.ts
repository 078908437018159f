import { expand } from './decimal.js'

const [QUOTE, BACKSLASH, MINUS, ZERO, NINE, COLON] = [34, 92, 45, 48, 57, 58]

/**
 * JSON text with its decimals as text, to the last digit: `JSON.parse` would make floats of them. Numbers of the fields
 * named in `whole` stay numbers.
 */
export function quoteDecimals(text: string, whole: ReadonlySet<string>): string {
  let quoted = ''
  let copied = 0
  let isWhole = false
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfString(text, at)
      if (isFollowedByColon(text, end)) isWhole = whole.has(text.slice(at + 1, end - 1))
      at = end
    } else if (isOfNumber(code)) {
      const end = endOfNumber(text, at)
      if (!isWhole) {
        quoted += `${text.slice(copied, at)}"${expand(text.slice(at, end))}"`
        copied = end
      }
      at = end
    } else at += 1
  }
  return quoted + text.slice(copied)
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === QUOTE) return at + 1
  }
  return text.length
}

function isFollowedByColon(text: string, at: number): boolean {
  while (text.charCodeAt(at) <= 32) at += 1
  return text.charCodeAt(at) === COLON
}

const isOfNumber = (code: number): boolean => code === MINUS || (code >= ZERO && code <= NINE)

const IN_NUMBER = '0123456789+-.eE'

function endOfNumber(text: string, start: number): number {
  let at = start
  while (at < text.length && IN_NUMBER.includes(text.charAt(at))) at += 1
  return at
}
