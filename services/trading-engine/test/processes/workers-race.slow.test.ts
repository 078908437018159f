/**
 * Bots at two replicas, the market and two workers race for the same orders: whichever is first, the result is a legal
 * one.
 */
import { accountCalls, type OrderRow } from '../support/account-calls.js'
import { expectBooksToHold } from '../support/random-accounts/books.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { startEngineProcess, type EngineProcess } from '../support/engine/engine-process.js'
import { untilAnswered } from '../support/engine/until-answered.js'
import { insertPlan, WIDE_EXPOSURE } from '../support/plans/insert-plan.js'
import { pollUntil } from '../support/poll-until.js'
import { openSecondEngine, type SecondEngine } from '../support/engine/second-engine.js'

const PRICE = 100_000
const SYMBOL = 'BTC-USD'

let api: TestEngine
let second: SecondEngine

beforeEach(async () => {
  api = await startEngine({ ROLE: 'api' })
  await insertPlan(api.pool, 'wide', { exposure: WIDE_EXPOSURE })
  await api.moveMarket(SYMBOL, PRICE)
  second = await openSecondEngine(api)
})
afterEach(async () => {
  await second.stop()
  await api.close()
})

async function open() {
  const trader = second.inTurns(await api.trader('wide'))
  const modify = (orderId: string, body: object) =>
    trader.api.post<OrderRow>(`/v1/account/${trader.accountId}/orders/${orderId}/modify`, { body })
  return { ...accountCalls(trader), modify, accountId: trader.accountId }
}
type Account = Awaited<ReturnType<typeof open>>

const near = (side: 'BUY' | 'SELL', permille: number): number =>
  Math.round(PRICE * (1 + (side === 'BUY' ? -permille : permille) / 1_000))

const walkMarket = async (price: number, overMs: number): Promise<void> => {
  const { api: mover } = api.as()
  const { status } = await mover.post('/v1/sandbox/market', { body: { symbol: SYMBOL, price, over_ms: overMs } })
  expect(status).toBe(200)
}

const count = async (sql: string): Promise<number> =>
  Number((await api.pool.query<{ count: string }>(`select count(*) as count from ${sql}`)).rows[0]?.count)

describe('cancel, modify, close and fill race on the same orders', () => {
  const SECONDS = 8
  const tally = new Map<string, number>()
  const note = (action: string, status: number): void =>
    void tally.set(`${action} ${status}`, (tally.get(`${action} ${status}`) ?? 0) + 1)

  /** Orders as the last answer about them that was their end. */
  const ends = new Map<string, OrderRow>()

  /** Outcomes that were too rare: the run is worth something only if each side sometimes won the race. */
  const tooRare = async (): Promise<readonly string[]> => [
    ...((await count(`commands where kind = 'market' and moves`)) > 20 ? [] : ['market']),
    ...['cancel 200', 'cancel 409', 'modify 200', 'modify 409'].filter((key) => (tally.get(key) ?? 0) <= 3),
  ]

  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(Math.random() * items.length)]

  async function trade(account: Account, isOver: () => boolean): Promise<void> {
    const working: string[] = []
    const place = async (): Promise<void> => {
      const side = pick(['BUY', 'SELL'] as const) ?? 'BUY'
      const isStop = Math.random() < 0.3
      const price = near(isStop ? (side === 'BUY' ? 'SELL' : 'BUY') : side, 0.5 + Math.random() * 4)
      const terms = isStop ? { kind: 'STOP', trigger_price: price } : { kind: 'LIMIT', price }
      const { status, body } = await account.place({ symbol: SYMBOL, side, quantity: 0.02, ...terms })
      note('place', status)
      if (body.order?.status === 'OPEN') working.push(body.order.id)
    }
    const cancel = async (id: string): Promise<void> => {
      const { status, body } = await account.cancel(id)
      note('cancel', status)
      if (status === 200) ends.set(id, body)
    }
    const modify = async (id: string): Promise<void> => {
      const side = pick(['BUY', 'SELL'] as const) ?? 'BUY'
      const { status } = await account.modify(id, { price: near(side, Math.random() * 3), quantity: 0.03 })
      note('modify', status)
    }
    const close = async (): Promise<void> => note('close', (await account.close({ symbol: SYMBOL })).status)
    while (!isOver()) {
      const [first, second] = [pick(working), working.shift()]
      await Promise.all([
        place(),
        place(),
        ...(first === undefined ? [] : [modify(first), cancel(first)]),
        ...(second === undefined || second === first ? [] : [modify(second)]),
        ...(Math.random() < 0.2 ? [close()] : []),
      ])
    }
  }

  test('and each order ends once, with what it filled, and the books balance', async () => {
    const startWorker = () => startEngine({ ROLE: 'worker', databaseUrl: api.databaseUrl, sharedWallet: api.wallet })
    const workers = [await startWorker(), await startWorker()]
    const accounts = await Promise.all(Array.from({ length: 4 }, open))
    let isOver = false
    const trading = accounts.map((account) => trade(account, () => isOver))
    for (let second = 0; second < SECONDS || (await tooRare()).length > 0; second += 1) {
      await walkMarket(near(second % 2 === 0 ? 'BUY' : 'SELL', 4), 900)
      // One goes, one comes: shards move while both sides act on their accounts.
      if (second === 3) await workers.shift()?.close()
      if (second === 5) workers.push(await startWorker())
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
    isOver = true
    await Promise.all(trading)
    await Promise.all(workers.map((worker) => worker.close()))

    // 500: who waits longer for its turn, since both replicas are at the same accounts, is asked to try again.
    const allowed =
      /^(place 200|cancel 200|cancel 409|modify 200|modify 400|modify 409|modify 422|close 200|close 404|\w+ 500) /
    expect([...tally.keys()].filter((key) => !allowed.test(`${key} `))).toEqual([])
    await expectBooksToHold(api.pool)
    const { rows } = await api.pool.query<{ id: string; status: string; filled: number }>(
      'select id, status, filled_quantity::float8 as filled from orders where id = any($1)',
      [[...ends.keys()]],
    )
    expect(rows).toHaveLength(ends.size)
    expect(rows.map(({ id, status, filled }) => [id, status, filled])).toEqual(
      rows.map(({ id }) => [id, 'CANCELLED', ends.get(id)?.filled_quantity]),
    )
    expect(await tooRare()).toEqual([])
  })
})

test('a worker killed while it fills: the other takes over, nothing is lost and nothing is done twice', async () => {
  const options = { role: 'worker', databaseUrl: api.databaseUrl, wallet: api.wallet } as const
  const workers: EngineProcess[] = await Promise.all([startEngineProcess(options), startEngineProcess(options)])
  try {
    const [accounts, each] = [12, 8]
    await Promise.all(
      Array.from({ length: accounts }, async () => {
        const account = await open()
        for (let nth = 1; nth <= each; nth += 1) {
          const terms = { kind: 'LIMIT', quantity: 0.01, price: near('BUY', nth), client_id: `level-${nth}` }
          const { status } = await untilAnswered(() => account.place({ symbol: SYMBOL, side: 'BUY', ...terms }))
          expect(status).toBe(200)
        }
      }),
    )
    // Past half of the levels: the others are still there when a worker is killed.
    await walkMarket(near('BUY', each / 2 + 0.5), 1_000)
    const filled = () => count(`orders where status = 'FILLED'`)
    await pollUntil(filled, (orders) => orders >= 10)
    await workers.shift()?.kill()
    expect(await filled()).toBeLessThan(accounts * each)
    await walkMarket(near('BUY', 20), 4_000)
    await pollUntil(filled, (orders) => orders === accounts * each)
    expect(await count('fills')).toBe(accounts * each)
    await expectBooksToHold(api.pool)
    expect(await workers[0]?.stop()).toBe(0)
  } finally {
    await Promise.all(workers.map((worker) => worker.kill()))
  }
})
