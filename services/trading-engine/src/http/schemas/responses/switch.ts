import { SWITCH_ACTIONS } from '../../../core/model/account/trader-switch.js'
import { ORIGINS } from '../../../core/model/order/origin.js'
import { flag, listOf, oneOf, oneOfOrNull, record, time, uuid, whole } from '../../../wire/codec/schemas.js'
import { account } from './account.js'

export const stopped = record({
  account,
  cancelled: listOf(uuid).description('Ids of the orders it cancelled.'),
  closed: listOf(uuid).description('Ids of the positions it closed.'),
  liquidating: listOf(uuid).description('Ids of the positions that are closed as soon as they can be.'),
  cancelling: listOf(record({ order_id: uuid, cancel_requested_at: time })).description(
    'Orders of a LIVE account that their venues have yet to cancel; a fill that comes first wins.',
  ),
})

const ORIGIN = 'Where its last heartbeat came from; null where an earlier version took it.'

export const armedSwitch = record({
  account_id: uuid,
  armed: flag,
  timeout_ms: whole,
  action: oneOf(SWITCH_ACTIONS),
  armed_at: time.description('Its first heartbeat since it last ran out or was disarmed.'),
  expires_at: time.description('When it runs out without another heartbeat.'),
  origin: oneOfOrNull(ORIGINS).description(ORIGIN),
  key_id: uuid.allow(null).description('The key that it came through, if any.'),
})

/** The same fields are null while none is armed. */
export const deadManSwitch = record({
  account_id: uuid,
  armed: flag,
  timeout_ms: whole.allow(null),
  action: oneOfOrNull(SWITCH_ACTIONS),
  armed_at: time.allow(null),
  expires_at: time.allow(null),
  origin: oneOfOrNull(ORIGINS),
  key_id: uuid.allow(null),
})

export const switchNow = deadManSwitch.keys({
  last_ran_out_at: time.allow(null).required().description('When it acted last: armed or not, it has acted then.'),
})
