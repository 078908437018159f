import { CLOSE_REASONS, DIRECTIONS } from '../../../core/model/account/position.js'
import { TRIGGER_SOURCES } from '../../../core/model/order/trigger.js'
import {
  decimal,
  decimals,
  flag,
  later,
  listOf,
  oneOf,
  record,
  side,
  text,
  tick,
  time,
  uuid,
  venue,
} from '../../../wire/codec/schemas.js'
import { warnings } from './violation.js'

const protection = record({
  order_id: uuid,
  trigger_price: decimal.allow(null),
  trigger_by: oneOf(TRIGGER_SOURCES),
  price: decimal.allow(null),
  quantity: decimal,
})

export const positionFields = {
  id: uuid,
  account_id: uuid,
  symbol: text,
  side,
  direction: oneOf(DIRECTIONS),
  ...decimals('quantity', 'entry_price', 'mark_price', 'unrealized_pnl', 'leverage'),
  venue,
  ...decimals('notional', 'margin'),
  liquidation_price: decimal.allow(null),
  ...decimals('realized_pnl', 'fees', 'funding', 'borrowing', 'rollover'),
  take_profit: protection.allow(null),
  stop_loss: protection.allow(null),
  opened_at: time,
  liquidating: flag,
}

export const position = record(positionFields)
export const positions = listOf(position)

/** A position after its protection was set. */
export const protectedPosition = record({ ...positionFields, warnings })

const closedFields = {
  id: uuid,
  account_id: uuid,
  symbol: text,
  side,
  direction: oneOf(DIRECTIONS),
  ...decimals(
    'quantity',
    'entry_price',
    'exit_price',
    'realized_pnl',
    'fees',
    'funding',
    'borrowing',
    'rollover',
    'leverage',
  ),
  venue,
  opened_at: time,
  closed_at: time,
  close_reason: oneOf(CLOSE_REASONS),
  liquidation_tick: tick('The tick at whose marks it was liquidated; null of one that was not'),
  r_multiple: decimal.allow(null),
}

export const closedPosition = record(closedFields)
/** As an event has kept it. */
export const keptClosedPosition = record({
  ...closedFields,
  liquidation_tick: later(closedFields.liquidation_tick, 'The tick at whose marks it was liquidated, if it was.'),
})
export const closedPositions = listOf(closedPosition)
