import { decimal, multiply, roundToStep, usd, type Usd } from '../values/decimal.js'
import type { Liquidity } from '../model/order/fill.js'
import type { VenueTerms } from '../model/market/instrument.js'

/** Both venues settle in USDC, which has six decimals: a fee is charged in whole millionths, rounded up. */
const FEE_STEP = decimal('0.000001')

/** The fee of one fill: notional × the venue's rate, rounded once, against the trader. */
export function computeFee(terms: VenueTerms, liquidity: Liquidity, isOpening: boolean, notional: Usd): Usd {
  if (!isOpening && !terms.isCloseFeeCharged) return usd(0n)
  const feeRate = liquidity === 'MAKER' ? terms.makerFeeRate : terms.takerFeeRate
  return usd(roundToStep(multiply(notional, feeRate, 'CEIL'), FEE_STEP, 'CEIL'))
}
