/** The journal of an account: notes, groups of results, excursions, a tax year, and files. */
import { randomUUID } from 'node:crypto'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { pollUntil } from '../support/poll-until.js'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

const order = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 }

async function trade(trader: Trader, changes: Partial<typeof order> = {}): Promise<string> {
  const placed = await trader.place({ ...order, ...changes })
  const id = String(placed.body.order!['position_id'])
  await trader.place({ ...order, ...changes, side: (changes.side ?? 'BUY') === 'BUY' ? 'SELL' : 'BUY' })
  return id
}

const pathOf = ({ accountId }: Trader, rest: string): string => `/v1/account/${accountId}${rest}`
const write = (trader: Trader, id: string, body: object) =>
  trader.api.put(pathOf(trader, `/positions/${id}/note`), { body })

interface Entry {
  readonly position: { readonly id: string; readonly entry_price: number; readonly quantity: number }
  readonly net_pnl: number
  readonly mfe: number | null
  readonly mae: number | null
  readonly tags: readonly string[]
  readonly note: string | null
}

const entries = async (trader: Trader, query = ''): Promise<readonly Entry[]> =>
  (await trader.api.get(pathOf(trader, `/journal${query}`))).body as unknown as readonly Entry[]

test('a note takes the place of the one before, of an open position too, and goes when it is empty', async () => {
  const trader = await engine.trader()
  const { body } = await trader.place(order)
  const id = String(body.order!['position_id'])
  const first = await write(trader, id, { tags: ['breakout', 'news'], note: 'late entry, no plan' })
  expect([first.status, first.body]).toEqual([
    200,
    {
      ...{ position_id: id, tags: ['breakout', 'news'], note: 'late entry, no plan' },
      updated_at: expect.any(String) as string,
    },
  ])
  await write(trader, id, { tags: ['plan B'] })
  await trader.place({ ...order, side: 'SELL' })
  expect(await entries(trader)).toMatchObject([{ position: { id }, tags: ['plan B'], note: null }])
  expect(await entries(trader, '?tag=breakout')).toEqual([])
  expect(await entries(trader, '?tag=plan%20B&symbol=btcusd')).toHaveLength(1)
  expect((await write(trader, id, {})).body).toMatchObject({ tags: [], note: null, updated_at: null })
  expect(await entries(trader)).toMatchObject([{ tags: [], note: null }])
})

test('nobody writes to positions of others, nor more than there is room for', async () => {
  const [trader, other] = [await engine.trader(), await engine.trader()]
  const id = await trade(trader)
  expect((await write(other, id, { note: 'mine' })).status).toBe(404)
  expect((await other.api.put(pathOf(trader, `/positions/${id}/note`), { body: { note: 'mine' } })).status).toBe(404)
  expect((await write(trader, randomUUID(), { note: 'none' })).status).toBe(404)
  const eleven = Array.from({ length: 11 }, (_, place) => `tag ${place}`)
  for (const body of [
    { tags: eleven },
    { tags: ['a', 'a'] },
    { tags: ['a'.repeat(33)] },
    { note: 'a'.repeat(2001) },
    { note: '' },
  ])
    expect((await write(trader, id, body)).status).toBe(400)
  for (const note of ['\u0000', '\ud800', '\n']) expect((await write(trader, id, { note })).status).toBe(400)
  const { api } = engine.as({ userId: trader.userId, permissions: ['TRADE'] })
  expect((await api.put(pathOf(trader, `/positions/${id}/note`), { body: { note: 'x' } })).status).toBe(403)
  expect(await entries(trader)).toMatchObject([{ tags: [], note: null }])
})

test('results by tag, symbol, side, venue, hour, weekday and holding time are those of their positions', async () => {
  const trader = await engine.trader()
  const [first, , third] = [await trade(trader), await trade(trader, { side: 'SELL' }), await trade(trader, ETHER)]
  await write(trader, first, { tags: ['a', 'b'] })
  await write(trader, third, { tags: ['b'] })
  const all = await entries(trader)
  const groups = async (by: string) => {
    const { body } = await trader.api.get(pathOf(trader, `/analytics?group_by=${by}`))
    return (body['groups'] as { key: string | null; trades: number; expectancy: number }[]).map((group) => ({
      ...{ key: group.key, trades: group.trades, expectancy: group.expectancy },
    }))
  }
  const mean = (tag: string | null): number => {
    const of = all.filter(({ tags }) => (tag === null ? tags.length === 0 : tags.includes(tag)))
    return of.reduce((sum, { net_pnl }) => sum + net_pnl, 0) / of.length
  }
  expect(await groups('tag')).toEqual([
    { key: 'b', trades: 2, expectancy: expect.closeTo(mean('b'), 8) as number },
    { key: 'a', trades: 1, expectancy: expect.closeTo(mean('a'), 8) as number },
    { key: null, trades: 1, expectancy: expect.closeTo(mean(null), 8) as number },
  ])
  expect((await groups('symbol')).map(({ key, trades }) => [key, trades])).toEqual([
    ['BTC-USD', 2],
    ['ETH-USD', 1],
  ])
  expect((await groups('side')).map(({ key, trades }) => [key, trades])).toEqual([
    ['BUY', 2],
    ['SELL', 1],
  ])
  expect(await groups('holding_time')).toMatchObject([{ key: '<1m', trades: 3 }])
  for (const by of ['venue', 'weekday', 'hour'])
    expect((await groups(by)).reduce((sum, { trades }) => sum + trades, 0)).toBe(3)
  const none = await trader.api.get(pathOf(trader, '/analytics?to=2020-01-01&group_by=tag'))
  expect(none.body).toMatchObject({ trades: 0, groups: [], profit_factor: null })
  expect((await trader.api.get(pathOf(trader, '/analytics'))).body).not.toHaveProperty('groups')
  expect((await trader.api.get(pathOf(trader, '/analytics?group_by=luck'))).status).toBe(400)
})

const ETHER = { symbol: 'ETH-USD', quantity: 1 }

test('excursions are those of the marks while the position was open', async () => {
  const trader = await engine.trader()
  for (const price of [300, 150]) await engine.moveMarket('SOL-USD', price)
  const { body } = await trader.place({ ...order, symbol: 'SOL-USD', quantity: 10 })
  const id = String(body.order!['position_id'])
  for (const price of [153, 146, 150]) await engine.moveMarket('SOL-USD', price)
  await trader.place({ ...order, symbol: 'SOL-USD', quantity: 10, side: 'SELL' })
  await engine.moveMarket('SOL-USD', 75)
  const [entry] = await pollUntil(
    () => entries(trader),
    ([found]) => found?.mfe !== null,
  )
  expect(entry!.position.id).toBe(id)
  const cost = entry!.position.entry_price
  expect(entry!.mfe).toBeCloseTo((153 - cost) * 10, 8)
  expect(entry!.mae).toBeCloseTo((cost - 146) * 10, 8)
})

test('files have every row, newest first, and exact amounts; formulas are no formulas', async () => {
  const trader = await engine.trader()
  const id = await trade(trader)
  await write(trader, id, { tags: ['=cmd()', 'b'], note: 'a "quoted", and another' })
  const lines = async (name: string): Promise<readonly string[]> => {
    const answer = await trader.api.get(pathOf(trader, `/history.csv?table=${name}`))
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    return answer.text.split('\r\n')
  }
  const trades = await lines('trades')
  const listed = await trader.api.get(pathOf(trader, '/trades?decimals=string'))
  expect(trades).toHaveLength(4)
  const ids = (listed.body as unknown as { id: string }[]).map((fill) => fill.id)
  expect(trades.slice(1, 3).map((line) => line.split(',')[0])).toEqual(ids)
  expect((await lines('orders')).filter((line) => line !== '')).toHaveLength(3)
  expect((await lines('ledger')).length).toBeGreaterThan(3)
  const [head, ...rest] = await lines('journal')
  expect(head).toMatch(/^id,account_id,symbol,.*,net_pnl,mfe,mae,tags,note$/)
  expect(rest.join('\r\n')).toContain(`,'=cmd() b,"a ""quoted"", and another"`)
})

test('a file of many pages misses and repeats nothing', async () => {
  const trader = await engine.trader()
  for (let batch = 0; batch < 11; batch += 1) {
    const orders = Array.from({ length: 50 }, () => ({ ...order, quantity: 0.001, client_id: randomUUID() }))
    const body = { account_id: trader.accountId, orders }
    expect((await trader.api.post('/v1/orders/batch', { body })).status).toBe(200)
  }
  const { text } = await trader.api.get(pathOf(trader, '/history.csv?table=orders'))
  const ids = text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[0])
  const { rows } = await engine.pool.query<{ id: string }>(
    'select id from orders where account_id = $1 order by created_at desc',
    [trader.accountId],
  )
  expect(rows.length).toBeGreaterThan(500)
  expect(ids).toEqual(rows.map((row) => row.id))
})

test('a tax year is that of its positions and its bookings', async () => {
  const trader = await engine.trader()
  await trade(trader)
  await trade(trader, ETHER)
  const year = new Date().getUTCFullYear()
  const { body } = await trader.api.get(pathOf(trader, `/tax-summary?year=${year}&decimals=string`))
  const all = await entries(trader, '?decimals=string')
  const cents = (texts: readonly unknown[]): number => texts.reduce<number>((sum, text) => sum + Number(text), 0)
  expect(body).toMatchObject({
    year,
    time_zone: 'UTC',
    symbols: [{ symbol: 'BTC-USD', positions: 1 }, { positions: 1 }],
  })
  expect(cents([body['net_pnl']])).toBeCloseTo(cents(all.map(({ net_pnl }) => net_pnl)), 10)
  const { body: ledger } = await trader.api.get(pathOf(trader, '/ledger?decimals=string'))
  const booked = (ledger as unknown as { amount: string }[]).map(({ amount }) => amount)
  expect(cents((body['ledger'] as { amount: string }[]).map(({ amount }) => amount))).toBeCloseTo(cents(booked), 8)
  expect((await trader.api.get(pathOf(trader, '/tax-summary?year=2001'))).body).toMatchObject({
    ...{ net_pnl: 0, symbols: [], ledger: [] },
    ...{ from: '2001-01-01T00:00:00.000Z', to: '2001-12-31T23:59:59.999999Z' },
  })
  for (const year of [2000, 2099])
    expect((await trader.api.get(pathOf(trader, `/tax-summary?year=${year}`))).status).toBe(200)
  for (const bad of ['', '?year=1999', '?year=2100', '?year=20x6', '?year=2026&year=2026'])
    expect((await trader.api.get(pathOf(trader, `/tax-summary${bad}`))).status).toBe(400)
})
