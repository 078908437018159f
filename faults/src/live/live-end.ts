/** Ends all there is: orders are cancelled, positions closed, and keepers answer; until books and venue are at rest. */
import { waitUntil } from '@ats/local-stack'
import type { LiveAccount, LiveTestBed } from './live-test-bed.js'
import { SYMBOL } from './live-test-bed.js'

const END_TIMEOUT_MS = 180_000
const ROUND_MS = 200

/** Accounts of which something was left after the time for it. */
export async function endAll(testBed: LiveTestBed, accounts: readonly LiveAccount[]): Promise<readonly LiveAccount[]> {
  testBed.live.endRefusals()
  const left = await Promise.all(
    accounts.map(async (account) => {
      const hasEnded = await waitUntil(() => endRound(testBed, account), {
        ...{ timeoutMs: END_TIMEOUT_MS, intervalMs: ROUND_MS },
      })
      return hasEnded ? [] : [account]
    }),
  )
  return left.flat()
}

async function endRound(testBed: LiveTestBed, account: LiveAccount): Promise<boolean> {
  const base = `/v1/account/${account.id}`
  const { unfinished } = await readUnfinished(testBed, account)
  const { orders, positions } = await readWorking(testBed, account)
  if (unfinished === 0 && orders.length === 0 && positions === 0) return true
  if (orders.length > 0) await testBed.ask(account, 'POST', `${base}/orders/cancel-all`)
  if (positions > 0) await testBed.ask(account, 'POST', `${base}/close-position`, { symbol: SYMBOL })
  return false
}

export interface Working {
  readonly orders: readonly { readonly status: string; readonly flags: { readonly reduce_only: boolean } }[]
  /** How many are open. */
  readonly positions: number
}

/** The orders of an account that work, and its positions. */
export async function readWorking(testBed: LiveTestBed, account: LiveAccount): Promise<Working> {
  const read = async <T>(path: string): Promise<readonly T[]> =>
    JSON.parse((await testBed.ask(account, 'GET', `/v1/account/${account.id}/${path}`)).text) as readonly T[]
  const orders = await read<Working['orders'][number]>('orders?limit=200')
  const working = orders.filter(({ status }) => ['PENDING', 'OPEN', 'PARTIALLY_FILLED'].includes(status))
  return { orders: working, positions: (await read('positions')).length }
}

/** Requests and transactions that are under way. */
async function readUnfinished({ database }: LiveTestBed, { id, wallet }: LiveAccount) {
  const { rows } = await database.query<{ unfinished: number }>(
    `select ((select count(*) from venue_requests where account_id = $1
          and state in ('NEW', 'SIGNED', 'SENT', 'ACCEPTED', 'FROZEN'))
        + (select count(*) from venue_transactions where wallet = $2 and state in ('SIGNED', 'SENT')))::int as unfinished`,
    [id, wallet],
  )
  return rows[0] ?? { unfinished: 0 }
}
