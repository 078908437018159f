/**
 * Liquidates what no longer has its maintenance margin. ISOLATED: each position by itself. CROSS: what would open is
 * cancelled, and positions are closed, the largest unrealised loss first, until the equity covers the maintenance of
 * what is left; what cannot be traded now is left, and tried again with every look at the market.
 */
import type { Account } from '../model/account/account.js'
import { profileOf } from '../model/plan/execution-profile.js'
import { closeOut } from './close-out.js'
import { isCross, isMaintenanceDue } from '../margin/cross-margin.js'
import type { Draft } from '../model/draft.js'
import { keepReducing } from './keep-reducing.js'
import { isLiquidatable } from '../margin/liquidation.js'
import { unrealizedPnl, type Position } from '../model/account/position.js'
import { tradableMarket, type TradableMarket } from '../model/market/tradable-market.js'
import type { DecisionContext } from '../model/decision-context.js'

/** Whether there is anything for `liquidate` to do; cheap, for it is asked of many accounts at every mark. */
export function isAnyLiquidatable(account: Account, context: DecisionContext): boolean {
  if (isEnded(account)) return false
  if (!isCross(account))
    return [...account.positions.values()].some((position) => dueMarket(position, context) !== null)
  if (!isMaintenanceDue(account, context)) return false
  for (const { flags } of account.orders.values()) if (!flags.reduceOnly) return true
  return [...account.positions.values()].some((position) => tradableMarket(position, context) !== null)
}

/** After the floors: an account that they have ended is wound up by them. */
export function liquidate(draft: Draft, context: DecisionContext): void {
  if (isEnded(draft.account)) return
  return isCross(draft.account) ? liquidateCross(draft, context) : liquidateIsolated(draft, context)
}

/** A venue liquidates what is LIVE by itself. */
const isEnded = ({ state, plan }: Account): boolean =>
  state === 'TERMINATED' || state === 'CLOSED' || !profileOf({ plan }).isSettledByService

/** Whether the next tick would liquidate a position that its own margin carries. */
export const isLiquidationDue = (account: Account, position: Position, context: DecisionContext): boolean =>
  !isCross(account) && profileOf(account).isSettledByService && dueMarket(position, context) !== null

/** The market to liquidate a position in that its own margin carries; null while it does, or cannot be traded. */
function dueMarket(position: Position, context: DecisionContext): TradableMarket | null {
  const market = tradableMarket(position, context)
  const terms = market?.instrument.terms[position.venue]
  if (market === null || terms === undefined) return null
  return isLiquidatable(position, market.quote.mark, terms) ? market : null
}

function liquidateIsolated(draft: Draft, context: DecisionContext): void {
  for (const position of [...draft.account.positions.values()]) {
    const market = dueMarket(position, context)
    if (market !== null) closeOut(draft, position, market.instrument, 'LIQUIDATION', context)
  }
}

function liquidateCross(draft: Draft, context: DecisionContext): void {
  if (!isMaintenanceDue(draft.account, context)) return
  keepReducing(draft, 'liquidation', 'RISK')
  for (const { position, instrument } of worstFirst(draft.account, context)) {
    closeOut(draft, position, instrument, 'LIQUIDATION', context)
    if (!isMaintenanceDue(draft.account, context)) break
  }
}

/** The positions that can be traded now, largest loss first; of equal losses the older first. */
function worstFirst({ positions }: Account, context: DecisionContext) {
  const tradable = [...positions.values()].flatMap((position) => {
    const market = tradableMarket(position, context)
    if (market === null) return []
    return [{ position, instrument: market.instrument, profit: unrealizedPnl(position, market.quote.mark) }]
  })
  return tradable.sort((a, b) =>
    a.profit === b.profit ? a.position.openedAt - b.position.openedAt : a.profit < b.profit ? -1 : 1,
  )
}
