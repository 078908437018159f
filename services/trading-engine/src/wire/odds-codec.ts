/** The answer about odds. Its figures are estimates from floating point: nothing is booked by them. */
import type {
  AccountOdds,
  CountedShare,
  OddsAnswer,
  OddsChange,
  PaidOdds,
  PhaseOdds,
  TrackRecord,
} from '../core/read/odds.js'
import type { MeanInterval } from '../core/read/interval.js'
import { decimalFromNumber } from '../core/values/decimal.js'
import { codecOf, field } from './codec/codec.js'
import { count, decimal, listOf, oneOf, orNull, text, time, whole, type Kind } from './codec/kinds.js'

/** A number that is no exact decimal, written like one. */
const roundedTo = (digits: number): Kind<number> => {
  const toDecimal = (value: number): bigint => decimalFromNumber(Number(value.toFixed(digits))) ?? 0n
  return {
    schema: decimal.schema,
    json: (value, write) => decimal.json(toDecimal(value), write),
    value: (value, write) => decimal.value(toDecimal(value), write),
  }
}

export const share = roundedTo(4)
export const money = roundedTo(2)
const ratio = roundedTo(6)

/** The fields of a mean with its interval. */
export const meanOf = (kind: Kind<number>) => ({
  value: field(kind, ({ value }: MeanInterval) => value),
  low: field(kind, ({ low }: MeanInterval) => low),
  high: field(kind, ({ high }: MeanInterval) => high),
})

/** More than anybody has. */
const DAYS_MAX = 1_000_000_000

export const shareCodec = codecOf<CountedShare>('OddsShare')({
  probability: field(orNull(share), (counted) => counted.share && counted.share.value),
  low: field(orNull(share), (counted) => counted.share && counted.share.low),
  high: field(orNull(share), (counted) => counted.share && counted.share.high),
})

const endCodec = codecOf<PhaseOdds['ends'][number]>('OddsEnd')({
  rule: field(text, ({ end }) => end),
  attempts: field(count, (ended) => ended.share.count),
})

const phaseCodec = codecOf<PhaseOdds>('OddsPhase')({
  phase: field(orNull(text), ({ phase }) => phase),
  plan_id: field(text, ({ plan }) => plan.id),
  plan_version: field(count, ({ plan }) => plan.version),
  attempts: field(whole, ({ reached }) => reached, 'Those that have reached it.'),
  passed: field(orNull(shareCodec), ({ passed }) => passed, 'Null of a phase without an objective.'),
  ends: field(listOf(endCodec), ({ ends }) => ends, 'What ended the others.'),
  days_p50: field(orNull(count), ({ daysToPass }) => daysToPass && daysToPass.p50, 'Days until it was passed.'),
  days_p90: field(orNull(count), ({ daysToPass }) => daysToPass && daysToPass.p90),
})

const paidCodec = codecOf<PaidOdds>('OddsPayouts')({
  paid: field(shareCodec, ({ paid }) => paid, 'At least once.'),
  mean_paid: field(money, ({ meanPaid }) => meanPaid.value),
  mean_paid_low: field(money, ({ meanPaid }) => meanPaid.low),
  mean_paid_high: field(money, ({ meanPaid }) => meanPaid.high),
  expected_value: field(money, ({ expectedValue }) => expectedValue, 'Less the fee.'),
})

const changeCodec = codecOf<OddsChange>('OddsChange')({
  change: field(oneOf(['RISK', 'WIN_RATE'] as const, 'OddsChanged'), ({ change }) => change),
  by: field(ratio, ({ by }) => by),
  passed: field(orNull(shareCodec), ({ passed }) => passed),
  expected_value: field(orNull(money), ({ expectedValue }) => expectedValue),
})

const recordCodec = codecOf<TrackRecord>('OddsRecord')({
  days: field(count, ({ days }) => days),
  sharpe: field(orNull(ratio), ({ sharpe }) => sharpe, 'Of a day.'),
  skewness: field(ratio, ({ skewness }) => skewness),
  kurtosis: field(ratio, ({ kurtosis }) => kurtosis),
  variants_tried: field(count, ({ variantsTried }) => variantsTried),
  probabilistic_sharpe: field(orNull(share), ({ probabilisticSharpe }) => probabilisticSharpe),
  deflated_sharpe: field(orNull(share), ({ deflatedSharpe }) => deflatedSharpe),
  least_days: field(orNull(count), ({ leastDays }) => leastDays && Math.min(Math.ceil(leastDays), DAYS_MAX)),
  overfitting: field(orNull(share), ({ overfitting }) => overfitting),
})

export const oddsCodec = codecOf<OddsAnswer>('Odds')({
  sampled_days: field(whole, ({ sampledDays }) => sampledDays),
  sampled_trades: field(whole, ({ sampledTrades }) => sampledTrades),
  trades_without_marks: field(whole, ({ unmarked }) => unmarked),
  passed: field(orNull(shareCodec), ({ passed }) => passed, 'All phases that have an objective.'),
  phases: field(listOf(phaseCodec), ({ phases }) => phases),
  payouts: field(orNull(paidCodec), ({ payouts }) => payouts),
  sensitivity: field(listOf(changeCodec), ({ changes }) => changes),
  record: field(orNull(recordCodec), ({ record }) => record),
  assumptions: field(listOf(text), ({ assumptions }) => assumptions),
})

export const accountOddsCodec = codecOf<AccountOdds>('AccountOdds')({
  as_of: field(time, ({ asOf }) => asOf),
  sampled_days: field(whole, ({ sampledDays }) => sampledDays),
  sampled_trades: field(whole, ({ sampledTrades }) => sampledTrades),
  passed: field(orNull(shareCodec), ({ passed }) => passed, 'All phases that are left.'),
  phases: field(listOf(phaseCodec), ({ phases }) => phases),
  payouts: field(orNull(paidCodec), ({ payouts }) => payouts),
})
