import { cancelRequestedAt } from '../../core/model/live/live-order.js'
import type { Stopped } from '../../core/decide/decide-kill-switch.js'
import type { Figures } from '../../core/margin/figures.js'
import type { Order } from '../../core/model/order/order.js'
import { codecOf, field } from '../codec/codec.js'
import { listOf, time, uuid } from '../codec/kinds.js'
import { accountCodec } from './account-codec.js'

const cancellingCodec = codecOf<Order>('CancellingOrder')({
  order_id: field(uuid, ({ id }) => id),
  cancel_requested_at: field(time, ({ live }) => (live === undefined ? 0 : (cancelRequestedAt(live) ?? 0))),
})

/** The outcome of a kill switch. */
export const stoppedCodec = codecOf<Stopped & { readonly figures: Figures }>('KillSwitchResult')({
  account: field(accountCodec, (stopped) => stopped),
  cancelled: field(listOf(uuid), ({ cancelled }) => cancelled, 'Ids of the orders it cancelled.'),
  closed: field(listOf(uuid), ({ closed }) => closed, 'Ids of the positions it closed.'),
  liquidating: field(
    listOf(uuid),
    ({ liquidating }) => liquidating,
    'Ids of the positions that are closed as soon as they can be.',
  ),
  cancelling: field(
    listOf(cancellingCodec),
    ({ cancelling }) => cancelling,
    'Orders of a LIVE account that their venues have yet to cancel; a fill that comes first wins.',
  ),
})
