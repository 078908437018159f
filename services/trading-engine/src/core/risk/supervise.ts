/**
 * Enforces the rules of the plan after every mark (contract: supervisor). Checked in this order, one action a decision:
 *
 *   equity < drawdown floor          the account is TERMINATED
 *   equity < floor of the day        TERMINATED, or locked to REDUCE_ONLY until the day ends, as the plan says
 *   target and days met while flat   the account has PASSED: orders that could open are cancelled, and none is accepted
 *   loss of the day ≥ warn share     a warning, once a day, unless the account has passed
 *
 * TERMINATED: every order is cancelled and every position closed at the market; a position that cannot be closed now is
 * closed at the first price that can be traded. Locked: positions stay, and orders against them stay as reduce-only;
 * every other order that could open is cancelled. While the mark of a position is stale its last good one counts, and
 * the account is only locked where it would be TERMINATED: that waits until the mark is fresh. An account with a mark
 * that was never seen is not evaluated. A refused order alone never causes an action.
 *
 * The high-water mark of a plan that trails within the day rises with nearly every tick. It is persisted now and then,
 * and in every decision that used it; `peak` is the highest equity seen since.
 */
import type { Account } from '../model/account/account.js'
import type { Breach, FloorRule, HeldPosition } from '../model/plan/breach.js'
import { SEVERITY_OF } from '../model/plan/violation.js'
import { addHold, changeAccountState } from '../execution/change-account-state.js'
import { closeOut } from '../execution/close-out.js'
import { formatDecimal, max, usd, type Usd } from '../values/decimal.js'
import type { Draft } from '../model/draft.js'
import { terminateOrders } from '../execution/terminate-order.js'
import { keepReducing } from '../execution/keep-reducing.js'
import { computeEquity, markedTick, markOf } from '../margin/equity.js'
import { holdOf } from '../model/account/hold.js'
import type { MarketView } from '../model/market/market-view.js'
import { dailyLossOf, drawdownFloor } from './floors.js'
import { isObjectiveMet } from './objective.js'
import { entryPrice, unrealizedPnl } from '../model/account/position.js'
import { tradableMarket } from '../calendar/tradable-market.js'
import type { DecisionContext } from '../model/decision-context.js'

/** An action that the rules require for an account at this moment. */
export type RiskAction = Crossing | { readonly kind: 'PASS' | 'CLOSE' }

/** Equity has crossed a limit of the plan. */
interface Crossing {
  readonly kind: 'TERMINATE' | 'LOCK' | 'WARN'
  readonly rule: FloorRule
  readonly limit: Usd
  readonly equity: Usd
  /** The last good mark of something held that is stale is in that equity. */
  readonly isStale?: true
}

export interface AccountEvaluation {
  /** Null when nothing has to be done. */
  readonly action: RiskAction | null
  /** A new high-water mark, where the floor trails it within the day; null when there is none. */
  readonly high: Usd | null
}

const NOTHING: AccountEvaluation = { action: null, high: null }

/**
 * Cheap, as it runs for every account at every mark. `peak`: the highest equity without net deposits since the
 * high-water mark was last set.
 */
export function evaluateAccount(
  account: Account,
  context: Pick<DecisionContext, 'market'>,
  peak: Usd | null = null,
): AccountEvaluation {
  if (account.state === 'TERMINATED' || account.state === 'CLOSED')
    return account.positions.size > 0 ? { action: { kind: 'CLOSE' }, high: null } : NOTHING
  const equity = lastKnownEquity(account, context.market)
  if (equity === null) return NOTHING
  if (holdsStale(account, context.market)) return { action: whileStale(account, actionOf(account, equity)), high: null }
  const high = newHigh(account, equity, peak)
  return { action: actionOf(high === null ? account : { ...account, highWaterMark: high }, equity), high }
}

export const riskActionFor = (
  account: Account,
  context: Pick<DecisionContext, 'market'>,
  peak: Usd | null = null,
): RiskAction | null => evaluateAccount(account, context, peak).action

/** Equities, above the one and up to the other, at which no action is due; there may be more of them. */
export interface SafeEquityRange {
  readonly above: Usd
  /** Null: as high as it may be. */
  readonly upTo: Usd | null
}

/**
 * The equities at which an account needs no action, whatever its marks do; null when each mark has to be evaluated. For
 * callers that check many accounts.
 */
export function safeEquityRangeOf(account: Account, peak: Usd | null = null): SafeEquityRange | null {
  if (account.state === 'TERMINATED' || account.state === 'CLOSED' || isObjectiveMet(account)) return null
  const { netDeposits } = account
  const isTrailing = account.plan.risk.maxDrawdown.mode === 'TRAILING_INTRADAY'
  const highWaterMark = isTrailing && peak !== null ? max(peak, account.highWaterMark) : account.highWaterMark
  const { floor, warnAt } = dailyLossOf(account)
  const lowest = max(drawdownFloor({ ...account, highWaterMark }), canBeWarned(account) ? max(floor, warnAt) : floor)
  return { above: lowest, upTo: isTrailing ? usd(highWaterMark + netDeposits) : null }
}

/** At the last good marks; null where one was never seen. */
export function lastKnownEquity(
  { balance, positions }: Pick<Account, 'balance' | 'positions'>,
  market: MarketView,
): Usd | null {
  let equity: bigint = balance
  for (const position of positions.values()) {
    const quote = market.quote(position)
    if (quote === undefined) return null
    equity += unrealizedPnl(position, quote.mark)
  }
  return usd(equity)
}

function holdsStale({ positions }: Account, market: MarketView): boolean {
  for (const position of positions.values()) if (market.quote(position)?.staleReason) return true
  return false
}

/** No account is terminated by a price that may be wrong. */
function whileStale(account: Account, action: RiskAction | null): RiskAction | null {
  if (action?.kind === 'LOCK') return { ...action, isStale: true }
  if (action?.kind !== 'TERMINATE') return action
  return canBeLocked(account) ? { ...action, kind: 'LOCK', isStale: true } : null
}

function newHigh({ plan, netDeposits, highWaterMark }: Account, equity: Usd, peak: Usd | null): Usd | null {
  if (plan.risk.maxDrawdown.mode !== 'TRAILING_INTRADAY') return null
  const earned = usd(equity - netDeposits)
  const highest = peak === null ? earned : max(peak, earned)
  return highest > highWaterMark ? highest : null
}

function actionOf(account: Account, equity: Usd): RiskAction | null {
  const { action } = account.plan.risk.dailyLoss
  const drawdown = drawdownFloor(account)
  if (equity < drawdown) return { kind: 'TERMINATE', rule: 'max_drawdown', limit: drawdown, equity }
  const { floor, warnAt } = dailyLossOf(account)
  if (equity < floor && action === 'TERMINATE')
    return { kind: 'TERMINATE', rule: 'daily_loss_limit', limit: floor, equity }
  if (equity < floor && canBeLocked(account)) return { kind: 'LOCK', rule: 'daily_loss_limit', limit: floor, equity }
  if (isObjectiveMet(account)) return { kind: 'PASS' }
  const isNear = equity <= warnAt && canBeWarned(account)
  return isNear ? { kind: 'WARN', rule: 'daily_loss_limit', limit: warnAt, equity } : null
}

/** A halt is no way around the lock of the day: it is still there when the halt is lifted. */
const canBeLocked = (account: Account): boolean =>
  account.state === 'ACTIVE' || (account.state === 'HALTED' && holdOf(account, 'daily_lock') === undefined)

/** An account that has passed is flat and opens nothing any more: there is nothing left to warn about. */
const canBeWarned = ({ state, day }: Account): boolean => !day.isWarned && state !== 'PASSED'

/** Does what has to be done, if anything. */
export function supervise(draft: Draft, context: DecisionContext, peak: Usd | null = null): void {
  const { action, high } = evaluateAccount(draft.account, context, peak)
  if (action === null) return
  const found: Found = {
    tick: markedTick(draft.account, context.market),
    held: 'rule' in action ? heldPositions(draft.account, context.market) : null,
    orderId: draft.lastFilledId,
  }
  if (high !== null) draft.setAccount({ highWaterMark: high })
  switch (action.kind) {
    case 'CLOSE':
      return closeAll(draft, context)
    case 'PASS':
      draft.setAccount({ state: 'PASSED', stateReason: 'objective' })
      return keepReducing(draft, 'risk', 'RISK')
    case 'WARN':
      draft.setAccount({ day: { ...draft.account.day, isWarned: true } })
      break
    case 'LOCK':
      addHold(draft, { kind: 'daily_lock', until: draft.account.day.endsAt, reason: action.rule })
      draft.setAccount({ day: { ...draft.account.day, isWarned: true } })
      keepReducing(draft, 'risk', 'RISK')
      break
    case 'TERMINATE':
      changeAccountState(draft, 'TERMINATED', action.rule)
      terminateOrders(draft, () => true, 'CANCELLED', 'risk', 'RISK')
      closeAll(draft, context)
      break
  }
  record(draft, action, found, context)
}

/** The circumstances of a crossing, before anything is done about it. */
type Found = Pick<Breach, 'tick' | 'held' | 'orderId'>

const heldPositions = ({ positions }: Account, market: MarketView): readonly HeldPosition[] =>
  [...positions.values()].map((position) => {
    const { id, symbol, venue, direction, quantity } = position
    const markPrice = markOf(position, market)
    const terms = { positionId: id, symbol, venue, direction, quantity, entryPrice: entryPrice(position) }
    return { ...terms, markPrice, unrealizedPnl: unrealizedPnl(position, markPrice) }
  })

/** Closes every position that can be traded now; `supervise` closes the others of a terminated account later. */
export function closeAll(draft: Draft, context: DecisionContext): void {
  for (const position of [...draft.account.positions.values()]) {
    const market = tradableMarket(position, context)
    if (market !== null) closeOut(draft, position, market.instrument, 'RISK', context)
  }
}

const ACTIONS = { TERMINATE: 'TERMINATED', LOCK: 'LOCKED', WARN: 'NONE' } as const

/**
 * Recorded last: the breach's balance and equity are those after the action, so that they include the cost of closing.
 */
function record(
  draft: Draft,
  { kind, rule, limit, equity, isStale }: Crossing,
  found: Found,
  context: DecisionContext,
): void {
  const { account } = draft
  const names = { max_drawdown: 'drawdown floor', daily_loss_limit: 'floor of the trading day' } as const
  const limitName = kind === 'WARN' ? 'warning level of the trading day' : names[rule]
  const breach: Breach = {
    id: context.newId(),
    accountId: account.id,
    rule,
    severity: SEVERITY_OF[kind],
    message: `equity of ${formatDecimal(equity)} USD${isStale ? ', at a stale price,' : ''} reached the ${limitName} of ${formatDecimal(limit)} USD`,
    limit,
    value: equity,
    equity: computeEquity(account, context.market),
    balance: account.balance,
    action: ACTIONS[kind],
    ...found,
    at: draft.stamp(),
  }
  draft.addBreach(breach)
  draft.emit({ type: 'account.breach', breach })
}
