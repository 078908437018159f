/** A run starts from the state of an account as it was at one moment, and is made again from that whatever follows. */
import { join } from 'node:path'
import { createLogger } from '@ats/service-kit/process'
import { keptRecipeOf } from '../../src/compose/lab/kept-recipe.js'
import { recreateRun } from '../../src/compose/lab/recreate-run.js'
import { createRuleSources } from '../../src/compose/lab/rule-sources.js'
import { RUN_USER } from '../../src/compose/lab/run-wallet.js'
import { NO_VENUE_COSTS } from '../../src/core/model/market/venue-costs.js'
import { newRunOf } from '../../src/http/lab/new-run-of.js'
import { runBody, type RunBody } from '../../src/http/lab/lab-schemas.js'
import { recipeOf } from '../../src/lab/run/new-run.js'
import type { TapeRecipe } from '../../src/lab/run/recipe.js'
import { createTapeShelf } from '../../src/lab/run/tape-shelf.js'
import { keepTemplate } from '../../src/lab/run/template.js'
import type { WrittenReport } from '../../src/lab/run/written-report.js'
import { loadCatalogue } from '../../src/market/catalogue.js'
import { decimal, price, rate } from '../../src/core/values/decimal.js'
import { tickAt } from '../../src/core/values/tick.js'
import { formatTimestamp } from '../../src/core/values/time.js'
import { after, inBegunRun, recipeOf as ticksOf, type UsedRun } from '../support/lab/a-begun-run.js'
import { TEMPLATES } from '../support/lab/a-run.js'
import { aPlan } from '../support/plans/plans.js'

/** The tests write to one account, in the database of a run. */
const PLAN = aPlan({ maxDrawdown: { mode: 'TRAILING_INTRADAY', peakOf: 'EQUITY', pct: rate(decimal('10')) } })
const SOURCES = {
  ...{ tapes: createTapeShelf('/nowhere'), catalogue: loadCatalogue() },
  ...{ venueCosts: NO_VENUE_COSTS, sendsWebhooks: true },
}
/** Another day, at another time. The last price is below the stop that the account brings, and above one of its own. */
const POINTS = [60_500, 60_500, 60_900, 59_400, 58_950].map((at, second) => [
  formatTimestamp(Date.parse('2026-05-04T15:30:00Z') * 1_000 + second * 1_000_000),
  at,
])
const order = (run: UsedRun, fields: object) =>
  run.send('POST', '/v1/order', {
    ...{ account_id: run.accountId, symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 1 },
    ...fields,
  })

/** An account with a profit, a position with a stop that trails, an order that rests, and one that expires. */
const inAccount = (use: (run: UsedRun) => Promise<void>): Promise<void> =>
  inBegunRun(ticksOf([60_000, 60_000, 61_000, 61_000, 60_500, 60_500], { plans: [PLAN] }), async (run) => {
    await order(run, { client_id: 'first', stop_loss: { trail: { offset: 2_000 } } })
    await order(run, { kind: 'LIMIT', tif: 'GTC', price: 59_500, client_id: 'rests' })
    const expires_at = formatTimestamp(after(602))
    await order(run, { kind: 'LIMIT', tif: 'GTD', price: 50_000, expires_at, client_id: 'expires' })
    await run.moveTo(2)
    await order(run, { side: 'SELL', quantity: 0.5 })
    await run.moveTo(5)
    // Noted by a worker where there is one.
    await run.run.database.pool.query(
      `update orders set trail_since = (trail ->> 'since')::bigint, trail_tick = $1, trail_peak = 61000,
        trail_peak_tick = $2 where trail is not null`,
      [tickAt(after(5)), tickAt(after(2))],
    )
    await use(run)
  })

const bodyOf = (copy_of: string): object => ({
  ...{ start: { copy_of }, tape: { model: 'TICKS', series: [{ symbol: 'BTC-USD', points: POINTS }] } },
})

async function wishOf({ run: { database, clock }, ...run }: UsedRun, userId = RUN_USER) {
  const wanted = await newRunOf(userId, runBody.validate(bodyOf(run.accountId)).value as RunBody, SOURCES)
  return { wanted, recipe: await recipeOf(wanted, createRuleSources(database.pool, clock.now)) }
}

/** The moment at which its order ends that has a term. */
async function expiryOf(run: UsedRun): Promise<unknown> {
  const { body } = await run.send('GET', `/v1/account/${run.accountId}/orders`)
  return (body as unknown as readonly Record<string, unknown>[]).find(({ client_id }) => client_id === 'expires')?.[
    'expires_at'
  ]
}

/** The part of its state that does not depend on when it is asked. */
async function stateOf(run: UsedRun) {
  const path = `/v1/account/${run.accountId}`
  const reads = ['/summary', '/positions', '/orders', '/objectives'].map((part) => run.send('GET', path + part))
  const [summary, positions, orders, objectives] = await Promise.all(reads)
  const rows = (of: typeof orders): readonly Record<string, unknown>[] => of?.body as never
  const { balance, equity, high_water_mark, day_start_balance, day_start_equity, initial_balance } = summary?.body ?? {}
  return {
    figures: { balance, equity, high_water_mark, day_start_balance, day_start_equity, initial_balance },
    objectives: objectives?.body,
    positions: rows(positions).map(({ id, quantity, entry_price, realized_pnl, fees, stop_loss }) => ({
      ...{ id, quantity, entry_price, realized_pnl, fees, stop_loss },
    })),
    orders: rows(orders).map(({ id, client_id, kind, quantity, price, trigger_price, status, parent_order_id }) => ({
      ...{ id, client_id, kind, quantity, price, trigger_price, status, parent_order_id },
    })),
  }
}

test('it begins with what the account has, on the day of its tape, and goes on from there', () =>
  inAccount(async (account) => {
    const before = await stateOf(account)
    expect(before.positions).toHaveLength(1)
    expect(before.orders.length).toBeGreaterThan(2)
    const { recipe } = await wishOf(account)
    await inBegunRun(recipe, async (run) => {
      expect(run.accountId).toBe(account.accountId)
      expect(await stateOf(run)).toEqual(before)
      const summary = await run.send('GET', `/v1/account/${run.accountId}/summary`)
      expect(summary.body).toMatchObject({ trading_day: '2026-05-04' })
      const end = { to: run.begun.endsAt, ticksMax: Infinity, isAwaited: () => false }
      await run.move({ ...end, to: run.begun.now + 3_000_000 })
      const orders = await run.send('GET', `/v1/account/${run.accountId}/orders?status=all`)
      const rests = (orders.body as unknown as readonly Record<string, unknown>[]).find(
        ({ client_id }) => client_id === 'rests',
      )
      expect(rests).toMatchObject({ status: 'FILLED', average_price: 59_500 })
      await run.move(end)
      expect((await stateOf(run)).positions).toMatchObject([{ quantity: 1, stop_loss: null }])
      const left = after(602) - account.run.clock.now()
      expect(await expiryOf(run)).toBe(formatTimestamp(run.begun.now + left))
    })
    // The account itself has seen nothing of it.
    expect(await stateOf(account)).toEqual(before)
  }))

test('the account moves on, and the run is made again from its report; of another state it is another run', () =>
  inAccount(async (account) => {
    const wish = await wishOf(account)
    const report = await inBegunRun(wish.recipe, async (run) => {
      await order(run, { quantity: 0.1 })
      await run.move({ to: run.begun.endsAt, ticksMax: Infinity, isAwaited: () => false })
      return {
        ...{ now: formatTimestamp(run.run.clock.now()), events: run.run.head.count() },
        ...{ events_hash: run.run.head.hash(), recipe: keptRecipeOf(wish.wanted, wish.recipe) },
        ...{ commands_left_out: 0, trace: [], trace_left_out: 0, run_id: 'r', code_version: 'v', tape_id: null },
        commands: run.log.whole().commands.map(({ at, ...command }) => ({ ...command, at: formatTimestamp(at) })),
      }
    })
    expect(report.events).toBeGreaterThan(3)
    await order(account, { quantity: 0.2 })
    const written = JSON.parse(JSON.stringify(report)) as WrittenReport
    const options = {
      ...{ template: await keepTemplate(join(__dirname, '../../migrations'), TEMPLATES), tapes: SOURCES.tapes },
      logger: createLogger({ service: 'lab', level: 'silent' }),
    }
    expect((await recreateRun(written, options)).hash).toBe(report.events_hash)

    const later = await wishOf(account)
    const other = { ...written, recipe: keptRecipeOf(later.wanted, later.recipe) }
    expect((await recreateRun(other, options)).hash).not.toBe(report.events_hash)
    const without = { ...written, recipe: { ...report.recipe, copied: null } }
    await expect(recreateRun(without, options)).rejects.toThrow('there is no account')
  }))

test('of nobody else, of no account that is over, and on no tape without its prices', () =>
  inAccount(async (account) => {
    await expect(wishOf(account, 'another')).rejects.toMatchObject({ reason: 'no_account' })
    const { recipe } = await wishOf(account)
    const tape: TapeRecipe = {
      model: 'TICKS',
      series: [{ symbol: 'ETH-USD', venue: null, points: [[after(0), price(3_000n * 10n ** 18n)]] as const }],
    }
    await expect(inBegunRun({ ...recipe, tape }, () => Promise.resolve())).rejects.toThrow(
      'BTC-USD on GMX, of which the tape has no prices',
    )
    await account.run.database.pool.query(`update accounts set state = 'TERMINATED'`)
    await expect(wishOf(account)).rejects.toMatchObject({ reason: 'ended' })
  }))

test.each([
  [{ plan_id: 'p', start: { copy_of: '01a2244d-4ce1-7c74-b7bd-262a6c84588f' } }, 'one of plan_id'],
  [{}, 'one of plan_id'],
  [{ start: { copy_of: '01a2244d-4ce1-7c74-b7bd-262a6c84588f', balance: 5 } }, 'conflict'],
  [{ start: { copy_of: 'mine' } }, 'copy_of'],
])('%j is refused', (body, message) => {
  expect(runBody.validate({ ...body, tape: { id: 'gap' } }).error?.message).toContain(message)
})
