/**
 * The fill of an order that GMX has executed. Its price is the oracle's, at which the contracts count sizes and
 * profits; they keep the price impact of an opening apart and settle it with that of the closing, so it is a charge
 * of the closing fill and not in the prices. A closing fill whose profit they limit has the price that this comes to.
 * Collateral and payout are the contract's to the last digit:
 *
 *   payout = −collateralChange + realizedPnl + fees + funding paid + borrowing + price impact
 *
 * `fees` of a closing fill is what makes this true. With the position's fee it holds the cost of turning a profit
 * into USDC, USDC's own price, units of USDC lost to rounding, and after a liquidation what the collateral did not
 * cover. Funding earned is a charge, too, but not in the payout: GMX keeps it for the wallet to claim.
 */
import { usd, type Price, type Usd } from '../../core/values/decimal.js'
import type { VenueCharges, VenueFill } from '../../core/model/live/venue-request.js'
import { fromContractPrice, fromSizeUsd, fromTokens, fromUsdc, priceOf } from './amounts.js'
import { effectivePrice } from '../effective-price.js'
import type { GmxMarket } from './deployment.js'
import type { GmxEvent } from './event-data.js'

const NOTHING = usd(0n)

export function openingFill(market: GmxMarket, increase: GmxEvent, fees: GmxEvent): VenueFill {
  const funding = fees.uint('fundingFeeAmount')
  const borrowing = fees.uint('borrowingFeeAmount')
  const tokens = increase.uint('sizeDeltaInTokens')
  return {
    venue: 'GMX',
    symbol: market.symbol,
    side: increase.flag('isLong') ? 'BUY' : 'SELL',
    isClosing: false,
    quantity: fromTokens(tokens, market.indexDecimals),
    price:
      tokens === 0n
        ? fromContractPrice(increase.uint('executionPrice'), market.indexDecimals)
        : priceOf(increase.uint('sizeDeltaUsd'), tokens, market.indexDecimals),
    charges: {
      ...chargesForTime(fees),
      fees: fromUsdc(funding + borrowing - fees.uint('totalCostAmount')),
      priceImpact: NOTHING,
    },
    collateral: fromUsdc(increase.uint('collateralAmount')),
    collateralChange: fromUsdc(increase.int('collateralDeltaAmount')),
    payout: null,
    tradeId: null,
  }
}

export function closingFill(
  market: GmxMarket,
  decrease: GmxEvent,
  fees: GmxEvent,
  { payout, unswapped }: Pick<VenueFill, 'unswapped'> & { readonly payout: Usd },
): VenueFill {
  const charges = chargesForTime(fees)
  const priceImpact = fromSizeUsd(settledImpact(decrease), 'HALF_EVEN')
  const realizedPnl = fromSizeUsd(decrease.int('basePnlUsd'), 'HALF_EVEN')
  const collateralChange = fromUsdc(-decrease.uint('collateralDeltaAmount'))
  const paidForTime = fromUsdc(fees.uint('fundingFeeAmount') + fees.uint('borrowingFeeAmount'))
  const isLong = decrease.flag('isLong')
  const quantity = fromTokens(decrease.uint('sizeDeltaInTokens'), market.indexDecimals)
  return {
    venue: 'GMX',
    symbol: market.symbol,
    side: isLong ? 'SELL' : 'BUY',
    isClosing: true,
    quantity,
    price: effectivePrice({
      ...{ direction: isLong ? 'LONG' : 'SHORT', quantity, price: closingPrice(market, decrease), realizedPnl },
      cost: fromSizeUsd(decrease.uint('sizeDeltaUsd'), 'HALF_EVEN'),
    }),
    charges: {
      ...charges,
      priceImpact,
      fees: usd(payout + collateralChange - realizedPnl + paidForTime - priceImpact),
    },
    collateral: fromUsdc(decrease.uint('collateralAmount')),
    collateralChange,
    realizedPnl,
    payout,
    ...(unswapped !== undefined && unswapped.length > 0 ? { unswapped } : {}),
    tradeId: null,
  }
}

/** The oracle's lower price for a long, its upper for a short. */
const closingPrice = (market: GmxMarket, decrease: GmxEvent): Price =>
  fromContractPrice(
    decrease.uint(decrease.flag('isLong') ? 'indexTokenPrice.min' : 'indexTokenPrice.max'),
    market.indexDecimals,
  )

/** Dollars × 10^30. A negative impact beyond the cap is taken, too; GMX may give it back later. */
const settledImpact = (decrease: GmxEvent): bigint =>
  (decrease.intOrNull('totalImpactUsd') ?? decrease.int('priceImpactUsd')) -
  decrease.uintOrZero('values.priceImpactDiffUsd')

const chargesForTime = (fees: GmxEvent): Omit<VenueCharges, 'fees' | 'priceImpact'> => ({
  funding: fromUsdc(fees.uint('claimableShortTokenAmount') - fees.uint('fundingFeeAmount')),
  borrowing: fromUsdc(-fees.uint('borrowingFeeAmount')),
  rollover: NOTHING,
  oracleFees: NOTHING,
  execution: NOTHING,
})
