import { formatMoney } from './format.js'

const DOLLARS = /(?<![\d.])(-?\d{1,30}(?:\.\d{1,18})?) USD\b/g

/** A message of the engine with its amounts written, and rounded, as those of every field are. */
export const withMoney = (message: string): string =>
  message.replaceAll(DOLLARS, (_text, amount: string) => formatMoney(amount))

/** The same as a sentence. */
export function asSentence(message: string): string {
  const text = withMoney(message)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
}
