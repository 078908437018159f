import type { VenueCharges } from '../../../core/model/live/venue-request.js'
import { divideRounded, usd, type Price, type Usd } from '../../../core/values/decimal.js'

const ZERO = usd(0n)

export const NO_CHARGES: VenueCharges = {
  fees: ZERO,
  funding: ZERO,
  borrowing: ZERO,
  rollover: ZERO,
  oracleFees: ZERO,
  priceImpact: ZERO,
  execution: ZERO,
}

/** Wei in dollars at the price of the native token, signed as paid; the native token has 18 decimals, as ours have. */
export const paidInWei = (wei: bigint, nativePrice: Price): Usd =>
  usd(-divideRounded(wei * nativePrice, 10n ** 18n, 'CEIL'))
