/** The copier: what a leader fills is ordered on its followers once, whatever is killed, repeated or done twice. */
import { linkToOwn } from '../support/engine/link-to-own.js'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { pollUntil } from '../support/poll-until.js'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

interface Follower {
  readonly leader: Trader
  readonly linkId: string
  readonly accountId: string
}
/** A leader and an account of the same user that follows it. */
async function follow(terms: object = {}, leader?: Trader, planId?: string): Promise<Follower> {
  const leading = leader ?? (await engine.trader())
  const linkId = await linkToOwn(leading.api, leading.accountId, terms, planId)
  const { body } = await leading.api.get<{ follower_account_id: string }>(`/v1/copy-links/${linkId}`)
  return { leader: leading, linkId, accountId: body.follower_account_id }
}

interface PositionRow {
  readonly id: string
  readonly symbol: string
  readonly side: string
  readonly quantity: number
}
const positionsOf = async ({ leader: { api }, accountId }: Follower): Promise<string> =>
  (await api.get<PositionRow[]>(`/v1/account/${accountId}/positions`)).body
    .map(({ symbol, side, quantity }) => `${side} ${quantity} ${symbol}`)
    .sort()
    .join(', ')
const ordersOf = async ({ leader: { api }, accountId }: Pick<Follower, 'leader' | 'accountId'>) =>
  (await api.get<Record<string, unknown>[]>(`/v1/account/${accountId}/orders?status=all`)).body
const holds = (follower: Follower, expected: string) =>
  pollUntil(
    () => positionsOf(follower),
    (held) => held === expected,
    20_000,
  )
const buy = (trader: Trader, quantity: number, fields: object = {}) =>
  trader.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity, ...fields })
const sell = (trader: Trader, quantity: number, fields: object = {}) =>
  trader.place({ symbol: 'BTC-USD', side: 'SELL', kind: 'MARKET', quantity, ...fields })
const MULTIPLIER = (value: number) => ({ sizing: { mode: 'MULTIPLIER', value } })
/** All fills of the leader have been looked at. */
const isAllCopied = async ({ accountId }: Trader): Promise<boolean> => {
  const { rows } = await engine.pool.query<{ behind: boolean }>(
    `select exists (select from fills f join copy_cursors c on c.leader_account_id = f.account_id
      where f.account_id = $1 and f.created_at > c.copied_to) as behind`,
    [accountId],
  )
  return rows[0]?.behind === false
}
const allCopied = (trader: Trader) => pollUntil(() => isAllCopied(trader), Boolean, 20_000)
const copies = (follower: Follower, count: number) =>
  pollUntil(
    () => copiesOf(follower),
    (made) => made.length === count,
    20_000,
  )
/** As if the worker had died after it had copied, and before its cursor was moved. */
const forgetCursor = ({ accountId }: Trader) =>
  engine.pool.query(`update copy_cursors set copied_to = '2000-01-01' where leader_account_id = $1`, [accountId])
const copiesOf = async ({ linkId }: Follower): Promise<string[]> => {
  const { rows } = await engine.pool.query<{ action: string; reason: string | null; quantity: string | null }>(
    'select action, reason, quantity::float8::text as quantity from copy_events where copy_link_id = $1 order by created_at',
    [linkId],
  )
  return rows.map(({ action, reason, quantity }) => `${action} ${reason ?? 'ordered'} ${quantity}`)
}

test('entries by the sizing, exits in proportion, the last one down to flat', async () => {
  const half = await follow(MULTIPLIER(0.5))
  const { leader } = half
  const fixed = await follow({ sizing: { mode: 'FIXED', value: 0.03 } }, leader)
  const entry = await buy(leader, 0.2)
  await holds(half, 'BUY 0.1 BTC-USD')
  await holds(fixed, 'BUY 0.03 BTC-USD')
  const [copy] = await ordersOf(half)
  expect(copy).toMatchObject({
    ...{ client_id: null, origin: 'COPY', key_id: null, kind: 'MARKET', status: 'FILLED', quantity: 0.1 },
    copied_from: { copy_link_id: half.linkId, fill_id: entry.body.trades[0]!['id'], order_id: entry.body.order!.id },
  })
  await sell(leader, 0.05)
  await holds(half, 'BUY 0.075 BTC-USD')
  await holds(fixed, 'BUY 0.0225 BTC-USD')
  await leader.api.post(`/v1/account/${leader.accountId}/close-position`, { body: { symbol: 'BTC-USD' } })
  await holds(half, '')
  await holds(fixed, '')
  expect(await copiesOf(half)).toEqual(['ENTRY ordered 0.1', 'EXIT ordered 0.025', 'EXIT ordered 0.075'])
})

test('symbols, kinds and pauses say what is copied', async () => {
  const only = await follow({ ...MULTIPLIER(1), symbols: ['ETH-USD'] })
  const { leader } = only
  const exits = await follow({ ...MULTIPLIER(1), copy: ['EXITS'] }, leader)
  const paused = await follow(MULTIPLIER(1), leader)
  await buy(leader, 0.1)
  await holds(paused, 'BUY 0.1 BTC-USD')
  await leader.api.patch(`/v1/copy-links/${paused.linkId}`, { body: { status: 'PAUSED' } })
  await buy(leader, 0.1)
  await buy(leader, 1, { symbol: 'ETH-USD' })
  await holds(only, 'BUY 1 ETH-USD')
  await sell(leader, 0.1)
  await holds(paused, 'BUY 0.05 BTC-USD')
  await allCopied(leader)
  expect([await positionsOf(only), await positionsOf(exits)]).toEqual(['BUY 1 ETH-USD', ''])
  await leader.api.patch(`/v1/copy-links/${paused.linkId}`, { body: { status: 'ACTIVE' } })
  await buy(leader, 0.1)
  await holds(paused, 'BUY 0.15 BTC-USD')
})

test('in a circle each fill is copied once', async () => {
  const there = await follow(MULTIPLIER(1))
  const { leader } = there
  const back = { leader_account_id: there.accountId, follower_account_id: leader.accountId, ...MULTIPLIER(1) }
  expect((await leader.api.post('/v1/copy-links', { body: back })).status).toBe(201)
  await buy(leader, 0.1)
  await holds(there, 'BUY 0.1 BTC-USD')
  await allCopied(leader)
  await allCopied({ ...leader, accountId: there.accountId })
  expect(await ordersOf({ leader, accountId: leader.accountId })).toHaveLength(1)
  const elsewhere = (order: object) => leader.api.post('/v1/order', { body: { account_id: there.accountId, ...order } })
  await sell({ ...leader, place: (order) => elsewhere(order) as never }, 0.05)
  await holds({ ...there, accountId: leader.accountId }, 'BUY 0.05 BTC-USD')
  expect(await positionsOf(there)).toBe('BUY 0.05 BTC-USD')
})

test('a rule of the follower refuses: skipped with an event, and paused where the link says so', async () => {
  const skipping = await follow({ sizing: { mode: 'MULTIPLIER', value: 1_000 } })
  const { leader } = skipping
  const pausing = await follow({ sizing: { mode: 'MULTIPLIER', value: 1_000 }, on_refusal: 'PAUSE' }, leader)
  const entry = await buy(leader, 0.5)
  await allCopied(leader)
  const read = async ({ linkId }: Follower) => (await leader.api.get(`/v1/copy-links/${linkId}`)).body
  await copies(pausing, 1)
  expect(await read(skipping)).toMatchObject({ status: 'ACTIVE', reason: null })
  expect(await read(pausing)).toMatchObject({ status: 'PAUSED', reason: 'REFUSED' })
  const { body: events } = await leader.api.get<{ type: string; data: object }[]>(
    `/v1/account/${skipping.accountId}/events`,
  )
  expect(events).toMatchObject([
    {
      type: 'copy.skipped',
      data: {
        copy: {
          ...{ copy_link_id: skipping.linkId, action: 'ENTRY', reason: 'refused', symbol: 'BTC-USD', side: 'BUY' },
          ...{ quantity: 500, leader_order_id: entry.body.order!.id, order_id: null },
          rules: expect.arrayContaining(['symbol_exposure_cap']) as string[],
        },
      },
    },
  ])
  await buy(leader, 0.5)
  await allCopied(leader)
  expect([(await copiesOf(skipping)).length, (await copiesOf(pausing)).length]).toEqual([2, 1])
})

test('a stop and a target follow those of the leader, and go with them', async () => {
  const follower = await follow(MULTIPLIER(1))
  const { leader, accountId } = follower
  const bare = await follow({ ...MULTIPLIER(1), copy: ['ENTRIES', 'EXITS'] }, leader)
  const protection = async (of: string) => {
    const { body } = await leader.api.get<Record<string, unknown>[]>(`/v1/account/${of}/orders`)
    return body
      .map(
        ({ kind, trigger_price: at, quantity, origin }) =>
          `${String(origin)} ${String(kind)} ${Number(at)} ${Number(quantity)}`,
      )
      .sort()
  }
  const protects = (expected: readonly string[]) =>
    pollUntil(
      () => protection(accountId),
      (made) => made.join() === expected.join(),
      20_000,
    )
  await buy(leader, 0.1, { stop_loss: { trigger_price: 1_000 } })
  await protects(['COPY STOP 1000 0.1'])
  const { body: held } = await leader.api.get<PositionRow[]>(`/v1/account/${leader.accountId}/positions`)
  const at = `/v1/account/${leader.accountId}/positions/${held[0]!.id}/protection`
  await leader.api.put(at, { body: { stop_loss: { trigger_price: 2_000 }, take_profit: { trigger_price: 900_000 } } })
  await protects(['COPY STOP 2000 0.1', 'COPY TAKE_PROFIT 900000 0.1'])
  await leader.api.put(at, { body: { take_profit: null } })
  await protects(['COPY STOP 2000 0.1'])
  await leader.api.put(at, { body: { stop_loss: { trail: { offset: 5_000 } } } })
  await pollUntil(
    async () => (await ordersOf(follower)).find(({ status }) => status === 'OPEN'),
    (order) => order?.['trail'] !== undefined,
    20_000,
  )
  await leader.api.put(at, { body: { stop_loss: null } })
  await protects([])
  expect(await protection(bare.accountId)).toEqual([])
  await holds(bare, 'BUY 0.1 BTC-USD')
  const keys = await engine.pool.query<{ client_id: string }>(
    `select client_id from commands where account_id = $1 and kind = 'copy_protection'`,
    [accountId],
  )
  for (const { client_id: id } of keys.rows) expect(id).toMatch(/^copy\/[0-9a-f-]{36}\/[0-9a-f-]{36}\/\d+$/)
})

test('a follower whose plan asks for a stop at entry has it in the decision of its entry, and else is refused', async () => {
  await engine.pool.query(
    `insert into plans (id, version, definition)
     select 'stopped', 1, jsonb_set(definition, '{risk_config,stop_required}', '{"grace_seconds":0,"action":"CLOSE"}')
       from plans where id = 'standard-100k' and version = 1`,
  )
  const follower = await follow(MULTIPLIER(1), undefined, 'stopped')
  const { leader, accountId } = follower
  await buy(leader, 0.1, { stop_loss: { trigger_price: 1_000 }, take_profit: { trigger_price: 900_000 } })
  await holds(follower, 'BUY 0.1 BTC-USD')
  const made = await ordersOf(follower)
  expect(made.map(({ kind, status, origin }) => `${String(origin)} ${String(kind)} ${String(status)}`).sort()).toEqual([
    ...['COPY MARKET FILLED', 'COPY STOP OPEN', 'COPY TAKE_PROFIT OPEN'],
  ])
  const { rows } = await engine.pool.query<{ kind: string; orders: string }>(
    `select c.kind, count(*) as orders from commands c join orders o on o.account_id = c.account_id
        and o.created_at <= c.created_at where c.account_id = $1 and c.kind = 'copy_fill' group by c.id, c.kind`,
    [accountId],
  )
  expect(rows).toEqual([{ kind: 'copy_fill', orders: '3' }])
  const bare = await engine.trader()
  const refused = await follow(MULTIPLIER(1), bare, 'stopped')
  await buy(bare, 0.1)
  await copies(refused, 1)
  expect(await copiesOf(refused)).toEqual(['ENTRY refused 0.1'])
})

test('what was skipped, or is held beside the copies, is drift until a sync', async () => {
  const follower = await follow(MULTIPLIER(1))
  const { leader, linkId, accountId } = follower
  const read = async () => (await leader.api.get<{ drift: object[] }>(`/v1/copy-links/${linkId}`)).body.drift
  await engine.operator.post(`/operator/v1/accounts/${accountId}/halt`, { body: { reason: 'halt' } })
  await buy(leader, 0.1)
  await copies(follower, 1)
  const missing = { symbol: 'BTC-USD', venue: 'GMX', target: 0.1, actual: 0 }
  expect(await read()).toEqual([missing])
  const sync = () => leader.api.post<{ drift: object[] }>(`/v1/copy-links/${linkId}/sync`)
  expect((await sync()).body.drift).toEqual([missing])
  await engine.operator.post(`/operator/v1/accounts/${accountId}/release`)
  expect((await Promise.all([sync(), sync(), sync()])).at(-1)!.body.drift).toEqual([])
  expect(await positionsOf(follower)).toBe('BUY 0.1 BTC-USD')
  expect((await ordersOf(follower))[0]).toMatchObject({
    origin: 'COPY',
    copied_from: { copy_link_id: linkId, fill_id: null, order_id: null },
  })
  await sell(leader, 0.05)
  await holds(follower, 'BUY 0.05 BTC-USD')
  expect(await read()).toEqual([])
  const own = { account_id: accountId, symbol: 'BTC-USD', side: 'SELL', kind: 'MARKET', quantity: 0.08 }
  await leader.api.post('/v1/order', { body: own })
  expect(await read()).toMatchObject([{ target: 0.05, actual: -0.03 }])
  expect((await sync()).body.drift).toEqual([])
  expect(await positionsOf(follower)).toBe('BUY 0.05 BTC-USD')
  await leader.api.post(`/v1/account/${leader.accountId}/close-position`, { body: { symbol: 'BTC-USD' } })
  await holds(follower, '')
  expect(await read()).toEqual([])
})

test('a follower that has ended ends its link; one that is halted is refused and exits all the same', async () => {
  const over = await follow(MULTIPLIER(1))
  const { leader } = over
  const halted = await follow(MULTIPLIER(1), leader)
  await buy(leader, 0.1)
  await holds(halted, 'BUY 0.1 BTC-USD')
  await engine.operator.post(`/operator/v1/accounts/${over.accountId}/close`, { body: { reason: 'over' } })
  await engine.operator.post(`/operator/v1/accounts/${halted.accountId}/halt`, { body: { reason: 'halt' } })
  await buy(leader, 0.1)
  await allCopied(leader)
  await copies(halted, 2)
  expect((await leader.api.get(`/v1/copy-links/${over.linkId}`)).body).toMatchObject({
    ...{ status: 'ENDED', reason: 'ACCOUNT_ENDED' },
  })
  expect(await positionsOf(halted)).toBe('BUY 0.1 BTC-USD')
  await sell(leader, 0.2)
  await holds(halted, '')
  expect(await copiesOf(halted)).toEqual(['ENTRY ordered 0.1', 'ENTRY refused 0.1', 'EXIT ordered 0.1'])
})

test('killed after any copy and begun again, and by two concurrent workers, each fill is copied once', async () => {
  const follower = await follow(MULTIPLIER(1))
  const { leader } = follower
  const second = await startEngine({ databaseUrl: engine.databaseUrl, sharedWallet: engine.wallet })
  try {
    for (let round = 1; round <= 4; round += 1) {
      await buy(leader, 0.01)
      await allCopied(leader)
      await forgetCursor(leader)
    }
    await holds(follower, 'BUY 0.04 BTC-USD')
    await allCopied(leader)
    expect((await copiesOf(follower)).length).toBe(4)
    expect(await ordersOf(follower)).toHaveLength(4)
  } finally {
    await second.close()
  }
})

test('nothing is copied any more once the end of a link is answered', async () => {
  const lasting = await follow(MULTIPLIER(1))
  const { leader } = lasting
  const followers: Follower[] = []
  for (let count = 0; count < 4; count += 1) followers.push(await follow(MULTIPLIER(1), leader))
  const ends = followers.map(async ({ linkId, accountId }) => {
    await leader.api.delete(`/v1/copy-links/${linkId}`)
    return (await ordersOf({ leader, accountId })).length
  })
  const [, ...counts] = await Promise.all([buy(leader, 0.01), ...ends])
  await buy(leader, 0.01)
  await holds(lasting, 'BUY 0.02 BTC-USD')
  await allCopied(leader)
  for (const [place, { accountId }] of followers.entries())
    expect(await ordersOf({ leader, accountId })).toHaveLength(counts[place]!)
})
