import Decimal from 'decimal.js'
import {
  accountCalls,
  type AccountCalls,
  type CloseBody,
  type PositionRow,
  type ProblemBody,
} from '../support/account-calls.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'

let engine: TestEngine
let bid: number
let ask: number

beforeAll(async () => {
  engine = await startEngine()
  await engine.moveMarket('BTC-USD', 100_000)
  const { body } = await engine.api.get<{ bid: number; ask: number }>('/v1/price?symbol=BTC-USD')
  ;({ bid, ask } = body)
})
afterAll(() => engine.close())

const buy = (quantity: number, more: object = {}) => ({
  symbol: 'BTC-USD',
  side: 'BUY',
  kind: 'MARKET',
  quantity,
  ...more,
})

/** An account that is long 0.3 BTC on GMX. */
const long = async (): Promise<AccountCalls> => {
  const account = accountCalls(await engine.trader())
  await account.placed(buy(0.3))
  return account
}

/** The same, and long 0.2 BTC on Ostium. */
const longTwice = async (): Promise<{ account: AccountCalls; gmx: PositionRow; ostium: PositionRow }> => {
  const account = await long()
  await account.placed(buy(0.2, { platform_id: 'OSTIUM' }))
  const [ostium, gmx] = await account.positions()
  return { account, gmx: gmx!, ostium: ostium! }
}

describe('close-position', () => {
  test('without a quantity closes all of it at the market', async () => {
    const account = await long()
    const { status, body } = await account.close({ symbol: 'btc/usdt' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      order: {
        kind: 'MARKET',
        side: 'SELL',
        status: 'FILLED',
        quantity: 0.3,
        price: bid,
        flags: { reduce_only: true },
      },
      trades: [{ quantity: 0.3, price: bid, realized_pnl: new Decimal(bid).minus(ask).times(0.3).toNumber() }],
      violations: [],
      position: null,
    })
    expect(await account.positions()).toEqual([])
    expect(await account.closedPositions()).toMatchObject([{ id: body.order?.position_id, close_reason: 'USER' }])
  })

  test('closes a short by buying', async () => {
    const account = accountCalls(await engine.trader())
    await account.placed({ ...buy(0.3), side: 'SELL' })
    const { body } = await account.close({ symbol: 'BTC-USD' })
    expect(body).toMatchObject({ order: { side: 'BUY', average_price: ask }, position: null })
    expect(body.trades[0]?.realized_pnl).toBe(new Decimal(bid).minus(ask).times(0.3).toNumber())
  })

  test('with a quantity closes that part and shows what remains', async () => {
    const account = await long()
    const { body } = await account.close({ symbol: 'BTC-USD', quantity: '0.1' })
    expect(body.order).toMatchObject({ quantity: 0.1, status: 'FILLED' })
    expect(body.position).toMatchObject({ quantity: 0.2, entry_price: ask, id: body.order?.position_id })
    expect(await account.positions()).toEqual([body.position])
  })

  test('with more than is held closes what is held, off the lot or not', async () => {
    for (const quantity of [5, 0.3000001]) {
      const account = await long()
      const { body } = await account.close({ symbol: 'BTC-USD', quantity })
      expect(body).toMatchObject({ order: { quantity: 0.3, filled_quantity: 0.3 }, position: null })
      expect(await account.positions()).toEqual([])
    }
  })

  test('with an off-lot part is 400 and names the nearest', async () => {
    const account = await long()
    const { status, body } = await account.close<ProblemBody>({ symbol: 'BTC-USD', quantity: 0.123456 })
    expect(status).toBe(400)
    expect(body.issues?.[0]?.message).toContain('nearest valid: 0.12345 or 0.12346')
  })

  test('LIMIT rests reduce-only at its price; crossing it fills at the book', async () => {
    const account = await long()
    const resting = await account.close({ symbol: 'BTC-USD', kind: 'LIMIT', price: 110_000, quantity: 0.1 })
    expect(resting.body).toMatchObject({
      order: { kind: 'LIMIT', status: 'OPEN', price: 110_000, tif: 'GTC', flags: { reduce_only: true } },
      trades: [],
      position: { quantity: 0.3 },
    })
    const crossing = await account.close({ symbol: 'BTC-USD', kind: 'LIMIT', price: 90_000, quantity: 0.1, tif: 'IOC' })
    expect(crossing.body).toMatchObject({
      order: { status: 'FILLED', average_price: bid },
      position: { quantity: 0.2 },
    })
    expect((await account.orders()).map(({ id }) => id)).toEqual([resting.body.order?.id])
  })

  test('LIMIT takes GTD with expires_at, and GTX', async () => {
    const account = await long()
    const limit = { symbol: 'BTC-USD', kind: 'LIMIT', price: 110_000 }
    const until = await account.close({ ...limit, tif: 'GTD', expires_at: '2099-01-01T00:00:00Z' })
    expect(until.body.order).toMatchObject({ tif: 'GTD', expires_at: '2099-01-01T00:00:00.000Z', status: 'OPEN' })
    const maker = await account.close({ ...limit, tif: 'GTX' })
    expect(maker.body.order).toMatchObject({ tif: 'GTX', flags: { post_only: true, reduce_only: true } })
  })

  test('GTX that would take is refused, and the position is shown as it stands', async () => {
    const account = await long()
    const { status, body } = await account.close({ symbol: 'BTC-USD', kind: 'LIMIT', price: 90_000, tif: 'GTX' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ order: null, trades: [], violations: [{ rule: 'post_only' }] })
    expect(body.position).toMatchObject({ quantity: 0.3 })
    expect(await account.positions()).toEqual([body.position])
  })

  test('without an open position is 404, also for one that was closed and on a venue that holds none', async () => {
    const account = await long()
    const attempts = [{ symbol: 'ETH-USD' }, { symbol: 'BTC-USD', platform_id: 'OSTIUM' }]
    for (const attempt of attempts) {
      const { status, body } = await account.close<ProblemBody>(attempt)
      expect([status, body.error]).toEqual([404, 'not_found'])
    }
    await account.close({ symbol: 'BTC-USD' })
    expect((await account.close<ProblemBody>({ symbol: 'BTC-USD' })).status).toBe(404)
  })

  test("another user's account is 404", async () => {
    const mine = await engine.trader()
    await accountCalls(mine).placed(buy(0.1))
    const { api } = engine.as()
    const { status } = await accountCalls({ api, accountId: mine.accountId }).close({ symbol: 'BTC-USD' })
    expect(status).toBe(404)
  })

  test('of a symbol held on both venues is 400 until one is named', async () => {
    const { account, gmx, ostium } = await longTwice()
    const { status, body } = await account.close<ProblemBody>({ symbol: 'BTC-USD' })
    expect([status, body.issues?.[0]]).toMatchObject([400, { path: ['position_id'], code: 'position_id.ambiguous' }])
    expect(body.issues?.[0]?.message).toContain(gmx.id)
    expect(body.issues?.[0]?.message).toContain(ostium.id)
    expect(await account.positions()).toHaveLength(2)
  })

  test('platform_id and position_id name it', async () => {
    const byVenue = await longTwice()
    const one = await byVenue.account.close({ symbol: 'BTC-USD', platform_id: 'OSTIUM' })
    expect(one.body.order).toMatchObject({ venue: 'OSTIUM', quantity: 0.2, position_id: byVenue.ostium.id })
    expect((await byVenue.account.positions()).map(({ id }) => id)).toEqual([byVenue.gmx.id])
    const byId = await longTwice()
    const other = await byId.account.close({ symbol: 'BTC-USD', position_id: byId.gmx.id })
    expect(other.body.order).toMatchObject({ venue: 'GMX', quantity: 0.3, position_id: byId.gmx.id })
    const neither = { symbol: 'BTC-USD', position_id: byId.ostium.id, platform_id: 'GMX' }
    expect((await byId.account.close(neither)).status).toBe(404)
  })

  test('with a client_id is done once and answered alike, whatever happened since', async () => {
    const account = await long()
    const first = await account.close({ symbol: 'BTC-USD', quantity: 0.1, client_id: 'part' })
    const second = await account.close({ symbol: 'BTCUSD', quantity: '0.10', client_id: 'part' })
    expect(second.text).toBe(first.text)
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect((await account.positions())[0]?.quantity).toBe(0.2)
    const other = await account.close<ProblemBody>({ symbol: 'BTC-USD', quantity: 0.2, client_id: 'part' })
    expect([other.status, other.body.reason]).toEqual([409, 'client_id_reuse'])
  })

  test('20 parallel closes of all of it close it once', async () => {
    const account = await long()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => account.close<CloseBody | ProblemBody>({ symbol: 'BTC-USD' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(404)])
    expect(await account.positions()).toEqual([])
    expect(await account.trades()).toHaveLength(2)
  })
})
