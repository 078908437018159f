/**
 * Requests with exactly one mistake: the exact response of every write and list, and that nothing was stored. Market
 * and clock stand still, so that nothing else changes the accounts during a test.
 */
import { randomUUID } from 'node:crypto'
import type { OpenApiOperation } from '@ats/service-kit/http'
import { draw, type ApiResponse } from '@ats/test-kit'
import { ALL_CASES, isLegal, requestOf, type OrderCase } from '../support/order-table.js'
import { operationsOf, requestFor } from '../support/engine/operations.js'
import { insertPlan, WIDE_EXPOSURE } from '../support/plans/insert-plan.js'
import { around, startStage, type Actor, type Stage } from '../support/stage.js'

let stage: Stage
let actor: Actor
let subject: Subject

/** An account in the middle of things, and what it and a stranger have. */
interface Subject {
  /** BTC-USD on GMX and on OSTIUM. */
  readonly gmx: string
  readonly ostium: string
  readonly closedPosition: string
  readonly strangersPosition: string
  /** A LIMIT BUY of 0.5 at 90,000 that waits, at version 2, and an exit that waits for it. */
  readonly entry: string
  readonly exit: string
  /** A LIMIT BUY of 5, of which some has filled. */
  readonly partly: string
  readonly gtd: string
  /** A STOP BUY at 101,000. */
  readonly armed: string
  readonly cancelled: string
  readonly filled: string
  readonly strangersOrder: string
}

const LIMIT = { symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', quantity: 0.5, price: 90_000 } as const
const MARKET = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.5 } as const
const STOP = { symbol: 'BTC-USD', side: 'BUY', kind: 'STOP', quantity: 0.5, trigger_price: 101_000 } as const
const TARGET = { ...STOP, kind: 'TAKE_PROFIT', trigger_price: 99_000 } as const

beforeAll(async () => {
  stage = await startStage('2026-03-02T12:00:00Z', {
    ...around(100_000),
    'ETH-USD': { bid: 1_999, ask: 2_001 },
    'EUR-USD': { bid: 1.1599, ask: 1.1601 },
    'DOGE-USD': { bid: 0.1399, ask: 0.1401 },
  })
  await insertPlan(stage.pool, 'wide', { initial_balance: '1000000000', exposure: WIDE_EXPOSURE })
  await insertPlan(stage.pool, 'gmx-only', { allowed_venues: ['GMX'] })
  actor = await stage.actor('wide')
  subject = await fill(actor)
})
afterAll(() => stage.close())

async function fill(account: Actor): Promise<Subject> {
  const gmx = await account.placed(MARKET)
  const ostium = await account.placed({ ...MARKET, platform_id: 'OSTIUM' })
  const closed = await account.placed({ ...MARKET, symbol: 'ETH-USD' })
  await account.close({ symbol: 'ETH-USD' })
  const entry = await account.placed({ ...LIMIT, client_id: 'taken' })
  await account.api.post(`/v1/account/${account.accountId}/orders/${entry.order.id}/modify`, {
    body: { quantity: 0.5 },
  })
  const exit = await account.placed({ ...STOP, side: 'SELL', trigger_price: 80_000, parent_order_id: entry.order.id })
  const partly = await account.placed({ ...LIMIT, quantity: 5, price: 100_010 })
  const gtd = await account.placed({ ...LIMIT, tif: 'GTD' })
  const armed = await account.placed(STOP)
  const cancelled = await account.placed(LIMIT)
  await account.cancel(cancelled.order.id)
  const stranger = await stage.actor()
  return {
    gmx: gmx.order.position_id!,
    ostium: ostium.order.position_id!,
    closedPosition: closed.order.position_id!,
    strangersPosition: (await stranger.placed(MARKET)).order.position_id!,
    entry: entry.order.id,
    exit: exit.order.id,
    partly: partly.order.id,
    gtd: gtd.order.id,
    armed: armed.order.id,
    cancelled: cancelled.order.id,
    filled: gmx.order.id,
    strangersOrder: (await stranger.placed(LIMIT)).order.id,
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

const PLACED: readonly Row[] = [
  ['a symbol nobody lists', { ...LIMIT, symbol: 'NOPE-USD' }, 400, 'symbol symbol.unknown'],
  ['a base without its quote', { ...LIMIT, symbol: 'BTC' }, 400, 'symbol symbol.unknown'],
  [
    'a venue that does not list it',
    { ...MARKET, symbol: 'EUR-USD', quantity: 100, platform_id: 'GMX' },
    400,
    'platform_id platform_id.not_listed',
  ],
  ['a venue unheard of', { ...LIMIT, platform_id: 'BINANCE' }, 400, 'platform_id any.only'],

  ['MARKET with a price', { ...MARKET, price: 100_000 }, 400, 'price price.kind'],
  ['MARKET with a trigger', { ...MARKET, trigger_price: 101_000 }, 400, 'trigger_price trigger_price.kind'],
  ['MARKET with GTX', { ...MARKET, tif: 'GTX' }, 400, 'tif tif.post_only'],
  ['LIMIT without a price', { ...LIMIT, price: undefined }, 400, 'price any.required'],
  ['LIMIT with a price of null', { ...LIMIT, price: null }, 400, 'price any.required'],
  ['LIMIT with a trigger', { ...LIMIT, trigger_price: 89_000 }, 400, 'trigger_price trigger_price.kind'],
  ['STOP without a trigger', { ...STOP, trigger_price: undefined }, 400, 'trigger_price any.required'],
  [
    'TAKE_PROFIT with a price alone',
    { ...TARGET, trigger_price: undefined, price: 99_000 },
    400,
    'trigger_price any.required',
  ],
  ['a price below one tick', { ...LIMIT, quantity: 10_000, price: 0.001 }, 400, 'price price.tick'],
  ['a trigger below one tick', { ...TARGET, trigger_price: 0.001 }, 400, 'trigger_price trigger_price.tick'],
  ['a trigger off the scale', { ...STOP, trigger_price: 1e21 }, 400, 'trigger_price decimal.number'],

  ['a quantity of 0', { ...LIMIT, quantity: 0 }, 400, 'quantity decimal.positive'],
  ['a quantity off the lot', { ...LIMIT, quantity: 0.500001 }, 400, 'quantity quantity.lot'],
  ['less than one lot', { ...LIMIT, quantity: 0.000001 }, 400, 'quantity quantity.lot'],
  ['less than GMX takes', { ...MARKET, symbol: 'DOGE-USD', quantity: 1 }, 400, 'quantity quantity.min'],
  ['less than Ostium takes', { ...LIMIT, quantity: 0.00004, platform_id: 'OSTIUM' }, 400, 'quantity quantity.min'],

  [
    'both triggers',
    { ...STOP, flags: { trigger_on_mark: true, trigger_on_index: true } },
    400,
    'flags.trigger_on_mark flags.trigger',
  ],
  [
    'both triggers, of an order that has none',
    { ...LIMIT, flags: { trigger_on_mark: true, trigger_on_index: true } },
    400,
    'flags.trigger_on_mark flags.trigger',
  ],
  ['GTD in the past', { ...LIMIT, tif: 'GTD', expires_at: '2026-03-02T11:59:59Z' }, 400, 'expires_at expires_at.past'],
  [
    'GTD that ends this very moment',
    () => ({ ...LIMIT, tif: 'GTD', expires_at: stage.now() }),
    400,
    'expires_at expires_at.past',
  ],
  ['GTD that ended yesterday', { ...STOP, tif: 'GTD', expires_at: '2026-03-01' }, 400, 'expires_at expires_at.past'],
  ['expires_at without GTD', { ...LIMIT, expires_at: '2026-03-03' }, 400, 'expires_at expires_at.tif'],
  ['expires_at with GTC', { ...LIMIT, tif: 'GTC', expires_at: '2026-03-03' }, 400, 'expires_at expires_at.tif'],
  ['expires_at that is no time', { ...LIMIT, tif: 'GTD', expires_at: 'tomorrow' }, 400, 'expires_at timestamp.base'],

  ['a STOP BUY that has been reached', { ...STOP, trigger_price: 100_000 }, 200, 'trigger_would_fire'],
  ['a STOP SELL that has been reached', { ...STOP, side: 'SELL' }, 200, 'trigger_would_fire'],
  ['a TAKE_PROFIT BUY that has been reached', { ...TARGET, trigger_price: 101_000 }, 200, 'trigger_would_fire'],
  [
    'a TAKE_PROFIT SELL that has been reached',
    { ...TARGET, side: 'SELL', trigger_price: 100_000 },
    200,
    'trigger_would_fire',
  ],
  [
    'reduce-only without a position',
    { ...MARKET, symbol: 'ETH-USD', flags: { reduce_only: true } },
    200,
    'reduce_only',
  ],
  ['post-only into the book', { ...LIMIT, price: 100_010, tif: 'GTX' }, 200, 'post_only'],
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
  ['a stranger’s parent', () => ({ ...STOP, side: 'SELL', parent_order_id: subject.strangersOrder }), 404, 'not_found'],
  ['a parent on its own side', () => ({ ...STOP, parent_order_id: subject.entry }), 400, 'side side.parent'],
  [
    'a parent in another symbol',
    () => ({ ...STOP, symbol: 'ETH-USD', side: 'SELL', parent_order_id: subject.entry }),
    400,
    'parent_order_id parent_order_id.symbol',
  ],
  [
    'an exit of an exit',
    () => ({ ...STOP, parent_order_id: subject.exit }),
    400,
    'parent_order_id parent_order_id.reduce_only',
  ],
  [
    'a parent on another venue',
    () => ({ ...STOP, side: 'SELL', platform_id: 'OSTIUM', parent_order_id: subject.entry }),
    400,
    'platform_id platform_id.parent',
  ],
  [
    'a parent and another position',
    () => ({ ...STOP, side: 'SELL', position_id: subject.gmx, parent_order_id: subject.entry }),
    400,
    'position_id position_id.parent',
  ],
  [
    'a parent that was cancelled',
    () => ({ ...STOP, side: 'SELL', parent_order_id: subject.cancelled }),
    409,
    'order_not_working',
  ],
  [
    'a MARKET exit',
    () => ({ ...MARKET, side: 'SELL', parent_order_id: subject.entry }),
    400,
    'parent_order_id parent_order_id.kind',
  ],
  [
    'an IOC exit',
    () => ({ ...LIMIT, side: 'SELL', tif: 'IOC', parent_order_id: subject.entry }),
    400,
    'parent_order_id parent_order_id.kind',
  ],

  ['a position that is not there', { ...LIMIT, side: 'SELL', position_id: randomUUID() }, 404, 'not_found'],
  [
    'a position that is closed',
    () => ({ ...LIMIT, symbol: 'ETH-USD', position_id: subject.closedPosition }),
    404,
    'not_found',
  ],
  [
    'a stranger’s position',
    () => ({ ...LIMIT, side: 'SELL', position_id: subject.strangersPosition }),
    404,
    'not_found',
  ],
  [
    'a position in another symbol',
    () => ({ ...LIMIT, symbol: 'ETH-USD', position_id: subject.gmx }),
    400,
    'position_id position_id.symbol',
  ],
  [
    'a position on another venue',
    () => ({ ...LIMIT, position_id: subject.gmx, platform_id: 'OSTIUM' }),
    400,
    'platform_id platform_id.position',
  ],
  ['a client_id of another order', { ...LIMIT, price: 90_001, client_id: 'taken' }, 409, 'client_id_reuse'],
]

const MODIFIED: readonly RowOf[] = [
  ['entry', 'nothing to change', {}, 400, ' object.missing'],
  ['entry', 'only a version', { version: 2 }, 400, ' object.missing'],
  ['entry', 'a stale version', { price: 91_000, version: 1 }, 409, 'version'],
  ['entry', 'a version to come', { price: 91_000, version: 3 }, 409, 'version'],
  ['entry', 'a version of 0', { price: 91_000, version: 0 }, 400, 'version number.min'],
  ['entry', 'another side', { side: 'SELL', price: 91_000 }, 400, 'side object.unknown'],
  ['entry', 'a quantity of 0', { quantity: 0 }, 400, 'quantity decimal.positive'],
  ['entry', 'a quantity off the lot', { quantity: 0.500001 }, 400, 'quantity quantity.lot'],
  ['entry', 'a price below one tick', { price: 0.001 }, 400, 'price price.tick'],
  ['entry', 'the trigger of a LIMIT', { trigger_price: 91_000 }, 400, 'trigger_price trigger_price.kind'],
  ['entry', 'the end of a GTC', { expires_at: '2026-03-03' }, 400, 'expires_at expires_at.tif'],
  [
    'entry',
    'more than all the money',
    { quantity: 1_000_000 },
    422,
    'symbol_exposure_cap',
    'total_exposure_cap',
    'insufficient_margin',
    'max_leverage',
  ],
  ['partly', 'less than has filled', { quantity: 0.1 }, 400, 'quantity quantity.filled'],
  ['gtd', 'an end in the past', { expires_at: '2026-03-02T11:00:00Z' }, 400, 'expires_at expires_at.past'],
  ['armed', 'a trigger that has been reached', { trigger_price: 99_000 }, 422, 'trigger_would_fire'],
  ['armed', 'the limit of an order without', { price: 102_000 }, 400, 'price price.kind'],
  ['cancelled', 'an order that was cancelled', { price: 91_000 }, 409, 'order_not_working'],
  ['filled', 'an order that has filled', { quantity: 1 }, 409, 'order_not_working'],
  ['strangersOrder', 'a stranger’s order', { price: 91_000 }, 404, 'not_found'],
  [null, 'an order that is not there', { price: 91_000 }, 404, 'not_found'],
]

const PROTECTED: readonly RowOf[] = [
  ['gmx', 'nothing', {}, 400, ' object.missing'],
  ['gmx', 'a leg without its trigger', { stop_loss: {} }, 400, 'stop_loss.trigger_price any.required'],
  ['gmx', 'a leg that is no object', { take_profit: 5 }, 400, 'take_profit object.base'],
  ['gmx', 'a trigger of null', { stop_loss: { trigger_price: null } }, 400, 'stop_loss.trigger_price decimal.base'],
  [
    'gmx',
    'another price to watch',
    { stop_loss: { trigger_price: 1, trigger_by: 'BID' } },
    400,
    'stop_loss.trigger_by any.only',
  ],
  [
    'gmx',
    'less than a lot',
    { stop_loss: { trigger_price: 1, quantity: 1e-9 } },
    400,
    'stop_loss.quantity quantity.lot',
  ],
  [
    'gmx',
    'two triggers below one tick',
    { stop_loss: { trigger_price: 0.001 }, take_profit: { trigger_price: 0.001 } },
    400,
    'stop_loss.trigger_price trigger_price.tick',
    'take_profit.trigger_price trigger_price.tick',
  ],
  ['gmx', 'a leg unheard of', { stop_loss: null, trailing_stop: null }, 400, 'trailing_stop object.unknown'],
  ['gmx', 'a stop that has been reached', { stop_loss: { trigger_price: 101_000 } }, 422, 'trigger_would_fire'],
  [
    'gmx',
    'a target that has been reached, beside a stop that is right',
    { take_profit: { trigger_price: 99_000 }, stop_loss: { trigger_price: 90_000 } },
    422,
    'trigger_would_fire',
  ],
  ['closedPosition', 'a position that is closed', { stop_loss: { trigger_price: 1 } }, 404, 'not_found'],
  ['closedPosition', 'nothing to remove of a position that is closed', { stop_loss: null }, 404, 'not_found'],
  ['strangersPosition', 'a stranger’s position', { stop_loss: { trigger_price: 1 } }, 404, 'not_found'],
  [null, 'a position that is not there', { stop_loss: { trigger_price: 1 } }, 404, 'not_found'],
]

const CLOSED: readonly Row[] = [
  ['no symbol', { symbol: null }, 400, 'symbol any.required'],
  ['a symbol nobody lists', { symbol: 'NOPE-USD' }, 400, 'symbol symbol.unknown'],
  ['a symbol it does not hold', { symbol: 'ETH-USD' }, 404, 'not_found'],
  ['one of two venues', { symbol: 'BTC-USD' }, 400, 'position_id position_id.ambiguous'],
  ['a venue that does not hold it', { symbol: 'ETH-USD', platform_id: 'OSTIUM' }, 404, 'not_found'],
  [
    'a position on another venue',
    () => ({ symbol: 'BTC-USD', position_id: subject.gmx, platform_id: 'OSTIUM' }),
    404,
    'not_found',
  ],
  ['a position that is closed', () => ({ symbol: 'BTC-USD', position_id: subject.closedPosition }), 404, 'not_found'],
  ['a stranger’s position', () => ({ symbol: 'BTC-USD', position_id: subject.strangersPosition }), 404, 'not_found'],
  ['LIMIT without a price', { symbol: 'BTC-USD', kind: 'LIMIT' }, 400, 'price any.required'],
  ['a price without LIMIT', { symbol: 'BTC-USD', price: 90_000 }, 400, 'price price.kind'],
  ['STOP', { symbol: 'BTC-USD', kind: 'STOP' }, 400, 'kind any.only'],
  ['GTX without LIMIT', { symbol: 'BTC-USD', tif: 'GTX' }, 400, 'tif tif.post_only'],
  [
    'GTD in the past',
    () => ({
      symbol: 'BTC-USD',
      position_id: subject.gmx,
      kind: 'LIMIT',
      price: 110_000,
      tif: 'GTD',
      expires_at: '2026-03-01',
    }),
    400,
    'expires_at expires_at.past',
  ],
  [
    'expires_at without GTD',
    { symbol: 'BTC-USD', kind: 'LIMIT', price: 110_000, expires_at: '2026-03-03' },
    400,
    'expires_at expires_at.tif',
  ],
  ['a quantity of 0', { symbol: 'BTC-USD', quantity: 0 }, 400, 'quantity decimal.positive'],
  [
    'a quantity off the lot',
    () => ({ symbol: 'BTC-USD', position_id: subject.gmx, quantity: 0.100001 }),
    400,
    'quantity quantity.lot',
  ],
  ['a side', { symbol: 'BTC-USD', side: 'SELL' }, 400, 'side object.unknown'],
  [
    'GTX into the book',
    () => ({ symbol: 'BTC-USD', position_id: subject.gmx, kind: 'LIMIT', price: 99_990, tif: 'GTX' }),
    200,
    'post_only',
  ],
  ['a client_id of an order', { symbol: 'BTC-USD', client_id: 'taken' }, 409, 'client_id_reuse'],
]

const CANCELLED_ALL: readonly Row[] = [
  ['a symbol nobody lists', { symbol: 'NOPE-USD' }, 400, 'symbol symbol.unknown'],
  ['a field it does not have', { symbols: 'BTC-USD' }, 400, 'symbols object.unknown'],
  ['a client_id of an order', { client_id: 'taken' }, 409, 'client_id_reuse'],
]

const OPENED: readonly Row[] = [
  ['no plan', {}, 400, 'plan_id any.required'],
  ['a plan that is not there', { plan_id: 'free-money' }, 400, 'plan_id plan_id.unknown'],
  ['a second one of the plan', { plan_id: 'wide' }, 409, 'account_exists'],
  ['a venue unheard of', { plan_id: 'standard-100k', default_venue: 'BINANCE' }, 400, 'default_venue any.only'],
  [
    'a venue that the plan does not allow',
    { plan_id: 'gmx-only', default_venue: 'OSTIUM' },
    400,
    'default_venue default_venue.not_allowed',
  ],
  ['a balance of its own', { plan_id: 'standard-100k', balance: 1_000_000 }, 400, 'balance object.unknown'],
  ['an empty name', { plan_id: 'standard-100k', name: '' }, 400, 'name string.empty'],
  ['a client_id of an order', { plan_id: 'standard-100k', client_id: 'taken' }, 409, 'client_id_reuse'],
]

const ENDED_OR_ELSEWHERE: readonly [what: string, order: keyof Subject | null, status: number, complaint: string][] = [
  ['an order that has filled', 'filled', 409, 'order_not_working'],
  ['a stranger’s order', 'strangersOrder', 404, 'not_found'],
  ['an order that is not there', null, 404, 'not_found'],
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

  test.each(ENDED_OR_ELSEWHERE)('a cancel of %s', (_, name, status, complaint) =>
    expectRefusal(() => actor.cancel(idOf(name)), status, [complaint]),
  )

  test.each(CANCELLED_ALL)('a cancel of all with %s', (_, wrong, status, ...complaints) =>
    expectRefusal(() => actor.cancelAll(bodyOf(wrong)), status, complaints),
  )

  test.each(OPENED)('an account with %s', (_, wrong, status, ...complaints) =>
    expectRefusal(() => actor.api.post('/v1/accounts', { body: bodyOf(wrong) }), status, complaints),
  )

  test('a preview, right or wrong', async () => {
    for (const [what, wrong, status, ...complaints] of PLACED) {
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

/** Where a combination that is not legal goes wrong: GTX and post_only each ask for an order that can rest. */
function complaintsAbout({ kind, tif, hasLimit, isPostOnly }: OrderCase): readonly string[] {
  const takes = !hasLimit || kind === 'MARKET' || tif === 'IOC' || tif === 'FOK'
  return [
    ...(tif === 'GTX' && !hasLimit ? ['tif tif.post_only'] : []),
    ...(isPostOnly && takes ? ['flags.post_only flags.post_only'] : []),
  ]
}

test('no combination of kind, tif and flags that is not legal is placed', async () => {
  const before = await stored()
  const illegal = ALL_CASES.filter((each) => !isLegal(each))
  for (const order of draw(illegal, 4, ({ name }) => name)) {
    const answer = (await actor.misplaced(requestOf(order))) as unknown as ApiResponse
    expect([order.name, answer.status, complaintsOf(answer)]).toEqual([order.name, 400, complaintsAbout(order)])
  }
  expect(await stored()).toEqual(before)
})

/** Query strings that no list accepts: the query, the parameters a list must have for it to apply, and its problems. */
const LISTED: readonly [query: string, needs: readonly string[], ...complaints: string[]][] = [
  ['limit=0', ['limit'], 'limit limit.base'],
  ['limit=-1', ['limit'], 'limit limit.base'],
  ['limit=1.5', ['limit'], 'limit limit.base'],
  ['limit=1e2', ['limit'], 'limit limit.base'],
  ['limit=', ['limit'], 'limit limit.base'],
  ['limit=ten', ['limit'], 'limit limit.base'],
  ['limit=5&limit=6', ['limit'], 'limit limit.base'],
  ['depth=0', ['depth'], 'depth limit.base'],
  ['from=2026-03-03&to=2026-03-02', ['from', 'to'], 'to to.order'],
  ['from=2026-03-02T10:00:00.000001Z&to=2026-03-02T10:00:00Z', ['from', 'to'], 'to to.order'],
  ['from=2026-02-30', ['from'], 'from timestamp.base'],
  ['from=yesterday', ['from'], 'from timestamp.base'],
  ['from=2026-03-02T25:00:00Z', ['from'], 'from timestamp.base'],
  ['to=1772445600', ['to'], 'to timestamp.base'],
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
    for (const list of lists) {
      const { accountId } = actor
      const { path } = requestFor(list, { accountId, orderId: subject.entry, positionId: subject.gmx })
      const answer = await actor.api.get(`${path}${path.includes('?') ? '&' : '?'}${query}`)
      expect([list.id, answer.status, [...complaintsOf(answer)].sort()]).toEqual([list.id, 400, complaints.toSorted()])
    }
  })
})
