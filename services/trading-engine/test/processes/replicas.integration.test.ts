import { createLogger } from '@ats/service-kit/process'
import {
  captureLogs,
  createTestDatabase,
  createTestPool,
  startFaultProxy,
  TEST_TIMEOUT_FACTOR,
  type TestDatabase,
} from '@ats/test-kit'
import type { Pool } from 'pg'
import type { Highs } from '../../src/core/model/account/peak.js'
import { decimal, usd } from '../../src/core/values/decimal.js'
import { raiseHighs } from '../../src/store/accounts/high-water-marks.js'
import { createReplicas, type Replicas } from '../../src/store/cluster/replicas.js'
import { pollUntil } from '../support/poll-until.js'
import { anOrder, asWrite, SOON, startWriting } from '../support/writing.js'

let database: TestDatabase
let pool: Pool
const started: Replicas[] = []

beforeEach(async () => {
  database = await createTestDatabase('trading-engine')
  pool = createTestPool(database.url)
})
const stopAll = () => Promise.all(started.splice(0).map((replicas) => replicas.stop()))

afterEach(async () => {
  await stopAll()
  await pool.end()
  await database.drop()
})

/** Half the usual, for half the waiting. */
const SPANS = { heartbeatMs: 125, leaseMs: 500, registrationMs: 1_000, settleMs: 2_000 }

interface Heard {
  readonly replicas: Replicas
  readonly moved: string[]
  readonly raised: (readonly [accountId: string, highs: Highs])[]
  uncertain: number
}

/** Finds a server gone by its silence alone, and within seconds; no busy machine takes that long to answer. */
const HASTY = 8

async function join(connectionString = database.url, timeoutFactor = TEST_TIMEOUT_FACTOR): Promise<Heard> {
  const moved: string[] = []
  const raised: [string, Highs][] = []
  const heard: { uncertain: number } = { uncertain: 0 }
  const replicas = createReplicas({
    connectionString,
    logger: createLogger({ service: 'test', level: 'trace', destination: captureLogs().destination }),
    spans: SPANS,
    timeoutFactor,
    onMoved: (accountId) => moved.push(accountId),
    onHighRaised: (...mark) => raised.push(mark),
    onUncertain: () => {
      heard.uncertain += 1
    },
  })
  started.push(replicas)
  await replicas.start()
  return Object.assign(heard, { replicas, moved, raised })
}

const isRegistered = (replicas: Replicas): boolean => {
  try {
    replicas.sender()
    return true
  } catch {
    return false
  }
}

const until = (isSo: () => boolean) => pollUntil(() => Promise.resolve(isSo()), Boolean)

test('a process is alone once nobody else can be writing, and stays so', async () => {
  const first = await join()
  expect(first.replicas.sender()).not.toBeNull()
  await until(() => first.replicas.isAlone())
  const before = first.uncertain
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await until(() => first.replicas.isAlone() && first.replicas.sender() === null)
  expect(first.uncertain).toBe(before)
})

test('once a second one has started, neither is alone', async () => {
  const first = await join()
  await until(() => first.replicas.isAlone())
  const second = await join()
  expect([first.replicas.isAlone(), second.replicas.isAlone()]).toEqual([false, false])
})

test('a process that is left behind is alone again, but trusts nothing it had in memory', async () => {
  const first = await join()
  const second = await join()
  const before = first.uncertain
  await second.replicas.stop()
  await until(() => first.replicas.isAlone())
  expect(first.uncertain).toBe(before + 1)
})

test('a process hears which accounts the others moved, and not what it moved itself', async () => {
  const [mine, theirs] = [await join(), await join()]
  const writing = startWriting(database.url, { sender: () => mine.replicas.sender() })
  const accounts = await writing.openAccounts(3)
  await Promise.all(accounts.map((account) => writing.writer.write(asWrite(anOrder(account)), SOON())))
  await until(() => theirs.moved.length === 3)
  expect([...theirs.moved].sort()).toEqual(accounts.map(({ id }) => id).sort())
  expect(mine.moved).toEqual([])
  await writing.close()
})

test('a process hears which high-water marks the others raised, however many, and not those it raised itself', async () => {
  const [mine, theirs] = [await join(), await join()]
  const writing = startWriting(database.url, { sender: () => null })
  const accounts = await writing.openAccounts(150)
  const highs = new Map(
    accounts.map(({ id }, place) => [
      id,
      { mark: usd(decimal(`100000.${String(place).padStart(3, '0')}000000000000007`)), day: null },
    ]),
  )
  await raiseHighs(pool, highs, mine.replicas.sender())
  await until(() => theirs.raised.length >= 150)
  expect(new Map(theirs.raised)).toEqual(highs)
  // Nothing rises by the same again.
  await raiseHighs(pool, highs, mine.replicas.sender())
  await raiseHighs(
    pool,
    new Map([[accounts[0]!.id, { mark: usd(decimal('200000')), day: null }]]),
    mine.replicas.sender(),
  )
  await until(() => theirs.raised.length > 150)
  expect(theirs.raised.slice(150)).toEqual([[accounts[0]!.id, { mark: usd(decimal('200000')), day: null }]])
  // The high of a day is that of the day it names, and of plans that have one.
  const { rows } = await pool.query<{ date: string }>(
    `update accounts set day_high = 100000 where id = $1 returning trading_day::text as date`,
    [accounts[1]!.id],
  )
  const dayHigh = (date: string): Highs => ({ mark: null, day: { date, high: usd(decimal('100001.5')) } })
  const today = rows[0]!.date
  await raiseHighs(pool, new Map([[accounts[1]!.id, dayHigh('2001-01-01')]]), mine.replicas.sender())
  await raiseHighs(pool, new Map([[accounts[2]!.id, dayHigh(today)]]), mine.replicas.sender())
  await raiseHighs(pool, new Map([[accounts[1]!.id, dayHigh(today)]]), mine.replicas.sender())
  await until(() => theirs.raised.length > 151)
  expect(theirs.raised.slice(151)).toEqual([[accounts[1]!.id, dayHigh(today)]])
  expect([mine.raised, mine.moved, theirs.moved]).toEqual([[], [], []])
  await writing.close()
})

test.each(['refuse', 'hang', 'reset'] as const)(
  'cut off (%s), a process neither trusts its memory nor writes until all others know of it again',
  async (mode) => {
    const url = new URL(database.url)
    const proxy = await startFaultProxy({ targetPort: Number(url.port) })
    try {
      url.port = String(proxy.port)
      const [first, second] = await Promise.all([join(url.href, mode === 'hang' ? HASTY : TEST_TIMEOUT_FACTOR), join()])
      await proxy.mode(mode)
      await until(() => !isRegistered(first.replicas))
      // To a server that hears nothing, not even a goodbye, the silent one is still there.
      if (mode !== 'hang') await until(() => second.replicas.isAlone())
      expect([first.replicas.isAlone(), isRegistered(first.replicas)]).toEqual([false, false])
      const before = first.uncertain
      await proxy.mode('forward')
      await until(() => isRegistered(first.replicas))
      expect(first.uncertain).toBeGreaterThan(before)
      expect([first.replicas.isAlone(), second.replicas.isAlone()]).toEqual([false, false])
    } finally {
      await stopAll()
      await proxy.close()
    }
  },
)

test('who has lost its lock without a word finds out before anybody else is alone', async () => {
  const [first, second] = await Promise.all([join(), join()])
  await pool.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
    and classid = 7301
    and database = (select oid from pg_database where datname = current_database()) order by pid limit 1`)
  await until(() => [first, second].some(({ replicas }) => !isRegistered(replicas)))
  expect([first.replicas.isAlone(), second.replicas.isAlone()]).toEqual([false, false])
  await until(() => [first, second].every(({ replicas }) => isRegistered(replicas)))
})

test('where it may take its time, a process waits longer for a server before it counts as gone', async () => {
  const url = new URL(database.url)
  const proxy = await startFaultProxy({ targetPort: Number(url.port) })
  try {
    url.port = String(proxy.port)
    const [patient, hasty] = await Promise.all([join(url.href, 100), join(url.href, HASTY)])
    await proxy.mode('hang')
    await until(() => !isRegistered(hasty.replicas))
    await expect(join(url.href, 1)).rejects.toThrow('timeout')
    expect(isRegistered(patient.replicas)).toBe(true)
  } finally {
    await proxy.mode('forward')
    await stopAll()
    await proxy.close()
  }
})

test('a server that cannot be reached is an error at the start', async () => {
  await expect(join('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow('ECONNREFUSED')
})
