import { createLogger } from '@ats/service-kit'
import { captureLogs } from '@ats/test-kit'
import type { RunCommand } from '../src/commands/run-command.js'
import type { Account } from '../src/core/account.js'
import { createMarketLoop, type MarketLoop } from '../src/workers/market-loop.js'
import { limit } from './support/commands.js'
import { pollUntil } from './support/poll-until.js'
import { aTrader, type Trader } from './support/trader.js'

/** A loop over accounts with one resting order each, that the market has reached. */
function loopOver(count: number, settle: (accountId: string, attempt: number) => Promise<void>) {
  const traders: Trader[] = Array.from({ length: count }, () => aTrader())
  for (const trader of traders) {
    trader.placed(limit('BUY', '1', '15000'))
    trader.script.setPrice('BTC-USD', '14000')
  }
  const accounts = new Map<string, Account>(
    traders.map(({ account }, index) => [`account-${index}`, { ...account, id: `account-${index}` }]),
  )
  const attempts = new Map<string, number>()
  const asked: string[] = []
  const runCommand: RunCommand = async ({ accountId }) => {
    const attempt = (attempts.get(accountId) ?? 0) + 1
    attempts.set(accountId, attempt)
    await settle(accountId, attempt)
    return { status: 200, text: 'null', isReplay: false }
  }
  const logs = captureLogs()
  const loop = createMarketLoop({
    contexts: {
      get: (accountId) => {
        asked.push(accountId)
        return Promise.resolve(accounts.get(accountId) ?? null)
      },
      getCurrent: (accountId) => Promise.resolve(accounts.get(accountId) ?? null),
      put: () => undefined,
      drop: () => undefined,
      dropAll: () => undefined,
    },
    runCommand,
    world: () => traders[0]!.script.world(),
    logger: createLogger({ service: 'test', level: 'warn', destination: logs.destination }),
    tickMs: 2,
    listWatched: () => Promise.resolve([...accounts.keys()]),
  })
  return { loop, accounts, attempts, asked, logs }
}

let running: MarketLoop | undefined
afterEach(async () => {
  await running?.stop()
  running = undefined
})
const start = async (loop: MarketLoop): Promise<void> => {
  running = loop
  await loop.start()
}

test('an account that has to wait holds up no other, and is not asked a second time meanwhile', async () => {
  let letGo: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  const { loop, attempts } = loopOver(10, (accountId) => (accountId === 'account-0' ? gate : Promise.resolve()))
  await start(loop)
  await pollUntil(
    () => Promise.resolve([...attempts.values()]),
    (counts) => counts.length === 10 && counts.filter((count) => count >= 5).length === 9,
  )
  expect(attempts.get('account-0')).toBe(1)
  letGo()
  await pollUntil(
    () => Promise.resolve(attempts.get('account-0') ?? 0),
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
  await start(loop)
  await pollUntil(
    () => Promise.resolve(attempts.size),
    (size) => size === 20,
  )
  expect(most).toBe(4)
})

test('a failure is logged, tried again at the next tick, and keeps nobody else from being settled', async () => {
  const { loop, attempts, logs } = loopOver(3, (accountId, attempt) =>
    accountId === 'account-1' && attempt < 3 ? Promise.reject(new Error('no database')) : Promise.resolve(),
  )
  await start(loop)
  await pollUntil(
    () => Promise.resolve(attempts.get('account-1') ?? 0),
    (count) => count >= 4,
  )
  expect(attempts.get('account-0')).toBeGreaterThanOrEqual(3)
  expect(attempts.get('account-2')).toBeGreaterThanOrEqual(3)
  expect(logs.entries()).toMatchObject([{ account_id: 'account-1' }, { account_id: 'account-1' }])
})

test('accounts without working orders are no longer looked at; a new order brings them back', async () => {
  const { loop, accounts, asked } = loopOver(2, () => Promise.resolve())
  const idle = { ...accounts.get('account-0')!, orders: new Map() }
  await start(loop)
  loop.watch(idle)
  await pollUntil(
    () => Promise.resolve(asked.filter((id) => id === 'account-1').length),
    (count) => count > 3,
  )
  expect(asked.filter((id) => id === 'account-0').length).toBeLessThanOrEqual(1)
  loop.watch(accounts.get('account-0')!)
  await pollUntil(
    () => Promise.resolve(asked.filter((id) => id === 'account-0').length),
    (count) => count > 3,
  )
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
  await start(loop)
  await pollUntil(
    () => Promise.resolve(attempts.size),
    (size) => size === 1,
  )
  const stopped = loop.stop()
  letGo()
  await stopped
  expect(isDone).toBe(true)
})
