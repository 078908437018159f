/**
 * A bot trades in a run of the laboratory: the API that it knows, under the run's clock, on a tape. A challenge is
 * passed there, and runs that follow one another in one database are what each would be in its own.
 */
import { readFile } from 'node:fs/promises'
import { decimal, rate } from '../../src/core/values/decimal.js'
import { parseTimestamp, formatTimestamp } from '../../src/core/values/time.js'
import type { Program } from '../../src/core/model/program/program.js'
import { openMemoryPostgres, type MemoryPostgres } from '../../src/lab/run/memory-postgres.js'
import type { RunRecipe } from '../../src/lab/run/recipe.js'
import { inBegunRun, recipeOf, type UsedRun } from '../support/lab/a-begun-run.js'
import { aDatabase, aTape, inRun, momentOf, STARTS, theTemplate } from '../support/lab/a-run.js'
import { aPlan } from '../support/plans/plans.js'

const after = (seconds: number): number => momentOf(STARTS) + seconds * 1_000_000
const isFill = (type: string): boolean => type === 'order.fill'
const to = (seconds: number) => ({ to: after(seconds), ticksMax: Infinity, isAwaited: () => false })

const LIMIT = { symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', tif: 'GTC', quantity: 0.1, price: 59_500 }
const MARKET = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 }

test('an order rests, a tick of the tape fills it, and every time is the time of the run', () =>
  inRun(aTape([60_000, 60_000, 59_000, 61_000]), async (run) => {
    expect(parseTimestamp(run.openedAt)).toBe(after(0))
    const placed = await run.place(LIMIT)
    expect(placed).toMatchObject({
      body: { order: { status: 'OPEN' } },
      headers: { 'x-lab-time': formatTimestamp(after(0)) },
    })
    expect(await run.player.advance(to(1))).toEqual({ ticks: 1, stoppedBy: 'TIME' })
    expect(run.head.count()).toBe(1)

    expect(await run.player.advance({ ...to(3), isAwaited: isFill })).toEqual({ ticks: 1, stoppedBy: 'EVENT' })
    expect(run.clock.now()).toBe(after(2))
    const [trade] = await run.trades()
    expect(trade).toMatchObject({ price: 59_500, timestamp: formatTimestamp(after(2)) })
    expect(await run.player.advance(to(99))).toEqual({ ticks: 1, stoppedBy: 'END' })
    expect(await run.positions()).toMatchObject([{ mark_price: 61_000 }])
    // The database has the same clock: for defaults of columns, and for statements that ask it.
    const { rows } = await run.database.pool.query<{ at: string; read: string }>(
      'select extract(epoch from now()) * 1000000 as at, extract(epoch from clock_timestamp()) * 1000000 as read',
    )
    expect(rows.map(({ at, read }) => [Number(at), Number(read)])).toEqual([[run.clock.now(), run.clock.now()]])
  }))

test('what time alone does happens at its time: a switch runs out, an order expires between two ticks, a day ends, a floor breaks', () =>
  inRun(
    aTape([60_000, 60_000, 60_000, 30_000], 43_200_000),
    async (run) => {
      const watched = await run.placed(LIMIT)
      const path = `/v1/account/${run.accountId}/dead-man-switch`
      const armed = await run.api.request('PUT', path, { body: { timeout_ms: 30_000, action: 'CANCEL_ALL' } })
      expect(armed).toMatchObject({ status: 200, body: { expires_at: formatTimestamp(after(30)) } })
      await run.player.advance(to(29))
      expect(await run.order(watched.order.id)).toMatchObject({ status: 'OPEN' })
      await run.player.advance(to(90))
      const cancelled = await run.order(watched.order.id)
      expect(cancelled.status).toBe('CANCELLED')
      // Each change of an account is a microsecond after the one before.
      expect(momentOf(cancelled.updated_at) - after(30)).toBeLessThan(10)
      const { order } = await run.placed({ ...LIMIT, tif: 'GTD', expires_at: formatTimestamp(after(600)) })
      await run.player.advance(to(601))
      expect(await run.order(order.id)).toMatchObject({ status: 'EXPIRED', updated_at: formatTimestamp(after(600)) })
      const before = await run.summary()
      await run.placed({ ...MARKET, quantity: 3 })
      await run.player.advance(to(2 * 43_200))
      expect((await run.summary()).trading_day).not.toBe(before.trading_day)
      await run.player.advance({ ...to(4 * 43_200), isAwaited: (type) => type === 'account.breach' })
      expect(run.clock.now()).toBe(after(3 * 43_200))
      const { body } = await run.api.get(`/v1/account/${run.accountId}`)
      expect(body).toMatchObject({ state: 'TERMINATED' })
      expect(await run.positions()).toEqual([])
    },
    aPlan({ maxDrawdown: { pct: rate(decimal('10')) } }),
  ))

const BUY = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 1 }

const evaluation = {
  ...aPlan({ objective: { profitTargetPct: rate(decimal('0.5')) } }),
  id: 'evaluation',
}
const funded = { ...aPlan(), id: 'funded' }
const PROGRAM: Program = {
  ...{ id: 'two-step', version: 1, name: 'Two steps', currency: 'USD', isResetAllowed: false },
  phases: [
    {
      id: 'one',
      label: 'One',
      planId: 'evaluation',
      planVersion: 1,
      kind: 'EVALUATION',
      promotion: 'AUTO',
      requiresKyc: false,
      requiresContract: false,
    },
    {
      id: 'two',
      label: 'Two',
      planId: 'funded',
      planVersion: 1,
      kind: 'FUNDED',
      promotion: null,
      requiresKyc: false,
      requiresContract: false,
    },
  ],
}

interface ShownChallenge {
  readonly status: string
  readonly account_id: string
  readonly accounts: readonly { readonly state: string; readonly passed_at: string | null }[]
}

test('who reaches the target of a phase is in the next one by the next tick, and trades there', () =>
  inRun(
    aTape([60_000, 60_100, 61_000, 61_000, 61_000]),
    async (run) => {
      const shown = async () => (await run.api.get<ShownChallenge>(`/v1/challenges/${run.challengeId ?? ''}`)).body
      await run.placed(BUY)
      await run.player.advance(to(2))
      await run.close({ symbol: 'BTC-USD' })
      expect((await shown()).status).toBe('IN_PROGRESS')
      await run.player.advance(to(3))
      const challenge = await shown()
      expect(challenge).toMatchObject({ status: 'FUNDED', accounts: [{ state: 'PASSED' }, { state: 'ACTIVE' }] })
      expect(challenge.account_id).not.toBe(run.accountId)
      const placed = await run.api.post('/v1/order', { body: { ...BUY, account_id: challenge.account_id } })
      expect(placed).toMatchObject({ status: 200, body: { violations: [] } })
      // What was passed there is nothing that anybody else could be shown.
      const path = `/v1/account/${run.accountId}/certificate`
      expect(await run.api.post(path, { body: { display_name: 'Ann' } })).toMatchObject({ status: 404 })
      for (const read of ['/v1/certificate-key', '/v1/certificates', `/v1/certificates/${'A'.repeat(26)}/page`])
        expect(await run.api.get(read)).toMatchObject({ status: 404, body: { message: 'no such path, see /docs' } })
    },
    { plans: [evaluation, funded], program: PROGRAM },
  ))

test('news freeze within their minutes of the run and are shown, and a time limit ends the account at its time', () =>
  inRun(
    aTape([60_000, 60_000, 60_000], 86_400_000),
    async (run) => {
      const rules = async () => (await run.place({ ...BUY, quantity: 0.1 })).body.violations.map(({ rule }) => rule)
      expect(await rules()).toEqual([])
      await run.player.advance(to(3_540))
      expect(await rules()).toEqual(['news_freeze'])
      await run.player.advance(to(3_721))
      expect(await rules()).toEqual([])
      expect((await run.api.get('/v1/news')).body).toMatchObject([{ id: 'cpi' }])
      await run.player.advance(to(3 * 86_400))
      expect((await run.api.get(`/v1/account/${run.accountId}`)).body).toMatchObject({ state: 'CLOSED' })
    },
    {
      plans: [
        aPlan({
          newsFreeze: { beforeMinutes: 2, afterMinutes: 2, impacts: ['HIGH'], scope: 'OPENING' },
          objective: { profitTargetPct: rate(decimal('50')), daysMax: 1 },
        }),
      ],
      news: [{ id: 'cpi', title: 'CPI', at: after(3_600), impact: 'HIGH', currencies: ['USD'], symbols: [] }],
    },
  ))

const aNewDatabase = async (): Promise<MemoryPostgres> =>
  openMemoryPostgres(await readFile(await theTemplate()), () => 0)

const UP = recipeOf([60_000, 60_010, 60_020, 60_030, 60_100, 60_200])
const DOWN = recipeOf([50_000, 49_990, 49_000, 48_000, 48_100, 47_000], { seed: 2 })

async function trade(run: UsedRun) {
  const order = (fields: object) =>
    run.send('POST', '/v1/order', { account_id: run.accountId, symbol: 'BTC-USD', kind: 'MARKET', ...fields })
  const { body: first } = await order({ side: 'BUY', quantity: 0.3, client_id: 'one', stop_loss: { offset_pct: 1 } })
  await run.send('POST', `/v1/account/${run.accountId}/dead-man-switch`, { timeout_ms: 10_000 })
  await run.moveTo(2)
  await order({ side: 'SELL', quantity: 0.1, client_id: 'two' })
  await run.send('POST', '/v1/accounts', { plan_id: 'no-such-plan' })
  await run.moveTo(5)
  const reads = ['', '/orders?status=all', '/trades', '/ledger', '/events', '/journal']
  const told = await Promise.all(reads.map((path) => run.send('GET', `/v1/account/${run.accountId}${path}`)))
  expect(first['order']).not.toBeNull()
  return { hash: run.run.head.hash(), events: run.run.head.count(), told: told.map(({ body }) => body) }
}

test('the second and the third run in a database are to the byte what they are alone', async () => {
  const one = await aNewDatabase()
  const up = await inBegunRun(UP, trade, one)
  await one.close()
  let database = await aNewDatabase()
  const play = (recipe: RunRecipe) => inBegunRun(recipe, (run) => ((database = run.run.database), trade(run)), database)
  const down = await play(DOWN)
  expect(down.events).toBeGreaterThan(3)
  expect(down.hash).not.toBe(up.hash)
  const playAgain = async (recipe: RunRecipe) => {
    await database.clear()
    return play(recipe)
  }
  expect(await playAgain(UP)).toEqual(up)
  expect(await playAgain(DOWN)).toEqual(down)
  expect(await playAgain(UP)).toEqual(up)
  await database.close()
})

test('a table that a run has made is no part of the next: its database is not used again', async () => {
  const database = (await aDatabase()).again(() => 0)
  await database.pool.query('create table run.more (id int)')
  await expect(database.clear()).rejects.toThrow('which tables there are')
  await database.again(() => 0).close()
})
