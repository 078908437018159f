/** Links between accounts: made, accepted, changed and ended by those they concern, within their limits. */
import { randomUUID } from 'node:crypto'
import type { ApiClient } from '@ats/test-kit'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

interface Link {
  readonly id: string
  readonly status: string
  readonly role: string
  readonly reason?: string | null
  readonly copy_link_id?: string
}
const MULTIPLIER = { mode: 'MULTIPLIER', value: 1 }
const link = (api: ApiClient, leaderId: string, followerId: string, fields: object = {}) =>
  api.post<Link>('/v1/copy-links', {
    body: { leader_account_id: leaderId, follower_account_id: followerId, sizing: MULTIPLIER, ...fields },
  })
/** Another account of the same user. */
const another = async ({ api }: Trader, plan = 'standard-100k'): Promise<string> =>
  (await api.post<{ id: string }>('/v1/accounts', { body: { plan_id: plan, challenge_id: randomUUID() } })).body.id
async function planWith(copying: string): Promise<string> {
  const id = `copying-${copying.toLowerCase()}-${randomUUID()}`
  await engine.pool.query(
    `insert into plans (id, version, definition) select $1, 1, jsonb_set(definition, '{risk_config,copying}', $2)
      from plans where id = 'standard-100k' and version = 1`,
    [id, JSON.stringify(copying)],
  )
  return id
}

test('accounts of one user are linked immediately, with the defaults of the terms', async () => {
  const trader = await engine.trader()
  const followerId = await another(trader)
  const made = await link(trader.api, trader.accountId, followerId, { symbols: ['btcusdt', 'BTC-USD', 'eth/usd'] })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    ...{ leader_account_id: trader.accountId, follower_account_id: followerId, role: 'BOTH', status: 'ACTIVE' },
    ...{ sizing: { ...MULTIPLIER, max_quantity: null, rounding: 'DOWN' }, symbols: ['BTC-USD', 'ETH-USD'] },
    ...{
      copy: ['ENTRIES', 'EXITS', 'PROTECTION'],
      on_refusal: 'SKIP',
      max_slippage_pct: null,
      max_delay_ms: 5_000,
      version: 1,
    },
  })
  const read = await trader.api.get(`/v1/copy-links/${made.body.id}?decimals=string`)
  expect(read.body).toMatchObject({ id: made.body.id, sizing: { value: '1' } })
  const again = await link(trader.api, trader.accountId, followerId)
  expect([again.status, again.body]).toMatchObject([409, { reason: 'copy_link_exists', copy_link_id: made.body.id }])
  const changed = await trader.api.patch(`/v1/copy-links/${made.body.id}`, {
    body: { symbols: null, max_slippage_pct: 0.5, sizing: { mode: 'RISK_PCT', value: 2 }, status: 'PAUSED' },
  })
  expect(changed.body).toMatchObject({
    ...{ symbols: null, max_slippage_pct: 0.5, sizing: { mode: 'RISK_PCT', value: 2 }, status: 'PAUSED' },
    ...{ reason: 'USER', version: 2 },
  })
  const ended = await trader.api.delete<Link>(`/v1/copy-links/${made.body.id}`)
  expect(ended.body).toMatchObject({ status: 'ENDED', reason: 'USER', version: 3 })
  expect((await trader.api.delete(`/v1/copy-links/${made.body.id}`)).text).toBe(ended.text)
  expect((await link(trader.api, trader.accountId, followerId)).status).toBe(201)
})

test('what is wrong with a link is said of its bytes', async () => {
  const { api, accountId } = await engine.trader()
  const codesOf = async (fields: object) => {
    const { status, body } = await api.post<{ issues?: { path: string[]; code: string }[] }>('/v1/copy-links', {
      body: { leader_account_id: accountId, follower_account_id: randomUUID(), sizing: MULTIPLIER, ...fields },
    })
    return [status, body.issues?.map(({ path, code }) => `${path.join('.')} ${code}`)]
  }
  expect(await codesOf({ follower_account_id: accountId })).toEqual([400, ['follower_account_id follower.leader']])
  expect(await codesOf({ sizing: { mode: 'RISK_PCT', value: 101 } })).toEqual([400, ['sizing.value sizing.most']])
  expect(await codesOf({ max_slippage_pct: 100.5, max_delay_ms: 99 })).toEqual([
    400,
    ['max_slippage_pct pct.most', 'max_delay_ms number.min'],
  ])
  expect(await codesOf({ copy: ['EXITS', 'EXITS'], symbols: [] })).toEqual([
    400,
    ['symbols array.min', 'copy.1 array.unique'],
  ])
  expect(await codesOf({ symbols: ['NOPE-USD'] })).toEqual([400, ['symbol symbol.unknown']])
})

test('another user is invited, and only an owner of the follower accepts or changes; either ends it', async () => {
  const [leader, follower, stranger] = [await engine.trader(), await engine.trader(), await engine.trader()]
  const made = await link(leader.api, leader.accountId, follower.accountId)
  expect(made.body).toMatchObject({ status: 'INVITED', role: 'LEADER', accepted_at: null })
  const at = `/v1/copy-links/${made.body.id}`
  const statusAs = async ({ api }: Trader, body: object) => (await api.patch<Link>(at, { body })).body
  expect(await statusAs(leader, { status: 'ACTIVE' })).toMatchObject({ reason: 'not_follower' })
  expect(await statusAs(follower, { status: 'PAUSED' })).toMatchObject({ reason: 'copy_link_invited' })
  expect((await follower.api.post<Link>(`${at}/sync`)).body).toMatchObject({ reason: 'copy_link_invited' })
  for (const send of [() => stranger.api.get(at), () => stranger.api.delete(at)])
    expect((await send()).status).toBe(404)
  expect((await stranger.api.patch(at, { body: { status: 'ACTIVE' } })).status).toBe(404)
  expect((await follower.api.get<Link[]>('/v1/copy-links')).body).toMatchObject([
    { id: made.body.id, role: 'FOLLOWER' },
  ])
  expect(await statusAs(follower, { status: 'ACTIVE', max_delay_ms: 1_000 })).toMatchObject({
    ...{ status: 'ACTIVE', max_delay_ms: 1_000, accepted_at: expect.any(String) as string },
  })
  expect((await leader.api.get<Link[]>('/v1/copy-links')).body).toMatchObject([{ status: 'ACTIVE', role: 'LEADER' }])
  expect((await leader.api.delete<Link>(at)).body).toMatchObject({ status: 'ENDED' })
  expect(await statusAs(follower, { status: 'ACTIVE' })).toMatchObject({ reason: 'copy_link_ended' })
})

test('an invitation does not say whether there is such an account; a leader has to be an own one', async () => {
  const [leader, follower] = [await engine.trader(), await engine.trader()]
  const [real, made] = [
    await link(leader.api, leader.accountId, follower.accountId),
    await link(leader.api, leader.accountId, randomUUID()),
  ]
  const shape = ({ body }: typeof real) => ({ ...body, id: 0, follower_account_id: 0, created_at: 0, updated_at: 0 })
  expect([made.status, shape(made)]).toEqual([201, shape(real)])
  const [others, none] = [
    await link(leader.api, follower.accountId, leader.accountId),
    await link(leader.api, randomUUID(), leader.accountId),
  ]
  expect([others.status, none.status]).toEqual([404, 404])
})

test.each([
  ['FORBIDDEN', 'copying_not_allowed', 'copying_not_allowed'],
  ['OWN_ONLY', undefined, 'copying_not_allowed'],
  ['ALLOWED', undefined, undefined],
])('a plan that says %s is kept by both sides', async (copying, own, foreign) => {
  const plan = await planWith(copying)
  const [leader, follower] = [await engine.trader(plan), await engine.trader()]
  const ownFollower = await another(leader)
  expect((await link(leader.api, leader.accountId, ownFollower)).body).toMatchObject(own ? { reason: own } : {})
  const invited = await link(leader.api, leader.accountId, follower.accountId)
  expect(invited.body).toMatchObject(foreign ? { reason: foreign } : { status: 'INVITED' })
  const back = await link(follower.api, follower.accountId, leader.accountId)
  expect(back.body).toMatchObject({ status: 'INVITED' })
  const accepted = await leader.api.patch(`/v1/copy-links/${back.body.id}`, { body: { status: 'ACTIVE' } })
  expect(accepted.body).toMatchObject(foreign ? { reason: foreign } : { status: 'ACTIVE' })
  const shown = await leader.api.get(`/v1/account/${leader.accountId}`)
  expect(shown.body).toMatchObject({ risk_config: { copying } })
})

test('twenty concurrent requests make one link, and no account follows more than ten', async () => {
  const trader = await engine.trader()
  const followerId = await another(trader)
  const made = await Promise.all(Array.from({ length: 20 }, () => link(trader.api, trader.accountId, followerId)))
  expect(made.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(new Set(made.map(({ body }) => body.copy_link_id ?? body.id)).size).toBe(1)
  const leaders = await Promise.all(Array.from({ length: 12 }, () => another(trader)))
  const followed = await Promise.all(leaders.map((leaderId) => link(trader.api, leaderId, followerId)))
  expect(followed.filter(({ status }) => status === 201)).toHaveLength(9)
  expect(followed.filter(({ body }) => body.reason === 'copy_link_limit')).toHaveLength(3)
})

test('an account that has ended takes part in none', async () => {
  const trader = await engine.trader()
  const over = await another(trader)
  await engine.operator.post(`/operator/v1/accounts/${over}/close`, { body: { reason: 'over' } })
  for (const [leaderId, followerId] of [
    [trader.accountId, over],
    [over, trader.accountId],
  ] as const)
    // prettier-ignore
    expect((await link(trader.api, leaderId, followerId)).body).toMatchObject({ reason: 'account_state' })
})
