/** A file of plans: everything about it that can be wrong, with words that say what would be right. */
import type { BodyList } from '@ats/service-kit/http'
import Joi from 'joi'
import { decimal, rate, usd } from '../../../core/values/decimal.js'
import { ASSET_CLASSES, VENUE_IDS, type VenueId } from '../../../core/model/market/instrument.js'
import { FREEZE_MINUTES_MAX } from '../../../core/calendar/news.js'
import {
  AMOUNT_BASES,
  DRAWDOWN_MODES,
  EVALUATIONS,
  LOSS_ACTIONS,
  PAYOUT_FLOORS,
  PEAKS,
  REFERENCES,
  STORED_REFERENCES,
} from '../../../core/model/plan/loss-rules.js'
import {
  COMPARISONS,
  CONSISTENCY_DENOMINATORS,
  CONSISTENCY_NUMERATORS,
  CONSISTENCY_USES,
  CONSISTENCY_WINDOWS,
  DAY_COUNTS,
  TARGET_BASES,
} from '../../../core/model/plan/objective-rule.js'
import type {
  WrittenConsistency,
  WrittenDays,
  WrittenInactivity,
  WrittenObjective,
} from '../../../core/model/plan/written-objective.js'
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
  type WrittenByClass,
  type WrittenClassCap,
  type WrittenFlatBy,
  type WrittenOrderRules,
  type WrittenStrikes,
} from '../../../core/model/plan/order-rules.js'
import { STRIKE_DAYS_MAX, STRIKES_MAX } from '../../../core/model/account/strike.js'
import { NEWS_SCOPES, NEWS_TREATMENTS, type WrittenNewsRule } from '../../../core/model/plan/news-rule.js'
import { IMPACTS } from '../../../core/model/plan/news-event.js'
import {
  EXECUTIONS,
  sourceOf,
  MARGIN_MODES,
  SLIPPAGE_PCT_DEFAULT,
  type ExecutionName,
  type Plan,
  type RiskConfig,
} from '../../../core/model/plan/plan.js'
import {
  OVERNIGHT_MODES,
  readVenueCosts,
  type VenueCosts,
  type WrittenVenueCosts,
} from '../../../core/model/market/venue-costs.js'
import type { WrittenScalingStep } from '../../../core/model/plan/scaling-terms.js'
import type { WrittenPayoutConsistency, WrittenPayouts } from '../../../core/model/plan/payout-terms.js'
import {
  readRiskConfig,
  type LockAt,
  type WrittenDailyLoss,
  type WrittenDrawdown,
  type WrittenRules,
} from '../../../core/model/plan/risk-config.js'
import type { WrittenPlan } from '../../../core/risk/written-plan.js'
import { isTimeZone } from '../../../core/values/time-zone.js'
import { accountMoney, booleanField, closedObject, positiveDecimal, textField, worded } from '../../schemas/fields.js'
import { oneOf } from '../../../wire/codec/schemas.js'

const THOUSAND = decimal('1000')
const HUNDRED = decimal('100')
const ONE = decimal('1')

/** Whether a decimal is over a limit; other values have been reported already. */
const isOver = (value: unknown, limit: bigint): boolean => typeof value === 'bigint' && value > limit
const isUnder = (value: unknown, least: bigint): boolean => typeof value === 'bigint' && value < least

const percent = worded(
  positiveDecimal.custom((value: unknown, joi) => (isOver(value, HUNDRED) ? joi.error('percent.range') : value)),
  { 'percent.range': '{{#label}} must be in percent, greater than 0 and at most 100: 5 is 5 %' },
)

const percentUpTo1000 = worded(
  positiveDecimal.custom((value: unknown, joi) => (isOver(value, THOUSAND) ? joi.error('percent.range') : value)),
  { 'percent.range': '{{#label}} must be in percent, greater than 0 and at most 1000: 25 is 25 %' },
)

const atLeastOne = worded(
  positiveDecimal.custom((value: unknown, joi) => (isUnder(value, ONE) ? joi.error('decimal.one') : value)),
  { 'decimal.one': '{{#label}} must be at least 1' },
).required()

/** 0 counts too: a warning with the first loss. */
const share = worded(
  Joi.any<bigint>().custom((value: unknown, joi): bigint | Joi.ErrorReport => {
    if (value === 0 || value === '0') return 0n
    const { error, value: exact } = positiveDecimal.validate(value) as { error?: unknown; value: bigint }
    return error === undefined && exact <= HUNDRED ? exact : joi.error('share.range')
  }),
  { 'share.range': '{{#label}} must be in percent of the limit, from 0 to 100: 80 is 80 %' },
)
  .meta({ jsonSchema: { type: ['number', 'string'], minimum: 0, maximum: 100 } })
  .required()

const money = positiveDecimal
const wholeFrom = (least: number, limit: number): Joi.NumberSchema => wholeUpTo(least, limit).required()
const wholeUpTo = (least: number, limit: number): Joi.NumberSchema =>
  worded(Joi.number().integer().min(least).max(limit).strict(), {
    'number.base': `{{#label}} must be a whole number from ${least} to ${limit}`,
    'number.integer': `{{#label}} must be a whole number from ${least} to ${limit}`,
    'number.min': `{{#label}} must be a whole number from ${least} to ${limit}`,
    'number.max': `{{#label}} must be a whole number from ${least} to ${limit}`,
    'number.unsafe': `{{#label}} must be a whole number from ${least} to ${limit}`,
  })

/** Some of the values, each once. */
const someOf = <T extends string>(values: readonly T[]): Joi.ArraySchema<T[]> =>
  worded(Joi.array().items(oneOf(values)).min(1).unique().required(), {
    'array.base': `{{#label}} must be a list of ${values.join(', ')}`,
    'array.min': `{{#label}} must have at least one of ${values.join(', ')}`,
    'array.unique': '{{#label}} is there twice',
  })

const resetTime = worded(Joi.string().pattern(/^([01]\d|2[0-3]):[0-5]\d$/), {
  'string.pattern.base': '{{#label}} must be a local time from 00:00 to 23:59, such as 17:00',
})

const timeZone = worded(
  textField(64).custom((value: string, joi) => (isTimeZone(value) ? value : joi.error('zone.unknown'))),
  { 'zone.unknown': '{{#label}} must be a time zone of the IANA database, such as Europe/Prague or UTC' },
)

const lockAt = worded(
  Joi.any<LockAt<bigint>>().custom((value: unknown, joi): LockAt<bigint> | Joi.ErrorReport => {
    if (value === 'TARGET') return value
    const offset =
      typeof value === 'object' && value !== null && Object.keys(value).join() === 'offset' ? offsetOf(value) : null
    return offset === null ? joi.error('lock.at') : { offset }
  }),
  { 'lock.at': '{{#label}} must be TARGET, or an object with the offset from the initial balance: 0, 100, …' },
)
  .description(
    'Where the floor stops rising. TARGET: its peak counts up to the profit target. Absent or null: nowhere.',
  )
  .meta({
    jsonSchema: {
      anyOf: [
        { type: 'string', enum: ['TARGET'] },
        {
          type: 'object',
          properties: { offset: { type: ['number', 'string'], minimum: 0 } },
          required: ['offset'],
          additionalProperties: false,
        },
        { type: 'null' },
      ],
    },
  })

function offsetOf({ offset }: { readonly offset?: unknown }): bigint | null {
  if (offset === 0 || offset === '0') return 0n
  const { error, value } = positiveDecimal.validate(offset) as { error?: unknown; value?: bigint }
  return error === undefined && value !== undefined ? value : null
}

/** 0 counts too. */
const moneyFromZero = worded(
  Joi.any<bigint>().custom((value: unknown, joi): bigint | Joi.ErrorReport => {
    const amount = offsetOf({ offset: value })
    return amount === null ? joi.error('money.zero') : amount
  }),
  { 'money.zero': '{{#label}} must be an amount of dollars, 0 or more' },
).meta({ jsonSchema: { type: ['number', 'string'], minimum: 0 } })

const countedDays = closedObject<WrittenDays<bigint>>({
  min: wholeFrom(0, 1_000),
  counts: oneOf(DAY_COUNTS).required(),
  threshold_pct: percent.description('Of NET_PROFIT: what a day has to earn, of the initial balance.'),
  threshold_amount: money.description('The same in dollars. Without either a day has to earn more than 0.'),
})

const splitTier = closedObject<WrittenPayouts<bigint>['split'][number]>({
  up_to_total: money.description('Of all payouts so far, this one included. Absent: however much; only of the last.'),
  pct: percent.required().description("The trader's share of it."),
})

const payouts = closedObject<WrittenPayouts<bigint>>({
  first_after_days: wholeFrom(0, 1_000).description('Days of 24 hours from the opening of the account to a request.'),
  every_days: wholeFrom(0, 1_000).description('The same from a payout to the next request.'),
  min_amount: money.required(),
  max_amount: money.description('Of one payout. Absent: as much as there is.'),
  max_pct_of_balance: percent,
  max_pct_of_profit: percent,
  buffer_amount: moneyFromZero.required().description('Profit that stays in the account.'),
  split: worded(Joi.array<WrittenPayouts<bigint>['split']>().items(splitTier).min(1).max(10).required(), {
    'array.base': '{{#label}} must be a list of shares',
    'array.min': '{{#label}} must have at least one share, with its pct',
    'array.max': '{{#label}} may have at most 10 shares',
  }),
  qualifying_days: countedDays.description('Days that have to count since the last payout.'),
  consistency: closedObject<WrittenPayoutConsistency<bigint>>({
    pct: percent.required(),
    numerator: oneOf(CONSISTENCY_NUMERATORS).required(),
    denominator: oneOf(CONSISTENCY_DENOMINATORS).required(),
    comparison: oneOf(COMPARISONS).required(),
  }).description('The best day, or trade, may not be more than this share of what was earned since the last payout.'),
  holding_time: closedObject<NonNullable<WrittenPayouts<bigint>['holding_time']>>({
    min_seconds: wholeFrom(1, 86_400),
    share_of_profit_pct: percent.required(),
  }).description('So much of the profit has to come from positions that were open for so long.'),
  flat: booleanField.required().description('True: nothing may be open when a payout is asked for.'),
})

const scalingStep = closedObject<WrittenScalingStep<bigint>>({
  when: closedObject<WrittenScalingStep<bigint>['when']>({
    months: wholeUpTo(1, 120).description('Calendar months since the step before, or the opening.'),
    profit_pct: percentUpTo1000.description('Earned since, of the initial balance in force.'),
    payouts: wholeUpTo(1, 1_000).description('Payouts that were paid since.'),
    all: Joi.boolean<true>().strict().valid(true).required().description('All of them have to be met.'),
  })
    .or('months', 'profit_pct', 'payouts')
    .required(),
  then: closedObject<WrittenScalingStep<bigint>['then']>({
    initial_balance_pct: percentUpTo1000.description('Added, of what the account was opened with.'),
    split_pct: percent.description("The trader's share from then on, instead of `payouts.split`."),
    max_initial_balance: accountMoney.description(
      'The initial balance is not raised above it. Required with a growth.',
    ),
  })
    .or('initial_balance_pct', 'split_pct')
    .required(),
})

const classCap = worded(
  closedObject<WrittenClassCap<bigint>>({
    max_notional: money.description('In dollars, of all its instruments together.'),
    max_margin_pct: percent.description('Their margin, in percent of the initial balance.'),
    max_positions: wholeFrom(1, 100_000).optional().description('Counted as `exposure.max_positions`.'),
  }).min(1),
  { 'object.min': '{{#label}} must have at least one of max_notional, max_margin_pct and max_positions' },
)

const byClass = worded(
  closedObject<WrittenByClass<bigint>>({
    crypto: classCap,
    forex: classCap,
    commodity: classCap,
    equity: classCap,
    index: classCap,
  }).min(1),
  { 'object.min': `{{#label}} must have at least one of ${ASSET_CLASSES.join(', ')}` },
).description('Caps on all instruments of a class together. Absent: none.')

const flatBy = closedObject<WrittenFlatBy>({
  time: resetTime.required(),
  tz: timeZone.required(),
  days: someOf(WEEKDAYS),
  classes: someOf(ASSET_CLASSES).optional().description('Absent: instruments of all classes.'),
  lead_minutes: wholeFrom(0, 1_440).description('For how long before it nothing may be opened.'),
  severity: oneOf(FLAT_ACTIONS).required(),
})

const strikes = closedObject<WrittenStrikes>({
  rule: oneOf(STRIKE_RULES).required(),
  max: wholeFrom(1, STRIKES_MAX).description('At so many within the days, and at each later one.'),
  window_days: wholeFrom(1, STRIKE_DAYS_MAX).description('Of 24 hours.'),
  then: oneOf(STRIKE_ACTIONS).required().description('LOCK: nothing is opened until the trading day ends.'),
})

const orderRuleFields = {
  stop_required: closedObject<NonNullable<WrittenOrderRules<bigint>['stop_required']>>({
    grace_seconds: wholeFrom(0, 86_400).description(
      'How long a position may be without stops for all of it, in sum over its life. 0: each order that opens brings one.',
    ),
    max_risk_pct: percent.description('The most to lose at the stops, in percent of the initial balance. Absent: any.'),
    action: oneOf(STOP_ACTIONS).required(),
  }).description('Absent or null: positions need no stop.'),
  max_loss_per_idea: closedObject<NonNullable<WrittenOrderRules<bigint>['max_loss_per_idea']>>({
    pct: percent.required().description('Of the initial balance.'),
    action: oneOf(IDEA_ACTIONS).required(),
  }).description('What all positions of a symbol in one direction may lose. Absent or null: no limit.'),
  flat_by: worded(Joi.array<readonly WrittenFlatBy[]>().items(flatBy).min(1).max(20), {
    'array.base': '{{#label}} must be a list of moments',
    'array.min': '{{#label}} must have at least one moment: leave it out where there is none',
    'array.max': '{{#label}} may have at most 20 moments',
  }).description('Moments by which instruments are flat. Absent or null: none.'),
  holding_time: closedObject<NonNullable<WrittenOrderRules<bigint>['holding_time']>>({
    min_seconds: wholeFrom(1, 86_400),
    per: oneOf(HOLDING_UNITS).required(),
  }).description('The profit of what is closed sooner is not paid out. Absent or null: however short it was held.'),
  strikes: worded(
    Joi.array<readonly WrittenStrikes[]>().items(strikes).min(1).max(STRIKE_RULES.length).unique('rule'),
    {
      'array.base': '{{#label}} must be a list of rules and how many strikes they allow',
      'array.min': '{{#label}} must have at least one rule: leave it out where there is none',
      'array.max': `{{#label}} may have each of ${STRIKE_RULES.join(', ')} once`,
      'array.unique': '{{#label}} has the rule of an earlier entry',
    },
  ).description('Breaks of rules that lock or end an account once there are many. Absent or null: none are counted.'),
  hedging: oneOf(HEDGING_MODES).description(
    'Opposite positions of a symbol: REFUSE_ACCOUNT within the account, REFUSE_USER in all accounts of its user. Absent: ALLOWED.',
  ),
  copying: oneOf(COPYING_MODES).description(
    'Links by which an account copies, or is copied: OWN_ONLY between accounts of one user. Absent: ALLOWED.',
  ),
}

const ONLY_STORED = 'Only in a file that is equal to its stored version.'

const objective = closedObject<WrittenObjective<bigint>>({
  profit_target_pct: percent.description('Of the initial balance. This or `profit_target_amount`.'),
  profit_target_amount: money.description('In dollars, at most the initial balance.'),
  target_basis: oneOf(TARGET_BASES).description('EQUITY: with open profit and loss. Absent: BALANCE.'),
  require_flat: booleanField.description(
    'False: all positions are closed in the decision that reaches the target. Absent: true, nothing may be open.',
  ),
  trading_days: countedDays.description('Days that count. This or `min_trading_days`.'),
  min_trading_days: wholeUpTo(0, 1_000).description('The same as `trading_days` with OPENED.'),
  max_days: wholeUpTo(1, 1_000).description(
    'Days from its opening after which an account is closed that has not passed. Absent: it has all the time.',
  ),
  consistency: closedObject<WrittenConsistency<bigint>>({
    pct: percent.required(),
    numerator: oneOf(CONSISTENCY_NUMERATORS).required(),
    denominator: oneOf(CONSISTENCY_DENOMINATORS).required(),
    comparison: oneOf(COMPARISONS).required(),
    applies: someOf(CONSISTENCY_USES),
    window: oneOf(CONSISTENCY_WINDOWS).required(),
  }).description('The best day, or trade, may not be more than this share of what was earned. Absent: it may.'),
})

export const riskConfig = closedObject<WrittenRules<bigint>>({
  trading_day: closedObject({ reset_time: resetTime.required(), reset_tz: timeZone.required() }).description(
    'The daily reset. Required.',
  ),
  max_drawdown: closedObject<WrittenDrawdown<bigint>>({
    mode: oneOf(DRAWDOWN_MODES).required(),
    pct: percent.description('Of the initial balance; of the peak for PCT_OF_PEAK. This or `amount`.'),
    amount: money.description('In dollars, at most the initial balance.'),
    peak_of: oneOf(PEAKS).description('Of TRAILING_EOD and PCT_OF_PEAK, which need it.'),
    evaluation: oneOf(EVALUATIONS).description('END_OF_DAY: judged once, at the reset. Absent: INTRADAY.'),
    includes_open_pnl: booleanField.description('False: the balance is compared with the floor. Absent: true.'),
    lock_at: lockAt,
    on_first_payout: oneOf(PAYOUT_FLOORS).description(
      'KEEP: payouts leave the floor; INITIAL: from the first on it is the initial balance, or where it was if higher. Absent: KEEP.',
    ),
    lock_at_initial: booleanField.description(ONLY_STORED),
  }).required(),
  daily_loss: closedObject<WrittenDailyLoss<bigint>>({
    pct: percent.description('Of `amount_base`. This or `amount`.'),
    amount: money.description('In dollars, at most the initial balance.'),
    reference: oneOf(REFERENCES).description(
      'What the floor is measured from, as it was at the reset; DAY_HIGH: the highest equity since. Required.',
    ),
    amount_base: oneOf(AMOUNT_BASES).description('What `pct` is a share of; required with it.'),
    includes_open_pnl: booleanField.description('False: the balance is compared with the floor. Absent: true.'),
    evaluation: oneOf(EVALUATIONS).description('END_OF_DAY: judged once, at the reset. Absent: INTRADAY.'),
    warn_at_pct: share,
    action: oneOf(LOSS_ACTIONS).required(),
    base: oneOf(STORED_REFERENCES).description(ONLY_STORED),
    reset_time: resetTime.description(ONLY_STORED),
    reset_tz: timeZone.description(ONLY_STORED),
  }).description('Absent or null: the plan has no limit of a day.'),
  news_freeze: closedObject<WrittenNewsRule<bigint>>({
    before_minutes: wholeFrom(0, FREEZE_MINUTES_MAX),
    after_minutes: wholeFrom(0, FREEZE_MINUTES_MAX),
    impacts: someOf(IMPACTS),
    scope: oneOf(NEWS_SCOPES)
      .required()
      .description('OPENING: it concerns what opens or adds; ALL: what closes as well.'),
    treatment: oneOf(NEWS_TREATMENTS).description(
      'EXCLUDE_PROFIT, FACTOR: nothing is refused; none or `counts_pct` of the profit is paid. Absent: FREEZE.',
    ),
    counts_pct: percent.description('Of FACTOR, which needs it: the share of the profit that counts.'),
    exempt_if_opened_before_minutes: wholeFrom(0, FREEZE_MINUTES_MAX)
      .optional()
      .description('A position last added to so long before the event may close within its window. Absent: none may.'),
  }).description('Absent or null: news freeze nothing.'),
  exposure: closedObject<WrittenRules<bigint>['exposure']>({
    max_symbol_notional: money.required(),
    max_total_notional: money.required(),
    max_leverage: atLeastOne,
    max_open_orders: wholeFrom(1, 100_000),
    max_positions: wholeFrom(1, 100_000),
    margin_mode: oneOf(MARGIN_MODES).description(
      'CROSS: the whole equity carries every position. Absent: ISOLATED, each is carried by its margin.',
    ),
    by_class: byClass,
  }).required(),
  ...orderRuleFields,
  objective: objective.description('Absent or null: nothing is to be reached.'),
  inactivity: closedObject<WrittenInactivity>({
    warn_after_days: wholeFrom(1, 1_000),
    close_after_days_from_warning: wholeFrom(1, 1_000),
  }).description(
    'Days without a fill or an open position after which an account is warned, and then closed. Absent or null: never.',
  ),
  scaling: worded(Joi.array<readonly WrittenScalingStep<bigint>[]>().items(scalingStep).min(1).max(10), {
    'array.base': '{{#label}} must be a list of steps',
    'array.min': '{{#label}} must have at least one step: leave it out where there is none',
    'array.max': '{{#label}} may have at most 10 steps',
  }).description(
    'Steps by which an account grows when a payout is paid, the last again and again. Absent or null: none.',
  ),
  payouts: payouts.description('Absent: whatever is free and above the initial balance, at any time.'),
}).required()

const SLIPPAGE_PCT_MAX = decimal('20')

const slippage = worded(
  positiveDecimal.custom((value: unknown, joi) =>
    isOver(value, SLIPPAGE_PCT_MAX) ? joi.error('slippage.range') : value,
  ),
  { 'slippage.range': '{{#label}} must be in percent, greater than 0 and at most 20: 1 is 1 %' },
).description('Of LIVE: how far from the mark a market order or a fired stop may fill. Absent: 1.')

/** At the venues each position has collateral of its own. */
function checkLive(value: PlanBody, joi: Joi.CustomHelpers<PlanBody>): PlanBody | Joi.ErrorReport {
  if (value.execution !== 'LIVE') return value.max_slippage_pct === undefined ? value : joi.error('live.slippage')
  return value.risk_config.exposure.margin_mode === 'CROSS' ? joi.error('live.margin') : value
}

export const sourceUrl = worded(Joi.string().pattern(/^https?:\/\/[^\s\p{Cc}\p{Cs}]{1,500}$/u), {
  'string.pattern.base': '{{#label}} must be an address that begins with https:// or http://',
}).description('Where the rules of the plan are published.')

export const verifiedOn = worded(
  Joi.string()
    .pattern(/^\d{4}-\d{2}-\d{2}$/)
    .custom((value: string, joi) => (isCalendarDate(value) ? value : joi.error('string.pattern.base'))),
  { 'string.pattern.base': '{{#label}} must be a date, such as 2026-11-28' },
).description('The date on which the rules were compared with `source_url`.')

const isCalendarDate = (value: string): boolean => {
  const at = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value)
}

/** The id of a plan or a program. */
export const planId = worded(Joi.string().pattern(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/), {
  'string.pattern.base': '{{#label}} must be 1 to 64 characters of A-Z a-z 0-9 . _ -, beginning with a letter or digit',
}).required()

const planBody = closedObject<PlanBody>({
  id: planId,
  name: textField(128).required(),
  currency: oneOf(['USD']).required(),
  initial_balance: accountMoney.required(),
  allowed_venues: someOf(VENUE_IDS),
  risk_config: riskConfig,
  venue_costs: closedObject<WrittenVenueCosts>({
    borrowing: booleanField.required(),
    rollover: booleanField.required(),
    oracle_fee: booleanField.required(),
    overnight_leverage: oneOf(OVERNIGHT_MODES).required(),
  }).description('Absent: as the setting VENUE_COSTS says.'),
  execution: oneOf(EXECUTIONS).description(
    'LIVE: the contracts of the venues fill orders, with the money of a wallet. Absent: PAPER.',
  ),
  max_slippage_pct: slippage,
  source_url: sourceUrl,
  verified_on: verifiedOn,
}).custom(checkLive)

/** One of them. */
export const plan = worded(planBody, {
  'live.slippage': '{{#label}} has max_slippage_pct, which only a plan with execution LIVE has',
  'live.margin': '{{#label}} is LIVE: margin_mode must be ISOLATED, as each position has its own collateral at a venue',
})

const PLANS_MAX = 100

/** PUT /operator/v1/plans */
const listOf = <T>(list: Joi.ArraySchema<T>): Joi.ArraySchema<T> =>
  worded(list.required(), {
    'array.base': '{{#label}} must be a list of plans',
    'array.min': '{{#label}} must have at least one plan',
    'array.max': `{{#label}} may have at most ${PLANS_MAX} plans`,
    'array.unique': '{{#label}} has the id of an earlier plan of the file',
  })

const list = Joi.array<readonly PlanBody[]>()
const counted = (plans: typeof list): typeof list => plans.min(1).max(PLANS_MAX).unique('id')

export const planFileBody = closedObject<PlanFileBody>({ plans: listOf(counted(list.items(plan))) })

/** The same, to be checked in turns. */
export const planFileList: BodyList<PlanFileBody> = {
  name: 'plans',
  itemsMax: PLANS_MAX,
  part: closedObject<PlanFileBody>({ plans: listOf(list.items(plan)) }),
  outline: closedObject<PlanFileBody>({ plans: listOf(counted(list)) }),
}

export interface PlanFileBody {
  readonly plans: readonly PlanBody[]
}

export interface PlanBody {
  readonly id: string
  readonly name: string
  readonly currency: 'USD'
  readonly initial_balance: bigint
  readonly allowed_venues: readonly VenueId[]
  readonly risk_config: WrittenRules<bigint>
  readonly venue_costs?: WrittenVenueCosts
  readonly execution?: ExecutionName
  readonly max_slippage_pct?: bigint
  readonly source_url?: string
  readonly verified_on?: string
}

/** The plans of a file, and their rules as they are written there. */
export const plansOf = ({ plans }: PlanFileBody, venueCosts: VenueCosts): readonly WrittenPlan[] =>
  plans.map((body) => ({ plan: planOf(body, venueCosts), rules: body.risk_config }))

const planOf = (
  { id, name, currency, initial_balance, allowed_venues, risk_config, venue_costs, ...body }: PlanBody,
  venueCosts: VenueCosts,
): Omit<Plan, 'version'> => ({
  id,
  name,
  currency,
  initialBalance: usd(initial_balance),
  allowedVenues: VENUE_IDS.filter((venue) => allowed_venues.includes(venue)),
  risk: riskOf(risk_config),
  costs: venue_costs === undefined ? venueCosts : readVenueCosts(venue_costs),
  ...sourceOf(body),
  ...liveTermsOf(body),
})

const liveTermsOf = ({ execution, max_slippage_pct: pct }: Pick<PlanBody, 'execution' | 'max_slippage_pct'>) =>
  execution === 'LIVE' ? { live: { slippagePctMax: pct === undefined ? SLIPPAGE_PCT_DEFAULT : rate(pct) } } : {}

/** The order of what is a set does not make another plan of it. */
export function riskOf(written: WrittenRules<bigint>): RiskConfig {
  const { newsFreeze, ...rules } = readRiskConfig(written, (value) => value)
  return {
    ...rules,
    newsFreeze: newsFreeze && {
      ...newsFreeze,
      impacts: IMPACTS.filter((impact) => newsFreeze.impacts.includes(impact)),
    },
  }
}
