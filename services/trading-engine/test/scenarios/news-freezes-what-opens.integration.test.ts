/**
 * From 2 minutes before an event until 2 minutes after it, the two-step plan opens nothing: requests to open are
 * refused, and resting entries wait. Reducing a position goes on.
 */
import { pollUntil } from '../support/poll-until.js'
import { around, startStage, type Actor, type Stage } from '../support/stage.js'

interface Standing {
  readonly news_freezes: readonly unknown[]
}

let stage: Stage

beforeAll(async () => {
  stage = await startStage('2026-03-02T12:00:00Z', around(20_000))
})
afterAll(() => stage.close())

const order = (kind: string, side: string, quantity: number, fields: object = {}) => ({
  ...{ symbol: 'BTC-USD', kind, side, quantity },
  ...fields,
})
const status = async (actor: Actor, id: string): Promise<string | undefined> =>
  (await actor.orders('?status=all')).find((each) => each.id === id)?.status

/** Freezes this symbol only: the stage itself trades another one. */
test('entries wait for the end of the freeze, exits do not', async () => {
  await stage.pool.query(
    `insert into news_events (id, title, at, impact, currencies, symbols)
     values ('cpi', 'US CPI', '2026-03-02T12:30:00Z', 'HIGH', '{}', '{BTC-USD}')`,
  )
  const actor = await stage.actor('two-step-100k')
  await actor.placed(order('MARKET', 'BUY', 1))
  const exit = await actor.placed(order('STOP', 'SELL', 1, { trigger_price: 19_500, flags: { reduce_only: true } }))
  const entry = await actor.placed(order('LIMIT', 'BUY', 1, { price: 19_600 }))
  await pollUntil(
    async () => (await actor.api.get<Standing>(`/v1/account/${actor.accountId}/risk`)).body.news_freezes,
    ({ length }) => length > 0,
  )
  await stage.step([actor], around(19_400), '2026-03-02T12:28:00Z')
  expect(await status(actor, exit.order.id)).toBe('FILLED')
  expect(await status(actor, entry.order.id)).toBe('OPEN')
  const { body } = await actor.place(order('MARKET', 'BUY', 1))
  expect(body.violations).toMatchObject([{ rule: 'news_freeze', severity: 'SOFT', until: '2026-03-02T12:32:00.000Z' }])
  await stage.step([actor], around(19_400), '2026-03-02T12:31:59Z')
  expect(await status(actor, entry.order.id)).toBe('OPEN')
  await stage.step([actor], around(19_400), '2026-03-02T12:32:00Z')
  expect(await status(actor, entry.order.id)).toBe('FILLED')
})
