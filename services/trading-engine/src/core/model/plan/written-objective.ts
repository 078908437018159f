/** The objective of a plan, and its rule of inactivity, in the API's own field names (`risk-config.ts`). */
import { multiplyDivide, ONE, rate, usd, type Rate, type Usd } from '../../values/decimal.js'
import {
  CONSISTENCY_USES,
  type Amount,
  type ConsistencyRule,
  type ConsistencyUse,
  type CountedDays,
  type DayCount,
  type InactivityRule,
  type ObjectiveRule,
  type TargetBasis,
} from './objective-rule.js'

export interface WrittenObjective<D> {
  readonly profit_target_pct?: D
  readonly profit_target_amount?: D
  /** The same as `trading_days` with OPENED; one of the two is there. */
  readonly min_trading_days?: number
  readonly target_basis?: TargetBasis
  readonly require_flat?: boolean
  readonly trading_days?: WrittenDays<D>
  readonly max_days?: number
  readonly consistency?: WrittenConsistency<D>
}

export interface WrittenDays<D> {
  readonly min: number
  readonly counts: DayCount
  readonly threshold_pct?: D
  readonly threshold_amount?: D
}

export interface WrittenConsistency<D> {
  readonly pct: D
  readonly numerator: ConsistencyRule['numerator']
  readonly denominator: ConsistencyRule['denominator']
  readonly comparison: ConsistencyRule['comparison']
  readonly applies: readonly ConsistencyUse[]
  readonly window: ConsistencyRule['window']
}

export interface WrittenInactivity {
  readonly warn_after_days: number
  readonly close_after_days_from_warning: number
}

export function readObjective<D>(written: WrittenObjective<D>, read: (value: D) => bigint): ObjectiveRule {
  const { profit_target_pct: pct, profit_target_amount: amount, min_trading_days: min = 0, consistency } = written
  const words = { profit_target_pct: pct, min_trading_days: min } satisfies WrittenObjective<D | undefined>
  return {
    words: Object.entries(written).every(([name, value]) => value === undefined || name in words)
      ? 'STORED'
      : 'PRESENT',
    profitTarget: readAmount(pct, amount, read),
    targetBasis: written.target_basis ?? 'BALANCE',
    requiresFlat: written.require_flat ?? true,
    tradingDays:
      written.trading_days === undefined
        ? { min, counts: 'OPENED', threshold: null }
        : readDays(written.trading_days, read),
    daysMax: written.max_days ?? null,
    consistency: consistency === undefined ? null : readConsistency(consistency, read),
  }
}

const readAmount = <D>(pct: D | undefined, amount: D | undefined, read: (value: D) => bigint): Amount => ({
  pct: pct === undefined ? null : rate(read(pct)),
  amount: pct !== undefined || amount === undefined ? null : usd(read(amount)),
})

export function readDays<D>(
  { min, counts, threshold_pct: pct, threshold_amount: amount }: WrittenDays<D>,
  read: (value: D) => bigint,
): CountedDays {
  return { min, counts, threshold: pct === undefined && amount === undefined ? null : readAmount(pct, amount, read) }
}

export const readConsistency = <D>(
  { pct, applies, ...rule }: WrittenConsistency<D>,
  read: (value: D) => bigint,
): ConsistencyRule => ({
  ...rule,
  pct: rate(read(pct)),
  applies: CONSISTENCY_USES.filter((use) => applies.includes(use)),
})

export const readInactivity = (written: WrittenInactivity): InactivityRule => ({
  warnAfterDays: written.warn_after_days,
  closeAfterDays: written.close_after_days_from_warning,
})

/** Each version in its own words. */
export function writeObjective<D>(objective: ObjectiveRule, write: (value: bigint) => D): WrittenObjective<D> {
  const { words, profitTarget, targetBasis, requiresFlat, tradingDays, daysMax, consistency } = objective
  const target =
    profitTarget.pct === null
      ? { profit_target_amount: write(profitTarget.amount ?? usd(0n)) }
      : { profit_target_pct: write(profitTarget.pct) }
  if (words === 'STORED') return { ...target, min_trading_days: tradingDays.min }
  return {
    ...target,
    target_basis: targetBasis,
    require_flat: requiresFlat,
    trading_days: writeDays(tradingDays, write),
    ...(daysMax === null ? {} : { max_days: daysMax }),
    ...(consistency === null ? {} : { consistency: { ...consistency, pct: write(consistency.pct) } }),
  }
}

export function writeDays<D>({ min, counts, threshold }: CountedDays, write: (value: bigint) => D): WrittenDays<D> {
  if (threshold === null) return { min, counts }
  const { pct, amount } = threshold
  if (pct === null) return { min, counts, threshold_amount: write(amount ?? usd(0n)) }
  return { min, counts, threshold_pct: write(pct) }
}

export const writeInactivity = ({ warnAfterDays, closeAfterDays }: InactivityRule): WrittenInactivity => ({
  warn_after_days: warnAfterDays,
  close_after_days_from_warning: closeAfterDays,
})

/** The share of the initial balance that an amount is, where a plan says none itself. */
export const shareOf = ({ pct, amount }: Amount, initialBalance: Usd): Rate =>
  pct ?? rate(multiplyDivide(amount ?? usd(0n), 100n * ONE, initialBalance, 'HALF_EVEN'))
