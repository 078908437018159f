/**
 * Enforces the rules of the plan after every mark (contract: supervisor). Checked in this order, one action a decision:
 *
 *   equity < drawdown floor          the account is TERMINATED
 *   equity < floor of the day        TERMINATED, or locked to REDUCE_ONLY until the day ends, as the plan says
 *   both, and both would end it      the higher floor is named; of stored plan versions the drawdown's
 *   the objective is met             the account has PASSED: orders that could open are cancelled, and none is accepted
 *   loss of the day ≥ warn share     a warning, once a day, unless the account has passed
 *
 * A rule that leaves open profit and loss out compares the balance; one of END_OF_DAY is judged at the reset alone
 * (`execution/roll-day.ts`). What is done is in `execution/enforce.ts`. While the mark of a position is stale its last
 * good one counts, and the account is only locked where it would be TERMINATED: that waits until the mark is fresh. An
 * account with a mark that was never seen is not evaluated. A refused order alone never causes an action.
 *
 * The highs that floors trail within the day rise with nearly every tick. They are persisted now and then, and in every
 * decision that used them; `seen` are those above since.
 */
import { enforce, canBeLocked, closeAll, holdsStale, lockedWhileStale, type Crossing } from '../execution/enforce.js'
import { rejectReserved } from '../execution/reject-reserved.js'
import { dailyLossOf, drawdownFloor, valueOf } from '../margin/floors.js'
import { equityKeepingReserved, isReservedLost } from '../margin/payable.js'
import type { Account } from '../model/account/account.js'
import { floorShift, highsAbove, risenTo, risesAt, withHighs, type Highs } from '../model/account/peak.js'
import { unrealizedPnl } from '../model/account/position.js'
import type { DecisionContext } from '../model/decision-context.js'
import type { Draft } from '../model/draft.js'
import type { MarketView } from '../model/market/market-view.js'
import type { FloorRule } from '../model/plan/breach.js'
import { max, min, usd, type Usd } from '../values/decimal.js'
import { isObjectiveMet, passesFrom } from '../margin/objective.js'
import { pass } from './pass.js'

/** An action that the rules require for an account at this moment. */
export type RiskAction = Crossing | { readonly kind: 'PASS' | 'CLOSE' | 'REJECT_PAYOUT' }

export interface AccountEvaluation {
  /** Null when nothing has to be done. */
  readonly action: RiskAction | null
  /** New highs, where floors trail them within the day; null when there are none. */
  readonly highs: Highs | null
}

const NOTHING: AccountEvaluation = { action: null, highs: null }
const REJECT_PAYOUT = { kind: 'REJECT_PAYOUT' } as const

/**
 * Cheap, as it runs for every account at every mark. `seen`: the highs of earlier marks that are not written yet.
 */
export function evaluateAccount(
  account: Account,
  context: Pick<DecisionContext, 'market'>,
  seen: Highs | null = null,
): AccountEvaluation {
  if (account.state === 'TERMINATED' || account.state === 'CLOSED')
    return account.positions.size > 0 ? { action: { kind: 'CLOSE' }, highs: null } : NOTHING
  const equity = lastKnownEquity(account, context.market)
  if (equity === null) return NOTHING
  if (holdsStale(account, context.market))
    return { action: whileStale(account, actionOf(account, equity)), highs: null }
  const risen = risenTo(withHighs(account, seen), equity)
  const action = actionOf(risen, equity) ?? (isReservedLost(risen, equity) ? REJECT_PAYOUT : null)
  return { action, highs: highsAbove(account, risen) }
}

export const riskActionFor = (
  account: Account,
  context: Pick<DecisionContext, 'market'>,
  seen: Highs | null = null,
): RiskAction | null => evaluateAccount(account, context, seen).action

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
export function safeEquityRangeOf(before: Account, seen: Highs | null = null): SafeEquityRange | null {
  if (before.state === 'TERMINATED' || before.state === 'CLOSED') return null
  const from = passesFrom(before)
  if (from !== null && before.positions.size === 0) return null
  // What an idea has lost is no matter of the whole equity.
  if (before.plan.risk.orderRules?.maxLossPerIdea !== undefined) return null
  const account = withHighs(before, seen)
  const { maxDrawdown, dailyLoss } = account.plan.risk
  const high = leastHigh(account)
  const upTo = from === null ? high : min(high ?? from, usd(from - 1n))
  let above = equityKeepingReserved(account)
  if (above === null) return null
  if (maxDrawdown.evaluation === 'INTRADAY') {
    const floor = drawdownFloor(account)
    if (maxDrawdown.includesOpenPnl) above = max(above, floor)
    else if (account.balance < floor) return null
  }
  const daily = dailyLoss?.evaluation === 'INTRADAY' ? dailyLossOf(account) : null
  if (dailyLoss !== null && daily !== null) {
    const limit = canBeWarned(account) ? max(daily.floor, daily.warnAt) : daily.floor
    if (dailyLoss.includesOpenPnl) above = max(above, limit)
    // A warning, like a breach, is due as long as the balance is where it is.
    else if (account.balance <= limit) return null
  }
  return { above, upTo }
}

/** The equity above which a floor rises; null where none does within the day. */
function leastHigh(account: Account): Usd | null {
  const { day, netDeposits, highWaterMark } = account
  const mark = risesAt(account, 'MARK') ? usd(highWaterMark + floorShift(account)) : null
  const ofDay = day.high === null ? null : usd(day.high + netDeposits - day.startNetDeposits)
  return mark === null || ofDay === null ? (mark ?? ofDay) : min(mark, ofDay)
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

function whileStale(account: Account, action: RiskAction | null): RiskAction | null {
  if (action?.kind === 'LOCK') return { ...action, isStale: true }
  return action?.kind === 'TERMINATE' ? lockedWhileStale(account, action) : action
}

function actionOf(account: Account, equity: Usd): RiskAction | null {
  const { maxDrawdown, dailyLoss, bothCrossed } = account.plan.risk
  const drawdown = maxDrawdown.evaluation === 'INTRADAY' ? drawdownFloor(account) : null
  const daily = dailyLoss?.evaluation === 'INTRADAY' ? dailyLossOf(account) : null
  const compared = valueOf(maxDrawdown, account, equity)
  const isUnderDrawdown = drawdown !== null && compared < drawdown
  const ofDay = dailyLoss === null ? equity : valueOf(dailyLoss, account, equity)
  const isUnderDaily = daily !== null && ofDay < daily.floor
  const isTerminatedByDay = isUnderDaily && dailyLoss?.action === 'TERMINATE'
  const isDayNamed = isTerminatedByDay && bothCrossed === 'STRICTEST' && daily.floor > (drawdown ?? daily.floor)
  if (isUnderDrawdown && !isDayNamed)
    return crossing('TERMINATE', 'max_drawdown', drawdown, compared, maxDrawdown.includesOpenPnl)
  if (daily === null || dailyLoss === null) return isObjectiveMet(account, equity) ? { kind: 'PASS' } : null
  const { includesOpenPnl } = dailyLoss
  if (isTerminatedByDay) return crossing('TERMINATE', 'daily_loss_limit', daily.floor, ofDay, includesOpenPnl)
  if (isUnderDaily && canBeLocked(account))
    return crossing('LOCK', 'daily_loss_limit', daily.floor, ofDay, includesOpenPnl)
  if (isObjectiveMet(account, equity)) return { kind: 'PASS' }
  const isNear = ofDay <= daily.warnAt && canBeWarned(account)
  return isNear ? crossing('WARN', 'daily_loss_limit', daily.warnAt, ofDay, includesOpenPnl) : null
}

const crossing = (
  kind: Crossing['kind'],
  rule: FloorRule,
  limit: Usd,
  equity: Usd,
  includesOpenPnl: boolean,
): Crossing => ({ kind, rule, limit, equity, ...(includesOpenPnl ? {} : { isBalance: true }) })

/** An account that has passed is flat and opens nothing any more: there is nothing left to warn about. */
const canBeWarned = ({ state, day }: Account): boolean => !day.isWarned && state !== 'PASSED'

/**
 * Passes the account in the decision whose fills have met its objective; accounts of stored versions pass at the next
 * look at the market.
 */
export function passOnceMet(draft: Draft, context: DecisionContext): void {
  if (draft.account.plan.risk.objective?.words !== 'PRESENT' || draft.lastFilledId === null) return
  if (riskActionFor(draft.account, context)?.kind === 'PASS') pass(draft, context)
}

/** Does what has to be done, if anything. */
export function supervise(draft: Draft, context: DecisionContext, seen: Highs | null = null): void {
  const { action, highs } = evaluateAccount(draft.account, context, seen)
  if (action === null) return
  if (highs !== null) {
    const { highWaterMark, day } = withHighs(draft.account, highs)
    draft.setAccount({ highWaterMark, day })
  }
  switch (action.kind) {
    case 'CLOSE':
      return closeAll(draft, context)
    case 'PASS':
      return pass(draft, context)
    case 'REJECT_PAYOUT':
      return rejectReserved(draft, 'equity without it would be under a floor of the account')
    default:
      return enforce(draft, action, draft.account.day.endsAt, context)
  }
}
