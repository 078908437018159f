/**
 * A trading day as it went: what it began and ended with, what the ledger moved in between, and the lowest equity that
 * was looked at. The books balance: opening balance + Σ transfers = closing balance, and the day after opens with that.
 */
import type { Breach } from '../model/plan/breach.js'
import type { HOUSE_ACCOUNTS, HouseAccount } from '../model/account/ledger.js'
import type { Account } from '../model/account/account.js'
import { min, usd, type Usd } from '../values/decimal.js'
import type { Micros } from '../values/time.js'
import { profitTarget } from '../margin/profit.js'
import { openedWith } from '../model/account/scaling.js'
import { openingFloors, type Floors, type PastDay } from './past-floors.js'

type HouseSums = Readonly<Record<PaperHouse, Usd> & Partial<Record<HouseAccount, Usd>>>
type PaperHouse = (typeof HOUSE_ACCOUNTS)[number]

/** A day with what its rows add up to. */
export interface DaySums extends PastDay {
  /** Null while it goes on. */
  readonly endedAt: Micros | null
  readonly closingBalance: Usd
  /** Floating result included. */
  readonly closingEquity: Usd
  /** Signed: above 0 was received. Those of LIVE accounts alone are there where there were any. */
  readonly transfers: HouseSums
  readonly fills: number
}

export interface DayReport extends DaySums {
  /** Without what the operator added or paid out, and what scaling added. */
  readonly pnl: Usd
  readonly lowestEquity: Usd
  readonly floors: Floors
  /** Oldest first. */
  readonly breaches: readonly Breach[]
  /** Whether the balance was at the profit target at its end; null without one, and where that is not known. */
  readonly isTargetReached: boolean | null
}

/** `equities`: those of moments of the day, where they are known. */
export function reportDay(
  { plan, scaling }: Pick<Account, 'plan' | 'scaling'>,
  day: DaySums,
  breaches: readonly Breach[],
  equities: readonly Usd[],
): DayReport {
  const { startBalance, startEquity, startNetDeposits, closingBalance, closingEquity, transfers } = day
  const target = profitTarget({ plan })
  const looked = [closingEquity, ...equities, ...breaches.flatMap(({ value, equity }) => [value, equity])]
  const added = transfers.capital + (transfers.scaling ?? 0n)
  const deposits = startNetDeposits === null ? null : startNetDeposits + added
  return {
    ...day,
    pnl: usd(closingBalance - startBalance - added - (transfers.compensation ?? 0n)),
    lowestEquity: looked.reduce((lowest, equity) => min(lowest, equity), startEquity),
    floors: openingFloors(plan, scaling, day),
    breaches,
    isTargetReached:
      target === null || deposits === null ? null : closingBalance - deposits - openedWith(plan) >= target,
  }
}

const HOUR: Micros = 3_600_000_000
/** A day without a decision at its end goes on: then it is looked at less often. */
const LOOKS_MAX = 25

/** The whole hours within a day, UTC. */
export function looksOf(day: Pick<DaySums, 'at' | 'endedAt'>, now: Micros): readonly Micros[] {
  const end = day.endedAt ?? now
  const step = HOUR * Math.max(1, Math.ceil((end - day.at) / HOUR / LOOKS_MAX))
  const first = day.at - (day.at % HOUR) + HOUR
  return Array.from({ length: Math.max(0, Math.ceil((end - first) / step)) }, (_look, place) => first + place * step)
}
