/** Stops that trail, over HTTP: shown as they follow, the same in every process, after a kill and after a restart. */
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { startEngineProcess } from '../support/engine/engine-process.js'
import { pollUntil } from '../support/poll-until.js'
import { around, startStage, type Actor, type Stage } from '../support/stage.js'

interface TrailingOrder {
  readonly id: string
  readonly status: string
  readonly version: number
  readonly trigger_price: number | null
  readonly trigger_state: string
  readonly trigger_tick: number | null
  readonly trail?: {
    readonly offset: number | null
    readonly offset_pct: number | null
    readonly activation_price: number | null
    readonly peak: number | null
  }
}
interface Answer {
  readonly order: TrailingOrder | null
  readonly children?: readonly TrailingOrder[]
  readonly violations: readonly { readonly rule: string }[]
}

const shown = ({ trigger_price: trigger, trail }: TrailingOrder) => [trigger, trail?.peak]
const orderOf = async ({ api, accountId }: Pick<Trader, 'api' | 'accountId'>, id: string): Promise<TrailingOrder> =>
  (await api.get<TrailingOrder>(`/v1/account/${accountId}/orders/${id}`)).body

describe('on a market that the test moves', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await startStage('2026-03-02T12:00:00Z', around(100_000), { runtime: { peaksMs: 50 } })
  })
  beforeEach(() => stage.set(around(100_000)))
  afterAll(() => stage.close())

  const place = ({ api, accountId }: Actor, fields: object) =>
    api.post<Answer>('/v1/order', {
      body: { account_id: accountId, symbol: 'BTC-USD', side: 'SELL', quantity: 0.01, ...fields },
    })
  /** Long 0.01, with a stop that trails. */
  async function trailing(trail: object): Promise<{ actor: Actor; id: string }> {
    const actor = await stage.actor()
    const { body } = await place(actor, { side: 'BUY', kind: 'MARKET', stop_loss: { trail } })
    return { actor, id: body.children?.[0]?.id ?? '' }
  }

  test('the trigger follows, is shown by every list, and fires where it has come to', async () => {
    const { actor, id } = await trailing({ offset: 500 })
    expect(shown(await orderOf(actor, id))).toEqual([99_500, 100_000])
    await stage.step([actor], around(101_200))
    await stage.step([actor], around(100_800))
    expect(await orderOf(actor, id)).toMatchObject({
      trigger_price: 100_700,
      trail: { offset: 500, offset_pct: null, activation_price: null, peak: 101_200 },
    })
    for (const query of ['', '?status=all']) {
      const { body } = await actor.api.get<TrailingOrder[]>(`/v1/account/${actor.accountId}/orders${query}`)
      expect(body.filter((order) => order.id === id).map(shown)).toEqual([[100_700, 101_200]])
    }
    const positions = await actor.api.get<{ stop_loss: { trigger_price: number } }[]>(
      `/v1/account/${actor.accountId}/positions`,
    )
    expect(positions.body[0]?.stop_loss.trigger_price).toBe(100_700)
    await stage.step([actor], around(100_600))
    expect(await orderOf(actor, id)).toMatchObject({
      status: 'FILLED',
      trigger_price: 100_700,
      trail: { peak: 101_200 },
    })
  })

  test('a peak is noted beside the order, which stays the version that it is; another engine goes on from it', async () => {
    const { actor, id } = await trailing({ offset_pct: 1 })
    const { version } = await orderOf(actor, id)
    await stage.step([actor], around(105_000))
    const noted = () =>
      stage.pool.query<{ peak: string }>('select trail_peak::float::text as peak from orders where id = $1', [id])
    await pollUntil(noted, ({ rows }) => rows[0]?.peak === '105000')
    expect((await orderOf(actor, id)).version).toBe(version)

    const other = await startEngine({
      ...{ databaseUrl: stage.databaseUrl, sharedWallet: stage.engine.wallet, runtime: { ...stage.script } },
    })
    const path = `/v1/account/${actor.accountId}/orders/${id}`
    const { body } = await other.api.get<TrailingOrder>(path, { headers: actor.key.headers })
    expect(shown(body)).toEqual([103_950, 105_000])
    await other.close()
  })

  test('another distance keeps the peak; what the market has passed is refused', async () => {
    const { actor, id } = await trailing({ offset: 500 })
    await stage.step([actor], around(101_000))
    const modify = (body: object) =>
      actor.api.post<TrailingOrder>(`/v1/account/${actor.accountId}/orders/${id}/modify`, { body })
    expect(shown((await modify({ trail: { offset: 250 } })).body)).toEqual([100_750, 101_000])
    await stage.step([actor], around(100_800))
    expect((await modify({ trail: { offset: 100 } })).status).toBe(422)
    expect((await modify({ trigger_price: 90_000 })).body).toMatchObject({
      issues: [{ path: ['trigger_price'], code: 'trigger_price.trail' }],
    })
  })

  test('an order of its own, its repetition, its preview and a protection trail alike', async () => {
    const actor = await stage.actor()
    await place(actor, { side: 'BUY', kind: 'MARKET' })
    const body = { kind: 'STOP', client_id: 'once', trail: { offset: 500, activation_price: 100_400 } }
    const first = await place(actor, body)
    expect(first.body.order).toMatchObject({ trigger_price: null, trail: { activation_price: 100_400, peak: null } })
    await stage.step([actor], around(100_900))
    const again = await place(actor, body)
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
    expect((await place(actor, { ...body, trail: { offset: 501, activation_price: 100_400 } })).status).toBe(409)
    expect(shown(await orderOf(actor, first.body.order?.id ?? ''))).toEqual([100_400, 100_900])

    const preview = await actor.api.post<Answer>('/v1/order/preview', {
      body: { account_id: actor.accountId, symbol: 'BTC-USD', side: 'SELL', quantity: 0.01, ...body, client_id: 'p' },
    })
    expect(preview.body.order).toMatchObject({ trigger_price: 100_400, trail: { peak: 100_900 } })
    const [position] = (await actor.api.get<{ id: string }[]>(`/v1/account/${actor.accountId}/positions`)).body
    const protect = (stop: object) =>
      actor.api.put<{ stop_loss: { trigger_price: number } | null }>(
        `/v1/account/${actor.accountId}/positions/${position?.id}/protection`,
        { body: { stop_loss: stop } },
      )
    expect((await protect({ trail: { offset_pct: 2 } })).body.stop_loss).toMatchObject({ trigger_price: 98_882 })
    expect((await protect({ trail: { offset: 1 }, trigger_price: 5 })).status).toBe(400)
  })
})

describe('in processes of their own', () => {
  let engine: TestEngine
  beforeAll(async () => {
    engine = await startEngine({ ROLE: 'api' })
  })
  afterAll(() => engine.close())

  test('a worker that takes over from a killed one fires at the trigger that the first one had come to', async () => {
    const trader = await engine.trader()
    const { databaseUrl, wallet } = engine
    const move = async (price: number): Promise<void> => {
      await trader.api.post('/v1/sandbox/market', { body: { symbol: 'BTC-USD', price } })
      await pollUntil(
        () => trader.api.get<{ mark_price: number }>('/v1/price?symbol=BTC-USD'),
        ({ body }) => body.mark_price === price,
      )
    }
    await move(50_000)
    const { body } = await trader.place({
      ...{ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.001 },
      stop_loss: { trail: { offset: 1_000 }, trigger_by: 'MARK' },
    })
    const { children = [] } = body as { children?: readonly TrailingOrder[] }
    const id = children[0]?.id ?? ''
    const first = await startEngineProcess({ role: 'worker', databaseUrl, wallet })
    await move(60_000)
    await move(59_500)
    expect(shown(await orderOf(trader, id))).toEqual([59_000, 60_000])
    await first.kill()
    const second = await startEngine({ ROLE: 'worker', databaseUrl, sharedWallet: wallet })
    await move(59_000)
    const fired = await pollUntil(
      () => orderOf(trader, id),
      ({ status }) => status === 'FILLED',
    )
    expect(shown(fired)).toEqual([59_000, 60_000])
    await second.close()
  }, 120_000)
})
