/**
 * Where a plan has it (`overnight_leverage: CLOSE`), closes every position above its venue's overnight maximum once the
 * hours of day trading are over, by a market order of the service's own, reason `overnight_leverage`. A position that
 * cannot be traded then, or that the book does not take whole, is closed as soon as it can be, outside those hours.
 */
import { tradableMarket, type TradableMarket } from '../model/market/tradable-market.js'
import { dayTradingEnd, overnightLimit } from '../margin/overnight-leverage.js'
import type { Account } from '../model/account/account.js'
import { profileOf } from '../model/plan/execution-profile.js'
import type { DecisionContext } from '../model/decision-context.js'
import type { Draft } from '../model/draft.js'
import type { Position } from '../model/account/position.js'
import type { Micros } from '../values/time.js'
import { closeOut } from './close-out.js'

/** From one attempt to the next. */
const RETRY_MICROS = 5_000_000

const closes = ({ plan }: Account): boolean =>
  plan.costs.overnightLeverage === 'CLOSE' && profileOf({ plan }).isSettledByService

/** Whether there is anything for `closeOvernight` to do. */
export const isAnyOvernight = (account: Account, context: DecisionContext): boolean =>
  closes(account) && [...account.positions.values()].some((position) => overnightMarket(account, position, context))

export function closeOvernight(draft: Draft, context: DecisionContext): void {
  if (!closes(draft.account)) return
  for (const position of [...draft.account.positions.values()]) {
    const market = overnightMarket(draft.account, position, context)
    if (market !== null) closeOut(draft, position, market.instrument, 'OVERNIGHT', context)
  }
}

/** When to look at the account for it; null: there is nothing that could have to be closed. */
export function overnightLookAt(account: Account, { now, instruments }: DecisionContext): Micros | null {
  if (!closes(account)) return null
  let first: Micros | null = null
  for (const { symbol, venue, leverage } of account.positions.values()) {
    const instrument = instruments.find(symbol)
    const limit = instrument?.terms[venue]?.overnightLeverageMax ?? null
    if (instrument === undefined || limit === null || leverage <= limit) continue
    const at = dayTradingEnd(instrument.tradingHours, now) ?? now + RETRY_MICROS
    first = first === null ? at : Math.min(first, at)
  }
  return first
}

/** The market to close a position in; null while it may stay open, or cannot be traded. */
function overnightMarket({ plan }: Account, position: Position, context: DecisionContext): TradableMarket | null {
  const market = tradableMarket(position, context)
  if (market === null) return null
  const limit = overnightLimit(plan, market.instrument, position.venue, context.now)
  return limit !== null && position.leverage > limit ? market : null
}
