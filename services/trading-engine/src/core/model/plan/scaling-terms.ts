/**
 * The steps by which an account grows that earns and is paid. They are taken in their order, each when what it asks for
 * is met at the end of a payout cycle; the last one again and again.
 */
import { rate, usd, type Rate, type Usd } from '../../values/decimal.js'

/** A step counts from the one before, or from the opening; null: it does not ask for that. */
export interface ScalingStep {
  /** Calendar months. */
  readonly months: number | null
  /** The profit, of the initial balance in force. */
  readonly profitPct: Rate | null
  /** Payouts that were paid. */
  readonly payouts: number | null
  /** The part of the balance that the account was opened with which is added. */
  readonly growthPct: Rate | null
  /** The initial balance is not raised above it; with `growthPct` alone. */
  readonly balanceMax: Usd | null
  /** The trader's share from then on, instead of the tiers of the plan. */
  readonly splitPct: Rate | null
}

/** `D`: a decimal, as text or scaled. */
export interface WrittenScalingStep<D> {
  readonly when: {
    readonly months?: number
    readonly profit_pct?: D
    readonly payouts?: number
    readonly all: true
  }
  readonly then: {
    readonly initial_balance_pct?: D
    readonly split_pct?: D
    readonly max_initial_balance?: D
  }
}

export const readScaling = <D>(
  written: readonly WrittenScalingStep<D>[],
  read: (value: D) => bigint,
): readonly ScalingStep[] =>
  written.map(({ when, then: { initial_balance_pct: growth, split_pct: split, max_initial_balance: most } }) => ({
    months: when.months ?? null,
    profitPct: when.profit_pct === undefined ? null : rate(read(when.profit_pct)),
    payouts: when.payouts ?? null,
    growthPct: growth === undefined ? null : rate(read(growth)),
    balanceMax: most === undefined ? null : usd(read(most)),
    splitPct: split === undefined ? null : rate(read(split)),
  }))

export const writeScaling = <D>(
  steps: readonly ScalingStep[],
  write: (value: bigint) => D,
): readonly WrittenScalingStep<D>[] =>
  steps.map(({ months, profitPct, payouts, growthPct, balanceMax, splitPct }) => ({
    when: {
      ...(months === null ? {} : { months }),
      ...(profitPct === null ? {} : { profit_pct: write(profitPct) }),
      ...(payouts === null ? {} : { payouts }),
      all: true,
    },
    then: {
      ...(growthPct === null ? {} : { initial_balance_pct: write(growthPct) }),
      ...(splitPct === null ? {} : { split_pct: write(splitPct) }),
      ...(balanceMax === null ? {} : { max_initial_balance: write(balanceMax) }),
    },
  }))
