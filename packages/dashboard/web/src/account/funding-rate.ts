import { multiply, type Decimal } from '@ats/sdk/decimal'

/** A rate as a percentage. */
export const fundingPercent = (rate: Decimal): Decimal => multiply(rate, '100')
