/** The trading day ends at the plan's reset on the plan's clock, also in the nights in which that clock is changed. */
import { insertPlan } from '../support/plans/insert-plan.js'
import { around, startStage, type Actor, type Stage } from '../support/stage.js'

let stage: Stage

beforeAll(async () => {
  stage = await startStage('2026-03-07T12:00:00Z', around(100_000))
  // 02:30 does not exist in New York's night of 8 March, 01:30 comes twice in its night of 1 November.
  await insertPlan(stage.pool, 'ny-gap', { daily_loss: { reset_time: '02:30', reset_tz: 'America/New_York' } })
  await insertPlan(stage.pool, 'ny-overlap', { daily_loss: { reset_time: '01:30', reset_tz: 'America/New_York' } })
})
afterAll(() => stage.close())

const market = (side: string) => ({ symbol: 'BTC-USD', side, kind: 'MARKET', quantity: 0.5 })

async function dayOf(actor: Actor): Promise<readonly string[]> {
  const { trading_day: date, day_ends_at: end } = await actor.summary()
  return [date, end]
}

describe('a day of the result', () => {
  test('begins at the reset with the floating result in its equity, and counts from there', async () => {
    const actor = await stage.actor()
    await actor.placed(market('BUY'))
    stage.set(around(101_000))
    await actor.close({ symbol: 'BTC-USD', quantity: 0.25 })
    // 0.25 from 100,010 to 100,990, less fees on 0.5 at 100,010 and 0.25 at 100,990.
    const first = 0.25 * 980 - 0.0006 * (50_005 + 25_247.5)
    expect((await actor.summary()).realized_pnl).toBeCloseTo(first, 9)
    await stage.step([actor], around(102_000), '2026-03-07T23:59:59.75Z')
    expect(await dayOf(actor)).toEqual(['2026-03-07', '2026-03-08T00:00:00.000Z'])
    expect((await actor.summary()).realized_pnl).toBeCloseTo(first, 9)

    await stage.step([actor], around(103_000), '2026-03-08T00:00:00Z')
    expect(await dayOf(actor)).toEqual(['2026-03-08', '2026-03-09T00:00:00.000Z'])
    const { balance, realized_pnl: realized } = await actor.summary()
    expect([balance, realized]).toEqual([expect.closeTo(100_000 + first, 9), 0])
    const { body } = await actor.api.get(`/v1/account/${actor.accountId}`)
    expect(body).toMatchObject({ day_start_balance: balance, day_start_equity: balance + 0.25 * (103_000 - 100_010) })
    // A day does not begin twice.
    await stage.step([actor], around(104_000), '2026-03-08T00:10:00Z')
    expect((await actor.api.get(`/v1/account/${actor.accountId}`)).body).toMatchObject({
      day_start_equity: balance + 0.25 * (103_000 - 100_010),
    })
    await actor.close({ symbol: 'BTC-USD' })
    expect((await actor.summary()).realized_pnl).toBeCloseTo(0.25 * 3_980 - 0.0006 * 0.25 * 103_990, 9)
  })
})

describe('the nights in which clocks change', () => {
  test.each([
    // plan, looked at, its day then, its end
    ['standard-100k', '2026-03-08T01:00:00Z', '2026-03-08', '2026-03-09T00:00:00.000Z'],
    // 02:30 on 8 March is the first instant after the gap: 03:00 in summer time.
    ['ny-gap', '2026-03-08T06:59:59.5Z', '2026-03-07', '2026-03-08T07:00:00.000Z'],
    ['ny-gap', '2026-03-08T07:00:00Z', '2026-03-08', '2026-03-09T06:30:00.000Z'],
    // 17:00 in summer time, so that the day had 23 hours.
    ['instant-25k', '2026-03-08T20:59:59.5Z', '2026-03-07', '2026-03-08T21:00:00.000Z'],
    ['instant-25k', '2026-03-08T21:00:00Z', '2026-03-08', '2026-03-09T21:00:00.000Z'],
    // Prague changes three weeks later: its 29 March has 23 hours.
    ['two-step-100k', '2026-03-28T22:59:59.5Z', '2026-03-28', '2026-03-28T23:00:00.000Z'],
    ['two-step-100k', '2026-03-28T23:00:00Z', '2026-03-29', '2026-03-29T22:00:00.000Z'],
    ['two-step-100k', '2026-03-29T22:00:00Z', '2026-03-30', '2026-03-30T22:00:00.000Z'],
    // And its 25 October 25 hours.
    ['two-step-100k', '2026-10-24T22:00:00Z', '2026-10-25', '2026-10-25T23:00:00.000Z'],
    // 01:30 comes twice on 1 November; the first one counts, and the day after it has 25 hours.
    ['ny-overlap', '2026-11-01T05:29:59.5Z', '2026-10-31', '2026-11-01T05:30:00.000Z'],
    ['ny-overlap', '2026-11-01T05:30:00Z', '2026-11-01', '2026-11-02T06:30:00.000Z'],
    ['ny-overlap', '2026-11-01T06:30:00Z', '2026-11-01', '2026-11-02T06:30:00.000Z'],
    ['instant-25k', '2026-11-01T22:00:00Z', '2026-11-01', '2026-11-02T22:00:00.000Z'],
  ])('%s at %s is in its day of %s, which ends %s', async (plan, at, date, end) => {
    const known = accounts.get(plan) ?? (await stage.actor(plan))
    accounts.set(plan, known)
    stage.set({}, at)
    // Both an account that has lived through the days before and one of this moment.
    for (const actor of [known, await stage.actor(plan)]) expect(await dayOf(actor)).toEqual([date, end])
  })
})

const accounts = new Map<string, Actor>()

test('days that nobody looked at are not there: the one that begins is today', async () => {
  const actor = await stage.actor()
  const { rows: before } = await stage.pool.query('select 1 from trading_days where account_id = $1', [actor.accountId])
  stage.set({}, '2026-12-24T10:00:00Z')
  expect(await dayOf(actor)).toEqual(['2026-12-24', '2026-12-25T00:00:00.000Z'])
  const { rows: after } = await stage.pool.query('select 1 from trading_days where account_id = $1', [actor.accountId])
  expect([before.length, after.length]).toEqual([1, 2])
})
