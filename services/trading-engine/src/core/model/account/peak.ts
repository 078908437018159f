/**
 * The peak that a drawdown floor trails, and how far deposits and payouts have moved both. The peak is kept without
 * that (`Account.highWaterMark`), so that money which comes or goes is neither profit nor loss.
 */
import type { DrawdownRule } from '../plan/loss-rules.js'
import { usd, type Usd } from '../../values/decimal.js'
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
