/** Competitions: announced, entered, and ranked by what the ledgers say up to the end. */
import { randomUUID } from 'node:crypto'
import { createPool } from '@ats/service-kit/db'
import { draw } from '@ats/test-kit'
import type { Pool } from 'pg'
import { BOARDS_KEPT, createReadBoard } from '../../src/queries/read-board.js'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'

let engine: TestEngine
/** As the service's own. */
let pool: Pool
beforeAll(async () => {
  engine = await startEngine()
  const named = { applicationName: 'boards', max: 4, timestampsAsText: true }
  pool = createPool({ connectionString: engine.databaseUrl, ...named })
})
afterAll(async () => {
  await pool.end()
  await engine.close()
})

const HOUR = 3_600_000
const time = (fromNow: number): string => new Date(Date.now() + fromNow).toISOString()

async function announce(fields: object = {}): Promise<string> {
  const id = randomUUID()
  const body = { id, name: 'Spring', plan_id: 'standard-100k', from: time(-HOUR), to: time(HOUR), ...fields }
  const { status, text } = await engine.operator.post('/operator/v1/competitions', { body })
  if (status !== 201) throw new Error(text)
  return id
}
/** As if so many minutes had gone by. */
const end = (id: string, minutesAgo: number) =>
  engine.pool.query(`update competitions set ends_at = $2 where id = $1`, [id, time(-minutesAgo * 60_000)])
const enter = ({ api, accountId }: Pick<Trader, 'api' | 'accountId'>, id: string, fields: object = {}) =>
  api.post<{ id: string; reason?: string }>(`/v1/competitions/${id}/entries`, {
    body: { account_id: accountId, ...fields },
  })

/** As its decisions would book it: profit, or loss, so many minutes from now. */
async function book(
  accountId: string,
  changes: readonly (readonly [minutes: number, change: number])[],
  { house = 'realized_pnl', positionId = null }: { house?: string; positionId?: string | null } = {},
) {
  for (const [minutes, change] of changes)
    await engine.pool.query(
      `insert into transfers (id, account_id, command_id, house, direction, amount, balance_after, created_at, position_id)
        values (gen_random_uuid(), $1, gen_random_uuid(), $2, $3, $4, 0, $5, $6)`,
      [accountId, house, change < 0 ? 'OUT' : 'IN', Math.abs(change), time(minutes * 60_000), positionId],
    )
}
/** A position as it would be stored; times in minutes from now, `closed` null while it is open. */
async function hold(accountId: string, opened: number, closed: number | null): Promise<string> {
  const id = randomUUID()
  await engine.pool.query(
    `insert into positions (id, account_id, venue, symbol, direction, quantity, cost, leverage, opened_quantity,
        opened_notional, closed_notional, realized_pnl, fees, funding, opened_at, closed_at, close_reason)
      values ($1, $2, 'GMX', $5, 'LONG', $6, 0, 1, 1, 1, 0, 0, 0, 0, $3, $4, $7)`,
    [
      ...[id, accountId, time(opened * 60_000), closed === null ? null : time(closed * 60_000)],
      ...[id.slice(0, 8), closed === null ? 1 : 0, closed === null ? null : 'USER'],
    ],
  )
  return id
}
/** A board whose end has been moved is read again. */
const freshBoard = async (id: string) => {
  const other = createReadBoard({ pool, now: () => Date.now() * 1_000 })
  return (await other(id)).ranked
}

interface Row {
  readonly entry_id: string
  readonly rank: number | null
  readonly name: string | null
  readonly score: number
  readonly return: number
  readonly drawdown: number
  readonly is_disqualified: boolean
}
const boardOf = async (id: string) =>
  (await engine.api.get<{ competition: { entries: number }; board: Row[] }>(`/v1/competitions/${id}`)).body

test('the board ranks entries by return or by return per drawdown, and names nobody in full', async () => {
  const [steady, wild, idle] = [await engine.trader(), await engine.trader(), await engine.trader()]
  const [byReturn, byRisk] = [await announce(), await announce({ rank_by: 'RETURN_PER_DRAWDOWN', visibility: 'NAMED' })]
  const entries: string[] = []
  for (const [trader, name] of [
    [steady, 'Steady'],
    [wild, 'Wild'],
    [idle, undefined],
  ] as const)
    for (const id of [byReturn, byRisk]) {
      const { status, body } = await enter(trader, id, name === undefined ? {} : { display_name: name })
      expect(status).toBe(201)
      if (id === byReturn) entries.push(body.id)
    }
  await book(steady.accountId, [[1, 1_000], [2, -100], [3, 600], [90, 50_000]]) // prettier-ignore
  await book(wild.accountId, [[1, 9_000], [2, -6_000], [3, 1_000], [-90, 50_000]]) // prettier-ignore
  const { competition, board } = await boardOf(byReturn)
  expect(competition).toMatchObject({ id: byReturn, entries: 3, plan_id: 'standard-100k', rank_by: 'RETURN' })
  const shown = ({ rank, name, score, return: profit, drawdown }: Row) => [rank, name, score, profit, drawdown]
  expect(board.map(shown)).toEqual([
    [1, 'W***', 0.04, 0.04, 0.06],
    [2, 'S***', 0.015, 0.015, 0.001],
    [3, null, 0, 0, 0],
  ])
  expect(board.map(({ entry_id: id }) => id)).toEqual([entries[1], entries[0], entries[2]])
  expect((await boardOf(byRisk)).board.map(shown)).toEqual([
    [1, 'Steady', 15, 0.015, 0.001],
    [2, 'Wild', 0.666667, 0.04, 0.06],
    [3, null, 0, 0, 0],
  ])
  const listed = await engine.api.get<{ id: string }[]>('/v1/competitions')
  expect(listed.body.map(({ id }) => id)).toEqual(expect.arrayContaining([byReturn, byRisk]))
})

test('an entry is one a user, of an account of the plan that has not traded, while there are places and time', async () => {
  const [trader, other, traded] = [await engine.trader(), await engine.trader(), await engine.trader()]
  const id = await announce({ entry_cap: 1 })
  const first = await enter(trader, id)
  expect([first.status, (await enter(trader, id)).status, (await enter(trader, id)).body.id]).toEqual([
    ...[201, 200, first.body.id],
  ])
  const ended = async () => {
    const over = await announce({ from: time(-2 * HOUR) })
    await end(over, 60)
    return over
  }
  const refusals: [string, { status: number; body: { reason?: string } }][] = [
    ['competition_full', await enter(other, id)],
    ['competition_over', await enter(other, await ended())],
    ['not_eligible', await enter(other, await announce({ plan_id: 'instant-25k' }))],
  ]
  await traded.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.01 })
  refusals.push(['not_eligible', await enter(traded, await announce())])
  for (const [reason, { status, body }] of refusals) expect([status, body.reason]).toEqual([409, reason])
  expect((await enter(trader, 'none')).status).toBe(404)
  expect((await enter({ api: other.api, accountId: trader.accountId }, id)).status).toBe(404)
  const announced = await engine.operator.post<{ reason: string }>('/operator/v1/competitions', {
    body: { id, name: 'x', plan_id: 'standard-100k', from: time(0), to: time(HOUR) },
  })
  expect([announced.status, announced.body.reason]).toEqual([409, 'competition_exists'])
  for (const times of [
    { from: time(HOUR), to: time(0) },
    { from: time(-2 * HOUR), to: time(-HOUR) },
  ]) {
    const body = { id: 'x', name: 'x', plan_id: 'standard-100k', ...times }
    expect((await engine.operator.post('/operator/v1/competitions', { body })).status).toBe(400)
  }
})

test('the last places are taken once, and a user enters once, however many ask concurrently', async () => {
  const traders = await Promise.all(Array.from({ length: 6 }, () => engine.trader()))
  const id = await announce({ entry_cap: 3 })
  const answers = await Promise.all(traders.flatMap((trader) => [enter(trader, id), enter(trader, id)]))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(answers.filter(({ body }) => body.reason === 'competition_full')).toHaveLength(6)
  const { competition, board } = await boardOf(id)
  expect([competition.entries, new Set(board.map(({ entry_id: entry }) => entry)).size]).toEqual([3, 3])
})

test('what is given for a reversed breach is no profit, and the breach disqualifies nobody', async () => {
  const trader = await engine.trader()
  const id = await announce()
  await enter(trader, id)
  const { rows } = await engine.pool.query<{ id: string }>(
    `insert into breaches (id, account_id, rule, severity, message, limit_value, value, equity, balance, action, created_at)
      values (gen_random_uuid(), $1, 'max_drawdown', 'HARD', 'm', 1, 1, 1, 1, 'NONE', clock_timestamp()) returning id`,
    [trader.accountId],
  )
  await book(trader.accountId, [[1, 500]])
  await book(trader.accountId, [[2, 5_000]], { house: 'compensation' })
  expect(await freshBoard(id)).toMatchObject([{ rank: null, isDisqualified: true, profit: 0.005 }])
  await engine.pool.query(`update breaches set reversal = '{}' where id = $1`, [rows[0]?.id])
  expect(await freshBoard(id)).toMatchObject([{ rank: 1, isDisqualified: false, profit: 0.005 }])
})

test('the firm closes one: nobody enters any more, the ranks are those of then, and it is closed once', async () => {
  const to = time(HOUR)
  const id = await announce({ visibility: 'NAMED', to })
  const [ann, ben] = [await engine.trader(), await engine.trader()]
  await enter(ann, id, { display_name: 'Ann' })
  await book(ann.accountId, [[-5, 900]])
  const close = (reason: string, of = id) =>
    engine.operator.post<{ to: string; closed_reason: string; reason?: string }>(
      `/operator/v1/competitions/${of}/close`,
      {
        body: { reason },
      },
    )
  const closed = await close('wrong prices on the first day')
  expect(closed).toMatchObject({ status: 200, body: { closed_reason: 'wrong prices on the first day' } })
  expect(Date.parse(closed.body.to)).toBeLessThan(Date.parse(to))
  expect((await close('again')).body).toEqual(closed.body)
  expect((await enter(ben, id)).body.reason).toBe('competition_over')
  await book(ann.accountId, [[30, -5_000]])
  expect(await freshBoard(id)).toMatchObject([{ displayName: 'Ann', rank: 1, profit: 0.009 }])
  const { body: audit } = await engine.operator.get<{ action: string }[]>(`/operator/v1/audit?subject=${id}`)
  expect(audit.map(({ action }) => action)).toEqual(['close_competition', 'create_competition'])
  expect((await close('x', randomUUID())).status).toBe(404)
  const over = await announce()
  await end(over, 1)
  expect((await close('x', over)).body.reason).toBe('competition_over')
})

test('positions from before the beginning count for nothing, and who leaves one open at the end has no rank', async () => {
  const [early, hiding, fair] = [await engine.trader(), await engine.trader(), await engine.trader()]
  const id = await announce({ min_trades: 1 })
  for (const trader of [early, hiding, fair]) await enter(trader, id)
  const kept = await hold(early.accountId, -90, -10)
  await book(early.accountId, [[-10, 20_000]], { positionId: kept })
  await hold(hiding.accountId, -20, -15)
  await book(hiding.accountId, [[-15, 9_000]])
  await hold(hiding.accountId, -20, null)
  await hold(fair.accountId, -20, -15)
  await book(fair.accountId, [[-15, 100]])
  const shown = async () =>
    (await freshBoard(id)).map(({ accountId, rank, trades, isOpenAtEnd }) => [accountId, rank, trades, isOpenAtEnd])
  expect(await shown()).toEqual([
    [hiding.accountId, 1, 1, false],
    [fair.accountId, 2, 1, false],
    [early.accountId, null, 0, false],
  ])
  await end(id, 5)
  expect(await shown()).toEqual([
    [fair.accountId, 1, 1, false],
    [hiding.accountId, null, 1, true],
    [early.accountId, null, 0, false],
  ])
})

test('a name is taken back by entering again, also after the end, and the list of own entries has the last', async () => {
  const trader = await engine.trader()
  const id = await announce({ visibility: 'NAMED' })
  const first = await enter(trader, id, { display_name: 'Ann' })
  await end(id, 1)
  const again = await enter(trader, id)
  expect([again.status, again.body]).toEqual([200, { ...first.body, display_name: null }])
  expect(await freshBoard(id)).toMatchObject([{ displayName: null }])
  expect((await trader.api.get('/v1/competition-entries')).body).toEqual([again.body])
  expect((await engine.as().api.get('/v1/competition-entries')).body).toEqual([])
})

const WRONG_NAMES = [
  ['turns the direction', '\u202Eevil'],
  ['is not to be seen', '\u200B'],
  ['is blank', '   '],
  ['begins with a mark', '\u0301a'],
  ['piles up marks', `a${'\u0301'.repeat(5)}`],
  ['is no character of XML', 'a\uFFFF'],
  ['breaks lines', 'a\u2028b'],
]
test.each(draw(WRONG_NAMES, 4, ([what]) => `name ${what}`))('a name that %s is refused', async (_name, name) => {
  const trader = await engine.trader()
  expect((await enter(trader, await announce(), { display_name: name })).status).toBe(400)
})

test('however many ask for a board, it is read once, and one that nobody has keeps none from being kept', async () => {
  const id = await announce()
  let reads = 0
  const counted = new Proxy(pool, {
    get: (target, key) => {
      if (key === 'query' || key === 'connect') reads += 1
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  let time = 0
  const read = createReadBoard({ pool: counted, now: () => Date.now() * 1_000, elapsed: () => time })
  await Promise.all(Array.from({ length: 50 }, () => read(id)))
  // 50 look whether there is one; then the competition and its figures, once.
  expect(reads).toBe(52)
  for (let n = 0; n <= BOARDS_KEPT; n += 1) await expect(read(`none-${n}`)).rejects.toMatchObject({ code: 'not_found' })
  reads = 0
  await read(id)
  expect(reads).toBe(0)
  time += 10_000
  await Promise.all([read(id), read(id)])
  expect(reads).toBe(2)
})
