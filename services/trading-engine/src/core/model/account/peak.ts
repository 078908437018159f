/**
 * The peak that a drawdown floor trails, and how far deposits and payouts have moved both. The peak is kept without
 * that (`Account.highWaterMark`), so that money which comes or goes is neither profit nor loss.
 */
import type { DrawdownRule } from '../plan/loss-rules.js'
import { max, usd, type Usd } from '../../values/decimal.js'
import type { Account } from './account.js'

type Moved = Pick<Account, 'plan' | 'netDeposits' | 'paidOut'>

/** Payouts move the floor of stored versions alone; corrections by the operator move every floor. */
export const floorShift = ({ plan, netDeposits, paidOut }: Moved): Usd =>
  plan.risk.maxDrawdown.onFirstPayout === 'SHIFT' ? netDeposits : usd(netDeposits + paidOut)

/** When a peak may rise. That of a STATIC floor is only shown. */
export type PeakTime = 'RESET' | 'CLOSE' | 'MARK'

const TIMES = {
  STATIC: { BALANCE: 'RESET', EQUITY: 'RESET' },
  TRAILING_EOD: { BALANCE: 'RESET', EQUITY: 'RESET' },
  TRAILING_CLOSED: { BALANCE: 'CLOSE', EQUITY: 'CLOSE' },
  TRAILING_INTRADAY: { BALANCE: 'MARK', EQUITY: 'MARK' },
  PCT_OF_PEAK: { BALANCE: 'CLOSE', EQUITY: 'MARK' },
} as const satisfies Record<DrawdownRule['mode'], Record<DrawdownRule['peakOf'], PeakTime>>

export const peakTimeOf = ({ mode, peakOf }: DrawdownRule): PeakTime => TIMES[mode][peakOf]

/** From the first payout on such a floor stays where it is. */
export const isFloorFixed = ({ plan, paidOut }: Pick<Account, 'plan' | 'paidOut'>): boolean =>
  plan.risk.maxDrawdown.onFirstPayout === 'INITIAL' && paidOut > 0n

/** Whether the peak rises at such a time. */
export const risesAt = (account: Pick<Account, 'plan' | 'paidOut'>, time: PeakTime): boolean =>
  peakTimeOf(account.plan.risk.maxDrawdown) === time && !isFloorFixed(account)

/** Equities above those that the account knows and its floors trail within the day; they are written now and then. */
export interface Highs {
  /** Above its high-water mark, without what has moved the floor; null: none is. */
  readonly mark: Usd | null
  /** Above the high of its trading day, without what capital has come since it began; null: none is. */
  readonly day: { readonly date: string; readonly high: Usd } | null
}

/** The account with them, as far as they are higher, and of its trading day; itself where none is. */
export function withHighs(account: Account, highs: Highs | null): Account {
  const mark = highs?.mark ?? null
  const isMark = mark !== null && mark > account.highWaterMark
  const { day } = account
  const high = highs?.day?.date === day.date ? highs.day.high : null
  const isOfDay = high !== null && day.high !== null && high > day.high
  if (!isMark && !isOfDay) return account
  return {
    ...account,
    highWaterMark: isMark ? mark : account.highWaterMark,
    day: isOfDay ? { ...day, high } : day,
  }
}

/** The account as a mark leaves it at which it has this equity. */
export const risenTo = (account: Account, equity: Usd): Account =>
  withHighs(account, {
    mark: risesAt(account, 'MARK') ? usd(equity - floorShift(account)) : null,
    day:
      account.day.high === null
        ? null
        : { date: account.day.date, high: usd(equity - account.netDeposits + account.day.startNetDeposits) },
  })

/** The highs of the second, a later one of the same day, that are above those of the first; null where none is. */
export function highsAbove(before: Account, after: Account): Highs | null {
  const mark = after.highWaterMark > before.highWaterMark ? after.highWaterMark : null
  const high = after.day.high !== null && after.day.high !== before.day.high ? after.day.high : null
  return mark === null && high === null ? null : { mark, day: high === null ? null : { date: after.day.date, high } }
}

export const areSameHighs = (one: Highs | null, other: Highs | null): boolean =>
  one?.mark === other?.mark && one?.day?.high === other?.day?.high && one?.day?.date === other?.day?.date

/** A mark only ever rises, and so does the high of a day; the high of a later day takes its place. */
export function highestOf(highs: Highs, before: Highs | undefined): Highs {
  if (before === undefined) return highs
  const mark = highs.mark === null || before.mark === null ? (highs.mark ?? before.mark) : max(highs.mark, before.mark)
  if (highs.day === null || before.day === null) return { mark, day: highs.day ?? before.day }
  if (highs.day.date !== before.day.date)
    return { mark, day: highs.day.date > before.day.date ? highs.day : before.day }
  return { mark, day: { ...highs.day, high: max(highs.day.high, before.day.high) } }
}
