import { multiply, type Decimal } from '@ats/sdk/numbers/decimal'
import { formatPercent } from './format.js'

/** A rate as a percentage: `0.0005` is `0.05`. */
export const ratePercent = (rate: Decimal): Decimal => multiply(rate, '100')

/** A share as a percentage in words: `0.4712` is `47.1 %`. */
export const formatShare = (share: Decimal | null, signed = false): string =>
  formatPercent(share === null ? null : ratePercent(share), 1, signed)
