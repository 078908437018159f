import { createLogger } from '@ats/service-kit/process'
import { captureLogs } from '@ats/test-kit'
import type { RunCommand } from '../../src/commands/pipeline/run-command.js'
import type { Account } from '../../src/core/model/account/account.js'
import { createMarketLoop, type MarketLoop } from '../../src/workers/market-loop.js'
import { createWatchList } from '../../src/workers/watch-list.js'
import { SHARDS } from '../../src/core/values/shard.js'
import { limit } from '../support/commands.js'
import { pollUntil } from '../support/poll-until.js'
import { aTrader, type Trader } from '../support/trader.js'

const idOf = (index: number): string => `account-${String(index).padStart(2, '0')}`
const ALL_SHARDS: ReadonlySet<number> = new Set(Array.from({ length: SHARDS }, (_, shard) => shard))

/** A loop over accounts with one resting order each, that the market has reached. */
function loopOver(count: number, settle: (accountId: string, attempt: number) => Promise<void>) {
  const traders: Trader[] = Array.from({ length: count }, () => aTrader())
  for (const trader of traders) {
    trader.placed(limit('BUY', '1', '15000'))
    trader.script.setPrice('BTC-USD', '14000')
  }
  const accounts = new Map<string, Account>(
    traders.map(({ account }, index) => [idOf(index), { ...account, id: idOf(index) }]),
  )
  const attempts = new Map<string, number>()
  const requested: string[] = []
  const runCommand: RunCommand = async ({ accountId }) => {
    const attempt = (attempts.get(accountId) ?? 0) + 1
    attempts.set(accountId, attempt)
    await settle(accountId, attempt)
    return { status: 200, text: 'null', isReplay: false }
  }
  const logs = captureLogs()
  const known = (accountId: string): Promise<Account | null> => {
    requested.push(accountId)
    return Promise.resolve(accounts.get(accountId) ?? null)
  }
  const shared = {
    contexts: { get: known, getCurrent: known },
    getContext: () => traders[0]!.script.context(),
    logger: createLogger({ service: 'test', level: 'warn', destination: logs.destination }),
  }
  const watchList = createWatchList({
    ...shared,
    shards: () => ALL_SHARDS,
    list: () => Promise.resolve([...accounts.values()].map(({ id, version }) => ({ id, version }))),
    recordHeartbeat: () => Promise.resolve(new Set()),
    hasOthers: () => false,
    sweepMs: 60_000,
  })
  const loop = createMarketLoop({ ...shared, watchList, runCommand, tickMs: 2, onLooked: () => undefined })
  return { loop, watchList, accounts, attempts, requested, logs }
}

let running: MarketLoop | undefined
afterEach(async () => {
  await running?.stop()
  running = undefined
})
const start = (loop: MarketLoop): void => {
  running = loop
  loop.start()
}

test('an account that has to wait delays no other, and is not processed a second time while it waits', async () => {
  let letGo: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  const { loop, attempts } = loopOver(10, (accountId) => (accountId === idOf(0) ? gate : Promise.resolve()))
  start(loop)
  await pollUntil(
    () => Promise.resolve([...attempts.values()]),
    (counts) => counts.length === 10 && counts.filter((count) => count >= 5).length === 9,
  )
  expect(attempts.get(idOf(0))).toBe(1)
  letGo()
  await pollUntil(
    () => Promise.resolve(attempts.get(idOf(0)) ?? 0),
    (count) => count > 1,
  )
})

test('at most four are settled side by side', async () => {
  let sideBySide = 0
  let most = 0
  const { loop, attempts } = loopOver(20, async () => {
    most = Math.max(most, ++sideBySide)
    await new Promise((resolve) => setTimeout(resolve, 2))
    sideBySide -= 1
  })
  start(loop)
  await pollUntil(
    () => Promise.resolve(attempts.size),
    (size) => size === 20,
  )
  expect(most).toBe(4)
})

test('a failure is logged, tried again at the next tick, and keeps nobody else from being settled', async () => {
  const { loop, attempts, logs } = loopOver(3, (accountId, attempt) =>
    accountId === idOf(1) && attempt < 3 ? Promise.reject(new Error('no database')) : Promise.resolve(),
  )
  start(loop)
  await pollUntil(
    () => Promise.resolve(attempts.get(idOf(1)) ?? 0),
    (count) => count >= 4,
  )
  expect(attempts.get(idOf(0))).toBeGreaterThanOrEqual(3)
  expect(attempts.get(idOf(2))).toBeGreaterThanOrEqual(3)
  expect(logs.entries()).toMatchObject([{ account_id: idOf(1) }, { account_id: idOf(1) }])
})

test('accounts without working orders are no longer looked at; a new order brings them back', async () => {
  const { loop, watchList, accounts, requested } = loopOver(2, () => Promise.resolve())
  const busy = accounts.get(idOf(0))!
  const askedFor = (id: string): number => requested.filter((each) => each === id).length
  const askedMore = async (id: string): Promise<void> => {
    const before = askedFor(id)
    await pollUntil(
      () => Promise.resolve(askedFor(id)),
      (count) => count > before + 3,
    )
  }
  start(loop)
  await askedMore(idOf(0))
  accounts.set(idOf(0), { ...busy, orders: new Map(), version: busy.version + 1 })
  watchList.invalidate(idOf(0))
  await askedMore(idOf(1))
  expect(watchList.size).toBe(1)
  const before = askedFor(idOf(0))
  await askedMore(idOf(1))
  expect(askedFor(idOf(0))).toBe(before)
  accounts.set(idOf(0), { ...busy, version: busy.version + 2 })
  watchList.recordCommitted(accounts.get(idOf(0))!)
  await askedMore(idOf(0))
})

test('stopping waits for the command under way', async () => {
  let isDone = false
  let letGo: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  const { loop, attempts } = loopOver(1, async () => {
    await gate
    await new Promise((resolve) => setTimeout(resolve, 20))
    isDone = true
  })
  start(loop)
  await pollUntil(
    () => Promise.resolve(attempts.size),
    (size) => size === 1,
  )
  const stopped = loop.stop()
  letGo()
  await stopped
  expect(isDone).toBe(true)
})
