import type { Account, Order } from '@ats/sdk'
import { completeId, endsWith, isWholeId } from '../short-id.js'

/** The latest orders that are looked through. */
const LATEST = 500

/** The id of an order of which the end was given: among the working ones, then among the latest of all. */
export async function completeOrderId(account: Account, text: string): Promise<string> {
  if (isWholeId(text)) return text
  const working = idsOf(await account.workingOrders())
  if (working.some((id) => endsWith(id, text))) return completeId('order', text, working)
  return completeId('order', text, idsOf(await account.orders().take(LATEST)))
}

const idsOf = (orders: readonly Order[]): readonly string[] => orders.map(({ id }) => id)
