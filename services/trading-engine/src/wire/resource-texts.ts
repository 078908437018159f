import type { Fill } from '../core/model/order/fill.js'
import type { Order } from '../core/model/order/order.js'
import { asNumber, type WriteDecimal } from './decimals.js'
import { orderBody } from './order/order-body.js'
import { tradeBody } from './order/trade-body.js'

/** The JSON texts of a decision's orders and trades, each made once: its response and its events contain them. */
export interface ResourceTexts {
  order(order: Order, write: WriteDecimal): string
  trade(fill: Fill, write: WriteDecimal): string
}

export function createResourceTexts(): ResourceTexts {
  const made = new Map<unknown, string>()
  const once =
    <T>(body: (resource: T, write: WriteDecimal) => Record<string, unknown>) =>
    (resource: T, write: WriteDecimal): string => {
      if (write !== asNumber) return JSON.stringify(body(resource, write))
      const known = made.get(resource)
      if (known !== undefined) return known
      const text = JSON.stringify(body(resource, write))
      made.set(resource, text)
      return text
    }
  return { order: once(orderBody), trade: once(tradeBody) }
}
