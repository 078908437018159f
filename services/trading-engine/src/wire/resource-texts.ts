import type { Fill } from '../core/model/order/fill.js'
import type { Order } from '../core/model/order/order.js'
import { asNumber, type WriteDecimal } from './decimals.js'
import type { Kind } from './codec/kinds.js'
import { orderCodec } from './order/order-codec.js'
import { tradeCodec } from './order/trade-codec.js'

/** The JSON texts of a decision's orders and trades, each made once: its response and its events contain them. */
export interface ResourceTexts {
  order(order: Order, write: WriteDecimal): string
  trade(fill: Fill, write: WriteDecimal): string
}

export function createResourceTexts(): ResourceTexts {
  const made = new Map<unknown, string>()
  const once =
    <T>({ json }: Kind<T>) =>
    (resource: T, write: WriteDecimal): string => {
      if (write !== asNumber) return json(resource, write)
      const known = made.get(resource)
      if (known !== undefined) return known
      const text = json(resource, write)
      made.set(resource, text)
      return text
    }
  return { order: once(orderCodec), trade: once(tradeCodec) }
}
