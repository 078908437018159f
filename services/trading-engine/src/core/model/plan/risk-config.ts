/**
 * The rules of a plan in the API's own field names, which are also those of a file and of the table. Versions from
 * before `trading_day` have other words for the loss rules; what they mean is said here, and nowhere else.
 */
import { rate, usd, type Rate, type Usd } from '../../values/decimal.js'
import type {
  AmountBase,
  DailyLossRule,
  DrawdownMode,
  DrawdownRule,
  Evaluation,
  LossAction,
  PayoutFloor,
  PeakOf,
  Reference,
} from './loss-rules.js'
import { readNewsRule, writeNewsRule, type WrittenNewsRule } from './news-rule.js'
import { readPayouts, writePayouts, type WrittenPayouts } from './payout-terms.js'
import { readScaling, writeScaling, type WrittenScalingStep } from './scaling-terms.js'
import {
  readInactivity,
  readObjective,
  writeInactivity,
  writeObjective,
  type WrittenInactivity,
  type WrittenObjective,
} from './written-objective.js'
import {
  readOrderRules,
  writeByClass,
  writeOrderRules,
  type WrittenByClass,
  type WrittenOrderRules,
} from './order-rules.js'
import type { MarginMode, RiskConfig } from './plan.js'

/** `D`: a decimal, as text or scaled. */
export interface WrittenRules<D> extends WrittenOrderRules<D> {
  readonly trading_day?: { readonly reset_time: string; readonly reset_tz: string }
  readonly max_drawdown: WrittenDrawdown<D>
  readonly daily_loss?: WrittenDailyLoss<D> | null
  readonly news_freeze?: WrittenNewsRule<D> | null
  readonly exposure: {
    readonly max_symbol_notional: D
    readonly max_total_notional: D
    readonly max_leverage: D
    readonly max_open_orders: number
    readonly max_positions: number
    /** Absent of plans older than margin modes. */
    readonly margin_mode?: MarginMode
    readonly by_class?: WrittenByClass<D>
  }
  readonly payouts?: WrittenPayouts<D>
  readonly scaling?: readonly WrittenScalingStep<D>[] | null
  readonly objective?: WrittenObjective<D> | null
  readonly inactivity?: WrittenInactivity | null
}

/** Where a floor stops rising. */
export type LockAt<D> = 'TARGET' | { readonly offset: D }

export interface WrittenDrawdown<D> {
  readonly mode: DrawdownMode
  readonly pct?: D
  readonly amount?: D
  readonly lock_at_initial?: boolean
  readonly peak_of?: PeakOf
  readonly evaluation?: Evaluation
  readonly includes_open_pnl?: boolean
  readonly lock_at?: LockAt<D> | null
  readonly on_first_payout?: PayoutFloor
}

export interface WrittenDailyLoss<D> {
  readonly pct?: D
  readonly amount?: D
  readonly base?: Reference
  readonly reset_time?: string
  readonly reset_tz?: string
  readonly reference?: Reference
  readonly amount_base?: AmountBase
  readonly includes_open_pnl?: boolean
  readonly evaluation?: Evaluation
  readonly warn_at_pct: D
  readonly action: LossAction
}

/** Whether the loss rules are in the words of stored versions. */
export const isInStoredWords = <D>({ trading_day: day, daily_loss: daily }: WrittenRules<D>): boolean =>
  day === undefined && daily?.base !== undefined

/** `read`: a decimal, scaled. Fields that are absent of present versions have their defaults. */
export function readRiskConfig<D>(written: WrittenRules<D>, read: (value: D) => bigint): RiskConfig {
  const { news_freeze: news, exposure, objective, payouts, scaling, inactivity } = written
  return {
    ...(isInStoredWords(written) ? readStored(written, read) : readPresent(written, read)),
    newsFreeze: news === undefined || news === null ? null : readNewsRule(news, read),
    exposure: {
      symbolNotionalMax: usd(read(exposure.max_symbol_notional)),
      totalNotionalMax: usd(read(exposure.max_total_notional)),
      leverageMax: rate(read(exposure.max_leverage)),
      openOrdersMax: exposure.max_open_orders,
      positionsMax: exposure.max_positions,
      marginMode: exposure.margin_mode ?? 'ISOLATED',
    },
    ...readOrderRules(written, exposure.by_class, read),
    ...(payouts === undefined ? {} : { payouts: readPayouts(payouts, read) }),
    ...(scaling === undefined || scaling === null ? {} : { scaling: readScaling(scaling, read) }),
    objective: objective === undefined || objective === null ? null : readObjective(objective, read),
    inactivity: inactivity === undefined || inactivity === null ? null : readInactivity(inactivity),
  }
}

type LossRules = Pick<RiskConfig, 'words' | 'tradingDay' | 'maxDrawdown' | 'dailyLoss' | 'bothCrossed'>

/** One `base` was both what a day is measured from and what its percentage is of; payouts moved every floor. */
function readStored<D>(
  { max_drawdown: drawdown, daily_loss: daily }: WrittenRules<D>,
  read: (value: D) => bigint,
): LossRules {
  return {
    words: 'STORED',
    tradingDay: { resetTime: daily?.reset_time ?? '00:00', resetTimeZone: daily?.reset_tz ?? 'UTC' },
    maxDrawdown: {
      mode: drawdown.mode,
      ...lossOf(drawdown, read),
      peakOf: 'EQUITY',
      evaluation: 'INTRADAY',
      includesOpenPnl: true,
      lockOffset: drawdown.lock_at_initial === true ? usd(0n) : null,
      locksAtTarget: false,
      onFirstPayout: 'SHIFT',
    },
    dailyLoss: daily ? { ...readDailyLoss(daily, read), reference: daily.base ?? 'INITIAL' } : null,
    bothCrossed: 'MAX_DRAWDOWN',
  }
}

function readPresent<D>(
  { trading_day: day, max_drawdown: drawdown, daily_loss: daily }: WrittenRules<D>,
  read: (value: D) => bigint,
): LossRules {
  const { mode, peak_of: peakOf, evaluation, includes_open_pnl: includesOpenPnl, lock_at: lockAt } = drawdown
  return {
    words: 'PRESENT',
    tradingDay: { resetTime: day?.reset_time ?? '00:00', resetTimeZone: day?.reset_tz ?? 'UTC' },
    maxDrawdown: {
      mode,
      ...lossOf(drawdown, read),
      peakOf: peakOf ?? PEAK_OF[mode],
      evaluation: evaluation ?? 'INTRADAY',
      includesOpenPnl: includesOpenPnl ?? true,
      lockOffset: typeof lockAt === 'object' && lockAt !== null ? usd(read(lockAt.offset)) : null,
      locksAtTarget: lockAt === 'TARGET',
      onFirstPayout: drawdown.on_first_payout ?? 'KEEP',
    },
    dailyLoss: daily ? readDailyLoss(daily, read) : null,
    bothCrossed: 'STRICTEST',
  }
}

/** The kind of peak that a mode has, where it says so itself. */
const PEAK_OF: Readonly<Record<DrawdownMode, PeakOf>> = {
  STATIC: 'EQUITY',
  TRAILING_EOD: 'EQUITY',
  TRAILING_CLOSED: 'BALANCE',
  TRAILING_INTRADAY: 'EQUITY',
  PCT_OF_PEAK: 'EQUITY',
}

const readDailyLoss = <D>(daily: WrittenDailyLoss<D>, read: (value: D) => bigint): DailyLossRule => ({
  ...lossOf(daily, read),
  reference: daily.reference ?? 'BALANCE',
  amountBase: daily.amount_base ?? 'REFERENCE',
  includesOpenPnl: daily.includes_open_pnl ?? true,
  evaluation: daily.evaluation ?? 'INTRADAY',
  warnAtPct: rate(read(daily.warn_at_pct)),
  action: daily.action,
})

const lossOf = <D>(
  { pct, amount }: { readonly pct?: D | undefined; readonly amount?: D | undefined },
  read: (value: D) => bigint,
): { readonly pct: Rate | null; readonly amount: Usd | null } => ({
  pct: pct === undefined ? null : rate(read(pct)),
  amount: pct !== undefined || amount === undefined ? null : usd(read(amount)),
})

/** Writes each version in its own words: a stored one as it was. */
export function writeRiskConfig<D>(risk: RiskConfig, write: (value: bigint) => D): WrittenRules<D> {
  const { newsFreeze, exposure, objective, payouts, scaling, inactivity } = risk
  return {
    ...(risk.words === 'STORED' ? writeStored(risk, write) : writePresent(risk, write)),
    news_freeze: newsFreeze === null ? null : writeNewsRule(newsFreeze, write),
    exposure: {
      max_symbol_notional: write(exposure.symbolNotionalMax),
      max_total_notional: write(exposure.totalNotionalMax),
      max_leverage: write(exposure.leverageMax),
      max_open_orders: exposure.openOrdersMax,
      max_positions: exposure.positionsMax,
      margin_mode: exposure.marginMode,
      ...writeByClass(risk.orderRules ?? {}, write),
    },
    ...writeOrderRules(risk, write),
    ...(payouts === undefined ? {} : { payouts: writePayouts(payouts, write) }),
    ...(scaling === undefined ? {} : { scaling: writeScaling(scaling, write) }),
    objective: objective === null ? null : writeObjective(objective, write),
    ...(inactivity === null ? {} : { inactivity: writeInactivity(inactivity) }),
  }
}

type WrittenLosses<D> = Pick<WrittenRules<D>, 'trading_day' | 'max_drawdown' | 'daily_loss'>

function writeStored<D>(
  { tradingDay, maxDrawdown, dailyLoss }: RiskConfig,
  write: (value: bigint) => D,
): WrittenLosses<D> {
  return {
    max_drawdown: {
      mode: maxDrawdown.mode,
      ...writeLoss(maxDrawdown, write),
      lock_at_initial: maxDrawdown.lockOffset !== null,
    },
    daily_loss:
      dailyLoss === null
        ? null
        : {
            ...writeLoss(dailyLoss, write),
            base: dailyLoss.reference,
            reset_time: tradingDay.resetTime,
            reset_tz: tradingDay.resetTimeZone,
            warn_at_pct: write(dailyLoss.warnAtPct),
            action: dailyLoss.action,
          },
  }
}

function writePresent<D>(
  { tradingDay, maxDrawdown, dailyLoss }: RiskConfig,
  write: (value: bigint) => D,
): WrittenLosses<D> {
  const { onFirstPayout } = maxDrawdown
  return {
    trading_day: { reset_time: tradingDay.resetTime, reset_tz: tradingDay.resetTimeZone },
    max_drawdown: {
      mode: maxDrawdown.mode,
      ...writeLoss(maxDrawdown, write),
      ...(needsPeakOf(maxDrawdown) ? { peak_of: maxDrawdown.peakOf } : {}),
      evaluation: maxDrawdown.evaluation,
      includes_open_pnl: maxDrawdown.includesOpenPnl,
      lock_at: lockAtOf(maxDrawdown, write),
      ...(onFirstPayout === 'SHIFT' ? {} : { on_first_payout: onFirstPayout }),
    },
    daily_loss:
      dailyLoss === null
        ? null
        : {
            ...writeLoss(dailyLoss, write),
            reference: dailyLoss.reference,
            ...(dailyLoss.pct === null ? {} : { amount_base: dailyLoss.amountBase }),
            includes_open_pnl: dailyLoss.includesOpenPnl,
            evaluation: dailyLoss.evaluation,
            warn_at_pct: write(dailyLoss.warnAtPct),
            action: dailyLoss.action,
          },
  }
}

/** Whether a plan has to say what the peak of its mode is of. */
export const needsPeakOf = ({ mode }: Pick<DrawdownRule, 'mode'>): boolean =>
  mode === 'TRAILING_EOD' || mode === 'PCT_OF_PEAK'

export function lockAtOf<D>(
  { lockOffset, locksAtTarget }: Pick<DrawdownRule, 'lockOffset' | 'locksAtTarget'>,
  write: (value: bigint) => D,
): LockAt<D> | null {
  if (locksAtTarget) return 'TARGET'
  return lockOffset === null ? null : { offset: write(lockOffset) }
}

const writeLoss = <D>(
  { pct, amount }: { readonly pct: Rate | null; readonly amount: Usd | null },
  write: (value: bigint) => D,
): { readonly pct: D } | { readonly amount: D } =>
  pct === null ? { amount: write(amount ?? usd(0n)) } : { pct: write(pct) }
