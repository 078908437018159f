/** Every change of an order, a position or an account is an event, whatever caused it, with the objects it concerns. */
import { around, startStage, type Actor, type Stage } from '../support/stage.js'

let stage: Stage

beforeAll(async () => {
  stage = await startStage('2026-03-02T12:00:00Z', around(100_000))
})
beforeEach(() => stage.set(around(100_000)))
afterAll(() => stage.close())

interface Event {
  readonly type: string
  readonly sequence: number
  readonly data: Readonly<Record<string, unknown>>
}

/** Types of the account's events and the fields of their data, in sequence order, without the stage's own orders. */
async function told({ api, accountId }: Actor): Promise<readonly string[]> {
  const { body } = await api.get<Event[]>(`/v1/account/${accountId}/events?limit=500`)
  expect(body.map(({ sequence }) => sequence)).toEqual(body.map((_event, index) => index + 1))
  return body.filter(isOfBitcoin).map(({ type, data: { cancelled_by: by, ...subjects } }) => {
    const said = typeof by === 'string' ? ` ${by}` : ''
    return `${type} ${Object.keys(subjects).join('+')}${said}`
  })
}

const isOfBitcoin = ({ data }: Event): boolean => {
  const { order } = data as { order?: { symbol: string } }
  return order === undefined || order.symbol === 'BTC-USD'
}

const order = (fields: object) => ({ symbol: 'BTC-USD', side: 'BUY', quantity: 0.5, ...fields })
const FILLS = ['order.ack order', 'order.fill order+trade']

test('a request: placing, closing and cancelling', async () => {
  const actor = await stage.actor()
  await actor.placed(order({ kind: 'MARKET' }))
  await actor.close({ symbol: 'BTC-USD' })
  const { order: resting } = await actor.placed(order({ kind: 'LIMIT', price: 90_000 }))
  await actor.cancel(resting.id)
  expect(await told(actor)).toEqual([
    ...FILLS,
    ...FILLS,
    'position.close position',
    'order.ack order',
    'order.cancel order USER',
  ])
})

test('a trigger, and the sibling it ends', async () => {
  const actor = await stage.actor()
  const { order: entry } = await actor.placed(order({ kind: 'MARKET' }))
  const exit = { side: 'SELL', parent_order_id: entry.id }
  await actor.placed(order({ ...exit, kind: 'STOP', trigger_price: 98_000 }))
  await actor.placed(order({ ...exit, kind: 'TAKE_PROFIT', trigger_price: 105_000 }))
  await stage.step([actor], around(97_000))
  const events = await told(actor)
  expect(events.slice(0, 4)).toEqual([...FILLS, 'order.ack order', 'order.ack order'])
  expect(events.slice(4).sort()).toEqual([
    'order.cancel order SIBLING',
    'order.fill order+trade',
    'position.close position',
  ])
})

test('time', async () => {
  const actor = await stage.actor()
  const at = new Date(Date.parse(stage.now()) + 60_000).toISOString()
  await actor.placed(order({ kind: 'LIMIT', price: 90_000, tif: 'GTD', expires_at: at }))
  await stage.step([actor], {}, new Date(Date.parse(at) + 1_000).toISOString())
  expect(await told(actor)).toEqual(['order.ack order', 'order.cancel order SYSTEM'])
})

test('the plan: an account that is ended', async () => {
  const actor = await stage.actor()
  await actor.placed(order({ kind: 'MARKET', quantity: 4 }))
  await actor.placed(order({ kind: 'LIMIT', price: 50_000, quantity: 0.1 }))
  await stage.step([actor], around(98_000))
  // It takes several levels of the book: so many fills.
  expect(new Set(await told(actor))).toEqual(
    new Set([...FILLS, 'order.cancel order RISK', 'position.close position', 'account.breach breach']),
  )
})
