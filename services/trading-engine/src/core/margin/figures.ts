/**
 * The live figures of an account: equity, margin and exposure, all at mark. Sums, independent of the order of
 * positions.
 */
import { min, usd, type Price, type Rate, type Usd } from '../values/decimal.js'
import type { Account } from '../model/account/account.js'
import {
  NO_MARK,
  NO_WORKING_ORDERS,
  sumWorkingOrders,
  valueExposure,
  type SymbolExposure,
  type ValuedExposure,
  type WorkingTotals,
} from './exposure.js'
import type { Instrument, VenueId } from '../model/market/instrument.js'
import { tickAt } from '../values/tick.js'
import { assertInvariant } from '../values/invariant.js'
import type { MarketView } from '../model/market/market-view.js'
import { hasOvernightLimit, overnightLimit } from './overnight-leverage.js'
import type { Plan } from '../model/plan/plan.js'
import type { Micros } from '../values/time.js'
import type { Projection } from './project-order.js'
import { listingKey } from '../model/market/listing.js'
import { entryPrice, unrealizedPnl, type Position } from '../model/account/position.js'
import type { Instruments } from '../model/decision-context.js'

export interface Figures {
  /** Balance + unrealised PnL. */
  readonly equity: Usd
  readonly unrealizedPnl: Usd
  /** Σ notional at mark ÷ leverage of the open positions. */
  readonly usedMargin: Usd
  /** The margin that the worse side of the working orders would add. */
  readonly reservedMargin: Usd
  /** equity − used − reserved; negative when the account is under water. */
  readonly freeMargin: Usd
  readonly openNotional: Usd
  /** With all working orders of the worse side filled. */
  readonly worstNotional: Usd
  readonly exposures: readonly ValuedExposure[]
}

/** The parts of an account that decide the leverage of new positions. */
export type LeverageTerms = Pick<Account, 'plan' | 'leverages'>
type Holdings = Pick<Account, 'balance' | 'positions' | 'orders'> & LeverageTerms
type Prices = { readonly market: Pick<MarketView, 'quote'>; readonly instruments: Pick<Instruments, 'find'> }

export function computeFigures(account: Holdings, prices: Prices): Figures {
  const exposures = valueExposures(account, prices)
  return figuresOf(account.balance, sumExposures(exposures), exposures)
}

/** The same once an order has made of its place what it would: everything else is as it was before. */
export function computeFiguresAfter(
  before: Figures,
  { order, balance, position, working }: Projection,
  terms: LeverageTerms,
  prices: Prices,
): Figures {
  const key = listingKey(order)
  const exposure = exposureOf(key, position, sumWorkingOrders(working, prices.market).get(key), terms, prices)
  const valuedBefore = before.exposures.find((candidate) => candidate.key === key)
  const valuedAfter = exposure === undefined ? undefined : valueExposure(exposure)
  const unchanged =
    valuedBefore === undefined ? before.exposures : before.exposures.filter((candidate) => candidate !== valuedBefore)
  const changed = (name: keyof Sums): Usd =>
    usd(before[name] - (valuedBefore?.[name] ?? 0n) + (valuedAfter?.[name] ?? 0n))
  const sums: Sums = {
    unrealizedPnl: changed('unrealizedPnl'),
    usedMargin: changed('usedMargin'),
    reservedMargin: changed('reservedMargin'),
    openNotional: changed('openNotional'),
    worstNotional: changed('worstNotional'),
  }
  return figuresOf(balance, sums, valuedAfter === undefined ? unchanged : [...unchanged, valuedAfter])
}

/** The figures that are sums over exposures. */
type Sums = Pick<Figures, 'unrealizedPnl' | 'usedMargin' | 'reservedMargin' | 'openNotional' | 'worstNotional'>

function sumExposures(exposures: readonly ValuedExposure[]): Sums {
  let floating = 0n
  let used = 0n
  let reserved = 0n
  let open = 0n
  let worst = 0n
  for (const exposure of exposures) {
    floating += exposure.unrealizedPnl
    used += exposure.usedMargin
    reserved += exposure.reservedMargin
    open += exposure.openNotional
    worst += exposure.worstNotional
  }
  return {
    unrealizedPnl: usd(floating),
    usedMargin: usd(used),
    reservedMargin: usd(reserved),
    openNotional: usd(open),
    worstNotional: usd(worst),
  }
}

function figuresOf(balance: Usd, sums: Sums, exposures: readonly ValuedExposure[]): Figures {
  const { unrealizedPnl, usedMargin, reservedMargin, openNotional, worstNotional } = sums
  const equity = usd(balance + unrealizedPnl)
  const freeMargin = usd(equity - usedMargin - reservedMargin)
  return { equity, unrealizedPnl, usedMargin, reservedMargin, freeMargin, openNotional, worstNotional, exposures }
}

/** Balance and unrealised PnL alone: what a mark changes, for who has to look at many accounts. */
export function computeEquity({ balance, positions }: Pick<Account, 'balance' | 'positions'>, market: MarketView): Usd {
  let equity: bigint = balance
  for (const position of positions.values()) equity += unrealizedPnl(position, markOf(position, market))
  return usd(equity)
}

/** The most leverage a new position may get: the lower of the venue's and the plan's. */
export function leverageMax(instrument: Instrument, venue: VenueId, plan: Plan): Rate {
  const terms = instrument.terms[venue]
  assertInvariant(terms !== undefined, `${venue} lists ${instrument.symbol}`)
  return min(terms.leverageMax, plan.risk.exposure.leverageMax)
}

/** Leverage a new position would get: the most there is, unless the trader has lowered it. */
export function openingLeverage(instrument: Instrument, venue: VenueId, { plan, leverages }: LeverageTerms): Rate {
  const leverageLimit = leverageMax(instrument, venue, plan)
  if (leverages.size === 0) return leverageLimit
  return min(leverageLimit, leverages.get(listingKey({ venue, symbol: instrument.symbol })) ?? leverageLimit)
}

/** The tick at whose marks an account is valued: the latest of those that say one. */
export function markedTick(
  { positions }: Pick<Account, 'positions'>,
  market: Pick<MarketView, 'at' | 'quote'>,
): number {
  let latest = -Infinity
  for (const position of positions.values()) latest = Math.max(latest, market.quote(position)?.tick ?? -Infinity)
  return latest === -Infinity ? tickAt(market.at) : latest
}

/** The same at a moment: overnight it may be less. */
export function leverageAt(instrument: Instrument, venue: VenueId, terms: LeverageTerms, at: Micros): Rate {
  const leverage = openingLeverage(instrument, venue, terms)
  const limit = overnightLimit(terms.plan, instrument, venue, at)
  return limit === null ? leverage : min(leverage, limit)
}

/** The mark; before any price was ever seen, the entry price. */
export const markOf = (position: Position, market: Pick<MarketView, 'quote'>): Price =>
  market.quote(position)?.mark ?? entryPrice(position)

function valueExposures(account: Holdings, prices: Prices): readonly ValuedExposure[] {
  const working = sumWorkingOrders(account.orders.values(), prices.market)
  const exposures: ValuedExposure[] = []
  const add = (key: string, position: Position | undefined): void => {
    const exposure = exposureOf(key, position, working.get(key), account, prices)
    if (exposure !== undefined) exposures.push(valueExposure(exposure))
  }
  for (const [key, position] of account.positions) add(key, position)
  for (const key of working.keys()) if (!account.positions.has(key)) add(key, undefined)
  return exposures
}

/** Undefined where nothing is open and nothing works that may open anything. */
function exposureOf(
  key: string,
  position: Position | undefined,
  totals: WorkingTotals | undefined,
  terms: LeverageTerms,
  { market, instruments }: Prices,
): SymbolExposure | undefined {
  if (position !== undefined && totals === undefined) {
    const { symbol, leverage } = position
    const mark = markOf(position, market)
    return { key, symbol, position, mark, leverage, openingLeverage: leverage, working: NO_WORKING_ORDERS }
  }
  if (totals === undefined) return undefined
  const { symbol, venue } = totals
  const instrument = instruments.find(symbol)
  assertInvariant(instrument !== undefined, `${symbol} of a working order is in the catalogue`)
  // Where the hour counts, that of the quote: these figures know of no other clock.
  const opening = hasOvernightLimit(terms.plan)
    ? leverageAt(instrument, venue, terms, market.quote(totals)?.at ?? 0)
    : openingLeverage(instrument, venue, terms)
  const mark = position === undefined ? NO_MARK : markOf(position, market)
  const leverage = position?.leverage ?? opening
  return { key, symbol, position, mark, leverage, openingLeverage: opening, working: totals }
}
