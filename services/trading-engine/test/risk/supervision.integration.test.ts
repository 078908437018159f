/**
 * The rules of a plan after every mark, over HTTP: without any request the market moves, and the account is warned,
 * locked or terminated.
 */
import { accountCalls, type AccountCalls } from '../support/account-calls.js'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { pollUntil } from '../support/poll-until.js'

interface BreachRow {
  readonly id: string
  readonly rule: string
  readonly severity: string
  readonly limit: number
  readonly value: number
  readonly equity: number
  readonly balance: number
  readonly action: string
  readonly order_id: string | null
  readonly positions: readonly HeldRow[] | null
}
interface HeldRow {
  readonly position_id: string
  readonly entry_price: number
  readonly mark_price: number
  readonly unrealized_pnl: number
}
interface AccountRecord {
  readonly state: string
  readonly state_reason: string | null
  readonly locked_until: string | null
  readonly high_water_mark: number
}

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine()
})
beforeEach(() => engine.moveMarket('BTC-USD', 100_000))
afterAll(() => engine.close())

interface Supervised extends AccountCalls {
  readonly trader: Trader
  read<T>(path: string): Promise<T>
  breaches(): Promise<readonly BreachRow[]>
  /** Waits until the market loop has recorded as many. */
  breached(count: number): Promise<readonly BreachRow[]>
  record(): Promise<AccountRecord>
}

const open = async (planId?: string): Promise<Supervised> => {
  const trader = await engine.trader(planId)
  const read = async <T>(path: string): Promise<T> =>
    (await trader.api.get<T>(`/v1/account/${trader.accountId}${path}`)).body
  const breaches = (): Promise<readonly BreachRow[]> => read('/breaches')
  return {
    ...accountCalls(trader),
    trader,
    read,
    breaches,
    breached: (count) => pollUntil(breaches, (rows) => rows.length >= count),
    record: () => read(''),
  }
}
const buy = (quantity: number) => ({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity })
const told = ({ rule, severity, action }: BreachRow): string => `${rule} ${severity} ${action}`

test('a warning, then the end: all closed, nothing accepted any more, everything recorded once', async () => {
  // 100,000 with 5 % a day: 95,000; a warning at 96,000
  const account = await open('standard-100k')
  await account.placed(buy(2))
  await account.placed({ ...buy(0.01), kind: 'LIMIT', price: 50_000 })
  expect(await account.breaches()).toEqual([])

  await engine.moveMarket('BTC-USD', 97_900)
  expect((await account.breached(1)).map(told)).toEqual(['daily_loss_limit WARN NONE'])
  expect((await account.record()).state).toBe('ACTIVE')

  await engine.moveMarket('BTC-USD', 97_000)
  const [end, warning, ...others] = await account.breached(2)
  expect([told(end!), told(warning!), others]).toEqual([
    'daily_loss_limit HARD TERMINATED',
    'daily_loss_limit WARN NONE',
    [],
  ])
  expect(end).toMatchObject({ limit: 95_000 })
  expect(end!.value).toBeLessThan(95_000)
  // 2 from about 100,000, at the mark that took equity there; no order did.
  expect(end).toMatchObject({ order_id: null, positions: [{ symbol: 'BTC-USD', direction: 'LONG', quantity: 2 }] })
  const [held] = end!.positions!
  expect(held!.unrealized_pnl).toBeCloseTo(2 * (held!.mark_price - held!.entry_price), 6)
  expect((await account.closedPositions())[0]).toMatchObject({ id: held!.position_id, entry_price: held!.entry_price })
  // spread and fee of the closing, and nothing else
  expect(end!.equity).toBe(end!.balance)
  expect(end!.value - end!.balance).toBeLessThan(300)

  expect(await account.record()).toMatchObject({ state: 'TERMINATED', state_reason: 'daily_loss_limit' })
  expect([await account.positions(), await account.orders()]).toEqual([[], []])
  expect((await account.closedPositions())[0]).toMatchObject({ close_reason: 'RISK' })
  expect(await account.read<readonly BreachRow[]>('/violations')).toEqual([end])
  const { body } = await account.place(buy(0.01))
  expect(body.violations.map(({ rule }) => rule)).toContain('account_state')

  const { rows } = await engine.pool.query<{ type: string }>(
    `select type from events where account_id = $1 and type = 'account.breach' order by sequence`,
    [account.trader.accountId],
  )
  expect(rows).toHaveLength(2)
  const events = await account.read<readonly { data: { breach?: BreachRow } }[]>('/events?limit=500')
  expect(events.flatMap(({ data: { breach } }) => breach ?? [])).toEqual([warning, end])

  // A breach that an earlier version recorded says nothing of them.
  await engine.pool.query('alter table breaches disable trigger breaches_append_only')
  await engine.pool.query('update breaches set held = null where account_id = $1', [account.trader.accountId])
  await engine.pool.query('alter table breaches enable trigger breaches_append_only')
  expect((await account.breaches()).map(({ positions }) => positions)).toEqual([null, null])
})

test('a floor that trails within the day follows a high that nobody asked about', async () => {
  // 25,000, 5 % behind the highest equity, at most 25,000
  const account = await open('instant-25k')
  await account.placed(buy(0.9))
  await engine.moveMarket('BTC-USD', 100_800)
  const raised = await pollUntil(
    () => account.record(),
    (record) => record.high_water_mark > 25_500,
  )
  // the floor is now about 24,400: above that of the day
  expect(raised.state).toBe('ACTIVE')
  await engine.moveMarket('BTC-USD', 99_300)
  const [breach] = await account.breached(1)
  expect(told(breach!)).toBe('max_drawdown HARD TERMINATED')
  expect(breach?.limit).toBeCloseTo(raised.high_water_mark - 1_250, 6)
})
