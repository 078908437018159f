/** Each step of a payout is an event of its account: once, in order with the debit, the same by webhook. */
import { randomUUID } from 'node:crypto'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import {
  eventOf,
  localWebhooks,
  startHookedEngine,
  type EventBody,
  type HookedEngine,
} from '../support/engine/hooked-engine.js'
import { timeOf } from '../support/market/scripted-world.js'
import { pollUntil } from '../support/poll-until.js'
import { untilAnswered } from '../support/engine/until-answered.js'
import { versionOf } from '../support/payout-version.js'

let hooked: HookedEngine
let engine: TestEngine
/** A replica on the same database. */
let second: TestEngine

beforeAll(async () => {
  hooked = await startHookedEngine()
  ;({ engine } = hooked)
  // It delivers webhooks, too.
  const webhooks = localWebhooks(hooked.receiver.caFile)
  second = await startEngine({ databaseUrl: engine.databaseUrl, sharedWallet: engine.wallet, ...webhooks })
})
afterAll(async () => {
  await second.close()
  await hooked.close()
})

interface Payout {
  readonly id: string
  readonly status: string
}

interface LedgerRow {
  readonly house: string
  readonly amount: number
  readonly payout_id: string | null
  readonly created_at: string
}

/** An account with 5,000 above its initial balance. */
async function rich(): Promise<Trader> {
  const trader = await hooked.trader()
  const body = { direction: 'IN', amount: 5_000, reason: 'x', reference: 'profit' }
  await engine.operator.post(`/operator/v1/accounts/${trader.accountId}/capital`, { body })
  return trader
}

async function requested({ api, accountId }: Trader, amount = 1_000): Promise<string> {
  const body = { amount, client_id: randomUUID() }
  return (await untilAnswered(() => api.post<Payout>(`/v1/account/${accountId}/payouts`, { body }))).body.id
}

/** Without a body an approval is of the version that the payout then has. */
async function decide(name: string, id: string, verb: string, body?: object, by = engine) {
  const sent = body ?? (verb === 'approve' ? { version: await versionOf(engine.pool, id) } : {})
  return by.operatorAs(name).post<Payout>(`/operator/v1/payouts/${id}/${verb}`, { body: sent })
}
const propose = (id: string, share = 80) => decide('pia', id, 'propose', { trader_share_pct: share })

const read = async <T>({ api, accountId }: Trader, path: string): Promise<T> =>
  (await api.get<T>(`/v1/account/${accountId}/${path}`)).body
const eventsOf = (trader: Trader) => read<EventBody[]>(trader, 'events')
const typesOf = async (trader: Trader) => (await eventsOf(trader)).map(({ type }) => type)
const ledgerOf = (trader: Trader) => read<LedgerRow[]>(trader, 'ledger')
const debitsOf = async (trader: Trader) => (await ledgerOf(trader)).filter(({ amount }) => amount < 0)

test('asked for, split twice, paid: four events around one debit, which names the payout, and the same by webhook', async () => {
  const trader = await rich()
  const id = await requested(trader)
  await propose(id)
  await propose(id, 90)
  await decide('otto', id, 'approve')
  const events = await eventsOf(trader)
  expect(events.map(({ sequence, type }) => `${sequence} ${type}`)).toEqual([
    '1 payout.requested',
    '2 payout.proposed',
    '3 payout.proposed',
    '4 payout.paid',
  ])
  const told = events.map(({ data }) => data['payout'] as Record<string, unknown>)
  expect(told.map(({ status, trader_amount: amount }) => [status, amount])).toEqual([
    ['REQUESTED', null],
    ['PROPOSED', 800],
    ['PROPOSED', 900],
    ['PAID', 900],
  ])
  expect((await read<Payout[]>(trader, 'payouts'))[0]).toEqual(told[3])
  const [debit, profit] = await ledgerOf(trader)
  expect([debit?.payout_id, debit?.amount, profit?.payout_id]).toEqual([id, -1_000, null])
  // Compared as times: the text of one has three or six digits of a second.
  const [proposedAt, debitedAt, paidAt] = [events[2], debit, events[3]].map((entry) => timeOf(entry!.created_at))
  expect(debitedAt).toBeGreaterThan(proposedAt!)
  expect(debitedAt).toBeLessThan(paidAt!)

  const arrived = () =>
    hooked.receiver.received.filter((webhook) => eventOf(webhook).account_id === trader.accountId).map(eventOf)
  const webhooks = await pollUntil(
    () => Promise.resolve(arrived()),
    (some) => new Set(some.map(({ sequence }) => sequence)).size === 4,
  )
  expect(webhooks.toSorted((a, b) => a.sequence - b.sequence)).toEqual(events)
})

test('a share keeps every digit on its way to the database', async () => {
  const trader = await rich()
  const id = await requested(trader)
  await decide('pia', id, 'propose', { trader_share_pct: '33.333333333333333333' })
  const { rows } = await engine.pool.query('select trader_share_pct, trader_amount from payouts where id = $1', [id])
  expect(rows).toEqual([{ trader_share_pct: '33.333333333333333333', trader_amount: '333.330000000000000000' }])
})

test('the database dies while an approval is being written: approved again, it is debited and told once', async () => {
  const trader = await rich()
  const id = await requested(trader)
  await propose(id)
  const holder = await engine.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from payouts where id = $1 for update', [id])
    const first = decide('otto', id, 'approve')
    const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const { rows } = await pollUntil(
      () => engine.pool.query<{ pid: number }>(waiting),
      (answer) => answer.rows.length > 0,
    )
    await engine.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [
      rows.map(({ pid }) => pid),
    ])
    await holder.query('rollback')
    expect([200, 500]).toContain((await first).status)
  } finally {
    holder.release()
  }
  const again = await untilAnswered(() => decide('olaf', id, 'approve', undefined, second))
  expect([again.status, again.body.status]).toEqual([200, 'PAID'])
  expect(await debitsOf(trader)).toHaveLength(1)
  expect(await typesOf(trader)).toEqual(['payout.requested', 'payout.proposed', 'payout.paid'])
})
