/**
 * The open positions of many accounts, added up by symbol and venue at the marks of a moment: long and short notional,
 * net = long − short, gross = long + short.
 */
import { markOf } from '../margin/equity.js'
import { listingKey, type Listing } from '../model/market/listing.js'
import type { MarketView } from '../model/market/market-view.js'
import { notionalOf, unrealizedPnl, type Position } from '../model/account/position.js'
import { quantity, usd, type Quantity, type Usd } from '../values/decimal.js'

export interface OpenExposure {
  readonly longNotional: Usd
  readonly shortNotional: Usd
  readonly unrealizedPnl: Usd
  readonly positions: number
}

export interface ListingExposure extends OpenExposure, Listing {
  readonly longQuantity: Quantity
  readonly shortQuantity: Quantity
}

export const NO_EXPOSURE: OpenExposure = {
  longNotional: usd(0n),
  shortNotional: usd(0n),
  unrealizedPnl: usd(0n),
  positions: 0,
}

/** Adds a position to those of its listing. */
export function addPosition(
  exposures: Map<string, ListingExposure>,
  position: Position,
  market: Pick<MarketView, 'quote'>,
): void {
  const { symbol, venue, direction } = position
  const key = listingKey(position)
  const before = exposures.get(key) ?? { ...NO_EXPOSURE, symbol, venue, ...NO_QUANTITY }
  const mark = markOf(position, market)
  const notional = notionalOf(position.quantity, mark)
  const isLong = direction === 'LONG'
  exposures.set(key, {
    symbol,
    venue,
    longQuantity: isLong ? quantity(before.longQuantity + position.quantity) : before.longQuantity,
    shortQuantity: isLong ? before.shortQuantity : quantity(before.shortQuantity + position.quantity),
    longNotional: isLong ? usd(before.longNotional + notional) : before.longNotional,
    shortNotional: isLong ? before.shortNotional : usd(before.shortNotional + notional),
    unrealizedPnl: usd(before.unrealizedPnl + unrealizedPnl(position, mark)),
    positions: before.positions + 1,
  })
}

const NO_QUANTITY = { longQuantity: quantity(0n), shortQuantity: quantity(0n) }

export const sumOf = (exposures: Iterable<OpenExposure>): OpenExposure =>
  [...exposures].reduce(
    (sum, exposure) => ({
      longNotional: usd(sum.longNotional + exposure.longNotional),
      shortNotional: usd(sum.shortNotional + exposure.shortNotional),
      unrealizedPnl: usd(sum.unrealizedPnl + exposure.unrealizedPnl),
      positions: sum.positions + exposure.positions,
    }),
    NO_EXPOSURE,
  )
