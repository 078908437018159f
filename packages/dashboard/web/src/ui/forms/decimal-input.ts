import { text } from '../../text/en/common.js'

const DECIMAL = /^\d{1,20}(?:\.\d{1,18})?$/

/** Whether a text is an amount above 0 as the services take it. */
export const isAmount = (value: string): boolean => DECIMAL.test(value) && /[1-9]/.test(value)

/** The reason why a text is no amount that can be sent; an empty one is none. */
export const decimalError = (value: string): string | null =>
  value.trim() === '' || isAmount(value.trim()) ? null : text.notADecimal
