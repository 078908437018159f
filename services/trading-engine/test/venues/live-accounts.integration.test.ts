/** LIVE accounts through the whole service: the API, the store, and the books' side of the way to the venues. */
import { randomUUID } from 'node:crypto'
import { decimal, usd } from '../../src/core/values/decimal.js'
import type { VenueReport, VenueRequest } from '../../src/core/model/live/venue-request.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { liveMarket, openLiveAccount, registerWallet } from '../support/venues/live-accounts.js'
import { planFile } from '../support/plans/plan-file.js'
import { requireLiveSettings } from '../../src/compose/live/require-live-settings.js'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine({ ...liveMarket(), LIVE_CHAIN_ID: 31_337 })
})
afterAll(() => engine.close())

const ZERO = usd(0n)
const charges = { fees: usd(decimal('-5')), funding: ZERO, borrowing: ZERO, rollover: ZERO }
const CHARGES = { ...charges, oracleFees: ZERO, priceImpact: ZERO, execution: usd(decimal('-0.25')) }

async function aLiveTrader(venue: VenueRequest['venue'] = 'GMX') {
  const { api, accountId, path } = await openLiveAccount(engine)
  await registerWallet(engine, accountId, venue)
  let block = 1
  return {
    ...{ api, accountId, path },
    place: (order: Record<string, unknown>) =>
      api.post<{
        order: { id: string; status: string; venue_order: unknown }
        trades: unknown[]
        violations: unknown[]
      }>('/v1/order', { body: { account_id: accountId, symbol: 'BTC-USD', ...order } }),
    requests: () => engine.venueBooks.openRequests(accountId),
    report: (report: VenueReport) => engine.venueBooks.book(accountId, report),
    next: () => ({
      chainId: 31_337,
      block: (block += 1),
      blockHash: '0xb',
      txHash: `0x${accountId}${block}`,
      logIndex: 0,
    }),
  }
}

type LiveTrader = Awaited<ReturnType<typeof aLiveTrader>>

function fillOf({ venue, action }: VenueRequest) {
  if (action.kind !== 'open' && action.kind !== 'close') throw new Error('nothing to execute')
  const isClosing = action.kind === 'close'
  return {
    ...{ venue, symbol: action.symbol, side: isClosing ? ('SELL' as const) : ('BUY' as const), isClosing },
    ...{ quantity: action.quantity, price: action.price, charges: CHARGES },
    collateral: isClosing ? ZERO : usd(decimal('1000')),
    payout: isClosing ? usd(decimal('990')) : null,
    ...(isClosing ? { realizedPnl: ZERO } : {}),
    tradeId: null,
  }
}

const executed = (trader: LiveTrader, request: VenueRequest): VenueReport => ({
  ...{ kind: 'executed', requestId: request.id, cause: 'order', place: trader.next(), isLast: true },
  fill: fillOf(request),
})

test('nobody takes a LIVE plan without a grant, and its margin mode is that of the venues', async () => {
  await openLiveAccount(engine)
  const { api } = engine.as()
  expect((await api.post('/v1/accounts', { body: { plan_id: 'live-100k' } })).body).toMatchObject({
    reason: 'not_entitled',
  })
  const cross = planFile('live-cross', { execution: 'LIVE', risk_config: { exposure: { margin_mode: 'CROSS' } } })
  const refused = await engine.operator.put('/operator/v1/plans', { body: { plans: [cross] } })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('margin_mode must be ISOLATED')
  const paper = planFile('paper', { max_slippage_pct: 1 })
  expect((await engine.operator.put('/operator/v1/plans', { body: { plans: [paper] } })).status).toBe(400)
})

test('an order is on disk with its request, goes its way, and fills as the contract says', async () => {
  const trader = await aLiveTrader()
  const placed = await trader.place({ side: 'BUY', kind: 'MARKET', quantity: 0.1 })
  expect(placed.body).toMatchObject({ order: { status: 'PENDING' }, trades: [], violations: [] })
  expect(placed.body.order.venue_order).toEqual({ state: 'NEW', tx_hash: null, venue_order_id: null, reason: null })
  const [request] = await trader.requests()
  const requestId = request!.id
  expect(request).toMatchObject({ orderId: placed.body.order.id, state: 'NEW', action: { kind: 'open' } })
  expect(await trader.report({ kind: 'signed', requestId, txHash: '0xaa' })).toBe(true)
  await trader.report({ kind: 'sent', requestId, txHash: '0xaa' })
  await trader.report({ kind: 'accepted', requestId, place: trader.next(), venueOrderId: '0xkey' })
  expect((await trader.api.get(`${trader.path}/orders/${placed.body.order.id}`)).body).toMatchObject({
    status: 'OPEN',
    venue_order: { state: 'ACCEPTED', venue_order_id: '0xkey' },
  })
  const report = executed(trader, request!)
  await trader.report(report)
  // The chain says it again, e.g. after a restart.
  await trader.report(report)
  expect(await trader.requests()).toEqual([])
  const { body: trades } = await trader.api.get<unknown[]>(`${trader.path}/trades`)
  expect(trades).toMatchObject([{ quantity: 0.1, fee: 5 }])
  const { body: ledger } = await trader.api.get<{ house: string; amount: number }[]>(`${trader.path}/ledger`)
  expect(ledger.map(({ house, amount }) => [house, amount]).reverse()).toEqual([
    ['capital', 100_000],
    ['fees', -5],
    ['execution', -0.25],
  ])
  const { body: checked } = await engine.operator.get(`/operator/v1/ledger-check?account_id=${trader.accountId}`)
  expect(checked).toMatchObject({ differences: [] })
})

test('another process reads the same account: what is at the venue is stored whole', async () => {
  const trader = await aLiveTrader()
  await trader.place({ side: 'BUY', kind: 'MARKET', quantity: 0.1 })
  const [opening] = await trader.requests()
  await trader.report(executed(trader, opening!))
  const resting = await trader.place({
    side: 'SELL',
    kind: 'STOP',
    quantity: 0.1,
    trigger_price: 10,
    flags: { reduce_only: true },
  })
  expect(resting.body.violations).toEqual([])
  const second = await startEngine({
    databaseUrl: engine.databaseUrl,
    sharedWallet: engine.wallet,
    LIVE_CHAIN_ID: 1,
  }).catch((error: Error) => error.message)
  expect(second).toMatch(/MARKET_FEED is synthetic/)
  const { rows } = await engine.pool.query<{ live: unknown }>('select live from orders where id = $1', [
    resting.body.order.id,
  ])
  expect(rows[0]!.live).toMatchObject({ state: 'NEW', request: { action: { quantity: { decimal: '0.1' } } } })
})

test('a cancellation waits for the venue: the answer has the final state', async () => {
  const trader = await aLiveTrader()
  const { body } = await trader.place({ side: 'BUY', kind: 'LIMIT', quantity: 0.1, price: 10 })
  const { id } = body.order
  const [request] = await trader.requests()
  await trader.report({ kind: 'signed', requestId: request!.id, txHash: '0xcc' })
  const answer = trader.api.post<Record<string, unknown>>(`${trader.path}/orders/${id}/cancel`)
  for (;;) {
    const waiting = (await trader.requests()).some(({ action }) => action.kind === 'cancel')
    if (waiting) break
  }
  await trader.report({
    ...{ kind: 'cancelled', requestId: request!.id, place: trader.next(), reason: 'USER', charges: CHARGES },
  })
  expect((await answer).body).toMatchObject({
    status: 'CANCELLED',
    reason: 'user_cancelled',
    cancel_requested_at: null,
  })
})

test('cancel-all names the orders that their venue has yet to cancel, and protection waits for it', async () => {
  const trader = await aLiveTrader()
  await trader.place({ side: 'BUY', kind: 'MARKET', quantity: 0.1 })
  const [opening] = await trader.requests()
  await trader.report(executed(trader, opening!))
  const { body: positions } = await trader.api.get<{ id: string }[]>(`${trader.path}/positions`)
  const answer = await trader.api.put(`${trader.path}/positions/${positions[0]!.id}/protection`, {
    body: { stop_loss: { trigger_price: 10 } },
  })
  expect(answer).toMatchObject({ status: 200, body: { stop_loss: { trigger_price: 10 } } })
  const [stopLoss] = await trader.requests()
  await trader.report({ kind: 'signed', requestId: stopLoss!.id, txHash: '0xdd' })
  const resting = await trader.place({ side: 'BUY', kind: 'LIMIT', quantity: 0.1, price: 10 })
  const cancelled = await trader.api.post(`${trader.path}/orders/cancel-all`)
  expect(cancelled.body).toMatchObject({
    cancelled: [{ id: resting.body.order.id, status: 'CANCELLED' }],
    failed: [{ order_id: stopLoss!.orderId }],
  })
})

test('a stop that Ostium has dropped is asked for again, and its trader is told by an event', async () => {
  const trader = await aLiveTrader('OSTIUM')
  await trader.place({ side: 'BUY', kind: 'MARKET', quantity: 0.1, platform_id: 'OSTIUM' })
  const [opening] = await trader.requests()
  await trader.report(executed(trader, opening!))
  const { body: positions } = await trader.api.get<{ id: string }[]>(`${trader.path}/positions`)
  const body = { stop_loss: { trigger_price: 10 } }
  await trader.api.put(`${trader.path}/positions/${positions[0]!.id}/protection`, { body })
  const { id: requestId, orderId } = await requested(trader, 'close')
  await trader.report({ kind: 'accepted', requestId, place: trader.next(), venueOrderId: 'sl:0' })
  const levels = { venue: 'OSTIUM', symbol: 'BTC-USD', stopLoss: null, by: 'venue' } as const
  await trader.report({ kind: 'levels', requestId: null, place: trader.next(), levels })
  const { body: events } = await trader.api.get<{ type: string; data: unknown }[]>(`${trader.path}/events`)
  const venueOrder = { state: 'NEW', reason: 'LEVEL_LOST' }
  expect(events.find(({ type }) => type === 'exit.lost')).toMatchObject({
    data: { order: { id: orderId, status: 'OPEN', venue_order: venueOrder } },
  })
  expect(await requested(trader, 'close')).toMatchObject({ orderId, reason: 'LEVEL_LOST' })
})

/** Polls until the venue is asked for something. */
async function requested(trader: LiveTrader, kind: VenueRequest['action']['kind']): Promise<VenueRequest> {
  for (;;) {
    const found = (await trader.requests()).find(({ action }) => action.kind === kind)
    if (found !== undefined) return found
  }
}

const cancelledBy = (trader: LiveTrader, { id: requestId }: VenueRequest): VenueReport => ({
  ...{ kind: 'cancelled', requestId, place: trader.next(), reason: 'USER', charges: CHARGES },
})

/** A trader with a position and an order that its venue has, and the request for that. */
async function aTraderAtVenue() {
  const trader = await aLiveTrader()
  await trader.place({ side: 'BUY', kind: 'MARKET', quantity: 0.1 })
  const [opening] = await trader.requests()
  await trader.report(executed(trader, opening!))
  const { body: positions } = await trader.api.get<{ id: string }[]>(`${trader.path}/positions`)
  const { body } = await trader.place({ side: 'BUY', kind: 'LIMIT', quantity: 0.1, price: 10 })
  const [resting] = await trader.requests()
  await trader.report({ kind: 'signed', requestId: resting!.id, txHash: '0xee' })
  return { ...trader, resting: resting!, orderId: body.order.id, positionId: positions[0]!.id }
}

interface StoppedBody {
  readonly account: { readonly state: string }
  readonly cancelled: readonly string[]
  readonly closed: readonly string[]
  readonly liquidating: readonly string[]
  readonly cancelling: readonly { readonly order_id: string; readonly cancel_requested_at: string }[]
}
const flatten = ({ api, path }: LiveTrader) => api.post<StoppedBody>(`${path}/kill-switch`, { body: { flatten: true } })

test('the kill switch waits for its venues, and says what is so when it answers', async () => {
  const trader = await aTraderAtVenue()
  const answer = flatten(trader)
  await trader.report(executed(trader, await requested(trader, 'close')))
  await trader.report(cancelledBy(trader, trader.resting))
  const { account, ...done } = (await answer).body
  expect(account).toMatchObject({ state: 'HALTED' })
  expect(done).toEqual({ cancelled: [trader.orderId], closed: [trader.positionId], liquidating: [], cancelling: [] })
})

test('a fill that comes before the kill switch is not cancelled, and what it opened is closed', async () => {
  const trader = await aTraderAtVenue()
  const answer = flatten(trader)
  await trader.report(executed(trader, await requested(trader, 'close')))
  await trader.report(executed(trader, trader.resting))
  const { body } = await answer
  expect([body.cancelled, body.closed, body.cancelling]).toEqual([[], [trader.positionId], []])
  expect(body.liquidating).toHaveLength(1)
  await trader.report(executed(trader, await requested(trader, 'close')))
  expect((await trader.api.get(`${trader.path}/positions`)).body).toEqual([])
})

test('switches and cancel-all answer within their time, with what is not confirmed by then', async () => {
  const [stopped, cancelled] = [await aTraderAtVenue(), await aTraderAtVenue()]
  const [{ body }, all] = await Promise.all([
    flatten(stopped),
    cancelled.api.post(`${cancelled.path}/orders/cancel-all`),
  ])
  expect(body).toMatchObject({ account: { state: 'HALTED' }, cancelled: [], closed: [] })
  expect(body.liquidating).toEqual([stopped.positionId])
  const { body: order } = await stopped.api.get(`${stopped.path}/orders/${stopped.orderId}`)
  const [asked] = body.cancelling
  expect(asked).toMatchObject({ order_id: stopped.orderId })
  expect(order).toMatchObject({ status: 'PENDING', cancel_requested_at: asked!.cancel_requested_at })
  expect(all.body).toMatchObject({ cancelled: [], failed: [{ order_id: cancelled.orderId }] })
})

test('cancel-all waits for its venues, also when it is asked again', async () => {
  const trader = await aTraderAtVenue()
  const cancelAll = () => trader.api.post(`${trader.path}/orders/cancel-all`, { body: { client_id: 'all-of-them' } })
  const answer = cancelAll()
  await requested(trader, 'cancel')
  await trader.report(cancelledBy(trader, trader.resting))
  const ended = { cancelled: [{ id: trader.orderId, status: 'CANCELLED', reason: 'user_cancelled' }], failed: [] }
  expect((await answer).body).toMatchObject(ended)
  expect((await cancelAll()).body).toMatchObject(ended)
})

test('books that differ from the chain twice, 20 blocks apart, halt the account until the operator releases it', async () => {
  const trader = await aLiveTrader()
  await trader.place({ side: 'BUY', kind: 'MARKET', quantity: 0.1 })
  const [opening] = await trader.requests()
  await trader.report(executed(trader, opening!))
  const read = (block: number) =>
    engine.venueBooks.reconcile(trader.accountId, opening!.venue, { block, positions: [], orders: [] })
  expect((await read(100)).differences).toMatchObject([{ subject: 'position', books: 'LONG 0.1', venue: null }])
  expect((await trader.api.get(trader.path)).body).toMatchObject({ state: 'ACTIVE' })
  await read(121)
  const { body } = await trader.api.get<{ state_reason: string }>(trader.path)
  expect(body).toMatchObject({ state: 'HALTED', holds: [{ kind: 'venue_mismatch' }] })
  expect(body.state_reason).toContain('LONG 0.1 in the books, none at the venue')
})

test('an order without a wallet, or to another venue than its own, is refused before anything is asked of a venue', async () => {
  const { api, accountId, path } = await openLiveAccount(engine)
  const order = { account_id: accountId, symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 }
  const answers = async (more: object = {}) => {
    const body = { ...order, ...more }
    const batch = { account_id: accountId, orders: [{ ...body, account_id: undefined, client_id: randomUUID() }] }
    const [placed, previewed, batched] = [
      await api.post<{ violations: { rule: string; message: string }[] }>('/v1/order', { body }),
      await api.post<{ order: unknown; violations: { rule: string }[] }>('/v1/order/preview', { body }),
      await api.post<{ results: { body: { violations: { rule: string }[] } }[] }>('/v1/orders/batch', { body: batch }),
    ]
    expect(previewed.body.violations).toEqual(placed.body.violations)
    expect(JSON.stringify(batched.body)).toContain(JSON.stringify(placed.body.violations))
    return placed.body.violations.map(({ rule, message }) => `${rule}: ${message}`)
  }
  const none = ['venue_limit: the account has no trading wallet yet: its operator has to register one']
  expect(await answers()).toEqual(none)
  expect(await answers({ kind: 'LIMIT', price: 10, tif: 'GTX' })).toEqual(none)
  expect(await engine.venueBooks.openRequests(accountId)).toEqual([])
  expect((await api.get(`${path}/orders?status=all`)).body).toEqual([])
  await registerWallet(engine, accountId)
  expect(await answers({ symbol: 'XAU-USD', platform_id: 'OSTIUM' })).toEqual([
    'venue_limit: the wallet of the account trades at GMX, not at OSTIUM',
  ])
  const { body: placed } = await api.post<{ violations: unknown[] }>('/v1/order', { body: order })
  expect(placed.violations).toEqual([])
})

test('the engine does not start with LIVE accounts and without what they need', async () => {
  await expect(requireLiveSettings(engine.pool, { MARKET_FEED: 'synthetic', LIVE_CHAIN_ID: null })).rejects.toThrow(
    /LIVE accounts; MARKET_FEED is synthetic: it must be live; LIVE_CHAIN_ID is not set/,
  )
  await requireLiveSettings(engine.pool, { MARKET_FEED: 'live', LIVE_CHAIN_ID: 42_161 })
})
