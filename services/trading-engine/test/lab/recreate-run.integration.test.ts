/** A run is made again from its report, event by event; what was asked for can be asked for again. */
import { join } from 'node:path'
import { createLogger } from '@ats/service-kit/process'
import type Joi from 'joi'
import { keptRecipeOf } from '../../src/compose/lab/kept-recipe.js'
import { recreateRun } from '../../src/compose/lab/recreate-run.js'
import { NO_VENUE_COSTS } from '../../src/core/model/market/venue-costs.js'
import { newRunOf } from '../../src/http/lab/new-run-of.js'
import { runBody, type RunBody } from '../../src/http/lab/lab-schemas.js'
import type { LabRun } from '../../src/lab/run/lab-run.js'
import { recipeOf, type NewRun } from '../../src/lab/run/new-run.js'
import type { RunRecipe } from '../../src/lab/run/recipe.js'
import { createTapeShelf } from '../../src/lab/run/tape-shelf.js'
import { keepTemplate } from '../../src/lab/run/template.js'
import { compareReports, type WrittenReport } from '../../src/lab/run/written-report.js'
import { loadCatalogue } from '../../src/market/catalogue.js'
import { asNumber } from '../../src/wire/decimals.js'
import { labReportCodec } from '../../src/wire/lab/lab-run-codec.js'
import { inBegunRun, type UsedRun } from '../support/lab/a-begun-run.js'
import { TEMPLATES } from '../support/lab/a-run.js'

const RULES = {
  trading_day: { reset_time: '17:00', reset_tz: 'America/New_York' },
  max_drawdown: { mode: 'STATIC', pct: '10' },
  exposure: {
    ...{ max_symbol_notional: 1_000_000, max_total_notional: 1_000_000, max_leverage: 20 },
    ...{ max_open_orders: 50, max_positions: 10 },
  },
  objective: { profit_target_pct: 8, min_trading_days: 2 },
}
const BODY = {
  ...{ risk_config: RULES, start: { balance: '50000' }, pace: 20, seed: 3, name: 'own rules', campaign_id: 'c' },
  webhook_url: 'http://127.0.0.1:9/hook',
  ...{ tape: { id: 'flash-crash' }, from: '2026-03-04T00:30:00Z', to: '2026-03-04T01:10:00Z' },
  news: [{ id: 'n', title: 'N', at: '2026-03-04T00:45:00Z', impact: 'LOW', currencies: ['USD'] }],
  latency: { ack_ms: 300, fill_ms: 200, jitter_ms: 900 },
  faults: [
    { do: 'DROP_ANSWER_AFTER_COMMIT', when: { nth: 3, path: '/v1/order' } },
    { do: '429', when: { chance: 0.2 } },
    { do: 'PARTIAL_FILL', when: { nth: 2 }, share: 0.25 },
    { do: 'ORACLE_CANCEL', when: { nth: 4 } },
    { do: 'REJECT', when: { nth: 5 }, rule: 'max_positions' },
    { do: 'WITHHOLD_WEBHOOK', when: { path: '/webhooks/order.fill' }, for_ms: 5_000 },
    { do: 'STALE_FEED', when: { after_ms: 1_500_000 }, for_ms: 60_000, symbol: 'eth/usd' },
  ],
}
const SOURCES = {
  ...{ tapes: createTapeShelf('/nowhere'), catalogue: loadCatalogue() },
  ...{ venueCosts: NO_VENUE_COSTS, sendsWebhooks: true },
}
const nobody = () => Promise.resolve(null)
const NOTHING = { findPlan: nobody, findProgram: nobody, findAccount: nobody }

async function wishOf(body: object): Promise<{ readonly wanted: NewRun; readonly recipe: RunRecipe }> {
  const checked: Joi.ValidationResult<RunBody> = runBody.validate(body)
  if (checked.error !== undefined) throw checked.error
  const wanted = await newRunOf('', checked.value, SOURCES)
  return { wanted, recipe: await recipeOf(wanted, NOTHING) }
}

/** As its owner gets it. */
function reportOf(
  { run: { clock, player, head }, log, begun }: UsedRun,
  { wanted, recipe }: Awaited<ReturnType<typeof wishOf>>,
): WrittenReport {
  const run: LabRun = {
    ...{ id: '5f3c0000-0000-4000-8000-000000000000', userId: 'u', name: null, campaignId: null },
    ...{ createdAt: 0, expiresAt: 0, planId: 'own-rules', planVersion: 1, program: null, pace: 20, seed: 3 },
    webhookUrl: null,
    ...{ tape: 'STORED', status: 'READY', endedReason: null },
    begun: { ...begun, startsAt: begun.now },
    report: {
      ...{ now: clock.now(), status: 'READY', ticks: player.ticks, looks: player.looks },
      ...{ events: head.count(), eventsHash: head.hash() },
    },
  }
  const text = labReportCodec.json({ run, recipe: keptRecipeOf(wanted, recipe), log: log.whole() }, asNumber)
  return JSON.parse(text) as WrittenReport
}

test('what was asked for is told so that it can be asked for again', async () => {
  const wish = await wishOf(BODY)
  const { request } = keptRecipeOf(wish.wanted, wish.recipe)
  expect(await wishOf(request)).toEqual(wish)
  for (const tape of [
    { model: 'SYNTHETIC', symbols: ['BTC-USD'], from: '2026-03-02', to: '2026-03-03', seed: 4, step_ms: 500 },
    { model: 'GBM', symbols: ['BTC-USD'], from: '2026-03-02', to: '2026-03-03', volatility: 0.1, jumps_per_day: 3 },
    { model: 'GARCH', symbols: ['BTC-USD', 'ETH-USD'], from: '2026-03-02', to: '2026-03-03', correlation: 0.5 },
    { model: 'BOOTSTRAP', source: 'gap', from: '2026-03-02', to: '2026-03-03' },
    { model: 'TICKS', series: [{ symbol: 'btc/usd', venue: 'GMX', points: [['2026-03-02', '60000.5']] }] },
  ]) {
    const of = await wishOf({ ...BODY, tape })
    expect(await wishOf(keptRecipeOf(of.wanted, of.recipe).request)).toEqual(of)
  }
})

test('from its report a run is made again, with faults, latency and requests side by side; without a command it is another', async () => {
  const wish = await wishOf(BODY)
  const report = await inBegunRun(wish.recipe, async (run) => {
    const order = (side: string, quantity: number) =>
      run
        .send('POST', '/v1/order', {
          ...{ account_id: run.accountId, symbol: 'ETH-USD', kind: 'MARKET', side, quantity },
        })
        .catch(() => null)
    for (let minute = 1; minute <= 36; minute += 7) {
      await Promise.all([order('BUY', minute), order('SELL', 1), run.send('GET', `/v1/account/${run.accountId}/risk`)])
      const path = `/v1/account/${run.accountId}/dead-man-switch`
      await run.send('PUT', path, { timeout_ms: 60_000, action: 'FLATTEN' })
      await run.move({ to: run.begun.now + minute * 60_000_000, ticksMax: 250, isAwaited: () => false })
    }
    return reportOf(run, wish)
  })
  expect(report.commands.length).toBeGreaterThan(6)
  expect(report.trace).toHaveLength(report.events)
  expect(report.events).toBeGreaterThan(6)

  const options = {
    ...{ template: await keepTemplate(join(__dirname, '../../migrations'), TEMPLATES), tapes: SOURCES.tapes },
    logger: createLogger({ service: 'lab', level: 'silent' }),
  }
  const made = await recreateRun(report, options)
  expect(made.trace).toEqual(report.trace)
  expect(made.hash).toBe(report.events_hash)
  expect(made.statuses).toEqual(report.commands.map(({ status }) => status))

  const fewer = { ...report, commands: report.commands.slice(1) }
  const other = await recreateRun(fewer, options)
  const difference = compareReports(report, { ...fewer, events_hash: other.hash, trace: other.trace })
  expect(difference).toMatchObject({ equal: false, recipe: null, command: { number: 1 }, event: { number: 1 } })
  await expect(recreateRun({ ...report, commands_left_out: 1 }, options)).rejects.toThrow('1 commands are not')
})
