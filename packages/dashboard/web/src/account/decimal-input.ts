import { text } from '../text/en/common.js'

const DECIMAL = /^\d{1,20}(?:\.\d{1,18})?$/

/** The reason why a text is no amount that can be sent; an empty one is none. */
export const decimalError = (value: string): string | null =>
  value.trim() === '' || (DECIMAL.test(value.trim()) && /[1-9]/.test(value)) ? null : text.notADecimal
