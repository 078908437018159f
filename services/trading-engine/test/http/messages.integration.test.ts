/** Messages for the author of a bot: which thing is missing, what was meant, what to do next. */
import { around, startStage, type Actor, type Stage } from '../support/stage.js'

interface Problem {
  readonly error: string
  readonly message: string
  readonly candidates?: readonly string[]
}

const UNKNOWN_ID = '018f0000-0000-7000-8000-000000000000'

let stage: Stage
let actor: Actor
let other: Actor

beforeAll(async () => {
  stage = await startStage('2026-03-02T12:00:00Z', around(100_000))
  ;[actor, other] = [await stage.actor(), await stage.actor()]
})
afterAll(() => stage.close())

describe('404 names what is missing, and nobody can tell whose it is', () => {
  const get = async (path: string) => {
    const { status, body } = await actor.api.get<Problem>(path)
    return [status, body.error, body.message]
  }
  const mine = (path: string) => `/v1/account/${actor.accountId}${path}`

  test('an account', async () => {
    const expected = [404, 'not_found', 'no such account']
    for (const id of [UNKNOWN_ID, other.accountId, 'nonsense'])
      expect(await get(`/v1/account/${id}/summary`)).toEqual(expected)
  })

  test('an order', async () => {
    const { order } = await other.placed({
      symbol: 'BTC-USD',
      side: 'BUY',
      kind: 'LIMIT',
      quantity: 0.1,
      price: 90_000,
    })
    for (const id of [UNKNOWN_ID, order.id, 'nonsense']) {
      expect(await get(mine(`/orders/${id}`))).toEqual([404, 'not_found', 'no such order'])
      const { status, body } = await actor.cancel<Problem>(id)
      expect([status, body.message]).toEqual([404, 'no such order'])
    }
  })

  test('a position', async () => {
    for (const id of [UNKNOWN_ID, 'nonsense']) {
      const { status, body } = await actor.protect<Problem>(id, { stop_loss: { trigger_price: 90_000 } })
      expect([status, body.message]).toEqual([404, 'no such open position'])
    }
  })

  test('a path', async () => {
    for (const path of ['/v1/nothing', '/', '/docs/nothing.js'])
      expect(await get(path)).toEqual([404, 'not_found', 'no such path, see /docs'])
  })
})

describe('a symbol that is not listed comes with what may have been meant', () => {
  test.each([
    ['BTC', ['BTC-USD']],
    ['gold', ['XAU-USD']],
    ['nonsense', []],
  ])('%s', async (symbol, candidates) => {
    const found = await stage.api.get<Problem>(`/v1/price?symbol=${symbol}`)
    expect([found.status, found.body.candidates]).toEqual([404, candidates])
    const order = { symbol, side: 'BUY', kind: 'MARKET', quantity: 1 }
    const [placed, closed, cancelled] = [
      await actor.misplaced(order),
      await actor.close<Problem>({ symbol }),
      await actor.cancelAll<Problem>({ symbol }),
    ]
    const hint = candidates.length === 0 ? 'see GET /v1/tickers' : `it could be ${candidates.join(', ')}`
    for (const { status, body } of [placed, closed, cancelled]) {
      expect([status, body.error, body.candidates]).toEqual([400, 'invalid_payload', candidates])
      expect(body.message).toBe(`${symbol} is not a tradable symbol; ${hint}`)
    }
  })
})

test('a symbol that was never priced is 500 and names it', async () => {
  const { status, headers, body } = await stage.api.get<Problem>('/v1/price?symbol=ETH-USD')
  expect([status, body.error, headers['retry-after']]).toEqual([500, 'engine_error', '1'])
  expect(body.message).toBe('ETH-USD has not been priced on GMX yet; retry in a moment')
})
