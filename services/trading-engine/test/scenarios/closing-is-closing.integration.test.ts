/** close-position only reduces: never more than the position, never through flat, and the ledger shows its result. */
import Decimal from 'decimal.js'
import { around, startStage, type Stage } from '../support/stage.js'
import type { ProblemBody } from '../support/account-calls.js'

let stage: Stage

beforeAll(async () => {
  stage = await startStage('2026-03-02T12:00:00Z', around(100_000))
})
beforeEach(() => stage.set(around(100_000)))
afterAll(() => stage.close())

const market = (side: string, quantity = 0.5, more: object = {}) => ({
  symbol: 'BTC-USD',
  side,
  kind: 'MARKET',
  quantity,
  ...more,
})
const WAYS = [
  ['BUY', 'SELL', 1],
  ['SELL', 'BUY', -1],
] as const

describe.each(WAYS)('opened by a %s', (opening, closing, sign) => {
  test.each([
    ['all of it', undefined, 0.5, 0],
    ['part of it', 0.2, 0.2, 0.3],
    ['more than there is', 7, 0.5, 0],
  ])('%s', async (_, quantity, filled, left) => {
    const actor = await stage.actor()
    const { order: opener } = await actor.placed(market(opening))
    stage.set(around(100_000 + sign * 1_000))
    const { status, body } = await actor.close({ symbol: 'btc/usd', ...(quantity === undefined ? {} : { quantity }) })
    expect([status, body.violations]).toEqual([200, []])
    expect(body.order).toMatchObject({ side: closing, kind: 'MARKET', tif: 'IOC', status: 'FILLED', quantity: filled })
    const exit = 100_000 + sign * 990
    const realized = new Decimal(980).times(filled).toNumber()
    expect(body.trades).toMatchObject([
      { side: closing, quantity: filled, price: exit, realized_pnl: realized, position_id: opener.position_id },
    ])
    if (left === 0) expect(body.position).toBeNull()
    else expect(body.position).toMatchObject({ id: opener.position_id, side: opening, quantity: left })
    expect(await actor.closedPositions()).toMatchObject(
      left === 0 ? [{ id: opener.position_id, close_reason: 'USER', exit_price: exit, realized_pnl: realized }] : [],
    )
    const fees = new Decimal(0.5)
      .times(100_000 + sign * 10)
      .plus(new Decimal(filled).times(exit))
      .times('0.0006')
    expect((await actor.summary()).balance).toBe(new Decimal(100_000).plus(realized).minus(fees).toNumber())
  })

  test('in parts until it is gone, once: what comes after is 404', async () => {
    const actor = await stage.actor()
    await actor.placed(market(opening))
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => actor.close({ symbol: 'BTC-USD', quantity: 0.2 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 404])
    const closed = answers.flatMap(({ body }) => body.trades ?? []).map(({ quantity }) => quantity)
    expect(closed.sort()).toEqual([0.1, 0.2, 0.2])
    expect(await actor.positions()).toEqual([])
  })

  test('with a limit it waits, and closes what is then left of it', async () => {
    const actor = await stage.actor()
    await actor.placed(market(opening))
    const { body } = await actor.close({ symbol: 'BTC-USD', kind: 'LIMIT', price: 100_000 + sign * 1_000 })
    expect(body).toMatchObject({ order: { status: 'OPEN', flags: { reduce_only: true } }, position: { quantity: 0.5 } })
    await actor.close({ symbol: 'BTC-USD', quantity: 0.4 })
    await stage.step([actor], around(100_000 + sign * 2_000))
    expect(await actor.positions()).toEqual([])
    expect(await actor.order(body.order!.id)).toMatchObject({
      filled_quantity: 0.1,
      average_price: 100_000 + sign * 1_000,
    })
  })

  test('an order that is larger flips it in two fills, and what comes is another position', async () => {
    const actor = await stage.actor()
    const { order: opener } = await actor.placed(market(opening))
    const { order, trades } = await actor.placed(market(closing, 0.8))
    const [close, open] = trades
    expect(trades).toHaveLength(2)
    expect(close).toMatchObject({ quantity: 0.5, position_id: opener.position_id, realized_pnl: -10 })
    expect(open).toMatchObject({ quantity: 0.3, realized_pnl: 0, position_id: order.position_id })
    expect(order.position_id).not.toBe(opener.position_id)
    expect(await actor.events(order.id)).toEqual(['order.ack', 'order.fill', 'order.fill'])
    expect(await actor.positions()).toMatchObject([{ id: order.position_id, side: closing, quantity: 0.3 }])
  })
})

test('held on both venues it has to be said which', async () => {
  const actor = await stage.actor()
  for (const platform_id of ['GMX', 'OSTIUM']) await actor.placed(market('BUY', 0.1, { platform_id }))
  const { status, body } = await actor.close<ProblemBody>({ symbol: 'BTC-USD' })
  expect([status, body.issues?.map(({ path, code }) => [path.join('.'), code])]).toEqual([
    400,
    [['position_id', 'position_id.ambiguous']],
  ])
  expect(await actor.positions()).toHaveLength(2)
})
