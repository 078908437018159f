/** The rules of every plan: its day, its floors, and how much may be open. */
import { field, optionalField, type PlanField, type PlanSection } from './section.js'

const DAY = 'risk_config.trading_day'
const DRAWDOWN = 'risk_config.max_drawdown'
const LOCK = `${DRAWDOWN}.lock_at`
const STOP_AT = { offset: '0' }
const DAILY = 'risk_config.daily_loss'
const EXPOSURE = 'risk_config.exposure'
const CLASSES = `${EXPOSURE}.by_class`

const MODES = ['STATIC', 'TRAILING_EOD', 'TRAILING_CLOSED', 'TRAILING_INTRADAY', 'PCT_OF_PEAK']

export const ASSET_CLASSES = ['crypto', 'forex', 'commodity', 'equity', 'index']

/** The fields that say which figure is compared with a floor, and when. */
const judgedFields = (rule: string): readonly PlanField[] => [
  { ...field(`${rule}.includes_open_pnl`, 'flag'), absent: 'true' },
  { ...field(`${rule}.evaluation`, 'choice', ['INTRADAY', 'END_OF_DAY']), absent: 'INTRADAY' },
]

export const DAILY_LOSS = {
  ...{ pct: '5', reference: 'BALANCE', amount_base: 'INITIAL', includes_open_pnl: true, evaluation: 'INTRADAY' },
  ...{ warn_at_pct: '80', action: 'TERMINATE' },
}

/** A class without a cap is not in the document. */
const capFields = (name: string): readonly PlanField[] =>
  (
    [
      ['max_notional', 'decimal'],
      ['max_margin_pct', 'decimal'],
      ['max_positions', 'whole'],
    ] as const
  ).map(([cap, kind]) => ({ ...field(`${CLASSES}.${name}.${cap}`, kind), mayBeEmpty: 'with-parent' }))

export const FLOOR_SECTIONS: readonly PlanSection[] = [
  { name: 'day', fields: [field(`${DAY}.reset_time`, 'text'), field(`${DAY}.reset_tz`, 'text')] },
  {
    name: 'drawdown',
    fields: [
      field(`${DRAWDOWN}.mode`, 'choice', MODES),
      optionalField(`${DRAWDOWN}.pct`, 'decimal'),
      optionalField(`${DRAWDOWN}.amount`, 'decimal'),
      optionalField(`${DRAWDOWN}.peak_of`, 'choice', ['BALANCE', 'EQUITY']),
      ...judgedFields(DRAWDOWN),
      { ...field(`${DRAWDOWN}.on_first_payout`, 'choice', ['KEEP', 'INITIAL']), absent: 'KEEP' },
    ],
  },
  {
    name: 'stop',
    fields: [
      {
        ...field(LOCK, 'choice', ['OFFSET', 'TARGET']),
        object: { value: 'OFFSET', template: STOP_AT },
      },
      { ...field(`${LOCK}.offset`, 'decimal'), onlyWith: { name: LOCK, values: ['OFFSET'] } },
    ],
    optional: { path: LOCK, template: STOP_AT, off: 'absent' },
  },
  {
    name: 'daily',
    fields: [
      optionalField(`${DAILY}.pct`, 'decimal'),
      optionalField(`${DAILY}.amount`, 'decimal'),
      field(`${DAILY}.reference`, 'choice', ['BALANCE', 'EQUITY', 'HIGHER_OF', 'DAY_HIGH']),
      optionalField(`${DAILY}.amount_base`, 'choice', ['INITIAL', 'REFERENCE']),
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
    name: 'classes',
    fields: ASSET_CLASSES.flatMap(capFields),
    optional: { path: CLASSES, template: { crypto: { max_notional: '100000' } }, off: 'absent' },
  },
]
