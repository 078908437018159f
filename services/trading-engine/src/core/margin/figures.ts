/**
 * The live figures of an account: equity, margin and exposure, all at mark. Sums, independent of the order of
 * positions.
 */
import { usd, type Usd } from '../values/decimal.js'
import type { Account } from '../model/account/account.js'
import type { Position } from '../model/account/position.js'
import { markOf } from './equity.js'
import {
  NO_MARK,
  NO_WORKING_ORDERS,
  sumWorkingOrders,
  valueExposure,
  type SymbolExposure,
  type ValuedExposure,
  type WorkingTotals,
} from './exposure.js'
import { assertInvariant } from '../values/invariant.js'
import type { MarketView } from '../model/market/market-view.js'
import { leverageAt, openingLeverage, type LeverageTerms } from './opening-leverage.js'
import { hasOvernightLimit } from './overnight-leverage.js'
import type { Projection } from './project-order.js'
import { listingKey } from '../model/market/listing.js'
import type { Instruments } from '../model/decision-context.js'

export interface Figures {
  /** Balance + unrealised PnL. */
  readonly equity: Usd
  readonly unrealizedPnl: Usd
  /** Σ notional at mark ÷ leverage of the open positions. */
  readonly usedMargin: Usd
  /** The margin that the worse side of the working orders would add. */
  readonly reservedMargin: Usd
  /** equity − used − reserved − a payout asked for; negative when the account is under water. */
  readonly freeMargin: Usd
  readonly openNotional: Usd
  /** With all working orders of the worse side filled. */
  readonly worstNotional: Usd
  readonly exposures: readonly ValuedExposure[]
}

type Holdings = Pick<Account, 'balance' | 'positions' | 'orders' | 'openPayout'> & LeverageTerms
type Prices = { readonly market: Pick<MarketView, 'quote'>; readonly instruments: Pick<Instruments, 'find'> }

export function computeFigures(account: Holdings, prices: Prices): Figures {
  const exposures = valueExposures(account, prices)
  return figuresOf(account.balance, account.openPayout, sumExposures(exposures), exposures)
}

/** The figures of an account before an order and after it. */
interface FiguresAround {
  readonly before: Figures
  readonly after: Figures
}

/** Computes both from one valuation: only the order's own venue and symbol are valued twice. */
export function computeFiguresAround(account: Holdings, projection: Projection, prices: Prices): FiguresAround {
  const before = computeFigures(account, prices)
  return { before, after: figuresAfter(before, projection, account, prices) }
}

function figuresAfter(
  before: Figures,
  { order, balance, position, working }: Projection,
  terms: LeverageTerms & Pick<Account, 'openPayout'>,
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
  return figuresOf(balance, terms.openPayout, sums, valuedAfter === undefined ? unchanged : [...unchanged, valuedAfter])
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

function figuresOf(
  balance: Usd,
  payout: Account['openPayout'],
  sums: Sums,
  exposures: readonly ValuedExposure[],
): Figures {
  const { unrealizedPnl, usedMargin, reservedMargin, openNotional, worstNotional } = sums
  const equity = usd(balance + unrealizedPnl)
  const free = usd(equity - usedMargin - reservedMargin)
  const freeMargin = payout === null ? free : usd(free - payout.amount)
  return { equity, unrealizedPnl, usedMargin, reservedMargin, freeMargin, openNotional, worstNotional, exposures }
}

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
