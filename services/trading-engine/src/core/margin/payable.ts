/**
 * The money that may leave an account. Its operator may debit
 *
 *   payable = free margin, and of that no profit that is still floating
 *
 * and a payout is also no more than what is above the initial balance, once every open loss is taken off it: available
 * = min(payable, profit + unrealised loss), at least 0. So the winning side of a hedge is not paid out alone. Where the
 * drawdown floor does not fall with a payout, no more is available than the room above it: nobody is paid into a
 * breach. Of an account whose venue holds something else than its books, nothing is available: a profit that lies in
 * its wallet as another token is no USDC that can be paid.
 */
import type { Account } from '../model/account/account.js'
import { holdOf } from '../model/account/hold.js'
import { risenTo } from '../model/account/peak.js'
import type { DecisionContext } from '../model/decision-context.js'
import { max, min, usd, type Usd } from '../values/decimal.js'
import { computeFigures } from './figures.js'
import { dailyFloor, drawdownFloorOncePaid, valueOf } from './floors.js'

/** The amount that a trader may ask for, and the figures that say why. */
export interface PayoutAvailability {
  readonly available: Usd
  /** The balance above the initial balance, without what was given for a reversed breach; negative below it. */
  readonly profit: Usd
  readonly freeMargin: Usd
  readonly unrealizedPnl: Usd
  /** The least of them is what is available. */
  readonly limits: readonly { readonly limit: 'free_margin' | 'profit' | 'floor'; readonly amount: Usd }[]
}

/** `adjustments`: what was taken off the profit that can be paid. */
export function payoutAvailability(
  account: Account,
  context: DecisionContext,
  adjustments = usd(0n),
): PayoutAvailability {
  const { equity, freeMargin, unrealizedPnl } = computeFigures(account, context)
  const profit = usd(account.balance - account.plan.initialBalance - (account.compensation?.total ?? 0n))
  const room = roomAboveFloor(account, equity)
  const limits: PayoutAvailability['limits'] = [
    { limit: 'free_margin', amount: freeWithoutOpenProfit(account, freeMargin, unrealizedPnl) },
    { limit: 'profit', amount: usd(min(profit, usd(profit + unrealizedPnl)) - adjustments) },
    ...(room === null ? [] : [{ limit: 'floor', amount: room } as const]),
  ]
  const least = limits.map(({ amount }) => amount).reduce((lower, amount) => min(lower, amount))
  return {
    available: isBeforeFunding(account) ? usd(0n) : max(usd(0n), least),
    ...{ profit, freeMargin, unrealizedPnl, limits },
  }
}

/**
 * In a phase of a challenge before its last one nothing is paid: its profit is what the next phase is reached by. Of
 * the plans of a program only that of the last phase has no objective.
 */
export const isBeforeFunding = ({ phase, plan }: Pick<Account, 'phase' | 'plan'>): boolean =>
  phase !== null && plan.risk.objective !== null

/** Null where the floor falls by what is paid. */
function roomAboveFloor(account: Account, equity: Usd): Usd | null {
  const rule = account.plan.risk.maxDrawdown
  if (rule.onFirstPayout === 'SHIFT') return null
  return usd(valueOf(rule, account, equity) - drawdownFloorOncePaid(risenTo(account, equity)))
}

/**
 * The most that leaves no floor above what it is compared with once it is paid; null where every floor falls by it.
 * Negative under the floor of the day, which falls by what is paid but does not let go.
 */
export function roomOncePaid(account: Account, equity: Usd): Usd | null {
  const room = roomAboveFloor(account, equity)
  const rule = account.plan.risk.dailyLoss
  const floor = rule?.evaluation === 'INTRADAY' ? dailyFloor(risenTo(account, equity)) : null
  if (rule === null || floor === null) return room
  const ofDay = usd(valueOf(rule, account, equity) - floor)
  return ofDay < 0n ? min(ofDay, room ?? ofDay) : room
}

/** Whether paying what is reserved would leave a floor above what it is compared with. */
export function isReservedLost(account: Account, equity: Usd): boolean {
  const { openPayout } = account
  if (openPayout === null) return false
  const room = roomOncePaid(account, equity)
  return room !== null && room < openPayout.amount
}

/** Less than any equity. */
const ANY = usd(-(10n ** 60n))

/**
 * The equity from which on `isReservedLost` is false; null where it does not depend on equity alone, and is true.
 * Without an open payout any.
 */
export function equityKeepingReserved(account: Account): Usd | null {
  const { openPayout, plan } = account
  const rule = plan.risk.maxDrawdown
  if (openPayout === null || rule.onFirstPayout === 'SHIFT') return ANY
  const least = usd(drawdownFloorOncePaid(account) + openPayout.amount)
  if (rule.includesOpenPnl) return least
  return account.balance < least ? null : ANY
}

/** Negative when the account is under water. */
export function payable(account: Account, context: DecisionContext): Usd {
  const { freeMargin, unrealizedPnl } = computeFigures(account, context)
  return freeWithoutOpenProfit(account, freeMargin, unrealizedPnl)
}

export function freeWithoutOpenProfit(account: Account, freeMargin: Usd, unrealizedPnl: Usd): Usd {
  const free = min(freeMargin, usd(freeMargin - unrealizedPnl))
  return holdOf(account, 'venue_mismatch') === undefined ? free : min(free, usd(0n))
}
