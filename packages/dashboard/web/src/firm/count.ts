import { formatDecimal } from '../ui/figures/format.js'

/** A whole number with groups of thousands. */
export const count = (value: number): string => formatDecimal(String(value))
