/** The kill switch over HTTP, with its scopes, the operator beside it, and an engine that starts again. */
import { startEngine } from '../support/engine/engine.js'
import { around, startStage, type Actor, type Stage } from '../support/stage.js'
import { pollUntil } from '../support/poll-until.js'

interface AccountRow {
  readonly state: string
  readonly state_reason: string | null
  readonly holds: readonly { readonly kind: string; readonly since: string; readonly reason: string | null }[]
}
interface Stopped {
  readonly account: AccountRow
  readonly cancelled: readonly string[]
  readonly closed: readonly string[]
  readonly liquidating: readonly string[]
}

let stage: Stage
beforeAll(async () => {
  const quotes = { ...around(95_000), 'EUR-USD': { bid: 1.16, ask: 1.1602 } }
  stage = await startStage('2026-11-04T12:00:00Z', quotes, { MARKET_HOURS: 'venue' })
})
afterAll(() => stage.close())

const path = ({ accountId }: Actor) => `/v1/account/${accountId}/kill-switch`
const stop = (actor: Actor, flatten = false) => actor.api.post<Stopped>(path(actor), { body: { flatten } })
const lift = (actor: Actor) => actor.api.request<AccountRow>('DELETE', path(actor))
const read = async (actor: Actor): Promise<AccountRow> =>
  (await actor.api.get<AccountRow>(`/v1/account/${actor.accountId}`)).body

const btc = (fields: object) => ({ symbol: 'BTC-USD', quantity: 0.1, ...fields })

test('it cancels, halts, can be repeated, and is lifted', async () => {
  const actor = await stage.actor()
  await actor.placed(btc({ side: 'BUY', kind: 'MARKET' }))
  const { order: kept } = await actor.placed(btc({ side: 'SELL', kind: 'STOP', trigger_price: 90_000 }))
  const { order: entry } = await actor.placed(btc({ side: 'BUY', kind: 'LIMIT', price: 80_000 }))
  const { order: target } = await actor.placed(btc({ side: 'SELL', kind: 'LIMIT', price: 99_000 }))
  const { status, body } = await stop(actor)
  expect(status).toBe(200)
  expect([...body.cancelled].sort()).toEqual([entry.id, target.id].sort())
  expect(body).toMatchObject({ closed: [], liquidating: [], account: { state: 'HALTED' } })
  expect(await actor.order(kept.id)).toMatchObject({ status: 'OPEN', flags: { reduce_only: true } })
  expect(await actor.order(entry.id)).toMatchObject({ status: 'CANCELLED', reason: 'user_kill_switch' })
  expect(await actor.events(entry.id)).toEqual(['order.ack', 'order.cancel USER'])
  expect(await stop(actor)).toMatchObject({ status: 200, body: { ...body, cancelled: [] } })
  expect(await read(actor)).toEqual(body.account)
  expect((await actor.place(btc({ side: 'BUY', kind: 'MARKET' }))).body.violations).toMatchObject([
    { rule: 'account_state' },
  ])
  expect(await lift(actor)).toMatchObject({ status: 200, body: { state: 'ACTIVE', state_reason: null, holds: [] } })
  expect(await lift(actor)).toMatchObject({ status: 200, body: { state: 'ACTIVE' } })
  expect((await actor.placed(btc({ side: 'BUY', kind: 'MARKET' }))).order.status).toBe('FILLED')
})

test('flattening needs TRADE as well, and so does lifting', async () => {
  const actor = await stage.actor()
  const withScopes = (...permissions: ('READ_ONLY' | 'TRADE' | 'MANAGE_ORDERS')[]): Actor => ({
    ...actor,
    ...stage.engine.as({ userId: actor.userId, permissions }),
  })
  const denied = { status: 403, body: { error: 'permission_denied' } }
  const [manager, trader] = [withScopes('MANAGE_ORDERS'), withScopes('TRADE')]
  expect(await stop(manager, true)).toMatchObject(denied)
  expect(await stop(trader)).toMatchObject(denied)
  expect((await read(actor)).state).toBe('ACTIVE')
  expect(await stop(manager)).toMatchObject({ status: 200 })
  expect(await lift(manager)).toMatchObject(denied)
  expect(await lift(trader)).toMatchObject(denied)
  expect(await stop(withScopes('TRADE', 'MANAGE_ORDERS'), true)).toMatchObject({ status: 200 })
  expect(await lift(withScopes('TRADE', 'MANAGE_ORDERS'))).toMatchObject({ status: 200, body: { state: 'ACTIVE' } })
})

test('what its market does not take now is liquidating, over a restart, and closes when it opens', async () => {
  stage.set({ 'EUR-USD': { bid: 1.16, ask: 1.1602 } }, '2026-11-06T21:58:00Z')
  const actor = await stage.actor()
  await actor.placed({ symbol: 'EUR-USD', side: 'BUY', kind: 'MARKET', quantity: 10_000 })
  await actor.placed(btc({ side: 'BUY', kind: 'MARKET' }))
  const { order } = await actor.placed({
    ...{ symbol: 'EUR-USD', side: 'SELL', kind: 'STOP', quantity: 10_000, trigger_price: 1.1 },
    flags: { reduce_only: true },
  })
  stage.set({}, '2026-11-07T12:00:00Z')
  const { body } = await stop(actor, true)
  const [eur] = await actor.positions()
  expect(body).toMatchObject({ liquidating: [eur?.id], account: { state: 'HALTED' } })
  expect(body.closed).toHaveLength(1)
  expect(eur).toMatchObject({ symbol: 'EUR-USD', liquidating: true })
  expect(await actor.order(order.id)).toMatchObject({ status: 'OPEN' })

  // Another process has none of it in memory.
  const beside = await startEngine({
    ...{ databaseUrl: stage.databaseUrl, sharedWallet: stage.engine.wallet, LOG_LEVEL: 'warn' },
    runtime: stage.script,
  })
  try {
    const { body: rows } = await actor.api.get<readonly unknown[]>(`/v1/account/${actor.accountId}/positions`)
    expect(rows).toMatchObject([{ id: eur?.id, liquidating: true }])
    expect((await lift(actor)).body).toMatchObject({ state: 'ACTIVE' })
    stage.set({ 'EUR-USD': { bid: 1.15, ask: 1.1502 } }, '2026-11-08T22:06:00Z')
    const closed = await pollUntil(
      () => {
        stage.set({})
        return actor.closedPositions()
      },
      (found) => found.some(({ id }) => id === eur?.id),
    )
    expect(closed.find(({ id }) => id === eur?.id)).toMatchObject({ close_reason: 'USER' })
    expect(await actor.order(order.id)).toMatchObject({ status: 'CANCELLED' })
  } finally {
    await beside.close()
  }
})

test('a row that an earlier version halted, or locked, is under the hold that its state tells of', async () => {
  const [halted, locked] = [await stage.actor(), await stage.actor()]
  await stage.pool.query(`update accounts set state = 'HALTED', state_reason = 'documents' where id = $1`, [
    halted.accountId,
  ])
  await stage.pool.query(
    `update accounts set state = 'REDUCE_ONLY', state_reason = 'daily_loss_limit', locked_until = day_ends_at where id = $1`,
    [locked.accountId],
  )
  const beside = await startEngine({
    ...{ databaseUrl: stage.databaseUrl, sharedWallet: stage.engine.wallet, LOG_LEVEL: 'warn' },
    runtime: stage.script,
  })
  try {
    const of = async ({ accountId, userId }: Actor) =>
      (await beside.as({ userId }).api.get<AccountRow>(`/v1/account/${accountId}`)).body.holds
    expect(await of(halted)).toMatchObject([{ kind: 'operator', reason: 'documents', until: null }])
    expect(await of(locked)).toMatchObject([{ kind: 'daily_lock', reason: 'daily_loss_limit' }])
  } finally {
    await beside.close()
  }
})
