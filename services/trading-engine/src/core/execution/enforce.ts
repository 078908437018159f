/**
 * Does what the crossing of a floor requires, and records it. TERMINATED: every order is cancelled and every position
 * closed at the market; one that cannot be closed now is closed at the first price that can be traded (`supervise`).
 * Locked: positions stay, and orders against them stay as reduce-only; every other order that could open is cancelled.
 */
import { tradableMarket } from '../model/market/tradable-market.js'
import { computeEquity, markedTick, markOf } from '../margin/equity.js'
import type { Account } from '../model/account/account.js'
import { holdOf } from '../model/account/hold.js'
import { entryPrice, unrealizedPnl } from '../model/account/position.js'
import type { DecisionContext } from '../model/decision-context.js'
import type { Draft } from '../model/draft.js'
import type { ChallengeStep } from '../model/events.js'
import type { MarketView } from '../model/market/market-view.js'
import type { Breach, BreachRule, FloorRule, HeldPosition } from '../model/plan/breach.js'
import { SEVERITY_OF } from '../model/plan/violation.js'
import { formatDecimal, type Usd } from '../values/decimal.js'
import type { Micros } from '../values/time.js'
import { addHold, changeAccountState } from './change-account-state.js'
import { closeOut } from './close-out.js'
import { keepReducing } from './keep-reducing.js'
import { rejectReserved } from './reject-reserved.js'
import { terminateOrders } from './terminate-order.js'

/** Equity, or the balance, has crossed a limit of the plan. */
export interface Crossing {
  readonly kind: 'TERMINATE' | 'LOCK' | 'WARN'
  readonly rule: BreachRule
  readonly limit: Usd
  /** The figure compared: the balance, where the rule leaves open profit and loss out; of others than floors theirs. */
  readonly equity: Usd
  readonly isBalance?: true
  /** The last good mark of something held that is stale is in that equity. */
  readonly isStale?: true
  /** In words, where it is no floor that was crossed. */
  readonly message?: string
}

/** A halt is no way around the lock of the day: it is still there when the halt is lifted. */
export const canBeLocked = (account: Account): boolean =>
  account.state === 'ACTIVE' || (account.state === 'HALTED' && holdOf(account, 'daily_lock') === undefined)

export function holdsStale({ positions }: Account, market: MarketView): boolean {
  for (const position of positions.values()) if (market.quote(position)?.staleReason) return true
  return false
}

/** No account is terminated by a price that may be wrong: it is locked. Null where it is already. */
export const lockedWhileStale = (account: Account, crossing: Crossing): Crossing | null =>
  canBeLocked(account) ? { ...crossing, kind: 'LOCK', isStale: true } : null

/** `lockedUntil`: when a lock ends. */
export function enforce(draft: Draft, crossing: Crossing, lockedUntil: Micros, context: DecisionContext): void {
  const found: Found = {
    tick: markedTick(draft.account, context.market),
    held: heldPositions(draft.account, context.market),
    orderId: draft.lastFilledId,
  }
  switch (crossing.kind) {
    case 'WARN':
      draft.setAccount({ day: { ...draft.account.day, isWarned: true } })
      break
    case 'LOCK':
      addHold(draft, { kind: 'daily_lock', until: lockedUntil, reason: crossing.rule })
      draft.setAccount({ day: { ...draft.account.day, isWarned: true } })
      keepReducing(draft, 'risk', 'RISK')
      break
    case 'TERMINATE': {
      const failed = failedChallenge(draft.account, crossing.rule)
      const { state, stateReason, lockedUntil, holds } = draft.account
      changeAccountState(draft, 'TERMINATED', crossing.rule)
      terminateOrders(draft, () => true, 'CANCELLED', 'risk', 'RISK')
      closeAll(draft, context)
      rejectReserved(draft, `the account was terminated: ${crossing.rule}`)
      record(draft, crossing, { ...found, before: { state, stateReason, lockedUntil, holds } }, context)
      if (failed !== null) draft.emit({ type: 'challenge.failed', challenge: failed })
      return
    }
  }
  record(draft, crossing, found, context)
}

/** Null of an account of no challenge, and of one that has passed its phase: the next one goes on. */
export const failedChallenge = (
  { id: from, state, challengeId, phase }: Account,
  reason: string,
): ChallengeStep | null =>
  challengeId === null || phase === null || state === 'PASSED'
    ? null
    : { id: challengeId, phase, from, to: null, reason }

/** Closes every position that can be traded now; `supervise` closes the others of a terminated account later. */
export function closeAll(draft: Draft, context: DecisionContext): void {
  for (const position of [...draft.account.positions.values()]) {
    const market = tradableMarket(position, context)
    if (market !== null) closeOut(draft, position, market.instrument, 'RISK', context)
  }
}

/** The circumstances of a crossing, before anything is done about it. */
type Found = Pick<Breach, 'tick' | 'held' | 'orderId' | 'before'>

const heldPositions = ({ positions }: Account, market: MarketView): readonly HeldPosition[] =>
  [...positions.values()].map((position) => {
    const { id, symbol, venue, direction, quantity } = position
    const markPrice = markOf(position, market)
    const terms = { positionId: id, symbol, venue, direction, quantity, entryPrice: entryPrice(position) }
    return { ...terms, markPrice, unrealizedPnl: unrealizedPnl(position, markPrice) }
  })

const ACTIONS = { TERMINATE: 'TERMINATED', LOCK: 'LOCKED', WARN: 'NONE' } as const
const LIMIT_NAMES: Readonly<Record<FloorRule, string>> = {
  max_drawdown: 'drawdown floor',
  daily_loss_limit: 'floor of the trading day',
}

/**
 * Recorded last: the breach's balance and equity are those after the action, so that they include the cost of closing.
 */
function record(draft: Draft, crossing: Crossing, found: Found, context: DecisionContext): void {
  const { kind, rule, limit, equity, isBalance, isStale, message } = crossing
  const { account } = draft
  const isFloor = rule === 'max_drawdown' || rule === 'daily_loss_limit'
  const limitName = kind === 'WARN' || !isFloor ? 'warning level of the trading day' : LIMIT_NAMES[rule]
  const measure = `${isBalance ? 'balance' : 'equity'} of ${formatDecimal(equity)} USD`
  const breach: Breach = {
    id: context.newId(),
    accountId: account.id,
    rule,
    severity: SEVERITY_OF[kind],
    message:
      message ??
      `${measure}${isStale ? ', at a stale price,' : ''} reached the ${limitName} of ${formatDecimal(limit)} USD`,
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
