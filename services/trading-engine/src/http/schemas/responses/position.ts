import { CLOSE_REASONS, DIRECTIONS } from '../../../core/model/position.js'
import { TRIGGER_SOURCES } from '../../../core/model/trigger.js'
import { decimal, decimals, flag, listOf, oneOf, record, side, text, time, uuid, venue } from '../response-fields.js'
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
  ...decimals('realized_pnl', 'fees', 'funding'),
  take_profit: protection.allow(null),
  stop_loss: protection.allow(null),
  opened_at: time,
  liquidating: flag,
}

export const position = record(positionFields)
export const positions = listOf(position)

/** A position after its protection was set. */
export const protectedPosition = record({ ...positionFields, warnings })

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
