import { formatMoney } from './format.js'

/** An amount, and what stands before it in its word, such as a bracket. */
const AMOUNT = /^([^\d.-]*)(-?\d{1,30}(?:\.\d{1,18})?)$/

/** A message of the engine with its amounts written, and rounded, as those of every field are. */
export function withMoney(message: string): string {
  const written: string[] = []
  for (const word of message.split(' ')) {
    const found = /^USD\b/.test(word) ? AMOUNT.exec(written.at(-1) ?? '') : null
    const [, before = '', amount = ''] = found ?? []
    if (found === null) written.push(word)
    else written.splice(-1, 1, `${before}${formatMoney(amount)}${word.slice('USD'.length)}`)
  }
  return written.join(' ')
}

/** The same as a sentence. */
export function asSentence(message: string): string {
  const text = withMoney(message)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
}
