/** The store of published ticks: who may write it, what is kept of it, and that all read the same. */
import { createLogger } from '@ats/service-kit/process'
import { captureLogs } from '@ats/test-kit'
import { TICKS_PER_DAY } from '../../src/core/values/tick.js'
import { encodeTick, type TickBlock } from '../../src/market/feeds/published/tick-block.js'
import { createTickLock, type TickLock } from '../../src/store/cluster/tick-lock.js'
import { listPublishedListings, listTicks } from '../../src/store/read/published-ticks.js'
import { dropTickPartitions, makeTickPartitions } from '../../src/store/write/tick-partitions.js'
import { pollUntil } from '../support/poll-until.js'
import { LISTED, openTickStage, type TickStage } from '../support/market/tick-stage.js'
import { createTickWitness } from '../support/market/tick-witness.js'

let stage: TickStage
beforeEach(async () => {
  stage = await openTickStage()
})
afterEach(() => stage.close())

const [first = LISTED[0]!, second = LISTED[1]!] = LISTED

test('a process that starts later, or again, shows every tick as the others do', async () => {
  const witness = createTickWitness()
  const running = await stage.open()
  await stage.watch(witness, [running], 3)
  await running.close()
  const [again, other] = await Promise.all([stage.open(), stage.open(false)])
  const known = (await listTicks(stage.pool, 0, 1_000)).map(({ number }) => number)
  for (const number of known) for (const process of [again, other]) witness.look(process, number)
  await stage.watch(witness, [again, other], 2)
  expect(await witness.contradictions(stage.pool)).toEqual([])
})

describe('the lock of the publisher', () => {
  const locks = new Set<TickLock>()
  afterEach(async () => {
    await Promise.all([...locks].map((lock) => lock.stop()))
    locks.clear()
  })

  async function join(spans = { heartbeatMs: 100, idleMs: 1_500 }): Promise<TickLock> {
    const logger = createLogger({ service: 'test', level: 'trace', destination: captureLogs().destination })
    const lock = createTickLock({ connectionString: stage.databaseUrl, logger, spans })
    locks.add(lock)
    await lock.start()
    return lock
  }
  const held = (lock: TickLock) =>
    pollUntil(
      () => Promise.resolve(lock.session()),
      (session) => session !== null,
    )
  const tickOf = (number: number, isSnapshot = true) => {
    const tick: TickBlock = { number, previous: 0, isSnapshot, entries: [], rates: [] }
    return { number, isSnapshot, block: encodeTick(tick) }
  }

  /** By the clock that judges a tick: the one that processes estimate from it may be a little ahead. */
  async function begunSlot(): Promise<number> {
    const { rows } = await stage.pool.query<{ slot: number }>(
      'select floor(extract(epoch from clock_timestamp()) * 4)::float8 as slot',
    )
    return rows[0]!.slot
  }

  test('one process has it; what it has lost it cannot write with', async () => {
    await makeTickPartitions(stage.pool, stage.slot())
    const [one, other] = [await join(), await join()]
    const session = (await held(one))!
    expect(other.session()).toBeNull()
    await stage.endConnections('trading-engine publisher %')
    await expect(session.append(tickOf(stage.slot() + 1))).rejects.toThrow()
    await pollUntil(
      () => Promise.resolve([one, other].filter((lock) => lock.session() !== null && lock.session() !== session)),
      (holders) => holders.length === 1,
    )
    await expect(session.append(tickOf(stage.slot() + 1))).rejects.toThrow()
    expect(await listTicks(stage.pool, 0, 10)).toEqual([])
  })

  test('one that says nothing loses it to another', async () => {
    const silent = await join({ heartbeatMs: 600_000, idleMs: 300 })
    await held(silent)
    const other = await join()
    await held(other)
    await pollUntil(
      () => Promise.resolve(silent.session()),
      (session) => session === null,
    )
  })

  test('a tick is stored once, before its slot begins and not long before', async () => {
    await makeTickPartitions(stage.pool, stage.slot())
    const session = (await held(await join()))!
    const begun = await begunSlot()
    expect(await session.append(tickOf(begun))).toBe(false)
    expect(await session.append(tickOf(begun + 1_000))).toBe(false)
    // On a busy machine the slot may have begun before the tick is stored, or before it is stored again.
    const stored: ReturnType<typeof tickOf>[] = []
    const appendTwice = async (): Promise<string> => {
      const next = tickOf(stage.slot() + 3)
      if (!(await session.append(next))) return 'late'
      stored.push(next)
      return session.append(next).then(String, (error: Error) => error.message)
    }
    const again = await pollUntil(appendTwice, (outcome) => outcome !== 'late' && outcome !== 'false')
    expect(again).toContain('duplicate key')
    expect(await listTicks(stage.pool, 0, 1_000)).toEqual(stored)
  })

  test('listings keep their numbers; one with another grid is another', async () => {
    const session = (await held(await join()))!
    const grid = (listed: typeof first, tickSize = listed.instrument.tickSize) => ({
      ...{ venue: listed.venue, symbol: listed.symbol, tickSize },
    })
    const [a, b] = await session.register([grid(first), grid(second)])
    const finer = grid(first, (first.instrument.tickSize / 10n) as typeof first.instrument.tickSize)
    const again = await session.register([grid(second), finer, grid(first)])
    expect(again.map(({ id }) => id)).toEqual([b?.id, 3, a?.id])
    expect((await listPublishedListings(stage.pool)).map(({ id }) => id)).toEqual([1, 2, 3])
  })
})

const keepNothing = () => Promise.resolve()

test('partitions are made ahead, by several concurrently, and dropped after their time', async () => {
  const tick = stage.slot()
  await Promise.all([1, 2, 3].map(() => makeTickPartitions(stage.pool, tick)))
  await makeTickPartitions(stage.pool, tick + 3 * TICKS_PER_DAY)
  const count = async () =>
    (await stage.pool.query(`select from pg_inherits where inhparent = 'published_ticks'::regclass`)).rowCount
  expect(await count()).toBe(6)
  expect(await dropTickPartitions(stage.pool, tick + 3 * TICKS_PER_DAY, 3, keepNothing)).toBe(0)
  expect(await dropTickPartitions(stage.pool, tick + 3 * TICKS_PER_DAY, 1, keepNothing)).toBe(2)
  expect(await count()).toBe(4)
})

test('a partition that is being read is dropped another time', async () => {
  const tick = stage.slot()
  await makeTickPartitions(stage.pool, tick)
  const reader = await stage.pool.connect()
  try {
    await reader.query('begin')
    await reader.query('select from published_ticks')
    expect(await dropTickPartitions(stage.pool, tick + 10 * TICKS_PER_DAY, 1, keepNothing)).toBe(0)
    await reader.query('commit')
    expect(await dropTickPartitions(stage.pool, tick + 10 * TICKS_PER_DAY, 1, keepNothing)).toBe(3)
  } finally {
    reader.release()
  }
})
