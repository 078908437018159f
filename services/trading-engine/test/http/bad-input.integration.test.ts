/**
 * Requests with exactly one mistake: the exact response of every write and list, and that nothing was stored. Market
 * and clock stand still, so that nothing else changes the accounts during a test.
 */
import { randomUUID } from 'node:crypto'
import type { OpenApiOperation } from '@ats/service-kit/http'
import { draw, type ApiResponse } from '@ats/test-kit'
import { operationsOf, requestFor } from '../support/engine/operations.js'
import { insertPlan, WIDE_EXPOSURE } from '../support/plans/insert-plan.js'
import { around, startStage, type Actor, type Stage } from '../support/stage.js'

let stage: Stage
let actor: Actor
let subject: Subject

/** The ids of what the account has. */
interface Subject {
  /** A position of BTC-USD on GMX; there is another one on OSTIUM. */
  readonly gmx: string
  /** A LIMIT BUY that waits, at version 2. */
  readonly entry: string
  /** A STOP BUY at 101,000. */
  readonly armed: string
  readonly cancelled: string
}

const LIMIT = { symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', quantity: 0.5, price: 90_000 } as const
const MARKET = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.5 } as const
const STOP = { symbol: 'BTC-USD', side: 'BUY', kind: 'STOP', quantity: 0.5, trigger_price: 101_000 } as const

beforeAll(async () => {
  stage = await startStage('2026-03-02T12:00:00Z', {
    ...around(100_000),
    'DOGE-USD': { bid: 0.1399, ask: 0.1401 },
  })
  await insertPlan(stage.pool, 'wide', { initial_balance: '1000000000', exposure: WIDE_EXPOSURE })
  actor = await stage.actor('wide')
  subject = await fill(actor)
})
afterAll(() => stage.close())

async function fill(account: Actor): Promise<Subject> {
  const gmx = await account.placed(MARKET)
  await account.placed({ ...MARKET, platform_id: 'OSTIUM' })
  const entry = await account.placed({ ...LIMIT, client_id: 'taken' })
  await account.api.post(`/v1/account/${account.accountId}/orders/${entry.order.id}/modify`, {
    body: { quantity: 0.5 },
  })
  const armed = await account.placed(STOP)
  const cancelled = await account.placed(LIMIT)
  await account.cancel(cancelled.order.id)
  return {
    gmx: gmx.order.position_id!,
    entry: entry.order.id,
    armed: armed.order.id,
    cancelled: cancelled.order.id,
  }
}

/** All that the database has of all accounts: a sum over what changes in place, a count of what is only added. */
async function stored(): Promise<unknown> {
  const { rows } = await stage.pool.query(
    `select (select md5(json_agg(o order by o.id)::text) from orders o) as orders,
      (select md5(json_agg(p order by p.id)::text) from positions p) as positions,
      (select md5(json_agg(a order by a.id)::text) from accounts a) as accounts,
      (select count(*) from events) as events, (select count(*) from fills) as fills,
      (select count(*) from transfers) as transfers, (select count(*) from commands) as commands`,
  )
  return rows[0]
}

/** The problems that a response names: `path code` of each issue, the rule of each violation, or the reason. */
function complaintsOf({ body }: ApiResponse): readonly string[] {
  const { issues, violations, reason, error } = body as {
    readonly issues?: readonly { readonly path: readonly string[]; readonly code: string }[]
    readonly violations?: readonly { readonly rule: string }[]
    readonly reason?: string
    readonly error?: string
  }
  if (issues !== undefined) return issues.map(({ path, code }) => `${path.join('.')} ${code}`)
  if (violations !== undefined) return violations.map(({ rule }) => rule)
  return [reason ?? error ?? '']
}

async function expectRefusal(
  send: () => Promise<ApiResponse>,
  status: number,
  complaints: readonly string[],
): Promise<void> {
  const before = await stored()
  const answer = await send()
  expect([answer.status, complaintsOf(answer)]).toEqual([status, complaints])
  if (status === 200) expect(answer.body).toMatchObject({ order: null, trades: [] })
  if (status === 400) expect(answer.body).toMatchObject({ error: 'invalid_payload' })
  if (status === 409) expect(answer.body).toMatchObject({ error: 'conflict' })
  if (status === 422) expect(answer.body).toMatchObject({ error: 'risk_rejected' })
  expect(await stored()).toEqual(before)
}

/** A field that is undefined is left out. */
type Fields = Readonly<Record<string, unknown>>
type Wrong = Fields | (() => Fields)
/** Not readonly: jest's types take a rest of arguments only so. */
type Row = [what: string, wrong: Wrong, status: number, ...complaints: string[]]
type RowOf = [name: keyof Subject | null, ...Row]
const bodyOf = (wrong: Wrong): Fields => (typeof wrong === 'function' ? wrong() : wrong)

/** A row for each place that finds a mistake; all codes are tested with the schemas and in `core/decide`. */
const PLACED: readonly Row[] = [
  ['a field that its kind does not have', { ...MARKET, price: 100_000 }, 400, 'price price.kind'],
  ['a quantity off the lot', { ...LIMIT, quantity: 0.500001 }, 400, 'quantity quantity.lot'],
  ['less than Ostium takes', { ...LIMIT, quantity: 0.00004, platform_id: 'OSTIUM' }, 400, 'quantity quantity.min'],
  [
    'GTD that ends at this moment',
    () => ({ ...LIMIT, tif: 'GTD', expires_at: stage.now() }),
    400,
    'expires_at expires_at.past',
  ],
  ['a STOP BUY that has been reached', { ...STOP, trigger_price: 100_000 }, 200, 'trigger_would_fire'],
  [
    'more than all the money',
    { ...LIMIT, quantity: 1_000_000 },
    200,
    'symbol_exposure_cap',
    'total_exposure_cap',
    'insufficient_margin',
    'max_leverage',
  ],
  ['a parent that is not there', { ...STOP, side: 'SELL', parent_order_id: randomUUID() }, 404, 'not_found'],
  [
    'a parent that was cancelled',
    () => ({ ...STOP, side: 'SELL', parent_order_id: subject.cancelled }),
    409,
    'order_not_working',
  ],
  ['a client_id of another order', { ...LIMIT, price: 90_001, client_id: 'taken' }, 409, 'client_id_reuse'],
]

const MODIFIED: readonly RowOf[] = [
  ['entry', 'nothing to change', {}, 400, ' object.missing'],
  ['entry', 'a stale version', { price: 91_000, version: 1 }, 409, 'version'],
  ['entry', 'a quantity off the lot', { quantity: 0.500001 }, 400, 'quantity quantity.lot'],
  ['armed', 'a trigger that has been reached', { trigger_price: 99_000 }, 422, 'trigger_would_fire'],
  ['cancelled', 'an order that was cancelled', { price: 91_000 }, 409, 'order_not_working'],
  [null, 'an order that is not there', { price: 91_000 }, 404, 'not_found'],
]

const PROTECTED: readonly RowOf[] = [
  ['gmx', 'a leg without its trigger', { stop_loss: {} }, 400, 'stop_loss protection.one'],
  ['gmx', 'a stop that has been reached', { stop_loss: { trigger_price: 101_000 } }, 422, 'trigger_would_fire'],
  [null, 'a position that is not there', { stop_loss: { trigger_price: 90_000 } }, 404, 'not_found'],
]

const CLOSED: readonly Row[] = [
  ['a symbol nobody lists', { symbol: 'NOPE-USD' }, 400, 'symbol symbol.unknown'],
  ['a symbol held on two venues', { symbol: 'BTC-USD' }, 400, 'position_id position_id.ambiguous'],
  ['no position', { symbol: 'DOGE-USD' }, 404, 'not_found'],
]

const base = (): string => `/v1/account/${actor.accountId}`
const idOf = (name: keyof Subject | null): string => (name === null ? randomUUID() : subject[name])

describe('nothing is stored of', () => {
  test.each(PLACED)('an order with %s', (_, wrong, status, ...complaints) =>
    expectRefusal(() => actor.place(bodyOf(wrong)) as Promise<unknown> as Promise<ApiResponse>, status, complaints),
  )

  test.each(MODIFIED)('a change of %s: %s', (name, _, wrong, status, ...complaints) =>
    expectRefusal(
      () => actor.api.post(`${base()}/orders/${idOf(name)}/modify`, { body: bodyOf(wrong) }),
      status,
      complaints,
    ),
  )

  test.each(PROTECTED)('protection of %s: %s', (name, _, wrong, status, ...complaints) =>
    expectRefusal(() => actor.protect(idOf(name), bodyOf(wrong)), status, complaints),
  )

  test.each(CLOSED)('a close with %s', (_, wrong, status, ...complaints) =>
    expectRefusal(() => actor.close(bodyOf(wrong)), status, complaints),
  )

  test('a preview, right or wrong', async () => {
    for (const [what, wrong, status, ...complaints] of draw(PLACED, 3, ([name]) => `preview ${name}`)) {
      if (complaints.includes('client_id_reuse')) continue
      const before = await stored()
      const answer = await actor.api.post('/v1/order/preview', {
        body: { account_id: actor.accountId, ...bodyOf(wrong) },
      })
      expect([what, answer.status, complaintsOf(answer)]).toEqual([what, status, complaints])
      expect(await stored()).toEqual(before)
    }
    const before = await stored()
    expect(
      (await actor.api.post('/v1/order/preview', { body: { account_id: actor.accountId, ...MARKET } })).status,
    ).toBe(200)
    expect(await stored()).toEqual(before)
  })
})

/** Query strings that no list accepts: the query, the parameters a list must have for it to apply, and its problems. */
const LISTED: readonly [query: string, needs: readonly string[], ...complaints: string[]][] = [
  ['limit=0', ['limit'], 'limit limit.base'],
  ['limit=5&limit=6', ['limit'], 'limit limit.base'],
  ['depth=0', ['depth'], 'depth limit.base'],
  ['from=2026-03-03&to=2026-03-02', ['from', 'to'], 'to to.order'],
  ['limit=0&from=never&to=neither', ['limit', 'from'], 'from timestamp.base', 'to timestamp.base', 'limit limit.base'],
  ['status=OPEN', ['status'], 'status any.only'],
  ['interval=2m', ['interval'], 'interval any.only'],
  ['decimals=number', ['decimals'], 'decimals any.only'],
]

describe('a list', () => {
  const takes = (operation: OpenApiOperation): readonly string[] =>
    ((operation as { parameters?: readonly { in: string; name: string }[] }).parameters ?? [])
      .filter((parameter) => parameter.in === 'query')
      .map(({ name }) => name)

  test.each(LISTED)('%s', async (query, needs, ...complaints) => {
    const lists = operationsOf(stage.engine.openapi).filter(
      ({ method, description }) => method === 'GET' && needs.every((name) => takes(description).includes(name)),
    )
    expect(lists.length).toBeGreaterThan(0)
    for (const list of draw(lists, 4, ({ id }) => `${id}?${query}`)) {
      const { accountId } = actor
      const { path } = requestFor(list, { accountId, orderId: subject.entry, positionId: subject.gmx })
      const answer = await actor.api.get(`${path}${path.includes('?') ? '&' : '?'}${query}`)
      expect([list.id, answer.status, [...complaintsOf(answer)].sort()]).toEqual([list.id, 400, complaints.toSorted()])
    }
  })
})
