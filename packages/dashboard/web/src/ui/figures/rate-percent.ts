import { multiply, type Decimal } from '@ats/sdk/numbers/decimal'

/** A rate as a percentage: `0.0005` is `0.05`. */
export const ratePercent = (rate: Decimal): Decimal => multiply(rate, '100')
