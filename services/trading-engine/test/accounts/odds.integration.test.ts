/** Odds over HTTP: of an account, of a list of trades and of a model; and what cannot be asked. */
import { draw } from '@ats/test-kit'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { importProgram, PROGRAM_ID } from '../support/plans/program-file.js'

let engine: TestEngine
let trader: Trader
beforeAll(async () => {
  engine = await startEngine()
  trader = await engine.trader()
  await importProgram(engine)
})
afterAll(() => engine.close())

const model = { trades_per_day: 3, win_rate_pct: 52, average_win: 400, average_loss: 350 }
const ofModel = { plan_id: 'standard-100k', model, attempts: 50, days: 20, seed: 7 }
/** Two weeks in which every fourth trade is lost. */
const trades = Array.from({ length: 30 }, (_, place) => ({
  day: `2026-03-${String(2 + Math.floor(place / 3)).padStart(2, '0')}`,
  ...(place % 4 === 0 ? { net: -600, best: 100, worst: 800 } : { net: '450.25', best: 500, worst: 200 }),
}))

interface Share {
  readonly probability: number
  readonly low: number
  readonly high: number
}
interface Odds {
  readonly passed: Share | null
  readonly phases: readonly {
    readonly phase: string | null
    readonly attempts: number
    readonly passed: Share | null
    readonly ends: readonly { readonly rule: string; readonly attempts: number }[]
  }[]
  readonly sampled_days: number
  readonly trades_without_marks: number
  readonly record: Readonly<Record<string, number | null>> | null
  readonly sensitivity: readonly { readonly change: string; readonly by: number; readonly passed: Share | null }[]
  readonly assumptions: readonly string[]
}

const ask = (body: object, of: Trader = trader) => of.api.post<Odds & { error?: unknown }>('/v1/lab/odds', { body })
const odds = async (body: object): Promise<Odds> => {
  const { status, body: answer, text } = await ask(body)
  if (status !== 200) throw new Error(text)
  return answer
}

test('the same question has the same answer to the byte, and another seed another one', async () => {
  const body = { ...ofModel, plan_id: undefined, program_id: PROGRAM_ID }
  const [first, again, other] = [await ask(body), await ask(body), await ask({ ...body, seed: 8 })]
  expect(first.status).toBe(200)
  expect(again.text).toBe(first.text)
  expect(other.text).not.toBe(first.text)
})

test('what becomes of the attempts adds up, in each phase of a program', async () => {
  const { phases, passed } = await odds({ ...ofModel, plan_id: undefined, program_id: PROGRAM_ID })
  expect(phases.length).toBeGreaterThan(1)
  const left = phases.map(({ attempts, ends }) => attempts - ends.reduce((sum, end) => sum + end.attempts, 0))
  expect(phases.map(({ attempts }) => attempts)).toEqual([50, ...left.slice(0, -1)])
  for (const [place, { passed: through, attempts }] of phases.entries())
    expect(through?.probability ?? 0).toBeCloseTo(attempts === 0 ? 0 : left[place]! / attempts, 4)
  const last = phases.findLastIndex((phase) => phase.passed !== null)
  expect(passed!.probability).toBeCloseTo(left[last]! / 50, 4)
  expect(passed!.low).toBeLessThan(passed!.probability)
  expect(passed!.probability).toBeLessThan(passed!.high)
})

test('a trader who only wins passes, and one who only loses meets the floors', async () => {
  const ofProgram = { ...ofModel, plan_id: undefined, program_id: PROGRAM_ID, days: 60 }
  const won = await odds({ ...ofProgram, model: { ...model, win_rate_pct: 100 } })
  expect(won.passed).toMatchObject({ probability: 1, high: 1 })
  const lost = await odds({ ...ofProgram, model: { ...model, win_rate_pct: 0 } })
  expect(lost.passed).toMatchObject({ probability: 0, low: 0 })
  expect(lost.phases[0]!.ends[0]!.rule).toMatch(/max_drawdown|daily_loss_limit/)
  const [half, double] = [0.5, 2].map((by) => won.sensitivity.find((one) => one.change === 'RISK' && one.by === by)!)
  expect(half!.passed!.probability).toBeLessThanOrEqual(double!.passed!.probability)
})

test('trades are drawn by day, and what is missing is said', async () => {
  const { sampled_days, trades_without_marks, record, assumptions } = await odds({
    ...{ plan_id: 'standard-100k', trades, attempts: 50, method: 'DAY_BOOTSTRAP', variants_tried: 20 },
  })
  expect([sampled_days, trades_without_marks]).toEqual([10, 0])
  expect(record).toMatchObject({ days: 10, variants_tried: 20, overfitting: null })
  expect(assumptions).toContainEqual(expect.stringContaining('drawn by itself'))
  const bare = trades.map(({ day, net }) => ({ day, net }))
  const without = await odds({ plan_id: 'standard-100k', trades: bare, attempts: 50 })
  expect(without.trades_without_marks).toBe(30)
  expect(without.assumptions).toContainEqual(expect.stringContaining('Of 30 trades no marks are known'))
})

test('days without a trade count as days between the first and the last', async () => {
  const spread = [
    { day: '2026-02-27', net: 10 },
    { day: '2026-03-02', net: -10 },
  ]
  expect((await odds({ plan_id: 'standard-100k', trades: spread, attempts: 10 })).sampled_days).toBe(4)
})

test('variants that were tried deflate the record', async () => {
  const net = (day: number, variant: number): number => ((day * 7 + variant * 3) % 10) - 4.2 + variant / 10
  const uneven = Array.from({ length: 20 }, (_, day) => ({
    ...{ day: `2026-03-${String(day + 1).padStart(2, '0')}`, net: net(day, 0) },
  }))
  const variants = [0, 1, 2, 3].map((variant) => uneven.map((_, day) => net(day, variant)))
  const { record } = await odds({ plan_id: 'standard-100k', trades: uneven, attempts: 10, variants })
  expect(record).toMatchObject({ days: 20, variants_tried: 4, overfitting: expect.any(Number) as number })
  expect(record!['deflated_sharpe']).toBeLessThan(record!['probabilistic_sharpe']!)
})

test('the trades of an account are those it has closed, under its own plan or another', async () => {
  const own = await engine.trader()
  const order = { symbol: 'BTC-USD', kind: 'MARKET', quantity: 0.1 }
  expect((await ask({ account_id: own.accountId }, own)).status).toBe(400)
  await own.place({ ...order, side: 'BUY' })
  await own.place({ ...order, side: 'SELL' })
  const { status, body } = await ask({ account_id: own.accountId, attempts: 20 }, own)
  expect([status, body.sampled_days]).toEqual([200, 1])
  expect((await ask({ account_id: own.accountId, program_id: PROGRAM_ID, attempts: 20 }, own)).status).toBe(200)
  expect((await ask({ account_id: own.accountId, attempts: 20 })).status).toBe(404)
})

test('a user has one question at a time', async () => {
  const large = { ...ofModel, attempts: 400, days: 60 }
  const answers = await Promise.all([ask(large), ask(large), ask(large)])
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
  for (const { status, headers } of answers.filter((answer) => answer.status !== 200)) {
    expect(status).toBe(429)
    expect(headers['retry-after']).toBe('2')
  }
  expect((await ask(ofModel)).status).toBe(200)
})

const REFUSED: [string, object][] = [
  ['nothing to draw from', { plan_id: 'standard-100k' }],
  ['two things to draw from', { ...ofModel, trades }],
  ['no rules', { model }],
  ['two sets of rules', { ...ofModel, program_id: PROGRAM_ID }],
  ['a model by the day', { ...ofModel, method: 'DAY_BOOTSTRAP' }],
  ['too much work', { ...ofModel, model: { ...model, trades_per_day: 50 }, attempts: 10_000, days: 365 }],
  [
    'too many trades',
    { plan_id: 'standard-100k', trades: [...trades, ...Array.from({ length: 500 }, () => trades[0])] },
  ],
  ['no trade', { plan_id: 'standard-100k', trades: [] }],
  ['a day that is none', { plan_id: 'standard-100k', trades: [{ day: '2026-02-30', net: 1 }] }],
  ['an amount without end', { plan_id: 'standard-100k', trades: [{ day: '2026-02-03', net: 1e300 }] }],
  ['an open loss below 0', { plan_id: 'standard-100k', trades: [{ day: '2026-02-03', net: 1, worst: -1 }] }],
  ['a field that nobody knows', { plan_id: 'standard-100k', trades: [{ day: '2026-02-03', net: 1, size: 1 }] }],
  ['trades in trades', { plan_id: 'standard-100k', trades: [[]] }],
  ['a half attempt', { ...ofModel, attempts: 10.5 }],
  ['variants of other lengths', { ...ofModel, variants: [[1, 2], [1]] }],
  ['a seed below 0', { ...ofModel, seed: -1 }],
]
test.each(draw(REFUSED, 4, ([what]) => `odds ${what}`))('%s is refused', async (_, body) => {
  expect((await ask(body)).status).toBe(400)
})

describe('odds beside the risk of an account', () => {
  interface AskedRisk {
    readonly odds?: (Odds & { readonly as_of: string; readonly sampled_trades: number }) | null
    readonly odds_reason?: string | null
  }
  const riskOf = ({ api, accountId }: Pick<Trader, 'api' | 'accountId'>, query = '?odds=true') =>
    api.get<AskedRisk>(`/v1/account/${accountId}/risk${query}`)

  /** Opens and closes a position so many days ago. */
  async function tradeDaysAgo({ api, accountId }: Pick<Trader, 'api' | 'accountId'>, days: number): Promise<void> {
    const order = { account_id: accountId, symbol: 'BTC-USD', kind: 'MARKET', quantity: 0.01 }
    for (const side of ['BUY', 'SELL']) await api.post('/v1/order', { body: { ...order, side } })
    await engine.pool.query(
      `update positions set opened_at = opened_at - $2::int * interval '1 day',
          closed_at = closed_at - $2::int * interval '1 day'
        where id = (select id from positions where account_id = $1 order by closed_at desc limit 1)`,
      [accountId, days],
    )
  }

  test('come from five traded days on, of the phase that it is in and of those that are left', async () => {
    const { api } = await engine.trader()
    const begun = await api.post<{ account_id: string }>('/v1/challenges', { body: { program_id: PROGRAM_ID } })
    const own = { api, accountId: begun.body.account_id }
    for (const days of [6, 4, 2, 1]) await tradeDaysAgo(own, days)
    expect((await riskOf(own)).body).toMatchObject({
      odds: null,
      odds_reason: 'the account has closed positions on 4 days, and odds are told from 5 on',
    })
    await tradeDaysAgo(own, 0)
    const { body, status } = await riskOf(own)
    expect([status, body.odds_reason]).toEqual([200, null])
    expect(body.odds).toMatchObject({ sampled_days: 7, sampled_trades: 5, passed: expect.any(Object) as object })
    const { phases } = await odds({ ...ofModel, plan_id: undefined, program_id: PROGRAM_ID })
    expect(body.odds!.phases.map(({ phase }) => phase)).toEqual(phases.map(({ phase }) => phase))
    expect(body.odds!.phases[0]!.attempts).toBe(1_000)
  })

  test('are estimated once until a result is booked, however many ask, and not without being asked for', async () => {
    const own = await engine.trader()
    for (const days of [5, 4, 3, 2, 1]) await tradeDaysAgo(own, days)
    const plain = await riskOf(own, '')
    expect(Object.keys(plain.body)).not.toContain('odds')
    expect(Object.keys((await riskOf(own, '?odds=false')).body)).toEqual(Object.keys(plain.body))
    const [first, ...others] = await Promise.all([riskOf(own), riskOf(own), riskOf(own)])
    expect(Object.keys(first.body)).toEqual([...Object.keys(plain.body), 'odds', 'odds_reason'])
    for (const { status, body } of [...others, await riskOf(own)])
      expect([status, body.odds]).toEqual([200, first.body.odds])
    await tradeDaysAgo(own, 0)
    const later = (await riskOf(own)).body.odds!
    expect(later.as_of > first.body.odds!.as_of).toBe(true)
    expect(later.sampled_trades).toBe(6)
  })

  test('are of one account of a user at a time', async () => {
    const own = await engine.trader()
    const second = await engine.trader('two-step-100k', { userId: own.userId })
    for (const account of [own, second]) for (const days of [5, 4, 3, 2, 1]) await tradeDaysAgo(account, days)
    const answers = await Promise.all([riskOf(own), riskOf(second)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429])
    expect((await riskOf(second)).status).toBe(200)
  })

  test('are none of an account that is halted', async () => {
    const own = await engine.trader()
    await own.api.post(`/v1/account/${own.accountId}/kill-switch`, { body: { flatten: false } })
    expect((await riskOf(own)).body).toMatchObject({ odds: null, odds_reason: 'the account is halted' })
  })
})
