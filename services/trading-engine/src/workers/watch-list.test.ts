import { createLogger } from '@ats/service-kit/process'
import { captureLogs } from '@ats/test-kit'
import type { Account, AccountInMarket } from '../core/model/account/account.js'
import { createWatchList } from './watch-list.js'
import { limit } from '../../test/support/commands.js'
import { aTrader } from '../../test/support/trader.js'

const HOUR_MS = 3_600_000

/** Accounts of a database, of which those in shard n end in the hex of n, each with a limit that rests at 15,000. */
function watching({ sweepMs = HOUR_MS } = {}) {
  const trader = aTrader()
  trader.script.setPrice('BTC-USD', '20000')
  trader.placed(limit('BUY', '1', '15000'))
  const inDatabase = new Map<string, Account>()
  let held: ReadonlySet<number> = new Set([0, 1])
  const listed: number[][] = []
  let list = (shards: readonly number[]): Promise<readonly AccountInMarket[]> => {
    const rows = [...inDatabase.values()].filter(
      ({ id, orders }) => orders.size > 0 && shards.includes(Number.parseInt(id.slice(-2), 16)),
    )
    return Promise.resolve(rows.map(({ id, version }) => ({ id, version })))
  }
  const noted: number[][] = []
  let unwatched: ReadonlySet<number> = new Set()
  let reads = 0
  let contexts = 0
  let marketReads = 0
  let hasOthers = false
  const logs = captureLogs()
  const watchList = createWatchList({
    contexts: {
      getCurrent(id) {
        reads += 1
        return Promise.resolve(inDatabase.get(id) ?? null)
      },
    },
    getContext() {
      contexts += 1
      const context = trader.script.context()
      return { ...context, earlier: (at) => ((marketReads += 1), context.earlier(at)) }
    },
    logger: createLogger({ service: 'test', level: 'warn', destination: logs.destination }),
    shards: () => held,
    list(shards) {
      listed.push([...shards])
      return list(shards)
    },
    recordHeartbeat(shards) {
      noted.push([...shards])
      return Promise.resolve(unwatched)
    },
    hasOthers: () => hasOthers,
    sweepMs,
  })
  return {
    watchList,
    inDatabase,
    listed,
    noted,
    leaveUnwatched: (...shards: readonly number[]) => (unwatched = new Set(shards)),
    logs,
    reads: () => reads,
    /** How often it has wanted to know the market: once for each account that it watches. */
    contexts: () => contexts,
    /** How often it has looked at the market of an earlier moment. */
    marketReads: () => marketReads,
    passTime: (ms: number) => trader.script.passTime(ms),
    hold: (...shards: readonly number[]) => (held = new Set(shards)),
    alone: (isAlone: boolean) => (hasOthers = !isAlone),
    listing: (next: typeof list) => (list = next),
    /** Into the database, as any process would. */
    store: (id: string, fields: Partial<Account> = {}): Account => {
      const version = (inDatabase.get(id)?.version ?? 0) + 1
      const account = { ...trader.account, ...fields, id, version }
      inDatabase.set(id, account)
      return account
    },
    /** A listing ends between two looks. */
    refresh: async (times = 3) => {
      for (let time = 0; time < times; time += 1) await watchList.refresh()
    },
    reachedAt: async (price: string): Promise<readonly string[]> => {
      trader.script.setPrice('BTC-USD', price)
      return [...(await watchList.reached())].toSorted()
    },
  }
}

const NO_ORDERS = { orders: new Map() }

test('lists the accounts of its shards that have orders or positions, and no others', async () => {
  const { refresh, store, reachedAt, watchList, listed } = watching()
  for (const id of ['a-00', 'b-01', 'c-02']) store(id)
  store('d-01', NO_ORDERS)
  await refresh()
  expect([watchList.size, listed]).toEqual([2, [[0, 1]]])
  expect(await reachedAt('14000')).toEqual(['a-00', 'b-01'])
})

test('an account that this or another process has changed is watched with its new state, one of another shard is not', async () => {
  const { refresh, store, reachedAt, watchList, reads } = watching()
  await refresh()
  watchList.recordCommitted(store('a-00'))
  watchList.recordCommitted(store('c-02'))
  await refresh()
  expect([watchList.size, reads()]).toEqual([1, 0])
  store('b-01')
  watchList.invalidate('b-01')
  store('a-00', NO_ORDERS)
  watchList.invalidate('a-00')
  watchList.invalidate('c-02')
  await refresh()
  expect([watchList.size, reads()]).toEqual([1, 2])
  expect(await reachedAt('14000')).toEqual(['b-01'])
})

test.each([
  ['after', ['invalidated', 'recorded']],
  ['before', ['recorded', 'invalidated']],
] as const)(
  'an account that another process changed is read from the database, though an older change by this process is reported %s it',
  async (_when, order) => {
    const { refresh, store, reachedAt, watchList } = watching()
    await refresh()
    const older = store('a-00', NO_ORDERS)
    store('a-00')
    for (const report of order) {
      if (report === 'recorded') watchList.recordCommitted(older)
      else watchList.invalidate('a-00')
    }
    await refresh()
    expect(await reachedAt('14000')).toEqual(['a-00'])
  },
)

test('a change by this process that is reported late does not replace a newer state', async () => {
  const { refresh, store, reachedAt, watchList } = watching()
  const older = store('a-00', NO_ORDERS)
  store('a-00')
  await refresh()
  watchList.recordCommitted(older)
  await refresh()
  expect(await reachedAt('14000')).toEqual(['a-00'])
})

test('an account that a price has reached is watched again only after rearm()', async () => {
  const { refresh, store, reachedAt, watchList } = watching()
  store('a-00')
  await refresh()
  expect(await reachedAt('14000')).toEqual(['a-00'])
  await refresh()
  expect(await reachedAt('14000')).toEqual([])
  watchList.rearm('a-00')
  await refresh()
  expect(await reachedAt('14000')).toEqual(['a-00'])
})

describe('shards', () => {
  test('accounts of a lost shard are dropped before the next look, those of a new shard are listed', async () => {
    const { refresh, store, reachedAt, watchList, hold, listed } = watching()
    for (const id of ['a-00', 'b-01', 'c-02']) store(id)
    await refresh()
    hold(1, 2)
    await refresh(1)
    expect(await reachedAt('14000')).toEqual(['b-01'])
    await refresh()
    expect([watchList.size, listed]).toEqual([2, [[0, 1], [2]]])
    hold()
    await refresh(1)
    expect([watchList.size, await reachedAt('13000')]).toEqual([0, []])
  })

  test('accounts of a shard that comes back are listed again: another process held it', async () => {
    const { refresh, store, reachedAt, hold } = watching()
    store('a-00')
    await refresh()
    hold(1)
    await refresh(1)
    store('a-00', NO_ORDERS)
    store('b-00')
    hold(0, 1)
    await refresh()
    expect(await reachedAt('14000')).toEqual(['b-00'])
  })

  test('a change during the listing is not lost', async () => {
    const { refresh, store, reachedAt, watchList, listing } = watching()
    let answer: (rows: readonly AccountInMarket[]) => void = () => undefined
    listing(() => new Promise((resolve) => (answer = resolve)))
    await refresh(1)
    store('a-00')
    watchList.invalidate('a-00')
    await refresh(1)
    answer([])
    await refresh()
    expect(await reachedAt('14000')).toEqual(['a-00'])
  })

  test('a failed listing is repeated later, without a shard that was lost since', async () => {
    const { refresh, store, watchList, listing, hold, listed, logs } = watching()
    let nowMs = performance.now()
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => nowMs)
    try {
      store('a-00')
      listing(() => Promise.reject(new Error('no database')))
      await refresh(2)
      hold(0)
      expect(logs.entries()).toMatchObject([{ err: { message: 'no database' } }])
      listing(() => Promise.resolve([{ id: 'a-00', version: 1 }]))
      await refresh()
      expect(watchList.size).toBe(0)
      nowMs += 1_000
      await refresh()
      expect(watchList.size).toBe(1)
      expect(listed).toEqual([[0, 1], [0]])
    } finally {
      clock.mockRestore()
    }
  })
})

describe('changes that were not reported', () => {
  test('are found by invalidateAll(): changed, new and gone accounts', async () => {
    const { refresh, store, reachedAt, watchList, reads } = watching()
    for (const id of ['a-00', 'b-00', 'c-00']) store(id)
    await refresh()
    store('a-00')
    store('b-00', NO_ORDERS)
    store('d-00')
    const before = reads()
    await refresh()
    expect(reads()).toBe(before)
    watchList.invalidateAll()
    await refresh()
    expect([watchList.size, reads()]).toEqual([3, before + 3])
    expect(await reachedAt('14000')).toEqual(['a-00', 'c-00', 'd-00'])
  })

  test('are looked for periodically beside other processes, and never by the only process', async () => {
    const { refresh, store, alone, listed, watchList } = watching({ sweepMs: 0 })
    await refresh()
    store('a-00')
    await refresh()
    expect([watchList.size, listed.length]).toEqual([0, 1])
    alone(false)
    await refresh()
    expect(watchList.size).toBe(1)
  })
})

describe('accounts that a price reached while no process watched them', () => {
  test('are late only where the price had reached them before they were listed', async () => {
    const { refresh, store, reachedAt, watchList, leaveUnwatched, noted } = watching()
    leaveUnwatched(1)
    for (const id of ['a-00', 'b-01', 'e-01']) store(id)
    store('f-01', NO_ORDERS)
    await refresh()
    expect(noted).toEqual([[0, 1]])
    expect(await reachedAt('16000')).toEqual([])
    expect(['a-00', 'b-01', 'e-01'].filter(watchList.isLate)).toEqual([])
    expect(await reachedAt('14000')).toEqual(['a-00', 'b-01', 'e-01'])
    expect(['a-00', 'b-01', 'e-01'].filter(watchList.isLate)).toEqual([])
  })

  test('stay late until they are processed', async () => {
    const { refresh, store, reachedAt, watchList, leaveUnwatched } = watching()
    leaveUnwatched(1)
    for (const id of ['a-00', 'b-01']) store(id)
    await refresh()
    expect(await reachedAt('14000')).toEqual(['a-00', 'b-01'])
    expect(['a-00', 'b-01'].filter(watchList.isLate)).toEqual(['b-01'])
    // it could not be settled
    watchList.rearm('b-01')
    await refresh()
    expect(await reachedAt('14000')).toEqual(['b-01'])
    expect(watchList.isLate('b-01')).toBe(true)
    watchList.recordCommitted(store('b-01', NO_ORDERS))
    await refresh()
    expect(await reachedAt('14000')).toEqual([])
    expect(watchList.isLate('b-01')).toBe(false)
  })

  test('the heartbeat of a shard is read only when the shard is new', async () => {
    const { refresh, noted, hold } = watching()
    await refresh(5)
    hold(0)
    await refresh(2)
    hold(0, 1)
    await refresh(2)
    expect(noted.filter((shards) => shards.length > 0)).toEqual([[0, 1], [1]])
  })
})

describe('accounts that come all together', () => {
  /** A look asks for the market for its calendar, too. */
  const CALENDAR = 2

  /** The most that is begun until requests have their turn. */
  async function countTurns(work: () => Promise<unknown>, begun: () => number) {
    let [most, before, isOver] = [0, begun(), false]
    const turn = (): void => {
      most = Math.max(most, begun() - before)
      before = begun()
      if (!isOver) setImmediate(turn)
    }
    setImmediate(turn)
    await work()
    isOver = true
    turn()
    return most
  }

  test.each([
    ['with a few orders', 1, 50],
    ['with many orders', 200, 10],
  ])('%s are watched in turns of so many', async (_name, orders, accountsMax) => {
    const { watchList, store, refresh, contexts } = watching()
    const [order] = [...store('a-00').orders.values()]
    const many = new Map(Array.from({ length: orders }, (_, n) => [`${n}`, { ...order!, id: `${n}` }]))
    for (let n = 0; n < 1_000; n += 1) store(`a${n}-00`, { orders: many })
    await refresh(2)
    expect(await countTurns(() => watchList.refresh(), contexts)).toBeLessThanOrEqual(accountsMax + CALENDAR)
    expect(watchList.size).toBe(1_001)
  })

  test('that ticks have gone by are compared with them in more turns', async () => {
    const { watchList, store, refresh, contexts, reachedAt, passTime } = watching()
    for (let tick = 0; tick < 120; tick += 1) {
      passTime(250)
      await reachedAt('20000')
    }
    const [order] = [...store('a-00').orders.values()]
    const many = new Map(Array.from({ length: 20 }, (_, n) => [`${n}`, { ...order!, id: `${n}` }]))
    for (let n = 0; n < 200; n += 1) store(`a${n}-00`, { orders: many })
    await refresh(2)
    expect(await countTurns(() => watchList.refresh(), contexts)).toBeLessThanOrEqual(2 + CALENDAR)
  })

  test('of many listings have the market told of past ticks in turns of so many', async () => {
    const { watchList, store, refresh, marketReads, reachedAt, passTime } = watching()
    for (let tick = 0; tick < 120; tick += 1) {
      passTime(250)
      await reachedAt('20000')
    }
    const [order] = [...store('a-00').orders.values()]
    const symbols = ['BTC-USD', 'ETH-USD', 'SOL-USD', 'XRP-USD']
    store('b-00', { orders: new Map(symbols.map((symbol) => [symbol, { ...order!, id: symbol, symbol }])) })
    await refresh(2)
    expect(await countTurns(() => watchList.refresh(), marketReads)).toBeLessThanOrEqual(45)
    expect(marketReads()).toBeGreaterThan(480)
    expect(watchList.size).toBe(2)
  })
})
