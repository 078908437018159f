import { labPage } from './lab-page.js'
import type { SeedResult } from './seed-result.js'
import { summarize, wilson } from './summary.js'
import { summaryLines } from './summary-lines.js'

const result = (seed: number, fields: Partial<SeedResult> = {}): SeedResult => ({
  ...{ seed, outcome: 'PASSED', reason: null, initial_balance: '100000', equity: '100000', profit: '0', trades: 3 },
  ...{ worst_day: null, days: [], drawdown_floor: [], events_hash: null, tape_id: null, bot: null },
  ...fields,
})

const RESULTS = [
  result(1, { profit: '8000', worst_day: { date: '2026-03-03', change: '-10.5' } }),
  result(2, {
    ...{ outcome: 'FAILED', reason: 'max_drawdown', profit: '-10000' },
    worst_day: { date: '2026-03-09', change: '-9.75' },
  }),
  result(3, { outcome: 'FAILED', reason: 'daily_loss', profit: '-5000' }),
  result(4, { outcome: 'FAILED', reason: 'max_drawdown', profit: '-9000' }),
  result(5, { outcome: 'OPEN', profit: '100.25' }),
]

test.each([
  [0, 10, 0, 0.2775],
  [10, 10, 0.7225, 1],
  [4, 10, 0.1682, 0.6873],
  [60, 100, 0.502, 0.6906],
])('of %s in %s the share lies between %s and %s', (count, of, low, high) => {
  const share = wilson(count, of)
  expect(share.low).toBeCloseTo(low, 4)
  expect(share.high).toBeCloseTo(high, 4)
})

test('nothing played is nothing known', () => {
  expect(summarize([])).toMatchObject({ passed: { value: 0, low: 0, high: 1 }, worst_day: null, reasons: [] })
})

test('outcomes, reasons, profits and the worst day are of all runs', () => {
  expect(summarize(RESULTS)).toMatchObject({
    passed: { value: 0.2 },
    outcomes: { PASSED: 1, SURVIVED: 0, OPEN: 1, FAILED: 3, BOT_FAILED: 0 },
    reasons: [
      { rule: 'max_drawdown', runs: 2 },
      { rule: 'daily_loss', runs: 1 },
    ],
    profit: { p10: '-10000', p25: '-9000', p50: '-5000', p75: '100.25', p90: '8000' },
    worst_day: { seed: 1, date: '2026-03-03', change: '-10.5' },
  })
})

test('a plan without a target is passed by who survives it', () => {
  expect(summarize([result(1, { outcome: 'SURVIVED' })]).passed.value).toBe(1)
})

test('the words name seeds that failed and how to play one again, and what a bot has said', () => {
  const results = [...RESULTS, result(6, { outcome: 'BOT_FAILED', bot: { code: 3, said: 'no such market' } })]
  const plain = (_style: unknown, text: string): string => text
  const lines = summaryLines(summarize(results), results, (seed) => `ats lab run --seed ${seed}`, plain)
  expect(lines).toEqual(
    expect.arrayContaining([
      'seeds that failed: 2, 3, 4, 6',
      'again: ats lab run --seed 2',
      'the bot of seed 6 ended with 3:',
      'no such market',
    ]),
  )
})

test('the page draws each run, and what a name says does not become markup', () => {
  const recipe = { plan: '<b>', tape: {}, bot: ['node', 'bot.mjs'] }
  const drawn = RESULTS.map((one) => ({
    ...one,
    days: [{ date: '2026-03-02', equity: '101000' }],
    drawdown_floor: ['90000'],
  }))
  const page = labPage({ recipe, summary: summarize(drawn), seconds: 1, results: drawn }, String)
  expect(page.match(/<polyline/g)).toHaveLength(RESULTS.length + 1)
  expect(page).not.toContain('<b>')
  expect(page).not.toContain('NaN')
})
