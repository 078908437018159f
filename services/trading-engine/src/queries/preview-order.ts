/** Previews an order: decided like any other, then discarded. The answer is JSON. */
import { requestProblem } from '../wire/request-problem.js'
import type { Order } from '../core/model/order/order.js'
import type { PlaceOrder } from '../core/decide/prepare-order.js'
import { previewPlace } from '../core/decide/preview-place.js'
import type { WriteDecimal } from '../wire/decimals.js'
import { previewCodec } from '../wire/order/preview-codec.js'
import type { AccountRead } from './read-account.js'

export function previewOrder(
  { account, context }: AccountRead,
  order: PlaceOrder,
  endedParent: Order | null,
  write: WriteDecimal,
): string {
  const outcome = previewPlace(account, order, context, endedParent)
  if (outcome.kind === 'problem') throw requestProblem(outcome.problem, write)
  return previewCodec.json({ preview: outcome.answer, before: account, context }, write)
}
