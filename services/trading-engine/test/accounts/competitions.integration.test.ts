/** Competitions: announced, entered, and ranked by what the ledgers say up to the end. */
import { randomUUID } from 'node:crypto'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

const HOUR = 3_600_000
const time = (fromNow: number): string => new Date(Date.now() + fromNow).toISOString()

async function announce(fields: object = {}): Promise<string> {
  const id = randomUUID()
  const body = { id, name: 'Spring', plan_id: 'standard-100k', from: time(-HOUR), to: time(HOUR), ...fields }
  const { status, text } = await engine.operator.post('/operator/v1/competitions', { body })
  if (status !== 201) throw new Error(text)
  return id
}
const enter = ({ api, accountId }: Pick<Trader, 'api' | 'accountId'>, id: string, fields: object = {}) =>
  api.post<{ id: string; reason?: string }>(`/v1/competitions/${id}/entries`, {
    body: { account_id: accountId, ...fields },
  })

/** As its decisions would book it: profit, or loss, so many minutes from now. */
async function book(accountId: string, changes: readonly (readonly [minutes: number, change: number])[]) {
  for (const [minutes, change] of changes)
    await engine.pool.query(
      `insert into transfers (id, account_id, command_id, house, direction, amount, balance_after, created_at)
        values (gen_random_uuid(), $1, gen_random_uuid(), 'realized_pnl', $2, $3, 0, $4)`,
      [accountId, change < 0 ? 'OUT' : 'IN', Math.abs(change), time(minutes * 60_000)],
    )
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

test('without enough trades there is no rank, nor after a HARD breach', async () => {
  const [few, ended] = [await engine.trader(), await engine.trader()]
  const [strict, open] = [await announce({ min_trades: 1 }), await announce()]
  for (const id of [strict, open]) for (const trader of [few, ended]) await enter(trader, id)
  await engine.pool.query(
    `insert into breaches (id, account_id, rule, severity, message, limit_value, value, equity, balance, action, created_at)
      values (gen_random_uuid(), $1, 'max_drawdown', 'HARD', 'm', 1, 1, 1, 1, 'NONE', clock_timestamp())`,
    [ended.accountId],
  )
  expect((await boardOf(strict)).board.map(({ rank }) => rank)).toEqual([null, null])
  const { board } = await boardOf(open)
  expect(board.map(({ rank, is_disqualified }) => [rank, is_disqualified])).toEqual([
    [1, false],
    [null, true],
  ])
})

test('an entry is one a user, of an account of the plan that has not traded, while there are places and time', async () => {
  const [trader, other, traded] = [await engine.trader(), await engine.trader(), await engine.trader()]
  const id = await announce({ entry_cap: 1 })
  const first = await enter(trader, id)
  expect([first.status, (await enter(trader, id)).status, (await enter(trader, id)).body.id]).toEqual([
    ...[201, 200, first.body.id],
  ])
  const refusals: [string, { status: number; body: { reason?: string } }][] = [
    ['competition_full', await enter(other, id)],
    ['competition_over', await enter(other, await announce({ from: time(-2 * HOUR), to: time(-HOUR) }))],
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
  const { status } = await engine.operator.post('/operator/v1/competitions', {
    body: { id: 'x', name: 'x', plan_id: 'standard-100k', from: time(HOUR), to: time(0) },
  })
  expect(status).toBe(400)
})
