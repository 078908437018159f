import { formatMoney } from './format.js'

const DOLLARS = /(?<![\d.])(-?\d{1,30}(?:\.\d{1,18})?) USD\b/g

/** A message of the engine as people read it: a sentence, with its amounts written as elsewhere on the page. */
export function asSentence(message: string): string {
  const text = message.replaceAll(DOLLARS, (_text, amount: string) => formatMoney(amount))
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
}
