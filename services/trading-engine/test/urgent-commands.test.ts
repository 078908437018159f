/**
 * A trader sends more commands than may wait on one account: what the market and the operator do to it comes right
 * after the command under way, and is never refused for the trader's number.
 */
import { Client } from 'pg'
import { pollUntil } from './support/poll-until.js'
import { around, startStage, type Actor, type Stage } from './support/stage.js'

/** The most of a trader's commands on one account. */
const WAITING_MAX = 500
const TOO_MANY = 20
const HALTS = 50
const JUNK = { symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', quantity: 0.001, price: 50_000 }

let stage: Stage

beforeAll(async () => {
  // None of the commands is refused for the time that a busy machine needs until all of them wait.
  stage = await startStage('2026-03-02T12:00:00Z', around(100_000), { runtime: { patience: 1_000 } })
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
