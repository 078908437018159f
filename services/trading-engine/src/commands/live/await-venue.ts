/**
 * Answers of changes to what is at a venue wait for its answer, outside the account's queue: as long as somebody is
 * likely to stay on the line, and no longer. A PAPER account never waits.
 */
import type { Pool } from 'pg'
import type { Account } from '../../core/model/account/account.js'
import { isUnderWay } from '../../core/model/live/live-order.js'
import type { Order } from '../../core/model/order/order.js'
import { profileOf } from '../../core/model/plan/execution-profile.js'
import type { AccountCache } from '../../store/accounts/account-cache.js'
import { findOrder } from '../../store/read/history.js'
import type { WriteDecimal } from '../../wire/decimals.js'
import { orderCodec } from '../../wire/order/order-codec.js'
import type { Answer } from '../pipeline/idempotency.js'

export const VENUE_WAIT_MS = 5_000
const LOOK_MS = 50

export interface VenueWait {
  readonly pool: Pool
  readonly contexts: Pick<AccountCache, 'getCurrent'>
  readonly waitMs: number
}

/** The account once none of its orders waits for its venue any more, or the time is up; null: PAPER. */
export async function awaitVenue(
  { contexts, waitMs }: Pick<VenueWait, 'contexts' | 'waitMs'>,
  accountId: string,
  isWaiting: (order: Order) => boolean,
): Promise<Account | null> {
  const giveUpAt = Date.now() + waitMs
  for (;;) {
    const account = await contexts.getCurrent(accountId)
    if (account === null || profileOf(account).isFinalWhenDecided) return null
    const waits = [...account.orders.values()].some(isWaiting)
    if (!waits || Date.now() >= giveUpAt) return account
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** An order of the account, working or not. */
export const orderNow = async (
  { pool }: Pick<VenueWait, 'pool'>,
  account: Account,
  orderId: string,
): Promise<Order | null> => account.orders.get(orderId) ?? findOrder(pool, account.id, orderId)

interface ChangedOrder {
  readonly accountId: string
  readonly orderId: string
  readonly write: WriteDecimal
}

/** The answer with the order as its venue then has it. */
export async function orderAfterVenue(
  venueWait: VenueWait,
  { accountId, orderId, write }: ChangedOrder,
  answer: Answer,
): Promise<Answer> {
  if (!answer.text.includes('"venue_order"')) return answer
  const account = await awaitVenue(venueWait, accountId, (order) => order.id === orderId && isUnderWay(order))
  const order = account === null ? null : await orderNow(venueWait, account, orderId)
  if (order === null) return answer
  const before = JSON.parse(answer.text) as Record<string, unknown>
  return { ...answer, text: JSON.stringify({ ...before, ...orderCodec.value(order, write) }) }
}
