/**
 * 200 readers of 100 accounts, a thousand events a second, one reader frozen, and the engine that serves them killed
 * and replaced twenty times: all end with every event once.
 */
import { findFreePort } from '@ats/test-kit'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { startEngineProcess, type EngineProcess } from '../support/engine/engine-process.js'
import { pollUntil } from '../support/poll-until.js'
import { startResumingReader, type ResumingReader } from '../support/streams/resuming-reader.js'
import { inTurns } from '../support/stage.js'

const ACCOUNTS = 100
const READERS_AN_ACCOUNT = 2
const KILLS = 20
/** Each round is an event of every account. */
const ROUND_MS = 100
const MEMORY_MAX = 600 * 1_048_576

let engine: TestEngine
let traders: readonly Trader[]
let serving: EngineProcess
let port: number
const readers: ResumingReader[] = []

beforeAll(async () => {
  engine = await startEngine({ LOG_LEVEL: 'warn', isBesideAnother: true })
  traders = await inTurns(Array.from({ length: ACCOUNTS }), () => engine.trader())
  port = await findFreePort()
  serving = await serve()
})
afterAll(async () => {
  for (const reader of readers) reader.stop()
  await serving.kill()
  await engine.close()
})

const serve = () =>
  startEngineProcess({
    ...{ role: 'api', databaseUrl: engine.databaseUrl, wallet: engine.wallet },
    ...{ port, environment: { CONNECTIONS_PER_ADDRESS: '5000', REQUESTS_PER_MINUTE: '100000' } },
  })

const baseUrl = () => `http://127.0.0.1:${port}`

/** One event of every account, as another process commits it. */
const commitRound = (round: number) =>
  engine.pool.query(
    `with moved as (update accounts set event_sequence = event_sequence + 1, version = version + 1
        where id = any($1) returning id, event_sequence),
      written as (insert into events (id, account_id, sequence, type, data, created_at)
        select gen_random_uuid(), id, event_sequence, 'order.ack', $2, now() from moved returning account_id)
      select pg_notify('account_changed', 'storm,' || string_agg(account_id::text, ',')) from written`,
    [traders.map(({ accountId }) => accountId), JSON.stringify({ order: { round, note: 'x'.repeat(200) } })],
  )

/** Commits rounds until it is told to stop. */
function startStorm() {
  let isStopped = false
  const done = (async () => {
    let round = 0
    for (; !isStopped; round += 1) {
      const dueAt = performance.now() + ROUND_MS
      await commitRound(round)
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueAt - performance.now())))
    }
    return round
  })()
  return {
    stop: () => {
      isStopped = true
      return done
    },
  }
}

/** Orders through the engine that is killed, each repeated until it is answered. */
function startOrders(trader: Trader) {
  let isStopped = false
  const place = async (nth: number): Promise<void> => {
    const body = JSON.stringify({
      ...{ account_id: trader.accountId, symbol: 'BTC-USD', side: nth % 2 === 0 ? 'BUY' : 'SELL' },
      ...{ kind: 'MARKET', quantity: 0.001, client_id: `storm-${nth}` },
    })
    const headers = { ...trader.key.headers, 'content-type': 'application/json' }
    while (!isStopped) {
      const response = await fetch(`${baseUrl()}/v1/order`, { method: 'POST', headers, body }).catch(() => null)
      await response?.text().catch(() => undefined)
      if (response?.status === 200) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const done = (async () => {
    let nth = 0
    while (!isStopped) await place(nth++)
    return nth
  })()
  return {
    stop: () => {
      isStopped = true
      return done
    },
  }
}

async function residentBytes(): Promise<number> {
  const text = await (await fetch(`${baseUrl()}/metrics`)).text()
  return Number(/^process_resident_memory_bytes\{.*\} (\S+)$/m.exec(text)?.[1] ?? Number.NaN)
}

test('every reader ends with the same sequences without a gap, and memory is bounded', async () => {
  for (const { accountId, key } of traders)
    for (let reader = 0; reader < READERS_AN_ACCOUNT; reader += 1)
      readers.push(startResumingReader(baseUrl(), accountId, key.headers))
  const everybodyHas = (count: number) => readers.every(({ sequences }) => sequences.length >= count)
  const storm = startStorm()
  const orders = startOrders(traders[0]!)
  const [frozen] = readers
  const resident: number[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = new Map(readers.map((reader) => [reader, reader.connections()]))
    if (kill === 3) frozen!.freeze()
    if (kill === 15) frozen!.thaw()
    await serving.kill()
    serving = await serve()
    await pollUntil(
      () => Promise.resolve(readers.filter((reader) => reader.connections() > before.get(reader)!).length),
      // The frozen one does not notice that its connection is gone.
      (back) => back >= readers.length - 1,
    )
    resident.push(await residentBytes())
  }
  await pollUntil(() => Promise.resolve(everybodyHas(1)), Boolean)
  const [rounds, placed] = [await storm.stop(), await orders.stop()]
  const { rows } = await engine.pool.query<{ id: string; last: string }>(
    'select id, event_sequence as last from accounts',
  )
  const last = new Map(rows.map((row) => [row.id, Number(row.last)]))
  await pollUntil(
    () =>
      Promise.resolve(readers.filter(({ sequences }, index) => sequences.at(-1) !== last.get(accountOf(index))).length),
    (behind) => behind === 0,
  )
  for (const [index, { sequences }] of readers.entries())
    expect(sequences).toEqual(Array.from({ length: last.get(accountOf(index))! }, (_, sequence) => sequence + 1))
  resident.push(await residentBytes())
  expect(Math.max(...resident)).toBeLessThan(MEMORY_MAX)
  process.stderr.write(
    `${rounds * ACCOUNTS} events, ${placed} orders, ${readers.reduce((sum, { sequences }) => sum + sequences.length, 0)} frames, ` +
      `${Math.round(Math.max(...resident) / 1_048_576)} MB\n`,
  )
}, 900_000)

const accountOf = (reader: number): string => traders[Math.floor(reader / READERS_AN_ACCOUNT)]!.accountId
