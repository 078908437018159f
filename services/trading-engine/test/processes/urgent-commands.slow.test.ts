/**
 * A trader sends more commands than may wait on one account: what the market and the operator do to it comes right
 * after the command under way, and is never refused for the trader's number.
 */
import { connect } from 'node:net'
import { Client } from 'pg'
import { pollUntil } from '../support/poll-until.js'
import { around, startStage, type Actor, type Stage } from '../support/stage.js'

/** The most of a trader's commands on one account. */
const WAITING_MAX = 500
const TOO_MANY = 20
const HALTS = 50
const JUNK = { symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', quantity: 0.001, price: 50_000 }

let stage: Stage

beforeAll(async () => {
  // None of the commands is refused for the time that a busy machine needs until all of them wait.
  stage = await startStage('2026-03-02T12:00:00Z', around(100_000), { runtime: { timeoutFactor: 1_000 } })
})
afterAll(() => stage.close())

const halt = ({ accountId }: Actor) =>
  stage.engine.operator.post<{ state: string }>(`/operator/v1/accounts/${accountId}/halt`, { body: { reason: 'junk' } })

const untilQueued = (count: number): Promise<number> =>
  pollUntil(
    async () => {
      const text = await (await fetch(`${stage.engine.baseUrl}/metrics`)).text()
      return Number(/^account_queue_commands\S* (\d+)$/m.exec(text)?.[1])
    },
    (queued) => queued >= count,
  )

/** Locks the account's row, so that the command under way waits to be written; returns what unlocks it. */
async function holdAccount(accountId: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: stage.databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query('select from accounts where id = $1 for no key update', [accountId])
  return () => client.end()
}

/** Sends a request and leaves; resolves once the engine knows that, with the request still to be begun. */
async function leaveBehind(actor: Actor, path: string, body: object, queued: number): Promise<void> {
  const text = JSON.stringify(body)
  const { hostname, port } = new URL(stage.engine.baseUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  const headers = { ...actor.key.headers, host: hostname, 'content-type': 'application/json' }
  const lines = Object.entries({ ...headers, 'content-length': String(text.length) }).map((pair) => pair.join(': '))
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${text}`)
  await untilQueued(queued)
  socket.resetAndDestroy()
  // The engine hears of the reset no later than of what is sent after it.
  await untilQueued(queued)
}

test('an order whose caller has left is not begun, and is placed when it is sent again; a cancel is done', async () => {
  const actor = await stage.actor()
  const { order: resting } = await actor.placed({ ...JUNK, client_id: 'resting' })
  const letGo = await holdAccount(actor.accountId)
  const underWay = actor.place({ ...JUNK, client_id: 'under-way' })
  await untilQueued(1)
  const abandoned = { account_id: actor.accountId, ...JUNK, client_id: 'abandoned' }
  await leaveBehind(actor, '/v1/order', abandoned, 2)
  const batch = { account_id: actor.accountId, orders: [{ ...JUNK, client_id: 'of-a-batch' }] }
  await leaveBehind(actor, '/v1/orders/batch', batch, 3)
  await leaveBehind(actor, `/v1/account/${actor.accountId}/orders/${resting.id}/cancel`, {}, 4)
  const last = actor.place({ ...JUNK, client_id: 'last' })
  await untilQueued(5)
  await letGo()

  expect([(await underWay).status, (await last).status]).toEqual([200, 200])
  const { rows } = await stage.pool.query<{ client_id: string; status: string }>(
    'select client_id, status from orders where account_id = $1 order by created_at',
    [actor.accountId],
  )
  expect(rows.map(({ client_id, status }) => `${client_id} ${status}`)).toEqual([
    'resting CANCELLED',
    'under-way OPEN',
    'last OPEN',
  ])
  const again = await actor.place({ ...JUNK, client_id: 'abandoned' })
  expect([again.status, again.body.order?.status, again.headers['idempotent-replayed']]).toEqual([
    200,
    'OPEN',
    undefined,
  ])
})

test('halts and a stop that fires come right after the command under way', async () => {
  const actor = await stage.actor()
  await actor.placed({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 })
  const [position] = await actor.positions()
  await actor.protect(position!.id, { stop_loss: { trigger_price: 90_000 } })

  const letGo = await holdAccount(actor.accountId)
  const junk = Array.from({ length: WAITING_MAX }, () => actor.place(JUNK))
  await untilQueued(WAITING_MAX)
  const tooMany = await Promise.all(Array.from({ length: TOO_MANY }, () => actor.place(JUNK)))
  expect(new Set(tooMany.map(({ status }) => status))).toEqual(new Set([500]))
  const halts = Array.from({ length: HALTS }, () => halt(actor))
  await untilQueued(WAITING_MAX + HALTS)
  stage.set(around(80_000))
  await untilQueued(WAITING_MAX + HALTS + 1)
  await letGo()

  const halted = (await Promise.all(halts)).map(({ status, body }) => `${status} ${body.state}`)
  expect(halted).toEqual(Array.from({ length: HALTS }, () => '200 HALTED'))
  const outcomes = (await Promise.all(junk)).map(({ body }) =>
    body.order === null ? body.violations[0]?.rule : 'placed',
  )
  expect(outcomes.filter((outcome) => outcome === 'placed')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'account_state')).toHaveLength(WAITING_MAX - 1)
  expect(await actor.positions()).toEqual([])
  const { rows } = await stage.pool.query<{ kind: string }>(
    'select kind from commands where account_id = $1 order by created_at desc limit 3',
    [actor.accountId],
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['market', 'halt_account', 'place_order'])
})
