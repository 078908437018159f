/** An order with its stop and its target over HTTP: one answer, one write, all of it or nothing. */
import { apiClient, type ApiClient } from '@ats/test-kit'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { startEngineProcess, type EngineProcess } from '../support/engine/engine-process.js'
import { untilAnswered } from '../support/engine/until-answered.js'

/** 500 with `SUITE=whole`: half an hour. */
const KILLS = process.env['SUITE'] === 'whole' ? 500 : 1
/** Sent together, before each kill; they are decided one after the other. */
const SENT = 6

let engine: TestEngine
let trader: Trader

beforeAll(async () => {
  engine = await startEngine()
  trader = await engine.trader()
})
afterAll(() => engine.close())

interface Order {
  readonly id: string
  readonly kind: string
  readonly status: string
  readonly trigger_price: number
  readonly parent_order_id: string | null
  readonly offset_pct?: number
  readonly protect?: string
}
interface Answer {
  readonly order: Order | null
  readonly children?: readonly Order[]
  readonly violations: readonly { readonly rule: string }[]
}

const bracket = (clientId: string, fields: object = {}) => ({
  ...{ account_id: trader.accountId, client_id: clientId, symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET' },
  ...{ quantity: 0.001, stop_loss: { offset_pct: 20 }, take_profit: { offset_pct: 20 } },
  ...fields,
})
const place = (body: object) => trader.api.post<Answer>('/v1/order', { body })
const childrenIn = async (parent: string | undefined): Promise<readonly Order[]> => {
  const { body } = await trader.api.get<Order[]>(`/v1/account/${trader.accountId}/orders`)
  return body.filter(({ parent_order_id: of }) => of === parent)
}

test('the answer names the children, which are orders like others, and is repeated byte for byte', async () => {
  const first = await place(bracket('whole', { protect: 'POSITION' }))
  const { order, children } = first.body
  expect(children?.map(({ kind, status, parent_order_id: of }) => [kind, status, of])).toEqual([
    ['STOP', 'OPEN', order?.id],
    ['TAKE_PROFIT', 'OPEN', order?.id],
  ])
  expect(children?.map((child) => [child.offset_pct, child.protect])).toEqual([
    [20, 'POSITION'],
    [20, 'POSITION'],
  ])
  expect(await childrenIn(order?.id)).toHaveLength(2)
  const again = await place(bracket('whole', { protect: 'POSITION' }))
  expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
  const other = await place(bracket('whole', { protect: 'ORDER' }))
  expect([other.status, other.body]).toMatchObject([409, { reason: 'client_id_reuse' }])
})

test('a stop that would fire refuses all of it, and a preview says so; a batch places them too', async () => {
  const wrong = bracket('wrong', { stop_loss: { trigger_price: 9_999_999 } })
  const { body } = await place(wrong)
  expect(body).toMatchObject({ order: null, children: [], violations: [{ rule: 'trigger_would_fire' }] })
  const preview = await trader.api.post<Answer>('/v1/order/preview', { body: wrong })
  expect(preview.body.violations.map(({ rule }) => rule)).toEqual(['trigger_would_fire'])
  const order = { ...bracket('batched', { kind: 'LIMIT', price: 100, quantity: 0.5 }), account_id: undefined }
  const batch = await trader.api.post<{ results: { body: Answer }[] }>('/v1/orders/batch', {
    body: { account_id: trader.accountId, orders: [order] },
  })
  expect(batch.body.results[0]?.body.children).toMatchObject([
    { status: 'PENDING', trigger_price: 80 },
    { status: 'PENDING', trigger_price: 120 },
  ])
})

test(`after ${KILLS} kills each order is there with both children, or not at all`, async () => {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const victim = await startVictim()
    // An account has room for so many exits.
    trader = await engine.trader()
    const ids = Array.from({ length: SENT }, (_, nth) => `kill-${kill}-${nth}`)
    await killAfter((kill + 1) % SENT, victim, ids)
    expect([...(await familiesOf(ids)).values()].filter((count) => count !== 3)).toEqual([])
    const retry = (id: string) => untilAnswered(() => trader.api.post<Answer>('/v1/order', { body: bracket(id) }))
    for (const id of ids) {
      const answer = await retry(id)
      expect(answer.body.children).toHaveLength(2)
      expect((await retry(id)).text).toBe(answer.text)
    }
    expect([...(await familiesOf(ids)).values()]).toEqual(ids.map(() => 3))
  }
}, 3_600_000)

/** Kills it while the others are under way. */
async function killAfter(answers: number, victim: EngineProcess, ids: readonly string[]): Promise<void> {
  let left = answers
  const send = async (id: string): Promise<void> => {
    await at(victim).post('/v1/order', { body: bracket(id) })
    left -= 1
    if (left === 0) await victim.kill()
  }
  const sent = ids.map((id) => send(id).catch(() => undefined))
  if (left === 0) await victim.kill()
  await Promise.all(sent)
}

const at = ({ baseUrl }: EngineProcess): ApiClient =>
  apiClient({ baseUrl, openapi: engine.openapi, headers: trader.key.headers })
const startVictim = (): Promise<EngineProcess> =>
  startEngineProcess({ role: 'api', databaseUrl: engine.databaseUrl, wallet: engine.wallet })

/** How many orders there are of each that is there: the entry, and those of which it is the parent. */
async function familiesOf(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await engine.pool.query<{ client_id: string; count: string }>(
    `select e.client_id, count(*) from orders e join orders o on o.id = e.id or o.parent_order_id = e.id
      where e.account_id = $1 and e.client_id = any($2) group by e.client_id`,
    [trader.accountId, ids],
  )
  return new Map(rows.map(({ client_id: id, count }) => [id, Number(count)]))
}
