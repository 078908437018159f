/** The live figures of an account: equity, margin and exposure, all at mark. Sums, so the order of positions is nothing to them. */
import { min, usd, type Price, type Rate, type Usd } from './decimal.js'
import type { Account } from './account.js'
import {
  NO_MARK,
  NO_WORKING_ORDERS,
  sumWorkingOrders,
  valueExposure,
  type SymbolExposure,
  type ValuedExposure,
  type WorkingTotals,
} from './exposure.js'
import type { Instrument, VenueId } from './instrument.js'
import { assertInvariant } from './invariant.js'
import type { MarketView } from './market-view.js'
import type { Plan } from './plan.js'
import type { Projection } from './project.js'
import { entryPrice, positionKey, unrealizedPnl, type Position } from './position.js'
import type { Instruments } from './world.js'

export interface Figures {
  /** Balance + unrealised PnL. */
  readonly equity: Usd
  readonly unrealizedPnl: Usd
  /** Σ notional at mark ÷ leverage of the open positions. */
  readonly usedMargin: Usd
  /** What the worse side of the working orders would add. */
  readonly reservedMargin: Usd
  /** equity − used − reserved; negative when the account is under water. */
  readonly freeMargin: Usd
  readonly openNotional: Usd
  /** With all working orders of the worse side filled. */
  readonly worstNotional: Usd
  readonly exposures: readonly ValuedExposure[]
}

type Holdings = Pick<Account, 'balance' | 'positions' | 'orders' | 'plan'>
type Prices = { readonly market: MarketView; readonly instruments: Instruments }

export function computeFigures(account: Holdings, prices: Prices): Figures {
  const exposures = valueExposures(account, prices)
  return figuresOf(account.balance, sumExposures(exposures), exposures)
}

/** The same once an order has made of its place what it would: everything else is as it was before. */
export function computeFiguresAfter(
  before: Figures,
  { order, balance, position, working }: Projection,
  plan: Plan,
  prices: Prices,
): Figures {
  const key = positionKey(order.venue, order.symbol)
  const exposure = exposureOf(key, position, sumWorkingOrders(working, prices.market).get(key), plan, prices)
  const was = before.exposures.find((each) => each.key === key)
  const is = exposure === undefined ? undefined : valueExposure(exposure)
  const others = was === undefined ? before.exposures : before.exposures.filter((each) => each !== was)
  const changed = (name: keyof Sums): Usd => usd(before[name] - (was?.[name] ?? 0n) + (is?.[name] ?? 0n))
  const sums: Sums = {
    unrealizedPnl: changed('unrealizedPnl'),
    usedMargin: changed('usedMargin'),
    reservedMargin: changed('reservedMargin'),
    openNotional: changed('openNotional'),
    worstNotional: changed('worstNotional'),
  }
  return figuresOf(balance, sums, is === undefined ? others : [...others, is])
}

/** What adds up over exposures. */
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

/** Leverage a new position would get: the lower of the venue's and the plan's. */
export function openingLeverage(instrument: Instrument, venue: VenueId, plan: Plan): Rate {
  const terms = instrument.terms[venue]
  assertInvariant(terms !== undefined, `${venue} lists ${instrument.symbol}`)
  return min(terms.leverageMax, plan.risk.exposure.leverageMax)
}

/** The mark; before any price was ever seen, the entry price. */
export const markOf = (position: Position, market: MarketView): Price =>
  market.quote(position.symbol)?.mark ?? entryPrice(position)

function valueExposures(account: Holdings, prices: Prices): readonly ValuedExposure[] {
  const working = sumWorkingOrders(account.orders.values(), prices.market)
  const exposures: ValuedExposure[] = []
  const add = (key: string, position: Position | undefined): void => {
    const exposure = exposureOf(key, position, working.get(key), account.plan, prices)
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
  plan: Plan,
  { market, instruments }: Prices,
): SymbolExposure | undefined {
  const working = totals ?? NO_WORKING_ORDERS
  if (position !== undefined) {
    const { symbol, leverage } = position
    return { key, symbol, position, mark: markOf(position, market), leverage, working }
  }
  if (totals === undefined) return undefined
  const { symbol, venue } = totals
  const instrument = instruments.find(symbol)
  assertInvariant(instrument !== undefined, `${symbol} of a working order is in the catalogue`)
  return { key, symbol, position, mark: NO_MARK, leverage: openingLeverage(instrument, venue, plan), working }
}
