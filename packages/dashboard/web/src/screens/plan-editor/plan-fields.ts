import type { JsonNode } from './json/parse-json.js'

/** How a field is typed: each is written as the JSON that the engine takes. */
export type FieldKind = 'text' | 'decimal' | 'whole' | 'flag' | 'choice' | 'set'

export interface PlanField {
  /** Its path in the document, joined by dots: the name of its words, too. */
  readonly name: string
  readonly kind: FieldKind
  /** The values of a choice or a set. */
  readonly options?: readonly string[]
  /** Written by the engine where the document has none. */
  readonly absent?: string
  /** Left out of the document while it is empty. */
  readonly mayBeEmpty?: true
  /** Shown where another field has this value; and where the document has it anyway. */
  readonly onlyWith?: { readonly name: string; readonly value: string }
}

/** Fields under one heading; one with `optional` may be left out as a whole, and `template` is what it begins with. */
export interface PlanSection {
  readonly name: SectionName
  readonly fields: readonly PlanField[]
  readonly optional?: { readonly path: string; readonly template: object; readonly off: 'null' | 'absent' }
}

export type SectionName =
  'plan' | 'day' | 'drawdown' | 'stop' | 'daily' | 'exposure' | 'objective' | 'payouts' | 'news' | 'costs' | 'execution'

const field = (name: string, kind: FieldKind, options?: readonly string[]): PlanField => ({
  name,
  kind,
  ...(options === undefined ? {} : { options }),
})

const DAY = 'risk_config.trading_day'
const DRAWDOWN = 'risk_config.max_drawdown'
const DAILY = 'risk_config.daily_loss'
const EXPOSURE = 'risk_config.exposure'
const OBJECTIVE = 'risk_config.objective'
const PAYOUTS = 'risk_config.payouts'
const NEWS = 'risk_config.news_freeze'
const COSTS = 'venue_costs'

const MODES = ['STATIC', 'TRAILING_EOD', 'TRAILING_CLOSED', 'TRAILING_INTRADAY', 'PCT_OF_PEAK']

/** The fields that say which figure is compared with a floor, and when. */
const judgedFields = (rule: string): readonly PlanField[] => [
  { ...field(`${rule}.includes_open_pnl`, 'flag'), absent: 'true' },
  { ...field(`${rule}.evaluation`, 'choice', ['INTRADAY', 'END_OF_DAY']), absent: 'INTRADAY' },
]

const DAILY_LOSS = {
  ...{ pct: '5', reference: 'BALANCE', amount_base: 'INITIAL', includes_open_pnl: true, evaluation: 'INTRADAY' },
  ...{ warn_at_pct: '80', action: 'TERMINATE' },
}

export const PLAN_SECTIONS: readonly PlanSection[] = [
  {
    name: 'plan',
    fields: [
      field('id', 'text'),
      field('name', 'text'),
      field('currency', 'choice', ['USD']),
      field('initial_balance', 'decimal'),
      field('allowed_venues', 'set', ['GMX', 'OSTIUM']),
      { ...field('source_url', 'text'), mayBeEmpty: true },
      { ...field('verified_on', 'text'), mayBeEmpty: true },
    ],
  },
  { name: 'day', fields: [field(`${DAY}.reset_time`, 'text'), field(`${DAY}.reset_tz`, 'text')] },
  {
    name: 'drawdown',
    fields: [
      field(`${DRAWDOWN}.mode`, 'choice', MODES),
      { ...field(`${DRAWDOWN}.pct`, 'decimal'), mayBeEmpty: true },
      { ...field(`${DRAWDOWN}.amount`, 'decimal'), mayBeEmpty: true },
      { ...field(`${DRAWDOWN}.peak_of`, 'choice', ['BALANCE', 'EQUITY']), mayBeEmpty: true },
      ...judgedFields(DRAWDOWN),
      { ...field(`${DRAWDOWN}.on_first_payout`, 'choice', ['KEEP', 'INITIAL']), absent: 'KEEP' },
    ],
  },
  {
    name: 'stop',
    fields: [field(`${DRAWDOWN}.lock_at.offset`, 'decimal')],
    optional: { path: `${DRAWDOWN}.lock_at`, template: { offset: '0' }, off: 'absent' },
  },
  {
    name: 'daily',
    fields: [
      { ...field(`${DAILY}.pct`, 'decimal'), mayBeEmpty: true },
      { ...field(`${DAILY}.amount`, 'decimal'), mayBeEmpty: true },
      field(`${DAILY}.reference`, 'choice', ['BALANCE', 'EQUITY', 'HIGHER_OF', 'DAY_HIGH']),
      { ...field(`${DAILY}.amount_base`, 'choice', ['INITIAL', 'REFERENCE']), mayBeEmpty: true },
      ...judgedFields(DAILY),
      field(`${DAILY}.warn_at_pct`, 'decimal'),
      field(`${DAILY}.action`, 'choice', ['TERMINATE', 'LOCK']),
    ],
    optional: { path: DAILY, template: DAILY_LOSS, off: 'null' },
  },
  {
    name: 'exposure',
    fields: [
      field(`${EXPOSURE}.max_symbol_notional`, 'decimal'),
      field(`${EXPOSURE}.max_total_notional`, 'decimal'),
      field(`${EXPOSURE}.max_leverage`, 'decimal'),
      field(`${EXPOSURE}.max_open_orders`, 'whole'),
      field(`${EXPOSURE}.max_positions`, 'whole'),
      { ...field(`${EXPOSURE}.margin_mode`, 'choice', ['CROSS', 'ISOLATED']), absent: 'ISOLATED' },
    ],
  },
  {
    name: 'objective',
    fields: [field(`${OBJECTIVE}.profit_target_pct`, 'decimal'), field(`${OBJECTIVE}.min_trading_days`, 'whole')],
    optional: { path: OBJECTIVE, template: { profit_target_pct: '10', min_trading_days: 0 }, off: 'null' },
  },
  {
    name: 'payouts',
    fields: [
      field(`${PAYOUTS}.first_after_days`, 'whole'),
      field(`${PAYOUTS}.every_days`, 'whole'),
      field(`${PAYOUTS}.min_amount`, 'decimal'),
      { ...field(`${PAYOUTS}.max_amount`, 'decimal'), mayBeEmpty: true },
      { ...field(`${PAYOUTS}.max_pct_of_balance`, 'decimal'), mayBeEmpty: true },
      { ...field(`${PAYOUTS}.max_pct_of_profit`, 'decimal'), mayBeEmpty: true },
      field(`${PAYOUTS}.buffer_amount`, 'decimal'),
      field(`${PAYOUTS}.flat`, 'flag'),
    ],
    optional: {
      path: PAYOUTS,
      template: {
        ...{ first_after_days: 14, every_days: 14, min_amount: '100', buffer_amount: '0' },
        ...{ split: [{ pct: '80' }], flat: true },
      },
      off: 'absent',
    },
  },
  {
    name: 'news',
    fields: [
      field(`${NEWS}.before_minutes`, 'whole'),
      field(`${NEWS}.after_minutes`, 'whole'),
      field(`${NEWS}.impacts`, 'set', ['LOW', 'MEDIUM', 'HIGH']),
      field(`${NEWS}.scope`, 'choice', ['OPENING', 'ALL']),
    ],
    optional: {
      path: NEWS,
      template: { before_minutes: 2, after_minutes: 2, impacts: ['HIGH'], scope: 'OPENING' },
      off: 'null',
    },
  },
  {
    name: 'costs',
    fields: [
      field(`${COSTS}.borrowing`, 'flag'),
      field(`${COSTS}.rollover`, 'flag'),
      field(`${COSTS}.oracle_fee`, 'flag'),
      field(`${COSTS}.overnight_leverage`, 'choice', ['OFF', 'LIMIT', 'CLOSE']),
    ],
    optional: {
      path: COSTS,
      template: { borrowing: false, rollover: false, oracle_fee: false, overnight_leverage: 'OFF' },
      off: 'absent',
    },
  },
  {
    name: 'execution',
    fields: [
      { ...field('execution', 'choice', ['PAPER', 'LIVE']), absent: 'PAPER' },
      { ...field('max_slippage_pct', 'decimal'), mayBeEmpty: true, onlyWith: { name: 'execution', value: 'LIVE' } },
    ],
  },
]

export const PLAN_FIELDS: readonly PlanField[] = PLAN_SECTIONS.flatMap(({ fields }) => fields)

export const pathOf = (name: string): readonly string[] => name.split('.')

/** A new plan, before anything of it is said. */
export const EMPTY_PLAN = {
  id: '',
  name: '',
  currency: 'USD',
  initial_balance: '100000',
  allowed_venues: ['GMX', 'OSTIUM'],
  risk_config: {
    trading_day: { reset_time: '00:00', reset_tz: 'UTC' },
    max_drawdown: {
      ...{ mode: 'STATIC', pct: '10', includes_open_pnl: true, evaluation: 'INTRADAY', on_first_payout: 'KEEP' },
    },
    daily_loss: DAILY_LOSS,
    news_freeze: null,
    exposure: {
      ...{ max_symbol_notional: '500000', max_total_notional: '1000000', max_leverage: '20' },
      ...{ max_open_orders: 200, max_positions: 50, margin_mode: 'CROSS' },
    },
    objective: null,
  },
}

/** The paths of all that is in the document but not on the form: it stays as it is. */
export function unknownPaths(root: JsonNode, path: readonly string[] = []): readonly string[] {
  const name = path.join('.')
  const isField = PLAN_FIELDS.some((known) => known.name === name)
  const leads = name === '' || PLAN_FIELDS.some((known) => known.name.startsWith(`${name}.`))
  if (isField) return []
  if (!leads) return [name]
  return root.kind === 'object'
    ? root.members.flatMap((member) => unknownPaths(member.value, [...path, member.name]))
    : []
}
