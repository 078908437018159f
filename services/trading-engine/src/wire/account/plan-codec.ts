import { named } from '@ats/service-kit/http'
import Joi from 'joi'
import { ASSET_CLASSES } from '../../core/model/market/instrument.js'
import { OVERNIGHT_MODES, type VenueCosts } from '../../core/model/market/venue-costs.js'
import { profileOf } from '../../core/model/plan/execution-profile.js'
import {
  AMOUNT_BASES,
  DRAWDOWN_MODES,
  EVALUATIONS,
  LOSS_ACTIONS,
  PAYOUT_FLOORS,
  PEAKS,
  REFERENCES,
  STORED_REFERENCES,
  type DailyLossRule,
  type DrawdownRule,
  type TradingDayRule,
} from '../../core/model/plan/loss-rules.js'
import {
  COMPARISONS,
  CONSISTENCY_DENOMINATORS,
  CONSISTENCY_NUMERATORS,
  CONSISTENCY_USES,
  CONSISTENCY_WINDOWS,
  DAY_COUNTS,
  TARGET_BASES,
  type ConsistencyRule,
  type CountedDays,
  type InactivityRule,
  type ObjectiveRule,
} from '../../core/model/plan/objective-rule.js'
import {
  FLAT_ACTIONS,
  COPYING_MODES,
  HEDGING_MODES,
  HOLDING_UNITS,
  IDEA_ACTIONS,
  STOP_ACTIONS,
  STRIKE_ACTIONS,
  STRIKE_RULES,
  WEEKDAYS,
  writeByClass,
  type FlatByRule,
  type HoldingRule,
  type IdeaRule,
  type OrderRules,
  type StopRule,
  type StrikeTerms,
} from '../../core/model/plan/order-rules.js'
import { NEWS_SCOPES, NEWS_TREATMENTS, type NewsRule } from '../../core/model/plan/news-rule.js'
import { EXECUTIONS, MARGIN_MODES, type Plan, type RiskConfig } from '../../core/model/plan/plan.js'
import type { HoldingTimeTerms, PayoutTerms, SplitTier } from '../../core/model/plan/payout-terms.js'
import { writeScaling, type ScalingStep } from '../../core/model/plan/scaling-terms.js'
import { lockAtOf, needsPeakOf, type LockAt } from '../../core/model/plan/risk-config.js'
import { shareOf } from '../../core/model/plan/written-objective.js'
import { codecOf, field, type Fields } from '../codec/codec.js'
import {
  calendarDate,
  count,
  decimal,
  flag,
  listOf,
  oneOf,
  oneOfOrNull,
  optional,
  orNull,
  shaped,
  text,
  venue,
  whole,
  type Kind,
} from '../codec/kinds.js'
import * as schemas from '../codec/schemas.js'

/** Reads of versions that have `trading_day`; the others were sold before there was such a field. */
const present =
  <R, V>(read: (rule: R) => V) =>
  ({ risk, rule }: RuleOf<R>): V | undefined =>
    risk.words === 'PRESENT' ? read(rule) : undefined

/** Reads of those others. */
const stored =
  <R, V>(read: (rule: R, risk: RiskConfig) => V) =>
  ({ risk, rule }: RuleOf<R>): V | null =>
    risk.words === 'STORED' ? read(rule, risk) : null

/** A loss rule, beside the others. */
interface RuleOf<R> {
  readonly risk: RiskConfig
  readonly rule: R
}

const AMOUNT = 'In dollars, where the rule has no `pct`.'
const LEAVES_OUT = 'False: the balance is compared with the floor.'
const JUDGED = 'END_OF_DAY: judged once, at the reset.'
const ONLY_STORED = 'Null in versions that have `trading_day`.'

const lockOffsetCodec = codecOf<{ readonly offset: bigint }>('LockOffset')({
  offset: field(decimal, ({ offset }) => offset),
})

const lockAt: Kind<LockAt<bigint> | null> = shaped(
  Joi.alternatives(lockOffsetCodec.schema, schemas.oneOf(['TARGET'], 'LockAtTarget')).allow(null),
  (value, write) => (value === null || value === 'TARGET' ? value : { offset: write(value.offset) }),
)

const drawdownCodec = codecOf<RuleOf<DrawdownRule>>('MaxDrawdownRule')({
  mode: field(oneOf(DRAWDOWN_MODES), ({ rule }) => rule.mode),
  pct: field(orNull(decimal), ({ rule }) => rule.pct),
  lock_at_initial: field(
    orNull(flag),
    stored(({ lockOffset }) => lockOffset !== null),
    ONLY_STORED,
  ),
  amount: field(
    optional(orNull(decimal)),
    present(({ amount }) => amount),
    AMOUNT,
  ),
  peak_of: field(
    optional(oneOfOrNull(PEAKS)),
    present((rule) => (needsPeakOf(rule) ? rule.peakOf : null)),
    'Of TRAILING_EOD and PCT_OF_PEAK.',
  ),
  evaluation: field(
    optional(oneOf(EVALUATIONS)),
    present(({ evaluation }) => evaluation),
    JUDGED,
  ),
  includes_open_pnl: field(
    optional(flag),
    present(({ includesOpenPnl }) => includesOpenPnl),
    LEAVES_OUT,
  ),
  lock_at: field(
    optional(lockAt),
    present((rule) => lockAtOf(rule, (offset) => offset)),
    'The floor never rises above the initial balance and the offset; TARGET: the peak counts up to the profit target.',
  ),
  on_first_payout: field(
    optional(oneOf(PAYOUT_FLOORS)),
    present(({ onFirstPayout }) => (onFirstPayout === 'SHIFT' ? undefined : onFirstPayout)),
    'KEEP: payouts leave the floor; INITIAL: from the first on it is the initial balance, or where it was if higher.',
  ),
})

const dailyLossCodec = codecOf<RuleOf<DailyLossRule>>('DailyLossRule')({
  pct: field(orNull(decimal), ({ rule }) => rule.pct),
  base: field(
    oneOfOrNull(STORED_REFERENCES),
    stored(({ reference }) => (reference === 'DAY_HIGH' ? null : reference)),
    ONLY_STORED,
  ),
  reset_time: field(
    orNull(text),
    stored((_rule, { tradingDay }) => tradingDay.resetTime),
    ONLY_STORED,
  ),
  reset_tz: field(
    orNull(text),
    stored((_rule, { tradingDay }) => tradingDay.resetTimeZone),
    ONLY_STORED,
  ),
  warn_at_pct: field(decimal, ({ rule }) => rule.warnAtPct),
  action: field(oneOf(LOSS_ACTIONS), ({ rule }) => rule.action),
  amount: field(
    optional(orNull(decimal)),
    present(({ amount }) => amount),
    AMOUNT,
  ),
  reference: field(
    optional(oneOf(REFERENCES)),
    present(({ reference }) => (reference === 'INITIAL' ? undefined : reference)),
    'What the floor is measured from, as it was at the reset; DAY_HIGH: the highest equity since.',
  ),
  amount_base: field(
    optional(oneOfOrNull(AMOUNT_BASES)),
    present(({ amountBase, pct }) => (pct === null ? null : amountBase)),
    'What `pct` is a share of.',
  ),
  includes_open_pnl: field(
    optional(flag),
    present(({ includesOpenPnl }) => includesOpenPnl),
    LEAVES_OUT,
  ),
  evaluation: field(
    optional(oneOf(EVALUATIONS)),
    present(({ evaluation }) => evaluation),
    JUDGED,
  ),
})

const tradingDayCodec = codecOf<TradingDayRule>('TradingDayRule')({
  reset_time: field(text, ({ resetTime }) => resetTime),
  reset_tz: field(text, ({ resetTimeZone }) => resetTimeZone),
})

const newsFreezeCodec = codecOf<NewsRule>('NewsFreezeRule')({
  before_minutes: field(whole, ({ beforeMinutes }) => beforeMinutes),
  after_minutes: field(whole, ({ afterMinutes }) => afterMinutes),
  impacts: field(listOf(text), ({ impacts }) => impacts),
  scope: field(oneOf(NEWS_SCOPES, 'FreezeScope'), ({ scope }) => scope),
  treatment: field(
    optional(oneOf(NEWS_TREATMENTS, 'NewsTreatment')),
    ({ adjusts }) => adjusts?.treatment,
    'EXCLUDE_PROFIT, FACTOR: nothing is refused, but profit does not count in full. Absent: FREEZE.',
  ),
  counts_pct: field(
    optional(decimal),
    ({ adjusts }) => (adjusts?.treatment === 'FACTOR' ? adjusts.countsPct : undefined),
    'Of FACTOR: the share of the profit that counts.',
  ),
  exempt_if_opened_before_minutes: field(
    optional(whole),
    ({ adjusts }) => adjusts?.exemptMinutes ?? undefined,
    'A position last added to so long before the event may close within its window.',
  ),
})

const holdingTimeCodec = codecOf<HoldingRule>('HoldingTimeRule')({
  min_seconds: field(count, ({ secondsMin }) => secondsMin),
  per: field(oneOf(HOLDING_UNITS, 'HoldingUnit'), ({ per }) => per),
})

const classCap = named(
  'ClassCap',
  schemas.record({
    max_notional: schemas.decimal.optional(),
    max_margin_pct: schemas.decimal
      .optional()
      .description('The margin of all its instruments, in percent of the initial balance.'),
    max_positions: schemas.whole.optional(),
  }),
)

const byClass: Kind<NonNullable<OrderRules['byClass']>> = shaped(
  named('ClassCaps', schemas.record(Object.fromEntries(ASSET_CLASSES.map((name) => [name, classCap.optional()])))),
  (caps, write) => writeByClass({ byClass: caps }, write).by_class,
)

const stopRequiredCodec = codecOf<StopRule>('StopRequiredRule')({
  grace_seconds: field(
    whole,
    ({ graceSeconds }) => graceSeconds,
    'How long a position may be without stops for all of it, in sum over its life; 0: each order that opens brings one.',
  ),
  max_risk_pct: field(
    optional(decimal),
    ({ riskPctMax }) => riskPctMax ?? undefined,
    'The most to lose at the stops, in percent of the initial balance.',
  ),
  action: field(oneOf(STOP_ACTIONS, 'StopAction'), ({ action }) => action),
})

const ideaCodec = codecOf<IdeaRule>('MaxLossPerIdeaRule')({
  pct: field(decimal, ({ pct }) => pct, 'Of the initial balance.'),
  action: field(oneOf(IDEA_ACTIONS, 'IdeaAction'), ({ action }) => action),
})

const flatByCodec = codecOf<FlatByRule>('FlatByRule')({
  time: field(text, ({ time }) => time),
  tz: field(text, ({ timeZone }) => timeZone),
  days: field(listOf(oneOf(WEEKDAYS, 'FlatDay')), ({ days }) => days),
  classes: field(
    optional(listOf(oneOf(ASSET_CLASSES))),
    ({ classes }) => classes ?? undefined,
    'Absent: instruments of all classes.',
  ),
  lead_minutes: field(whole, ({ leadMinutes }) => leadMinutes, 'For how long before it nothing may be opened.'),
  severity: field(oneOf(FLAT_ACTIONS, 'FlatAction'), ({ severity }) => severity),
})

const strikesCodec = codecOf<StrikeTerms>('StrikeRuleTerms')({
  rule: field(oneOf(STRIKE_RULES, 'StrikeRule'), ({ rule }) => rule),
  max: field(count, ({ max }) => max, 'At so many within the days, and at each later one.'),
  window_days: field(count, ({ windowDays }) => windowDays),
  then: field(oneOf(STRIKE_ACTIONS, 'StrikeAction'), ({ action }) => action),
})

const exposureCodec = codecOf<RiskConfig>('ExposureLimits')({
  max_symbol_notional: field(decimal, ({ exposure }) => exposure.symbolNotionalMax),
  max_total_notional: field(decimal, ({ exposure }) => exposure.totalNotionalMax),
  max_leverage: field(decimal, ({ exposure }) => exposure.leverageMax),
  max_open_orders: field(whole, ({ exposure }) => exposure.openOrdersMax),
  max_positions: field(whole, ({ exposure }) => exposure.positionsMax),
  margin_mode: field(oneOf(MARGIN_MODES), ({ exposure }) => exposure.marginMode),
  by_class: field(
    optional(byClass),
    ({ orderRules }) => orderRules?.byClass,
    'Caps on all instruments of a class together; absent where the plan has none.',
  ),
})

/** Reads of versions that say more than these two. */
const said =
  <V>(read: (rule: ObjectiveRule) => V) =>
  ({ rule }: ObjectiveOf): V | undefined =>
    rule.words === 'PRESENT' ? read(rule) : undefined

interface ObjectiveOf {
  readonly plan: Plan
  readonly rule: ObjectiveRule
}

const countedDaysCodec = codecOf<CountedDays>('CountedDays')({
  min: field(whole, ({ min }) => min),
  counts: field(oneOf(DAY_COUNTS), ({ counts }) => counts),
  threshold_pct: field(
    optional(decimal),
    ({ threshold }) => threshold?.pct ?? undefined,
    'Of NET_PROFIT: what a day has to earn, of the initial balance.',
  ),
  threshold_amount: field(
    optional(decimal),
    ({ threshold }) => threshold?.amount ?? undefined,
    'The same, in dollars.',
  ),
})

const consistencyCodec = codecOf<ConsistencyRule>('ConsistencyRule')({
  pct: field(decimal, ({ pct }) => pct),
  numerator: field(oneOf(CONSISTENCY_NUMERATORS), ({ numerator }) => numerator),
  denominator: field(oneOf(CONSISTENCY_DENOMINATORS), ({ denominator }) => denominator),
  comparison: field(oneOf(COMPARISONS), ({ comparison }) => comparison),
  applies: field(listOf(oneOf(CONSISTENCY_USES)), ({ applies }) => applies),
  window: field(oneOf(CONSISTENCY_WINDOWS), ({ window }) => window),
})

const objectiveCodec = codecOf<ObjectiveOf>('Objective')({
  profit_target_pct: field(
    decimal,
    ({ plan, rule }) => shareOf(rule.profitTarget, plan.initialBalance),
    'Of the initial balance; of a target in dollars, what that is of it.',
  ),
  min_trading_days: field(whole, ({ rule }) => rule.tradingDays.min),
  profit_target_amount: field(
    optional(decimal),
    said(({ profitTarget }) => profitTarget.amount ?? undefined),
    'In dollars, where the target is.',
  ),
  target_basis: field(
    optional(oneOf(TARGET_BASES)),
    said(({ targetBasis }) => targetBasis),
    'Absent: BALANCE.',
  ),
  require_flat: field(
    optional(flag),
    said(({ requiresFlat }) => requiresFlat),
    'False: all positions are closed in the decision that reaches the target. Absent: true.',
  ),
  trading_days: field(
    optional(countedDaysCodec),
    said(({ tradingDays }) => tradingDays),
    'Absent: `min_trading_days`, of those on which something was opened.',
  ),
  max_days: field(
    optional(count),
    said(({ daysMax }) => daysMax ?? undefined),
    'Days from its opening after which an account is closed that has not passed.',
  ),
  consistency: field(
    optional(consistencyCodec),
    said(({ consistency }) => consistency ?? undefined),
    'The best day, or trade, may not be more than a share of what was earned.',
  ),
})

const inactivityCodec = codecOf<InactivityRule>('InactivityRule')({
  warn_after_days: field(count, ({ warnAfterDays }) => warnAfterDays),
  close_after_days_from_warning: field(count, ({ closeAfterDays }) => closeAfterDays),
})

const splitTierCodec = codecOf<SplitTier>('SplitTier')({
  pct: field(decimal, ({ pct }) => pct, "The trader's share, in percent."),
  up_to_total: field(
    optional(decimal),
    ({ upToTotal }) => upToTotal ?? undefined,
    'Of all payouts of the challenge, this one included; absent: however much.',
  ),
})

const holdingTimeTermsCodec = codecOf<HoldingTimeTerms>('PayoutHoldingTime')({
  min_seconds: field(whole, ({ secondsMin }) => secondsMin),
  share_of_profit_pct: field(
    decimal,
    ({ profitSharePct }) => profitSharePct,
    'Of the profit since the last payout: as much has to come from positions that were open for so long.',
  ),
})

const payoutConsistencyCodec = codecOf<ConsistencyRule>('PayoutConsistency')({
  pct: field(decimal, ({ pct }) => pct, 'Of what was earned since the last payout.'),
  numerator: field(oneOf(CONSISTENCY_NUMERATORS), ({ numerator }) => numerator),
  denominator: field(oneOf(CONSISTENCY_DENOMINATORS), ({ denominator }) => denominator),
  comparison: field(oneOf(COMPARISONS), ({ comparison }) => comparison),
})

const payoutTermsCodec = codecOf<PayoutTerms>('PayoutTerms')({
  first_after_days: field(whole, ({ firstAfterDays }) => firstAfterDays, 'From the opening of the account.'),
  every_days: field(whole, ({ everyDays }) => everyDays, 'From a payout to the next request.'),
  min_amount: field(decimal, ({ amountMin }) => amountMin),
  max_amount: field(optional(decimal), ({ amountMax }) => amountMax ?? undefined, 'Of one payout.'),
  max_pct_of_balance: field(optional(decimal), ({ balancePctMax }) => balancePctMax ?? undefined),
  max_pct_of_profit: field(optional(decimal), ({ profitPctMax }) => profitPctMax ?? undefined),
  buffer_amount: field(decimal, ({ buffer }) => buffer, 'Profit that stays in the account.'),
  split: field(listOf(splitTierCodec), ({ split }) => split),
  qualifying_days: field(
    optional(countedDaysCodec),
    ({ qualifyingDays }) => qualifyingDays ?? undefined,
    'Days that have to count since the last payout.',
  ),
  consistency: field(optional(payoutConsistencyCodec), ({ consistency }) => consistency ?? undefined),
  holding_time: field(optional(holdingTimeTermsCodec), ({ holdingTime }) => holdingTime ?? undefined),
  flat: field(flag, ({ requiresFlat }) => requiresFlat, 'Nothing may be open when a payout is asked for.'),
})

const scalingWhen = named(
  'ScalingWhen',
  schemas.record({
    all: schemas.flag.description('All of them have to be met.'),
    months: schemas.whole.optional().description('Calendar months.'),
    profit_pct: schemas.decimal.optional().description('Of the initial balance in force.'),
    payouts: schemas.whole.optional().description('Payouts that were paid.'),
  }),
)

const scalingThen = named(
  'ScalingThen',
  schemas.record({
    initial_balance_pct: schemas.decimal.optional().description('Added, of what the account was opened with.'),
    split_pct: schemas.decimal.optional().description("The trader's share from then on."),
    max_initial_balance: schemas.decimal.optional(),
  }),
)

const scalingSteps: Kind<readonly ScalingStep[]> = shaped(
  schemas.listOf(named('ScalingStep', schemas.record({ when: scalingWhen, then: scalingThen }))),
  writeScaling,
)

/** The store keeps the same in its own form (core/model/plan/risk-config.ts), which outlives changes of the API. */
export const riskConfigCodec = codecOf<Plan>('RiskConfig')({
  currency: field(text, ({ currency }) => currency),
  initial_balance: field(decimal, ({ initialBalance }) => initialBalance),
  max_drawdown: field(drawdownCodec, ({ risk }) => ({ risk, rule: risk.maxDrawdown })),
  daily_loss: field(orNull(dailyLossCodec), ({ risk }) =>
    risk.dailyLoss === null ? null : { risk, rule: risk.dailyLoss },
  ),
  news_freeze: field(orNull(newsFreezeCodec), ({ risk }) => risk.newsFreeze),
  exposure: field(exposureCodec, ({ risk }) => risk),
  objective: field(orNull(objectiveCodec), (plan) =>
    plan.risk.objective === null ? null : { plan, rule: plan.risk.objective },
  ),
  stop_required: field(
    optional(stopRequiredCodec),
    ({ risk }) => risk.orderRules?.stopRequired,
    'Positions need stops. Absent where the plan has no such rule.',
  ),
  max_loss_per_idea: field(
    optional(ideaCodec),
    ({ risk }) => risk.orderRules?.maxLossPerIdea,
    'What all positions of a symbol in one direction, over venues, may lose. Absent likewise.',
  ),
  flat_by: field(
    optional(listOf(flatByCodec)),
    ({ risk }) => risk.orderRules?.flatBy,
    'Moments by which instruments are flat. Absent: none.',
  ),
  hedging: field(
    optional(oneOf(HEDGING_MODES, 'Hedging')),
    ({ risk }) => risk.orderRules?.hedging,
    'Opposite positions of a symbol that are refused. Absent: none.',
  ),
  copying: field(
    optional(oneOf(COPYING_MODES)),
    ({ risk }) => risk.orderRules?.copying,
    'Links to other accounts that are allowed. Absent: all.',
  ),
  holding_time: field(
    optional(holdingTimeCodec),
    ({ risk }) => risk.orderRules?.holdingTime,
    'The profit of what is closed sooner is not paid out. Absent: however short it was held.',
  ),
  strikes: field(
    optional(listOf(strikesCodec)),
    ({ risk }) => risk.orderRules?.strikes,
    'Breaks of rules that lock or end the account once there are many. Absent: none are counted.',
  ),
  trading_day: field(
    optional(tradingDayCodec),
    ({ risk }) => (risk.words === 'PRESENT' ? risk.tradingDay : undefined),
    'The daily reset. Absent of versions that say it in `daily_loss`.',
  ),
  payouts: field(
    optional(payoutTermsCodec),
    ({ risk }) => risk.payouts,
    'When, how much and how profit is paid out. Absent: whatever is free and above the initial balance.',
  ),
  scaling: field(
    optional(scalingSteps),
    ({ risk }) => risk.scaling,
    'Steps by which an account grows, taken in their order when a payout is paid; the last again and again. Absent: none.',
  ),
  inactivity: field(
    optional(inactivityCodec),
    ({ risk }) => risk.inactivity ?? undefined,
    'Days without a fill or an open position after which an account is warned, and then closed.',
  ),
})

/** The charges of venues, beyond fees and funding, that accounts of the plan pay. */
export const venueCostsCodec = codecOf<VenueCosts>('VenueCosts')({
  borrowing: field(flag, ({ borrowing }) => borrowing),
  rollover: field(flag, ({ rollover }) => rollover),
  oracle_fee: field(flag, ({ oracleFee }) => oracleFee),
  overnight_leverage: field(oneOf(OVERNIGHT_MODES), ({ overnightLeverage }) => overnightLeverage),
})

export const execution = oneOf(EXECUTIONS)

export const slippageField = field(
  optional(decimal),
  ({ live }: Plan) => live?.slippagePctMax,
  'Of LIVE: how far from the mark a market order or a fired stop may fill, in percent.',
)

export const planFields = {
  id: field(text, (plan) => plan.id),
  version: field(count, (plan) => plan.version),
  name: field(text, (plan) => plan.name),
  currency: field(text, (plan) => plan.currency),
  initial_balance: field(decimal, (plan) => plan.initialBalance),
  allowed_venues: field(listOf(venue), (plan) => plan.allowedVenues),
  risk_config: field(riskConfigCodec, (plan) => plan),
  venue_costs: field(venueCostsCodec, (plan) => plan.costs),
  execution: field(
    execution,
    (plan) => profileOf({ plan }).name,
    'LIVE: the contracts of the venues fill its orders, with real money.',
  ),
  max_slippage_pct: slippageField,
  source_url: field(optional(text), ({ source }) => source?.url ?? undefined, 'Where its rules are published.'),
  verified_on: field(
    optional(calendarDate),
    ({ source }) => source?.verifiedOn ?? undefined,
    'The date on which they were compared with that.',
  ),
} satisfies Fields<Plan>

export const planCodec = codecOf<Plan>('Plan')(planFields)
