/** The terms and the peak of a trailing stop, as orders and positions show them. */
import type { Order } from '../../core/model/order/order.js'
import type { Side } from '../../core/model/order/side.js'
import { shownPeak, type Trail } from '../../core/model/order/trail.js'
import { codecOf, field } from '../codec/codec.js'
import { decimal, orNull } from '../codec/kinds.js'

interface ShownTrail {
  readonly trail: Trail
  readonly side: Side
}

export const trailCodec = codecOf<ShownTrail>('Trail')({
  offset: field(orNull(decimal), ({ trail: { offset } }) => offset ?? null, 'Its distance as an amount.'),
  offset_pct: field(
    orNull(decimal),
    ({ trail: { offsetPct } }) => offsetPct ?? null,
    'The same in percent of the peak.',
  ),
  activation_price: field(
    orNull(decimal),
    ({ trail: { activationPrice } }) => activationPrice ?? null,
    'It begins to trail once the watched price has been there; null: from the beginning.',
  ),
  peak: field(
    orNull(decimal),
    ({ trail: of, side }) => shownPeak(of, side),
    'The highest watched price (SELL), or the lowest (BUY), that its trigger follows; null while it does not trail.',
  ),
})

/** Undefined of an order that does not trail. */
export const shownTrail = ({ trail, side }: Pick<Order, 'trail' | 'side'>): ShownTrail | undefined =>
  trail && { trail, side }
