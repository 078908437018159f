import { armedSwitchCodec, switchCodec, switchNowCodec } from '../../../wire/account/dead-man-switch-codec.js'
import { listOf, record, time, uuid } from '../../../wire/codec/schemas.js'
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

export const armedSwitch = armedSwitchCodec.schema
export const deadManSwitch = switchCodec.schema
export const switchNow = switchNowCodec.schema
