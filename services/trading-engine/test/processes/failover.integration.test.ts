/** The engine on a primary with a standby: each switch-over makes the standby the primary, and the other way round. */
import { createLogger } from '@ats/service-kit/process'
import {
  captureLogs,
  createTestPool,
  runs,
  startFaultProxy,
  startPostgresPair,
  type FaultProxy,
  type PostgresPair,
} from '@ats/test-kit'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createShardLocks, type ShardLocks } from '../../src/store/cluster/shard-locks.js'
import { createInDoubtResolver } from '../../src/store/write/in-doubt-resolver.js'
import { SHARDS } from '../../src/core/values/shard.js'
import { startEngine } from '../support/engine/engine.js'
import { pollUntil } from '../support/poll-until.js'

let pair: PostgresPair
let late: FaultProxy
beforeAll(async () => {
  pair = await startPostgresPair()
  await pair.database('trading-engine', pair.ports().primary)
  late = await startFaultProxy({ targetPort: pair.ports().primary })
})
afterAll(async () => {
  await late.close()
  await pair.close()
})

/** All of them with `SUITE=whole`. */
const SWITCH_OVERS = runs(20, 10)

test(`one worker a shard through ${SWITCH_OVERS} switch-overs, while an address still leads to the old primary`, async () => {
  const logger = createLogger({ service: 'test', level: 'trace', destination: captureLogs().destination })
  const join = async (port: number): Promise<ShardLocks> => {
    const spans = { heartbeatMs: 20, queryTimeoutMs: 2_000 }
    const locks = createShardLocks({
      ...{ connectionString: await pair.database('trading-engine', port), logger, spans, timeoutFactor: 10 },
    })
    await locks.start()
    return locks
  }
  const [prompt, slow] = [await join(pair.address.port), await join(late.port)]
  const shares = () => [prompt.held().size, slow.held().size]
  const shared = () =>
    pollUntil(
      () => Promise.resolve(shares()),
      (found) => String(found) === `${SHARDS / 2},${SHARDS / 2}`,
    )
  await shared()

  let isOver = false
  const held = { twice: 0, looks: 0 }
  const looking = (async () => {
    while (!isOver) {
      const others = slow.held()
      if ([...prompt.held()].some((shard) => others.has(shard))) held.twice += 1
      held.looks += 1
      await nextTurn()
    }
  })()
  for (let i = 0; i < SWITCH_OVERS; i += 1) {
    await pair.switchOver()
    const { primary } = pair.ports()
    pair.address.pointAt(primary)
    // The other worker's address leads to a standby all this time: it has no shard, and this one takes them all.
    await pollUntil(
      () => Promise.resolve(shares()),
      (found) => String(found) === `${SHARDS},0`,
    )
    late.pointAt(primary)
    await shared()
  }
  isOver = true
  await looking
  expect(held.twice).toBe(0)
  expect(held.looks).toBeGreaterThan(SWITCH_OVERS)
  await Promise.all([prompt.stop(), slow.stop()])
})

test('a statement of the old primary is proven lost at the new one, though its process id exists there', async () => {
  const url = await pair.database('trading-engine', pair.address.port)
  const before = createTestPool(url)
  const [old] = (await before.query<{ system_id: string; timeline: number }>(IDENTITY)).rows
  await before.end()
  await pair.switchOver()
  pair.address.pointAt(pair.ports().primary)
  const pool = createTestPool(url)
  const { rows } = await pool.query<{ pid: number; started_at: string }>(IDENTITY)
  const { pid, started_at: startedAt } = rows[0]!
  const resolver = createInDoubtResolver({ pool, onDoubtEnded: () => undefined })
  const backend = { systemId: old!.system_id, timeline: old!.timeline, pid, startedAt }
  expect(await resolver.find({ writes: [], backend, sentAt: Date.now() })).toEqual(new Set())

  // The other way round, a server of an earlier timeline proves nothing: it is asked again until the search ends.
  const found = resolver.find({ writes: [], backend: { ...backend, timeline: old!.timeline + 9 }, sentAt: Date.now() })
  const first = await Promise.race([found, pool.query('select pg_sleep(0.3)').then(() => 'still in doubt')])
  expect(first).toBe('still in doubt')
  resolver.stop()
  await pool.end()
})

test('an engine whose address follows keeps each answered order through switch-overs, and says when it cannot write', async () => {
  const engine = await startEngine({ databaseUrl: await pair.database('trading-engine', pair.address.port) })
  const trader = await engine.trader()
  const isReady = async () => (await engine.api.get('/readyz')).status === 200
  const order = { symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', price: 1_000, quantity: '0.001' }
  const answered: string[] = []
  for (let i = 0; i < runs(3, 2); i += 1) {
    const { body } = await trader.place({ ...order, client_id: `before-${i}` })
    answered.push(body.order!.id)
    await pair.switchOver()
    // Until the address follows there is only a standby, which answers every select.
    expect(await isReady()).toBe(false)
    expect((await trader.place({ ...order, client_id: `at-standby-${i}` })).status).toBe(500)
    pair.address.pointAt(pair.ports().primary)
    await pollUntil(isReady, Boolean)
    const again = await pollUntil(
      () => trader.place({ ...order, client_id: `before-${i}` }),
      ({ status }) => status === 200,
    )
    expect(again.body.order!.id).toBe(answered[i])
  }
  const { rows } = await engine.pool.query<{ id: string }>('select id from orders')
  expect(rows.map(({ id }) => id).toSorted()).toEqual(answered.toSorted())
  await engine.close()
})

const IDENTITY = `select (select system_identifier::text from pg_control_system()) as system_id,
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline,
  pid, extract(epoch from backend_start)::text as started_at from pg_stat_activity where pid = pg_backend_pid()`
