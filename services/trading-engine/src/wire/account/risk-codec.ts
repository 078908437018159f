import { strikeStateCodec } from './strike-codec.js'
import { ACCOUNT_STATES, type Account } from '../../core/model/account/account.js'
import { ASSET_CLASSES } from '../../core/model/market/instrument.js'
import { DIRECTIONS } from '../../core/model/order/side.js'
import { IMPACTS, type NewsEvent } from '../../core/model/plan/news-event.js'
import { ALL_RISK_RULES, UNITS } from '../../core/model/plan/violation.js'
import type { DailyLoss } from '../../core/margin/floors.js'
import { divide } from '../../core/values/decimal.js'
import type {
  LimitUtilisation,
  ObjectiveProgress,
  RiskUtilisation,
  SymbolFreeze,
} from '../../core/risk/limit-utilisation.js'
import type { AccountOdds } from '../../core/read/odds.js'
import type { Deadline } from '../../core/risk/deadlines.js'
import { codecOf, field } from '../codec/codec.js'
import {
  calendarDate,
  decimal,
  flag,
  listOf,
  oneOf,
  optional,
  orNull,
  text,
  time,
  uuid,
  venue,
  whole,
} from '../codec/kinds.js'
import { accountOddsCodec } from '../odds-codec.js'
import { objectiveStateCodec } from './objective-codec.js'

interface AccountRisk {
  readonly account: Account
  readonly utilisation: RiskUtilisation
  /** Its odds, or why there are none; absent where nobody has asked. */
  readonly asked?: { readonly odds: AccountOdds | null; readonly reason: string | null }
}

/** Rounded down: there is never more room than it says. */
const shareOf = ({ headroom, allowance }: LimitUtilisation): bigint | null =>
  headroom === null || allowance <= 0n ? null : divide(headroom * 100n, allowance, 'FLOOR')

/** `headroom_pct` is relative to the plan's limit. */
const limitCodec = codecOf<LimitUtilisation>('RiskLimit')({
  rule: field(oneOf(ALL_RISK_RULES), (limit) => limit.rule),
  symbol: field(orNull(text), (limit) => limit.symbol),
  asset_class: field(optional(oneOf(ASSET_CLASSES)), (limit) => limit.assetClass, 'Of a limit of a class.'),
  direction: field(
    optional(oneOf(DIRECTIONS)),
    (limit) => limit.direction,
    'Of a limit of all positions of a symbol in one direction.',
  ),
  limit: field(decimal, ({ limit }) => limit),
  value: field(orNull(decimal), (limit) => limit.value),
  unit: field(oneOf(UNITS), (limit) => limit.unit),
  allowance: field(
    decimal,
    (limit) => limit.allowance,
    'Between nothing used and the limit: the loss that a floor allows, or the limit.',
  ),
  used: field(
    orNull(decimal),
    (limit) => limit.used,
    'Part of the allowance; 0 while equity is above what a loss is measured from.',
  ),
  headroom: field(orNull(decimal), (limit) => limit.headroom),
  headroom_pct: field(orNull(decimal), shareOf),
})

const floorCodec = codecOf<RiskUtilisation>('RiskFloor')({
  rule: field(oneOf(ALL_RISK_RULES), ({ floor }) => floor.rule),
  equity: field(decimal, ({ floor }) => floor.equity),
  headroom: field(decimal, ({ floor }) => floor.headroom),
})

const dailyLossCodec = codecOf<{ readonly account: Account; readonly dailyLoss: DailyLoss }>('DailyLoss')({
  base: field(decimal, ({ dailyLoss }) => dailyLoss.base),
  warn_at: field(decimal, ({ dailyLoss }) => dailyLoss.warnAt),
  warned: field(flag, ({ account }) => account.day.isWarned),
  trading_day: field(calendarDate, ({ account }) => account.day.date),
})

const floorsAfterResetCodec = codecOf<RiskUtilisation['afterReset']>('FloorsAfterReset')({
  max_drawdown: field(decimal, ({ drawdown }) => drawdown),
  daily_loss_limit: field(orNull(decimal), ({ daily }) => daily),
})

const freezingEventCodec = codecOf<NewsEvent>('FreezingEvent')({
  id: field(text, ({ id }) => id),
  title: field(text, ({ title }) => title),
  impact: field(oneOf(IMPACTS), ({ impact }) => impact),
  at: field(time, ({ at }) => at),
})

const freezeCodec = codecOf<SymbolFreeze>('SymbolFreeze')({
  symbol: field(text, ({ symbol }) => symbol),
  in_force: field(flag, ({ isInForce }) => isInForce),
  starts_at: field(time, ({ freeze }) => freeze.startsAt),
  ends_at: field(time, ({ freeze }) => freeze.endsAt),
  event: field(freezingEventCodec, ({ freeze }) => freeze.event),
})

const deadlineCodec = codecOf<Deadline>('PositionDeadlines')({
  position_id: field(uuid, ({ position }) => position.id),
  symbol: field(text, ({ position }) => position.symbol),
  venue: field(venue, ({ position }) => position.venue),
  flat_by_at: field(
    orNull(time),
    ({ flatAt }) => flatAt,
    'When it is closed at the latest, or has to be, by `flat_by` of the plan; null: never.',
  ),
  freeze_at: field(
    orNull(time),
    ({ freezesAt }) => freezesAt,
    'When the news freeze of its symbol begins, or has begun; null: none is known.',
  ),
  grace_ends_at: field(
    orNull(time),
    (deadline) => deadline.graceEndsAt,
    'When it is closed, or a strike, unless it has stops for all of it by then; null while it has them, or needs none.',
  ),
  news_at: field(
    optional(orNull(time)),
    ({ newsAt }) => newsAt,
    'When the window of news begins, or has begun, within which profit does not count in full. Absent: no plan rule.',
  ),
  profit_counts_from: field(
    optional(orNull(time)),
    ({ countsFrom }) => countsFrom,
    'When the last of it has been held for long enough that its profit counts; null: it has. Absent: no plan rule.',
  ),
})

const objectiveCodec = codecOf<ObjectiveProgress>('ObjectiveProgress')({
  profit_target: field(decimal, (objective) => objective.profitTarget),
  profit: field(decimal, (objective) => objective.profit),
  trading_days: field(whole, (objective) => objective.tradedDays),
  min_trading_days: field(whole, (objective) => objective.tradingDaysMin),
  objectives: field(
    optional(listOf(objectiveStateCodec)),
    (objective) => objective.states,
    'As `GET …/objectives` tells them; absent of plan versions that say no more than these four.',
  ),
})

/** Where the account stands against the rules of its plan (contract: accounts and risk). */
export const riskCodec = codecOf<AccountRisk>('AccountRisk')({
  account_id: field(uuid, ({ account }) => account.id),
  state: field(oneOf(ACCOUNT_STATES), ({ account }) => account.state),
  state_reason: field(orNull(text), ({ account }) => account.stateReason),
  locked_until: field(orNull(time), ({ account }) => account.lockedUntil),
  stale: field(flag, ({ utilisation }) => !utilisation.isFresh),
  equity: field(decimal, ({ utilisation }) => utilisation.equity),
  balance: field(decimal, ({ account }) => account.balance),
  floor: field(floorCodec, ({ utilisation }) => utilisation),
  rules: field(listOf(limitCodec), ({ utilisation }) => utilisation.limits),
  daily_loss: field(orNull(dailyLossCodec), ({ account, utilisation: { dailyLoss } }) =>
    dailyLoss === null ? null : { account, dailyLoss },
  ),
  next_reset_at: field(time, ({ account }) => account.day.endsAt),
  floors_after_reset: field(floorsAfterResetCodec, ({ utilisation }) => utilisation.afterReset),
  news_freezes: field(listOf(freezeCodec), ({ utilisation }) => utilisation.freezes),
  news_windows: field(
    optional(listOf(freezeCodec)),
    ({ utilisation }) => utilisation.newsWindows,
    'Of a plan that freezes nothing around news, but takes off profit; absent of others.',
  ),
  deadlines: field(
    optional(listOf(deadlineCodec)),
    ({ utilisation }) => utilisation.deadlines,
    'Of each open position. Absent where the plan has no rule with such a moment.',
  ),
  strikes: field(
    optional(listOf(strikeStateCodec)),
    ({ utilisation }) => utilisation.strikes,
    'By rule; absent where the plan counts none.',
  ),
  objective: field(orNull(objectiveCodec), ({ utilisation }) => utilisation.objective),
  odds: field(optional(orNull(accountOddsCodec)), ({ asked }) => asked?.odds, 'If asked for.'),
  odds_reason: field(optional(orNull(text)), ({ asked }) => asked?.reason, 'Why there are none.'),
})
