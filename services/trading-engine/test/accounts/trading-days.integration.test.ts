import { around, startStage, type Actor, type Stage } from '../support/stage.js'

interface Day {
  readonly date: string
  readonly started_at: string
  readonly ended_at: string | null
  readonly opening_balance: string
  readonly closing_balance: string
  readonly opening_equity: string
  readonly closing_equity: string
  readonly lowest_equity: string
  readonly pnl: string
  readonly transfers: Readonly<Record<string, string>>
  readonly trades: number
  readonly floors: Floors
  readonly breaches: readonly { readonly id: string; readonly rule: string; readonly action: string }[]
  readonly target_reached: boolean | null
}
interface Floors {
  readonly max_drawdown: string | null
  readonly daily_loss_limit: string | null
}

let stage: Stage
let actor: Actor
let idle: Actor

const PAID_AT = '2026-03-03T10:00:30.000Z'
const order = (side: string, quantity: number) => ({ symbol: 'BTC-USD', side, kind: 'MARKET', quantity })
const read = async <T>(of: Actor, path: string): Promise<T> => {
  const { status, body, text } = await of.api.get<T>(`/v1/account/${of.accountId}${path}`)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
  return body
}
const daysOf = (of: Actor, query = ''): Promise<readonly Day[]> => read(of, `/days?decimals=string${query}`)
const pay = (direction: string, amount: number) =>
  stage.engine.operator.post(`/operator/v1/accounts/${actor.accountId}/capital`, {
    body: { direction, amount, reason: 'test', reference: direction },
  })

beforeAll(async () => {
  stage = await startStage('2026-03-02T12:00:00Z', around(100_000))
  // The drawdown floor trails the end of the day in Prague; that of the day comes from the balance at its beginning.
  actor = await stage.actor('one-step-50k')
  idle = await stage.actor('one-step-50k')
  await actor.placed(order('BUY', 0.2))
  await stage.step([actor], around(98_000), '2026-03-02T14:59:59.5Z')
  await stage.step([actor], around(103_000), '2026-03-02T15:00:30Z')
  await actor.close({ symbol: 'BTC-USD', quantity: 0.1 })
  await stage.step([actor], around(103_000), '2026-03-03T01:00:00Z')
  await stage.step([actor], around(104_000), PAID_AT)
  expect((await pay('IN', 10_000)).status).toBe(200)
  await actor.placed(order('BUY', 0.1))
  await stage.step([actor], around(104_000), '2026-03-04T01:00:00Z')
  await stage.step([actor], around(104_000), '2026-03-05T01:00:00Z')
  await actor.placed(order('BUY', 0.8))
  await stage.step([actor], around(100_000), '2026-03-05T02:00:30Z')
})
afterAll(() => stage.close())

test('the books balance: each day opens with what the one before closed with, and all of them are the ledger', async () => {
  const days = (await daysOf(actor)).toReversed()
  expect(days.length).toBeGreaterThanOrEqual(3)
  const ledger = await read<readonly { house: string; amount: string }[]>(actor, '/ledger?limit=500&decimals=string')
  const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + exact(amount), 0n)
  for (const [place, day] of days.entries()) {
    expect(exact(day.opening_balance) + sum(Object.values(day.transfers))).toBe(exact(day.closing_balance))
    expect(exact(day.pnl)).toBe(sum(Object.values(day.transfers)) - exact(day.transfers['capital']!))
    const next = days[place + 1]
    if (next === undefined) expect(day.ended_at).toBeNull()
    else {
      expect([day.closing_balance, day.closing_equity, day.ended_at]).toEqual([
        next.opening_balance,
        next.opening_equity,
        next.started_at,
      ])
    }
  }
  for (const house of Object.keys(days[0]!.transfers)) {
    const opening = house === 'capital' ? exact('50000') : 0n
    const moved = ledger.filter((row) => row.house === house).map(({ amount }) => amount)
    expect([house, sum(days.map(({ transfers }) => transfers[house]!)) + opening]).toEqual([house, sum(moved)])
  }
  const { balance } = await read<{ balance: string }>(actor, '/summary?decimals=string')
  expect(days.at(-1)!.closing_balance).toBe(balance)
  const trades = await read<readonly object[]>(actor, '/trades?limit=500')
  expect(days.reduce((total, day) => total + day.trades, 0)).toBe(trades.length)
})

test('pages of days by the time they began, each once; an account that did nothing has its days, too', async () => {
  const all = await daysOf(actor)
  const { headers, body } = await actor.api.get<readonly Day[]>(
    `/v1/account/${actor.accountId}/days?decimals=string&limit=1`,
  )
  expect([body, headers['x-has-more']]).toEqual([all.slice(0, 1), 'true'])
  expect(await daysOf(actor, `&to=${String(headers['x-next-to'])}`)).toEqual(all.slice(1))
  const clamped = await actor.api.get(`/v1/account/${actor.accountId}/days?limit=500`)
  expect(clamped.headers['x-limit-applied']).toBe('41')
  const [today] = await daysOf(idle)
  expect(today).toMatchObject({ pnl: '0', trades: 0, lowest_equity: '50000', closing_equity: '50000', breaches: [] })
  expect((await actor.api.get(`/v1/account/${idle.accountId}/days`)).status).toBe(404)
})

/** In units of 10⁻¹⁸. */
function exact(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.replace('-', '').split('.')
  const scaled = BigInt(whole + fraction.padEnd(18, '0'))
  return amount.startsWith('-') ? -scaled : scaled
}
