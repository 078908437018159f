/** Holds what the callers of intents were told against what is in the engine's database. */
import type { Placement } from '@ats/sdk'
import type { TestEngine } from '../../../../services/trading-engine/test/support/engine/engine.js'
import { expectedStatus, isUnknown, type Report } from './intents.js'

export interface Reconciliation {
  readonly filled: number
  readonly expired: number
  readonly refused: number
  /** Reported as unknown, and then found out by repeating them. */
  readonly unknown: { readonly filled: number; readonly expired: number; readonly refused: number }
  /** Reported as not done. */
  readonly notDone: number
  /** Orders beyond the first of an intent, and orders of none. */
  readonly doubled: number
  /** Intents that were reported as placed and have no order, or as refused and have no record of it. */
  readonly lost: number
  /** Reports that say anything else than the database. */
  readonly wrong: readonly string[]
}

type Pool = TestEngine['pool']

interface StoredOrder {
  readonly client_id: string
  readonly id: string
  readonly status: string
  readonly fills: number
  readonly filled: string
  readonly quantity: string
}

/** Errors by which nothing was done. */
const NOT_DONE = ['RateLimitExceeded', 'ExchangeNotAvailable', 'RequestTimeout']

export async function reconcile(pool: Pool, reports: readonly Report[]): Promise<Reconciliation> {
  const accountIds = [...new Set(reports.map(({ intent }) => intent.accountId))]
  const { rows } = await pool.query<StoredOrder>(ORDERS, [accountIds])
  const commands = await pool.query<{ client_id: string }>(COMMANDS, [accountIds])
  const orders = new Map<string, StoredOrder[]>()
  for (const order of rows) orders.set(order.client_id, [...(orders.get(order.client_id) ?? []), order])
  const decided = new Set(commands.rows.map(({ client_id }) => client_id))

  const tally = { filled: 0, expired: 0, refused: 0, unknown: { filled: 0, expired: 0, refused: 0 } }
  let [notDone, doubled, lost] = [0, 0, 0]
  const wrong: string[] = []
  for (const { intent, told, repeated } of reports) {
    const clientId = intent.order.client_id
    const stored = orders.get(clientId) ?? []
    doubled += Math.max(0, stored.length - 1)
    const outcome = repeated ?? told
    if (outcome instanceof Error) {
      notDone += 1
      if (decided.has(clientId) || !NOT_DONE.includes(outcome.name))
        wrong.push(`${intent.number}: told ${outcome.name}`)
      continue
    }
    const status = statusOf(outcome)
    const counts = isUnknown(told) ? tally.unknown : tally
    counts[COUNTED[status] ?? 'refused'] += 1
    if (outcome.placed ? stored.length === 0 : !decided.has(clientId)) lost += 1
    const facts = [status, ...differences(outcome, stored[0])]
    if (facts.length > 1 || status !== expectedStatus(intent.number))
      wrong.push(`${intent.number}: ${facts.join(', ')}`)
  }
  const known = new Set(reports.map(({ intent }) => intent.order.client_id))
  doubled += rows.filter(({ client_id }) => !known.has(client_id)).length
  return { ...tally, notDone, doubled, lost, wrong: [...wrong, ...(await wrongPositions(pool, accountIds))] }
}

const COUNTED: Readonly<Record<string, 'filled' | 'expired'>> = { FILLED: 'filled', EXPIRED: 'expired' }

const statusOf = (placement: Placement): string => (placement.placed ? placement.order.status : 'refused')

/** Every fact that a report and the stored order do not have in common. */
function differences(placement: Placement, stored: StoredOrder | undefined): readonly string[] {
  if (!placement.placed) return stored === undefined ? [] : [`order ${stored.id} is ${stored.status}`]
  if (stored === undefined) return ['no order']
  const { order, trades } = placement
  const pairs = [
    [order.id, stored.id],
    [order.status, stored.status],
    [trades.length, stored.fills],
    [Number(order.filled_quantity), Number(stored.filled)],
    [order.status === 'FILLED' ? Number(order.quantity) : 0, Number(stored.quantity)],
  ] as const
  return pairs.filter(([told, is]) => told !== is).map(([told, is]) => `told ${told}, stored ${is}`)
}

/** Accounts whose position is not what their fills make. */
async function wrongPositions(pool: Pool, accountIds: readonly string[]): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string; held: string; bought: string }>(POSITIONS, [accountIds])
  return rows.filter(({ held, bought }) => held !== bought).map((row) => JSON.stringify(row))
}

const ORDERS = `select o.client_id, o.id, o.status, o.filled_quantity::text as filled,
    count(f.id)::int as fills, coalesce(sum(f.quantity), 0)::text as quantity
  from orders o left join fills f on f.order_id = o.id where o.account_id = any($1) group by o.id`
const COMMANDS = `select client_id from commands where account_id = any($1) and client_id is not null`
const POSITIONS = `select a.id,
    trim_scale(coalesce((select sum(case p.direction when 'LONG' then p.quantity else -p.quantity end)
      from positions p where p.account_id = a.id and p.closed_at is null), 0))::text as held,
    trim_scale(coalesce((select sum(case f.side when 'BUY' then f.quantity else -f.quantity end)
      from fills f where f.account_id = a.id), 0))::text as bought
  from accounts a where a.id = any($1)`
