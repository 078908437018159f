/**
 * The terms of payouts that a plan may have: when one may be asked for, how much of it, and how it is split. A plan
 * without them pays as `margin/payable.ts` says, and its operator says how it is split.
 */
import type { ConsistencyRule, CountedDays } from './objective-rule.js'
import { readConsistency, readDays, writeDays, type WrittenConsistency, type WrittenDays } from './written-objective.js'
import { rate, usd, type Rate, type Usd } from '../../values/decimal.js'

export interface PayoutTerms {
  /** Days of 24 hours from the opening of the account to the first request. */
  readonly firstAfterDays: number
  /** The same from a payout to the next request. */
  readonly everyDays: number
  readonly amountMin: Usd
  readonly amountMax: Usd | null
  readonly balancePctMax: Rate | null
  readonly profitPctMax: Rate | null
  /** Profit that stays in the account. */
  readonly buffer: Usd
  /** In their order; the last has no end. */
  readonly split: readonly SplitTier[]
  /** Days that have to count since the last payout. */
  readonly qualifyingDays: CountedDays | null
  readonly consistency: ConsistencyRule | null
  readonly holdingTime: HoldingTimeTerms | null
  /** Whether nothing may be open when one is asked for. */
  readonly requiresFlat: boolean
}

/** The trader's share of what is paid up to a total. */
export interface SplitTier {
  /** The sum paid to the whole challenge at which the tier ends; null of the last one. */
  readonly upToTotal: Usd | null
  readonly pct: Rate
}

/** At least so much of the profit since the last payout comes from positions that were open for so long. */
export interface HoldingTimeTerms {
  readonly secondsMin: number
  readonly profitSharePct: Rate
}

/** `D`: a decimal, as text or scaled. */
export interface WrittenPayouts<D> {
  readonly first_after_days: number
  readonly every_days: number
  readonly min_amount: D
  readonly max_amount?: D
  readonly max_pct_of_balance?: D
  readonly max_pct_of_profit?: D
  readonly buffer_amount: D
  readonly split: readonly { readonly up_to_total?: D; readonly pct: D }[]
  readonly qualifying_days?: WrittenDays<D>
  readonly consistency?: WrittenPayoutConsistency<D>
  readonly holding_time?: { readonly min_seconds: number; readonly share_of_profit_pct: D }
  readonly flat: boolean
}

/** It always applies to payouts, and to what was earned since the last. */
export type WrittenPayoutConsistency<D> = Omit<WrittenConsistency<D>, 'applies' | 'window'>

export function readPayouts<D>(written: WrittenPayouts<D>, read: (value: D) => bigint): PayoutTerms {
  const { max_amount: most, max_pct_of_balance: ofBalance, max_pct_of_profit: ofProfit, holding_time: held } = written
  return {
    firstAfterDays: written.first_after_days,
    everyDays: written.every_days,
    amountMin: usd(read(written.min_amount)),
    amountMax: most === undefined ? null : usd(read(most)),
    balancePctMax: ofBalance === undefined ? null : rate(read(ofBalance)),
    profitPctMax: ofProfit === undefined ? null : rate(read(ofProfit)),
    buffer: usd(read(written.buffer_amount)),
    split: written.split.map(({ up_to_total: total, pct }) => ({
      upToTotal: total === undefined ? null : usd(read(total)),
      pct: rate(read(pct)),
    })),
    qualifyingDays: written.qualifying_days === undefined ? null : readDays(written.qualifying_days, read),
    consistency:
      written.consistency === undefined
        ? null
        : readConsistency({ ...written.consistency, applies: ['PAYOUT'], window: 'LAST_PAYOUT' }, read),
    holdingTime:
      held === undefined
        ? null
        : { secondsMin: held.min_seconds, profitSharePct: rate(read(held.share_of_profit_pct)) },
    requiresFlat: written.flat,
  }
}

export const writePayouts = <D>(terms: PayoutTerms, write: (value: bigint) => D): WrittenPayouts<D> => ({
  first_after_days: terms.firstAfterDays,
  every_days: terms.everyDays,
  min_amount: write(terms.amountMin),
  ...(terms.amountMax === null ? {} : { max_amount: write(terms.amountMax) }),
  ...(terms.balancePctMax === null ? {} : { max_pct_of_balance: write(terms.balancePctMax) }),
  ...(terms.profitPctMax === null ? {} : { max_pct_of_profit: write(terms.profitPctMax) }),
  buffer_amount: write(terms.buffer),
  split: terms.split.map(({ upToTotal, pct }) => ({
    ...(upToTotal === null ? {} : { up_to_total: write(upToTotal) }),
    pct: write(pct),
  })),
  ...(terms.qualifyingDays === null ? {} : { qualifying_days: writeDays(terms.qualifyingDays, write) }),
  ...(terms.consistency === null ? {} : { consistency: writeConsistency(terms.consistency, write) }),
  ...(terms.holdingTime === null
    ? {}
    : {
        holding_time: {
          min_seconds: terms.holdingTime.secondsMin,
          share_of_profit_pct: write(terms.holdingTime.profitSharePct),
        },
      }),
  flat: terms.requiresFlat,
})

const writeConsistency = <D>(
  { pct, numerator, denominator, comparison }: ConsistencyRule,
  write: (value: bigint) => D,
): WrittenPayoutConsistency<D> => ({ pct: write(pct), numerator, denominator, comparison })
