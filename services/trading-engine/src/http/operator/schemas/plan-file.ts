/** A file of plans: everything about it that can be wrong, with words that say what would be right. */
import type { BodyList } from '@ats/service-kit/http'
import Joi from 'joi'
import { decimal, rate, usd } from '../../../core/values/decimal.js'
import { VENUE_IDS, type VenueId } from '../../../core/model/market/instrument.js'
import { FREEZE_MINUTES_MAX } from '../../../core/calendar/news.js'
import { IMPACTS } from '../../../core/model/plan/news-event.js'
import {
  EXECUTIONS,
  MARGIN_MODES,
  SLIPPAGE_PCT_DEFAULT,
  type ExecutionName,
  type MarginMode,
  type Plan,
  type RiskConfig,
} from '../../../core/model/plan/plan.js'
import {
  OVERNIGHT_MODES,
  readVenueCosts,
  type VenueCosts,
  type WrittenVenueCosts,
} from '../../../core/model/market/venue-costs.js'
import { isTimeZone } from '../../../core/values/time-zone.js'
import { booleanField, closedObject, positiveDecimal, textField, worded } from '../../schemas/fields.js'
import { oneOf } from '../../../wire/codec/schemas.js'

const HUNDRED = decimal('100')
const ONE = decimal('1')

/** Whether a decimal is over a limit; other values have been reported already. */
const isOver = (value: unknown, limit: bigint): boolean => typeof value === 'bigint' && value > limit
const isUnder = (value: unknown, least: bigint): boolean => typeof value === 'bigint' && value < least

const percent = worded(
  positiveDecimal.custom((value: unknown, joi) => (isOver(value, HUNDRED) ? joi.error('percent.range') : value)),
  { 'percent.range': '{{#label}} must be in percent, greater than 0 and at most 100: 5 is 5 %' },
).required()

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

const money = positiveDecimal.required()
const wholeFrom = (least: number, limit: number): Joi.NumberSchema =>
  worded(Joi.number().integer().min(least).max(limit).strict(), {
    'number.base': `{{#label}} must be a whole number from ${least} to ${limit}`,
    'number.integer': `{{#label}} must be a whole number from ${least} to ${limit}`,
    'number.min': `{{#label}} must be a whole number from ${least} to ${limit}`,
    'number.max': `{{#label}} must be a whole number from ${least} to ${limit}`,
    'number.unsafe': `{{#label}} must be a whole number from ${least} to ${limit}`,
  }).required()

/** Some of the values, each once. */
const someOf = <T extends string>(values: readonly T[]): Joi.ArraySchema<T[]> =>
  worded(Joi.array().items(oneOf(values)).min(1).unique().required(), {
    'array.base': `{{#label}} must be a list of ${values.join(', ')}`,
    'array.min': `{{#label}} must have at least one of ${values.join(', ')}`,
    'array.unique': '{{#label}} is there twice',
  })

const resetTime = worded(Joi.string().pattern(/^([01]\d|2[0-3]):[0-5]\d$/), {
  'string.pattern.base': '{{#label}} must be a local time from 00:00 to 23:59, such as 17:00',
}).required()

const timeZone = worded(
  textField(64).custom((value: string, joi) => (isTimeZone(value) ? value : joi.error('zone.unknown'))),
  { 'zone.unknown': '{{#label}} must be a time zone of the IANA database, such as Europe/Prague or UTC' },
).required()

const riskConfig = closedObject<RiskBody>({
  max_drawdown: closedObject<RiskBody['max_drawdown']>({
    mode: oneOf(['STATIC', 'TRAILING_EOD', 'TRAILING_INTRADAY']).required(),
    pct: percent,
    lock_at_initial: booleanField.required(),
  }).required(),
  daily_loss: closedObject<RiskBody['daily_loss']>({
    pct: percent,
    base: oneOf(['INITIAL', 'BALANCE', 'EQUITY', 'HIGHER_OF']).required(),
    reset_time: resetTime,
    reset_tz: timeZone,
    warn_at_pct: share,
    action: oneOf(['TERMINATE', 'LOCK']).required(),
  }).required(),
  news_freeze: closedObject<NonNullable<RiskBody['news_freeze']>>({
    before_minutes: wholeFrom(0, FREEZE_MINUTES_MAX),
    after_minutes: wholeFrom(0, FREEZE_MINUTES_MAX),
    impacts: someOf(IMPACTS),
    scope: oneOf(['OPENING', 'ALL']).required(),
  }).description('Absent or null: news freeze nothing.'),
  exposure: closedObject<RiskBody['exposure']>({
    max_symbol_notional: money,
    max_total_notional: money,
    max_leverage: atLeastOne,
    max_open_orders: wholeFrom(1, 100_000),
    max_positions: wholeFrom(1, 100_000),
    margin_mode: oneOf(MARGIN_MODES).description(
      'CROSS: the whole equity carries every position. Absent: ISOLATED, each is carried by its margin.',
    ),
  }).required(),
  objective: closedObject({ profit_target_pct: percent, min_trading_days: wholeFrom(0, 1_000) }).description(
    'Absent or null: nothing is to be reached.',
  ),
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

const planId = worded(Joi.string().pattern(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/), {
  'string.pattern.base': '{{#label}} must be 1 to 64 characters of A-Z a-z 0-9 . _ -, beginning with a letter or digit',
}).required()

const planBody = closedObject<PlanBody>({
  id: planId,
  name: textField(128).required(),
  currency: oneOf(['USD']).required(),
  initial_balance: money,
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
}).custom(checkLive)

const plan = worded(planBody, {
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

interface PlanBody {
  readonly id: string
  readonly name: string
  readonly currency: 'USD'
  readonly initial_balance: bigint
  readonly allowed_venues: readonly VenueId[]
  readonly risk_config: RiskBody
  readonly venue_costs?: WrittenVenueCosts
  readonly execution?: ExecutionName
  readonly max_slippage_pct?: bigint
}

interface RiskBody {
  readonly max_drawdown: {
    readonly mode: RiskConfig['maxDrawdown']['mode']
    readonly pct: bigint
    readonly lock_at_initial: boolean
  }
  readonly daily_loss: {
    readonly pct: bigint
    readonly base: RiskConfig['dailyLoss']['base']
    readonly reset_time: string
    readonly reset_tz: string
    readonly warn_at_pct: bigint
    readonly action: RiskConfig['dailyLoss']['action']
  }
  readonly news_freeze?: {
    readonly before_minutes: number
    readonly after_minutes: number
    readonly impacts: readonly string[]
    readonly scope: 'OPENING' | 'ALL'
  }
  readonly exposure: {
    readonly max_symbol_notional: bigint
    readonly max_total_notional: bigint
    readonly max_leverage: bigint
    readonly max_open_orders: number
    readonly max_positions: number
    readonly margin_mode?: MarginMode
  }
  readonly objective?: { readonly profit_target_pct: bigint; readonly min_trading_days: number }
}

/** The plans of a file; the order of what is a set does not make another plan of it. */
export const plansOf = ({ plans }: PlanFileBody, venueCosts: VenueCosts): readonly Omit<Plan, 'version'>[] =>
  plans.map(({ id, name, currency, initial_balance, allowed_venues, risk_config, venue_costs, ...body }) => ({
    id,
    name,
    currency,
    initialBalance: usd(initial_balance),
    allowedVenues: VENUE_IDS.filter((venue) => allowed_venues.includes(venue)),
    risk: riskOf(risk_config),
    costs: venue_costs === undefined ? venueCosts : readVenueCosts(venue_costs),
    ...liveTermsOf(body),
  }))

const liveTermsOf = ({ execution, max_slippage_pct: pct }: Pick<PlanBody, 'execution' | 'max_slippage_pct'>) =>
  execution === 'LIVE' ? { live: { slippagePctMax: pct === undefined ? SLIPPAGE_PCT_DEFAULT : rate(pct) } } : {}

function riskOf(config: RiskBody): RiskConfig {
  const { max_drawdown: drawdown, daily_loss: daily, news_freeze: news, exposure, objective } = config
  return {
    maxDrawdown: { mode: drawdown.mode, pct: rate(drawdown.pct), lockAtInitial: drawdown.lock_at_initial },
    dailyLoss: {
      pct: rate(daily.pct),
      base: daily.base,
      resetTime: daily.reset_time,
      resetTimeZone: daily.reset_tz,
      warnAtPct: rate(daily.warn_at_pct),
      action: daily.action,
    },
    newsFreeze:
      news === undefined
        ? null
        : {
            beforeMinutes: news.before_minutes,
            afterMinutes: news.after_minutes,
            impacts: IMPACTS.filter((impact) => news.impacts.includes(impact)),
            scope: news.scope,
          },
    exposure: {
      symbolNotionalMax: usd(exposure.max_symbol_notional),
      totalNotionalMax: usd(exposure.max_total_notional),
      leverageMax: rate(exposure.max_leverage),
      openOrdersMax: exposure.max_open_orders,
      positionsMax: exposure.max_positions,
      marginMode: exposure.margin_mode ?? 'ISOLATED',
    },
    objective:
      objective === undefined
        ? null
        : { profitTargetPct: rate(objective.profit_target_pct), tradingDaysMin: objective.min_trading_days },
  }
}
