/** The aggregate over closed positions, in a real PostgreSQL. */
import { randomUUID } from 'node:crypto'
import { createTestDatabase, createTestPool, runs, type TestDatabase } from '@ats/test-kit'
import fc from 'fast-check'
import type { Pool } from 'pg'
import { sumClosedResults } from '../../src/store/read/analytics.js'
import { readable } from '../support/engine/readable.js'

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await createTestDatabase('trading-engine')
  pool = createTestPool(database.url)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

interface Closed {
  readonly pnl: number | string
  readonly fees?: number | string
  readonly funding?: number | string
  /** The initial stop of a long opened at 100. */
  readonly stop?: number
}

/** An account with these positions, closed a microsecond apart, stored in an order of their own. */
async function anAccount(closed: readonly Closed[], stored = closed.map((_, index) => index)): Promise<string> {
  const accountId = randomUUID()
  await pool.query(
    `insert into positions (id, account_id, venue, symbol, direction, quantity, cost, leverage, opened_quantity,
       opened_notional, closed_notional, realized_pnl, fees, funding, initial_stop, opened_at, closed_at, close_reason)
     select gen_random_uuid(), $1, 'GMX', 'BTC-USD', 'LONG', 0, 0, 10, 1, 100, 100, pnl, fees, funding, stop, '2026-03-01',
       timestamptz '2026-03-02' + place * interval '1 microsecond', 'USER'
     from unnest($2::numeric[], $3::numeric[], $4::numeric[], $5::int[], $6::numeric[]) as closed (pnl, fees, funding, place, stop)`,
    [
      accountId,
      stored.map((index) => closed[index]?.pnl),
      stored.map((index) => closed[index]?.fees ?? 0),
      stored.map((index) => closed[index]?.funding ?? 0),
      stored,
      stored.map((index) => closed[index]?.stop ?? null),
    ],
  )
  return accountId
}
const resultsOf = async (closed: readonly Closed[], stored?: number[]) =>
  readable(await sumClosedResults(pool, await anAccount(closed, stored)))

test.each<[string, readonly Closed[], Record<string, unknown>]>([
  ['nothing', [], { trades: 0, wins: 0, losses: 0, grossProfit: '0', grossLoss: '0', maxDrawdown: '0' }],
  ['one win', [{ pnl: 100 }], { trades: 1, wins: 1, losses: 0, grossProfit: '100', grossLoss: '0', maxDrawdown: '0' }],
  [
    'a loss right away falls from 0',
    [{ pnl: -30 }, { pnl: 100 }],
    { trades: 2, wins: 1, losses: 1, grossProfit: '100', grossLoss: '30', maxDrawdown: '30' },
  ],
  [
    // totals 100, 60, 80, 20, 150, 90: from the peak of 100 down to 20
    'the deepest fall from a peak, not the largest loss',
    [{ pnl: 100 }, { pnl: -40 }, { pnl: 20 }, { pnl: -60 }, { pnl: 130 }, { pnl: -60 }],
    { trades: 6, wins: 3, losses: 3, grossProfit: '250', grossLoss: '160', maxDrawdown: '80' },
  ],
  [
    'a fall that goes on to the end',
    [{ pnl: 10 }, { pnl: -5 }, { pnl: -5 }, { pnl: -5 }],
    { trades: 4, wins: 1, losses: 3, grossProfit: '10', grossLoss: '15', maxDrawdown: '15' },
  ],
  [
    // nets 2, -3, 0, -0.5
    'net of fees, with funding received or paid',
    [
      { pnl: 5, fees: 3 },
      { pnl: 5, fees: 5, funding: -3 },
      { pnl: 1, fees: '1.5', funding: '0.5' },
      { pnl: 0, fees: '0.5' },
    ],
    { trades: 4, wins: 1, losses: 2, grossProfit: '2', grossLoss: '3.5', maxDrawdown: '3.5' },
  ],
  [
    'to the last decimal',
    [{ pnl: '0.000000000000000001' }, { pnl: '-12345678901234567890.000000000000000003' }],
    {
      trades: 2,
      wins: 1,
      losses: 1,
      grossProfit: '0.000000000000000001',
      grossLoss: '12345678901234567890.000000000000000003',
      maxDrawdown: '12345678901234567890.000000000000000003',
    },
  ],
])('%s', async (_, closed, expected) => {
  expect(await resultsOf(closed)).toEqual({ averageR: null, ...expected })
})

test('average R is that of the positions whose stop stood on the losing side', async () => {
  const closed = [
    { pnl: 50, fees: 1, stop: 90 }, // 49 ÷ 10
    { pnl: -10, stop: 97 }, // −10 ÷ 3
    { pnl: 70 },
    { pnl: 70, stop: 100 },
    { pnl: 70, stop: 105 },
  ]
  // (4.9 − 3.333…) ÷ 2
  expect(await resultsOf(closed)).toMatchObject({ averageR: '0.783333333333333333' })
})

test('open positions and those of other accounts are not in it', async () => {
  const accountId = await anAccount([{ pnl: 7 }])
  await anAccount([{ pnl: -1000 }])
  await pool.query(
    `insert into positions (id, account_id, venue, symbol, direction, quantity, cost, leverage, opened_quantity,
       opened_notional, closed_notional, realized_pnl, fees, funding, opened_at)
     values (gen_random_uuid(), $1, 'GMX', 'ETH-USD', 'LONG', 1, 100, 10, 2, 200, 50, -50, 1, 0, '2026-03-01')`,
    [accountId],
  )
  expect(readable(await sumClosedResults(pool, accountId))).toMatchObject({
    trades: 1,
    grossProfit: '7',
    grossLoss: '0',
  })
})

test('agrees with adding up one by one, in whatever order the rows were stored', async () => {
  const cases = fc
    .array(fc.integer({ min: -50, max: 50 }), { maxLength: 30 })
    .chain((pnls) => fc.tuple(fc.constant(pnls), fc.shuffledSubarray([...pnls.keys()], { minLength: pnls.length })))
  await fc.assert(
    fc.asyncProperty(cases, async ([pnls, stored]) => {
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
      let [total, peak, deepest] = [0, 0, 0]
      for (const pnl of pnls) {
        total += pnl
        peak = Math.max(peak, total)
        deepest = Math.max(deepest, peak - total)
      }
      const [won, lost] = [pnls.filter((pnl) => pnl > 0), pnls.filter((pnl) => pnl < 0)]
      expect(
        await resultsOf(
          pnls.map((pnl) => ({ pnl })),
          stored,
        ),
      ).toEqual({
        trades: pnls.length,
        wins: won.length,
        losses: lost.length,
        grossProfit: String(sum(won)),
        grossLoss: String(Math.abs(sum(lost))),
        maxDrawdown: String(deepest),
        averageR: null,
      })
    }),
    { numRuns: runs(160) },
  )
})
