/** The live figures of an account: equity, margin and exposure, all at mark. Sums, so the order of positions is nothing to them. */
import { min, price, usd, type Price, type Rate, type Usd } from './decimal.js'
import type { Account } from './account.js'
import {
  NO_WORKING_ORDERS,
  openNotional,
  reservedMarginOf,
  sumWorkingOrders,
  usedMarginOf,
  worstNotional,
  type SymbolExposure,
} from './exposure.js'
import type { Instrument, VenueId } from './instrument.js'
import { assertInvariant } from './invariant.js'
import type { MarketView } from './market-view.js'
import type { Plan } from './plan.js'
import { entryPrice, unrealizedPnl, type Position } from './position.js'
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
  readonly exposures: readonly SymbolExposure[]
}

type Holdings = Pick<Account, 'balance' | 'positions' | 'orders' | 'plan'>
type Prices = { readonly market: MarketView; readonly instruments: Instruments }

export function computeFigures(account: Holdings, prices: Prices): Figures {
  const exposures = listExposures(account, prices)
  let floating = 0n
  let used = 0n
  let reserved = 0n
  let open = 0n
  let worst = 0n
  for (const exposure of exposures) {
    if (exposure.position !== undefined) floating += unrealizedPnl(exposure.position, exposure.mark)
    used += usedMarginOf(exposure)
    reserved += reservedMarginOf(exposure)
    open += openNotional(exposure)
    worst += worstNotional(exposure)
  }
  const equity = usd(account.balance + floating)
  return {
    equity,
    unrealizedPnl: usd(floating),
    usedMargin: usd(used),
    reservedMargin: usd(reserved),
    freeMargin: usd(equity - used - reserved),
    openNotional: usd(open),
    worstNotional: usd(worst),
    exposures,
  }
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

/** A symbol without a position needs no mark: nothing is open to be valued. */
const NO_MARK = price(0n)

function listExposures(account: Holdings, { market, instruments }: Prices): readonly SymbolExposure[] {
  const working = sumWorkingOrders(account.orders.values())
  const exposures: SymbolExposure[] = []
  for (const [key, position] of account.positions) {
    exposures.push({
      key,
      symbol: position.symbol,
      position,
      mark: markOf(position, market),
      leverage: position.leverage,
      working: working.get(key) ?? NO_WORKING_ORDERS,
    })
  }
  for (const [key, totals] of working) {
    if (account.positions.has(key)) continue
    const instrument = instruments.find(totals.symbol)
    assertInvariant(instrument !== undefined, `${totals.symbol} of a working order is in the catalogue`)
    exposures.push({
      key,
      symbol: totals.symbol,
      position: undefined,
      mark: NO_MARK,
      leverage: openingLeverage(instrument, totals.venue, account.plan),
      working: totals,
    })
  }
  return exposures
}
