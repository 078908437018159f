/**
 * Bodies of successful answers. They describe, for the documentation and for tests, what `wire/` writes: closed
 * objects, all fields present unless said otherwise, decimals as JSON numbers or, with `?decimals=string`, as text.
 */
import { SCOPES } from '@ats/contracts'
import Joi from 'joi'
import { ACCOUNT_STATES } from '../../core/model/account.js'
import { CANCELLED_BY, EVENT_TYPES } from '../../core/model/events.js'
import { ASSET_CLASSES, VENUE_IDS } from '../../core/model/instrument.js'
import { HOUSE_ACCOUNTS } from '../../core/model/ledger.js'
import { IMPACTS } from '../../core/model/news-event.js'
import { ORDER_KINDS, SIDES, TIMES_IN_FORCE, TRIGGER_STATES } from '../../core/model/order.js'
import { ORDER_STATUSES } from '../../core/model/order-status.js'
import { MARGIN_MODES } from '../../core/model/plan.js'
import { CLOSE_REASONS, DIRECTIONS } from '../../core/model/position.js'
import { RISK_RULES, SEVERITIES, UNITS } from '../../core/model/violation.js'
import { TRIGGER_SOURCES } from '../../core/model/trigger.js'
import { WARNINGS } from '../../core/decide/warnings.js'
import { DELIVERY_STATUSES } from '../../core/model/webhook-delivery.js'
import { CANDLE_INTERVALS } from '../../market/candles.js'
import { TEST_EVENT } from '../../wire/event-body.js'
import { MARKET_STATUSES } from '../../wire/market-bodies.js'
import { PREVIEWED_OF_FILL, PREVIEWED_OF_ORDER, PREVIEWED_OF_POSITION } from '../../wire/preview-body.js'
import { count, decimal, listOf, oneOf, oneOfOrNull, record, text, time, uuid, whole } from './response-fields.js'

const venue = oneOf(VENUE_IDS)
const side = oneOf(SIDES)
const flag = Joi.boolean()
const calendarDate = Joi.string().pattern(/^\d{4}-\d{2}-\d{2}$/)

/** A decimal under each of the names. */
const decimals = <K extends string>(...names: readonly K[]): Record<K, Joi.Schema> =>
  Object.fromEntries(names.map((name) => [name, decimal])) as Record<K, Joi.Schema>

const orderFields = {
  id: uuid,
  account_id: uuid,
  client_id: text.allow(null),
  symbol: text,
  venue,
  side,
  kind: oneOf(ORDER_KINDS),
  status: oneOf(ORDER_STATUSES),
  quantity: decimal,
  price: decimal
    .allow(null)
    .description(
      'The limit; of MARKET what it filled at on average; of a trigger without a limit the trigger, then the average.',
    ),
  limit_price: decimal
    .allow(null)
    .description('The limit, also of a trigger that has one; null where whatever the book gives is taken.'),
  filled_quantity: decimal,
  remaining_quantity: decimal,
  held_quantity: decimal,
  average_price: decimal.allow(null),
  requested_price: decimal.allow(null).description('The limit as it was sent, when it was off the tick.'),
  trigger_price: decimal.allow(null),
  requested_trigger_price: decimal.allow(null).description('The trigger as it was sent, when it was off the tick.'),
  trigger_by: oneOf(TRIGGER_SOURCES),
  trigger_state: oneOfOrNull(TRIGGER_STATES),
  tif: oneOf(TIMES_IN_FORCE),
  expires_at: time.allow(null),
  flags: record({ post_only: flag, reduce_only: flag, trigger_on_index: flag, trigger_on_mark: flag }),
  position_id: uuid.allow(null),
  parent_order_id: uuid.allow(null),
  reason: text.allow(null),
  fees: decimal,
  created_at: time,
  updated_at: time,
  version: count,
}
export const order = record(orderFields)
export const orders = listOf(order)

const warnings = listOf(oneOf(WARNINGS))
/** An order after it was changed. */
export const modifiedOrder = record({ ...orderFields, warnings })

/** Of an answer or event that is kept and given again byte for byte: it has what the version that made it knew. */
const later = (field: Joi.Schema, words: string): Joi.Schema =>
  field.optional().description(`${words} Absent from an answer or event made before the field came.`.trim())
const keptOrder = record({
  ...orderFields,
  limit_price: later(orderFields.limit_price, 'The limit, also of a trigger that has one; else null.'),
  requested_trigger_price: later(
    orderFields.requested_trigger_price,
    'The trigger as it was sent, when it was off the tick.',
  ),
})

const tradeFields = {
  id: uuid,
  order_id: uuid,
  position_id: uuid,
  account_id: uuid,
  client_id: text.allow(null),
  symbol: text,
  venue,
  side,
  ...decimals('quantity', 'price', 'fee'),
  liquidity: oneOf(['MAKER', 'TAKER']),
  realized_pnl: decimal,
  timestamp: time,
}
export const trade = record(tradeFields)
export const trades = listOf(trade)

const violated = {
  rule: oneOf(RISK_RULES),
  severity: oneOf(SEVERITIES),
  message: text,
  limit: decimal.allow(null),
  value: decimal.allow(null),
  unit: oneOfOrNull(UNITS),
}

/** Why an order was refused. `until`, where there is one, is when the rule lets go. */
export const violation = record({ ...violated, until: time.optional() })

const placed = {
  order: keptOrder.allow(null),
  trades,
  violations: listOf(violation),
  warnings: later(warnings, ''),
}

/** The answer to an order: the order and its immediate fills, or null and the reasons. */
export const placement = record(placed)

const protection = record({
  order_id: uuid,
  trigger_price: decimal.allow(null),
  trigger_by: oneOf(TRIGGER_SOURCES),
  price: decimal.allow(null),
  quantity: decimal,
})

const positionFields = {
  id: uuid,
  account_id: uuid,
  symbol: text,
  side,
  direction: oneOf(DIRECTIONS),
  ...decimals('quantity', 'entry_price', 'mark_price', 'unrealized_pnl', 'leverage'),
  venue,
  ...decimals('notional', 'margin'),
  liquidation_price: decimal.allow(null),
  ...decimals('realized_pnl', 'fees', 'funding'),
  take_profit: protection.allow(null),
  stop_loss: protection.allow(null),
  opened_at: time,
  liquidating: flag,
}
export const position = record(positionFields)
export const positions = listOf(position)

const pick = (fields: Readonly<Record<string, Joi.Schema>>, names: readonly string[]): Joi.ObjectSchema =>
  record(Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name))))
const previewFigures = record(decimals('balance', 'equity', 'used_margin', 'reserved_margin', 'free_margin'))

/** What an order would do, and the account before and after it. */
export const preview = record({
  order: pick(orderFields, PREVIEWED_OF_ORDER).allow(null),
  fills: listOf(pick(tradeFields, PREVIEWED_OF_FILL)),
  violations: listOf(violation),
  warnings,
  rules: listOf(
    record({
      rule: oneOf(RISK_RULES),
      verdict: oneOf(['KEPT', 'BROKEN']),
      severity: oneOf(SEVERITIES),
      limit: decimal.allow(null),
      value: decimal.allow(null),
      headroom: decimal.allow(null),
      unit: oneOfOrNull(UNITS),
    }),
  ),
  largest_quantity: decimal,
  position: pick(positionFields, PREVIEWED_OF_POSITION).allow(null),
  before: previewFigures,
  after: previewFigures,
})

/** A position after its protection was set. */
export const protectedPosition = record({ ...positionFields, warnings })

/** What new positions of a symbol take, and the most they could. */
export const leverage = record({ symbol: text, venue, ...decimals('leverage', 'max_leverage') })

/** The answer to a close: that of its order, and what remains open. */
export const closeAnswer = record({ ...placed, position: position.allow(null) })

export const closedPosition = record({
  id: uuid,
  account_id: uuid,
  symbol: text,
  side,
  direction: oneOf(DIRECTIONS),
  ...decimals('quantity', 'entry_price', 'exit_price', 'realized_pnl', 'fees', 'funding', 'leverage'),
  venue,
  opened_at: time,
  closed_at: time,
  close_reason: oneOf(CLOSE_REASONS),
  r_multiple: decimal.allow(null),
})
export const closedPositions = listOf(closedPosition)

/** `failed` holds those that could not be cancelled, and why. */
export const cancelAllAnswer = record({
  cancelled: listOf(keptOrder),
  failed: listOf(record({ order_id: uuid, message: text })),
})

const riskConfig = record({
  currency: text,
  initial_balance: decimal,
  max_drawdown: record({
    mode: oneOf(['STATIC', 'TRAILING_EOD', 'TRAILING_INTRADAY']),
    pct: decimal,
    lock_at_initial: flag,
  }),
  daily_loss: record({
    pct: decimal,
    base: oneOf(['INITIAL', 'BALANCE', 'EQUITY', 'HIGHER_OF']),
    reset_time: text,
    reset_tz: text,
    warn_at_pct: decimal,
    action: oneOf(['TERMINATE', 'LOCK']),
  }),
  news_freeze: record({
    before_minutes: whole,
    after_minutes: whole,
    impacts: listOf(text),
    scope: oneOf(['OPENING', 'ALL']),
  }).allow(null),
  exposure: record({
    ...decimals('max_symbol_notional', 'max_total_notional', 'max_leverage'),
    max_open_orders: whole,
    max_positions: whole,
    margin_mode: oneOf(MARGIN_MODES),
  }),
  objective: record({ profit_target_pct: decimal, min_trading_days: whole }).allow(null),
})

export const plan = record({
  id: text,
  version: count,
  name: text,
  currency: text,
  initial_balance: decimal,
  allowed_venues: listOf(venue),
  risk_config: riskConfig,
})
export const plans = listOf(plan)

export const account = record({
  id: uuid,
  plan_id: text,
  plan_version: count,
  challenge_id: text.allow(null),
  name: text,
  state: oneOf(ACCOUNT_STATES),
  state_reason: text.allow(null),
  locked_until: time.allow(null),
  currency: text,
  ...decimals('initial_balance', 'balance'),
  balances: listOf(record({ currency: text, ...decimals('total', 'available', 'locked') })),
  ...decimals('day_start_balance', 'day_start_equity', 'high_water_mark'),
  allowed_venues: listOf(venue),
  default_venue: oneOfOrNull(VENUE_IDS),
  risk_config: riskConfig,
  created_at: time,
})
export const accountsList = listOf(account)

export const summary = record({
  ...decimals('equity', 'free_margin', 'used_margin', 'reserved_margin', 'unrealized_pnl', 'realized_pnl', 'balance'),
  currency: text,
  trading_day: calendarDate,
  day_ends_at: time,
})

const limitUtilisation = record({
  rule: oneOf(RISK_RULES),
  symbol: text.allow(null),
  limit: decimal,
  value: decimal.allow(null),
  unit: oneOf(UNITS),
  headroom: decimal.allow(null),
  headroom_pct: decimal.allow(null),
})
const newsFreeze = record({
  symbol: text,
  in_force: flag,
  starts_at: time,
  ends_at: time,
  event: record({ id: text, title: text, impact: oneOf(IMPACTS), at: time }),
})

/** Where the account stands against the rules of its plan. */
export const risk = record({
  account_id: uuid,
  state: oneOf(ACCOUNT_STATES),
  state_reason: text.allow(null),
  locked_until: time.allow(null),
  stale: flag,
  ...decimals('equity', 'balance'),
  floor: record({ rule: oneOf(RISK_RULES), ...decimals('equity', 'headroom') }),
  rules: listOf(limitUtilisation),
  daily_loss: record({ ...decimals('base', 'warn_at'), warned: flag, trading_day: calendarDate }),
  next_reset_at: time,
  floors_after_reset: record(decimals('max_drawdown', 'daily_loss_limit')),
  news_freezes: listOf(newsFreeze),
  objective: record({ ...decimals('profit_target', 'profit'), trading_days: whole, min_trading_days: whole }).allow(
    null,
  ),
})

export const transfers = listOf(
  record({
    id: uuid,
    account_id: uuid,
    house: oneOf(HOUSE_ACCOUNTS),
    direction: oneOf(['IN', 'OUT']),
    ...decimals('amount', 'balance_after'),
    fill_id: uuid.allow(null),
    position_id: uuid.allow(null),
    created_at: time,
  }),
)

export const equityCurve = record({
  account_id: uuid,
  currency: text,
  interval: oneOf(CANDLE_INTERVALS),
  from: time,
  to: time,
  points: listOf(record({ timestamp: time, balance: decimal, equity: decimal.allow(null) })),
})

const fundingSums = decimals('paid', 'received', 'net')
const fundingPayment = record({
  id: uuid,
  position_id: uuid,
  symbol: text,
  venue,
  ...decimals('amount', 'rate'),
  funding_at: time,
  timestamp: time,
})

/** Amounts above 0 were received; `paid` and `received` are never negative. */
export const funding = record({
  account_id: uuid,
  currency: text,
  from: time.allow(null),
  to: time.allow(null),
  totals: record(fundingSums),
  by_asset_class: record(
    Object.fromEntries(
      ASSET_CLASSES.map((assetClass) => [assetClass, record({ ...fundingSums, payments: listOf(fundingPayment) })]),
    ),
  ),
})

export const breach = record({
  id: uuid,
  ...violated,
  ...decimals('equity', 'balance'),
  action: oneOf(['NONE', 'LOCKED', 'LIQUIDATED', 'TERMINATED']),
  occurred_at: time,
})
export const breaches = listOf(breach)

/** The breaches that break a rule of the plan for good. */
export const hardViolations = listOf(breach.keys({ severity: oneOf(['HARD']).required() }))

/** What an event is about: which of these it holds depends on its type. */
const eventData = record({
  order: keptOrder.optional(),
  trade: trade.optional(),
  position: closedPosition.optional(),
  breach: breach.optional(),
  cancelled_by: oneOf(CANCELLED_BY).optional(),
})
export const events = listOf(
  record({
    id: uuid,
    type: oneOf(EVENT_TYPES),
    created_at: time,
    sequence: count,
    account_id: uuid,
    data: eventData,
  }),
)

export const webhookDelivery = record({
  id: uuid,
  event_id: uuid,
  event_type: oneOf([...EVENT_TYPES, TEST_EVENT]),
  account_id: uuid.allow(null),
  sequence: whole,
  key_id: uuid,
  url: text,
  status: oneOf(DELIVERY_STATUSES),
  next_attempt_at: time.allow(null),
  created_at: time,
  attempts: listOf(
    record({
      number: count,
      started_at: time,
      duration_ms: whole,
      status: whole.allow(null),
      answer: text.allow('', null),
      error: text.allow(null),
    }),
  ),
})
export const webhookDeliveries = listOf(webhookDelivery)

/** `next_from` is null when there was no more. */
export const redelivered = record({ redelivered: whole, next_from: time.allow(null) })

export const analytics = record({
  trades: whole,
  win_rate: decimal,
  profit_factor: decimal.allow(null),
  avg_r: decimal.allow(null),
  expectancy: decimal,
  average_win: decimal.allow(null),
  average_loss: decimal.allow(null),
  max_drawdown: decimal,
  exposure_breakdown: record({
    by_asset_class: record(decimals(...ASSET_CLASSES)),
    by_venue: record(decimals(...VENUE_IDS)),
    total: decimal,
  }),
})

export const keyInfo = record({
  key_id: uuid,
  user_id: text,
  permissions: listOf(oneOf(SCOPES)),
  ip_whitelist: listOf(text),
  expires_at: time.allow(null),
  rate_limit: record({ limit: whole, remaining: whole, reset_at: time }),
})

/** A null price is the way back to the feed. */
export const sandboxMove = record({ symbol: text, price: decimal.allow(null), over_ms: whole, starts_at: time })

const marketStatus = oneOf(MARKET_STATUSES)

export const price = record({
  symbol: text,
  last_price: decimal,
  mark_price: decimal,
  index_price: decimal,
  bid: decimal,
  ask: decimal,
  timestamp: time,
  stale: flag,
  market_status: marketStatus,
})

/** `[price, quantity]` each, best first. */
const bookSide = listOf(Joi.array().items(decimal).length(2))

export const orderbook = record({
  symbol: text,
  depth: whole,
  bids: bookSide,
  asks: bookSide,
  sequence: whole,
  timestamp: time,
})

export const publicTrades = listOf(
  record({ id: text, symbol: text, side, quantity: decimal, price: decimal, timestamp: time }),
)

export const candles = listOf(
  record({
    timestamp: time,
    open: decimal,
    high: decimal,
    low: decimal,
    close: decimal,
    volume: decimal,
    closed: flag,
  }),
)

export const metrics = record({
  symbol: text,
  open_interest: decimal,
  recent_volume: decimal,
  last_funding_rate: decimal,
  next_funding_at: time,
  window: oneOf(['24h']),
})

const tickerRows = listOf(
  record({
    symbol: text,
    base: text,
    quote: text,
    venues: listOf(venue),
    tick_size: decimal,
    lot_size: decimal,
    max_leverage: decimal,
    status: marketStatus,
  }),
)

/** Tradable symbols by asset class. */
export const tickers = record(Object.fromEntries(ASSET_CLASSES.map((assetClass) => [assetClass, tickerRows])))

const terms = {
  max_leverage: decimal,
  funding_cadence: Joi.string().pattern(/^\d+h$/),
  min_quantity: decimal,
  min_notional: decimal,
  maintenance_margin_rate: decimal,
  taker_fee_rate: decimal,
  maker_fee_rate: decimal,
}
const timeOfDay = Joi.string().pattern(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/)

export const tickerMetadata = record({
  symbol: text,
  asset_class: oneOf(ASSET_CLASSES),
  base: text,
  quote: text,
  venues: listOf(venue),
  primary_venue: venue,
  tick_size: decimal,
  lot_size: decimal,
  ...terms,
  venue_terms: listOf(record({ venue, ...terms })),
  trading_hours: record({
    always_open: flag,
    time_zone: text.allow(null),
    sessions: listOf(
      record({
        day: oneOf(['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']),
        open: timeOfDay,
        close: timeOfDay,
      }),
    ),
  }),
})

const cap = record({ default: whole, max: whole })

export const config = record({
  version: text,
  server_time: time,
  environment: text,
  orderbook: record({ default_depth: whole, max_depth: whole }),
  venues: listOf(record({ id: venue, mode: oneOf(['paper', 'live']), status: oneOf(['up', 'down']) })),
  limits: record({
    requests_per_minute: whole,
    public_requests_per_minute: whole.allow(null),
    body_bytes: whole,
    accounts_per_user: whole,
    active_keys_per_user: whole,
    history: cap,
    public_trades: cap,
  }),
  order: record({
    kinds: listOf(oneOf(ORDER_KINDS)),
    tifs: listOf(oneOf(TIMES_IN_FORCE)),
    statuses: listOf(oneOf(ORDER_STATUSES)),
  }),
  risk_rules: listOf(oneOf(RISK_RULES)),
  features: Joi.object().pattern(Joi.any(), flag),
})

/** What a 409 says besides `error`: why, and what it is about. */
export const conflictDetails = record({
  reason: oneOf([
    'client_id_reuse',
    'in_progress',
    'order_not_working',
    'version',
    'account_exists',
    'account_limit',
    'not_entitled',
    'no_webhook',
  ]),
  client_id: text.optional(),
  account_id: uuid.optional(),
  order: order.optional(),
})

/** What a 422 says besides `error`: every rule that refused the change. */
export const riskRejectedDetails = record({ violations: listOf(violation) })

/** What a 404 of the ticker search adds when several instruments match. */
export const candidatesDetails = record({ candidates: listOf(text).optional() })
