import { createLogger } from '@ats/service-kit/process'
import {
  captureLogs,
  createTestDatabase,
  createTestPool,
  startFaultProxy,
  TEST_TIMEOUT_FACTOR,
  type TestDatabase,
} from '@ats/test-kit'
import { Client, type Pool } from 'pg'
import { createIds } from '../../src/store/write/ids.js'
import { createShardLocks, SHARD_LOCK, type ShardLocks } from '../../src/store/cluster/shard-locks.js'
import { shardOf, SHARDS } from '../../src/core/values/shard.js'
import { shardOfColumn } from '../../src/store/cluster/shards.js'
import { pollUntil } from '../support/poll-until.js'

let database: TestDatabase
let pool: Pool
const started = new Set<ShardLocks>()

beforeEach(async () => {
  database = await createTestDatabase('trading-engine')
  pool = createTestPool(database.url)
})
const stopAll = async () => {
  await Promise.all([...started].map((locks) => locks.stop()))
  started.clear()
}
afterEach(async () => {
  await stopAll()
  await pool.end()
  await database.drop()
})

/** Finds a server gone by its silence alone, and within seconds; no busy machine takes that long to answer. */
const HASTY = 8

async function join(connectionString = database.url, timeoutFactor = TEST_TIMEOUT_FACTOR): Promise<ShardLocks> {
  const locks = createShardLocks({
    connectionString,
    logger: createLogger({ service: 'test', level: 'trace', destination: captureLogs().destination }),
    spans: { heartbeatMs: 100, queryTimeoutMs: 500 },
    timeoutFactor,
  })
  started.add(locks)
  await locks.start()
  return locks
}

/** By Postgres: who holds each shard, as process ids of backends. */
async function holders(): Promise<ReadonlyMap<number, readonly number[]>> {
  const { rows } = await pool.query<{ shard: number; pids: number[] }>(
    `select objid::int as shard, array_agg(pid) as pids from pg_locks
      where locktype = 'advisory' and classid = ${SHARD_LOCK} and objid < ${SHARDS} and granted
        and database = (select oid from pg_database where datname = current_database()) group by objid`,
  )
  return new Map(rows.map(({ shard, pids }) => [shard, pids]))
}

const sizes = (...locks: readonly ShardLocks[]): readonly number[] => locks.map((each) => each.held().size)

/**
 * Waits until the shares are as expected, both to the workers and to Postgres: a worker that was just cut off does not
 * know it yet.
 */
async function shared(locks: readonly ShardLocks[], expected: readonly number[]): Promise<void> {
  const { union } = await pollUntil(
    async () => {
      const held = (await holders()).size
      return { held, found: sizes(...locks), union: new Set(locks.flatMap((each) => [...each.held()])).size }
    },
    ({ found, held }) => String(found.toSorted()) === String(expected.toSorted()) && held === SHARDS,
  )
  expect(union).toBe(SHARDS)
}

/** Far more than a hand-over takes on a busy machine, and less than it would take to give up the test. */
const HANDED_OVER_MS = 60_000

/** Looks at Postgres again and again while `act` goes on. */
async function watched(act: () => Promise<void>): Promise<{ mostHolders: number; longestWithoutHolderMs: number }> {
  let isOver = false
  let mostHolders = 0
  let longestWithoutHolderMs = 0
  const heldAt = new Map(Array.from({ length: SHARDS }, (_, shard) => [shard, performance.now()]))
  const watching = (async () => {
    while (!isOver) {
      const now = performance.now()
      for (const [shard, pids] of await holders()) {
        mostHolders = Math.max(mostHolders, pids.length)
        heldAt.set(shard, now)
      }
      for (const at of heldAt.values()) longestWithoutHolderMs = Math.max(longestWithoutHolderMs, now - at)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  await act().finally(() => {
    isOver = true
  })
  await watching
  return { mostHolders, longestWithoutHolderMs }
}

test('the only worker holds every shard', async () => {
  await shared([await join()], [64])
})

test('a new worker gets its share, and a stopping one hands over its own immediately', async () => {
  const first = await join()
  const { mostHolders, longestWithoutHolderMs } = await watched(async () => {
    const second = await join()
    await shared([first, second], [32, 32])
    const third = await join()
    await shared([first, second, third], [21, 21, 22])
    await second.stop()
    expect(second.held().size).toBe(0)
    await shared([first, third], [32, 32])
  })
  expect(mostHolders).toBe(1)
  expect(longestWithoutHolderMs).toBeLessThan(HANDED_OVER_MS)
})

test('many that start and stop concurrently end with fair shares, and no shard ever has two holders', async () => {
  const first = await join()
  const { mostHolders } = await watched(async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => join()))
    await shared([first, ...others], [9, 9, 9, 9, 9, 9, 10])
    await Promise.all(others.slice(0, 4).map((each) => each.stop()))
    await shared([first, ...others.slice(4)], [21, 21, 22])
  })
  expect(mostHolders).toBe(1)
})

test('the shards of a worker whose backend is killed are taken over, and it comes back for its share', async () => {
  const [first, second] = await Promise.all([join(), join()])
  await shared([first, second], [32, 32])
  const { mostHolders, longestWithoutHolderMs } = await watched(async () => {
    const { rows } = await pool.query<{ pid: number }>(
      `select pg_terminate_backend(pid), pid from pg_stat_activity
        where application_name like 'trading-engine shards %' and datname = current_database() limit 1`,
    )
    await pollUntil(holders, (found) => ![...found.values()].flat().includes(rows[0]?.pid ?? 0))
    await shared([first, second], [32, 32])
  })
  expect(mostHolders).toBe(1)
  expect(longestWithoutHolderMs).toBeLessThan(HANDED_OVER_MS)
})

test.each(['refuse', 'hang', 'reset'] as const)(
  'cut off (%s), a worker has no shard; the others take over, and it gets its share when it is back',
  async (mode) => {
    const url = new URL(database.url)
    const proxy = await startFaultProxy({ targetPort: Number(url.port) })
    try {
      url.port = String(proxy.port)
      const [first, second] = await Promise.all([join(url.href, mode === 'hang' ? HASTY : TEST_TIMEOUT_FACTOR), join()])
      await shared([first, second], [32, 32])
      const { mostHolders } = await watched(async () => {
        await proxy.mode(mode)
        await pollUntil(
          () => Promise.resolve(first.held().size),
          (size) => size === 0,
        )
        expect(first.isConnected()).toBe(false)
        // The server believes in a silent one until its keepalive ends, unless that one comes back first.
        if (mode !== 'hang') await shared([second], [64])
        await proxy.mode('forward')
        await shared([first, second], [32, 32])
      })
      expect(mostHolders).toBe(1)
    } finally {
      await stopAll()
      await proxy.close()
    }
  },
)

test('one that comes back does not wait for the server to give up its old connection', async () => {
  const locks = await join()
  const { rows } = await pool.query<{ pid: number; application_name: string }>(
    `select pid, application_name from pg_stat_activity
      where application_name like 'trading-engine shards %' and datname = current_database()`,
  )
  // Stands for the old connection, as the server sees it: alive, and in possession of a shard.
  const old = new Client({ connectionString: database.url, application_name: rows[0]?.application_name })
  const hasEnded = new Promise<void>((resolve) => old.on('end', () => resolve()))
  old.on('error', () => undefined)
  await old.connect()
  const isTaken = old.query(`select pg_advisory_lock(${SHARD_LOCK}, 5)`)
  await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await isTaken
  await hasEnded
  await shared([locks], [64])
})

test('a server that cannot be reached is an error at the start', async () => {
  await expect(join('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow('ECONNREFUSED')
})

test('an account is of the same shard in TypeScript and in SQL, and every shard has accounts', async () => {
  const newId = createIds()
  const ids = Array.from({ length: 5_000 }, newId)
  const { rows } = await pool.query<{ id: string; shard: number }>(
    `select id, ${shardOfColumn('id')} as shard from unnest($1::uuid[]) as id`,
    [ids],
  )
  expect(rows.map(({ id, shard }) => [id, shard])).toEqual(ids.map((id) => [id, shardOf(id)]))
  expect(new Set(rows.map(({ shard }) => shard)).size).toBe(SHARDS)
})
