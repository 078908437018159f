import { startEngine, type TestEngine } from './support/engine.js'

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

describe('an order', () => {
  test('is placed, filled, listed, and its position closed', async () => {
    const trader = await engine.trader()
    const placed = await trader.place({ symbol: 'btc/usd', side: 'BUY', kind: 'MARKET', quantity: 0.1 })
    expect(placed.status).toBe(200)
    expect(placed.body.violations).toEqual([])
    expect(placed.body.order).toMatchObject({ status: 'FILLED', symbol: 'BTC-USD', filled_quantity: 0.1 })

    const positions = await trader.api.get<{ symbol: string }[]>(`/v1/account/${trader.accountId}/positions`)
    expect(positions.body).toHaveLength(1)

    const closed = await trader.api.post<{ position: unknown }>(`/v1/account/${trader.accountId}/close-position`, {
      body: { symbol: 'BTC-USD' },
    })
    expect(closed.status).toBe(200)
    expect(closed.body.position).toBeNull()
  })
})
