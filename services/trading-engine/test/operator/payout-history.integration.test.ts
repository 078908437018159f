/** The history that payouts are judged by, in a real PostgreSQL: holding times, days, what a challenge has paid. */
import { randomUUID } from 'node:crypto'
import { createTestDatabase, createTestPool, runs, type TestDatabase } from '@ats/test-kit'
import fc from 'fast-check'
import type { Pool } from 'pg'
import type { PayoutTerms } from '../../src/core/model/plan/payout-terms.js'
import { decimal, formatDecimal, rate, usd } from '../../src/core/values/decimal.js'
import { readPayoutHistory } from '../../src/store/operator/payouts.js'
import { timeOf } from '../support/market/scripted-world.js'
import { aPlan } from '../support/plans/plans.js'

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await createTestDatabase('trading-engine')
  pool = createTestPool(database.url, { timestampsAsText: true })
  // Rows of these alone, without the accounts, commands and challenges that they are of.
  await pool.query(
    `alter table payouts drop constraint payouts_account_id_fkey, drop constraint payouts_command_id_fkey`,
  )
  await pool.query(`alter table challenge_accounts drop constraint challenge_accounts_account_id_fkey,
    drop constraint challenge_accounts_challenge_id_fkey`)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const TERMS: PayoutTerms = {
  ...{ firstAfterDays: 0, everyDays: 0, amountMin: usd(0n), amountMax: null, balancePctMax: null },
  ...{ profitPctMax: null, buffer: usd(0n), split: [{ upToTotal: null, pct: rate(decimal('80')) }] },
  ...{ qualifyingDays: null, consistency: null, holdingTime: null, requiresFlat: false },
}
const historyOf = (id: string, terms: Partial<PayoutTerms>) => {
  const plan = aPlan()
  const risk = { ...plan.risk, payouts: { ...TERMS, ...terms } }
  return readPayoutHistory(pool, {
    id,
    createdAt: timeOf('2026-01-01T00:00:00Z'),
    scaling: null,
    plan: { ...plan, risk },
  })
}

async function paid(accountId: string, amount: string, at: string): Promise<void> {
  await pool.query(
    `insert into payouts (id, account_id, user_id, client_id, amount, trader_amount, status, requested_at,
       proposed_by, decided_by, decided_at, command_id, version)
     values ($1, $2, 'u', $5, $3, $3, 'PAID', $4, 'olga', 'otto', $4, $6, 3)`,
    [randomUUID(), accountId, amount, at, 'c', randomUUID()],
  )
}

describe('profit by the time that it was held', () => {
  /** A fill at a second: opens (+) or closes (−) so much, with a profit where it closes. */
  type Fill = readonly [second: number, quantity: number, profit?: number]

  async function aPosition(
    fills: readonly Fill[],
    accountId: string = randomUUID(),
    direction = 'LONG',
  ): Promise<string> {
    const id = randomUUID()
    const open = fills.reduce((sum, [, quantity]) => sum + quantity, 0)
    const at = (second: number) => new Date(Date.UTC(2026, 2, 2) + second * 1000).toISOString()
    await pool.query(
      `insert into positions (id, account_id, venue, symbol, direction, quantity, cost, leverage, opened_quantity,
         opened_notional, closed_notional, realized_pnl, fees, funding, opened_at, closed_at, close_reason)
       values ($1, $2, 'GMX', 'BTC-USD', $3, $4, 0, 10, 1, 1, 0, 0, 0, 0, $5, $6, $7)`,
      [
        ...[id, accountId, direction, open, at(fills[0]![0])],
        ...(open === 0 ? [at(fills.at(-1)![0]), 'USER'] : [null, null]),
      ],
    )
    for (const [second, quantity, profit = 0] of fills)
      await pool.query(
        `insert into fills (id, order_id, position_id, account_id, symbol, venue, side, quantity, price, fee, liquidity,
           realized_pnl, book_sequence, created_at, origin)
         values (gen_random_uuid(), gen_random_uuid(), $1, $2, 'BTC-USD', 'GMX', $3, $4, 1, 0, 'TAKER', $5, 1, $6, 'API')`,
        [
          id,
          accountId,
          quantity > 0 === (direction === 'LONG') ? 'BUY' : 'SELL',
          Math.abs(quantity),
          profit,
          at(second),
        ],
      )
    return accountId
  }
  const heldOf = async (accountId: string) => {
    const { held } = await historyOf(accountId, {
      holdingTime: { secondsMin: 60, profitSharePct: rate(decimal('50')) },
    })
    return [formatDecimal(held!.total), formatDecimal(held!.longEnough)]
  }

  /** The fills as seconds, quantities and profits; all profit, and that which was held long enough. */
  test.each([
    ['nothing closed', '0 1', '0', '0'],
    ['just under the time', '0 1, 59.999999 -1 10', '10', '0'],
    ['at the time', '0 1, 60 -1 10', '10', '10'],
    ['a loss', '0 1, 90 -1 -10', '0', '0'],
    ['a rest that stays open hides no quick profit', '0 1, 5 -0.99 500', '500', '0'],
    ['an old rest makes nothing old that was added to it', '0 1, 900 99, 905 -99 990', '990', '10'],
    ['what was opened first is closed first', '0 3, 50 1, 61 -4 8', '8', '6'],
    ['over several closes', '0 2, 30 2, 60 -1 1, 61 -1 2, 62 -1 4, 95 -1 8', '15', '11'],
    ['a loss takes nothing of a profit', '0 2, 70 -1 -5, 80 -1 5', '5', '5'],
  ])('%s', async (_name, text, ...expected) => {
    const fills = text.split(', ').map((fill) => fill.split(' ').map(Number) as unknown as Fill)
    expect(await heldOf(await aPosition(fills))).toEqual(expected)
    expect(await heldOf(await aPosition(fills, randomUUID(), 'SHORT'))).toEqual(expected)
  })

  test('only what was closed since the last payout counts, however long ago it was opened', async () => {
    const accountId = await aPosition([[0, 2], [100, -1, 7], [200, -1, 9]]) // prettier-ignore
    await aPosition([[300, 1], [310, -1, 4]], accountId) // prettier-ignore
    expect(await heldOf(accountId)).toEqual(['20', '16'])
    await paid(accountId, '1', '2026-03-02T00:02:30Z')
    expect(await heldOf(accountId)).toEqual(['13', '9'])
  })

  test('any fills are matched as one after the other', async () => {
    const step = fc.tuple(
      fc.integer({ min: 1, max: 90 }),
      fc.integer({ min: -5, max: 5 }),
      fc.integer({ min: -9, max: 9 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const fills: Fill[] = [[0, 5]]
        const lots = [{ second: 0, left: 5 }]
        let [second, total, longEnough] = [0, 0, 0]
        for (const [wait, wanted, profit] of steps) {
          second += wait
          const open = lots.reduce((sum, { left }) => sum + left, 0)
          if (wanted > 0) {
            lots.push({ second, left: wanted })
            fills.push([second, wanted])
          }
          // Something stays open: the next position would be another.
          const closed = Math.min(-wanted, open - 1)
          if (closed <= 0) continue
          fills.push([second, -closed, profit * closed])
          if (profit > 0) total += profit * closed
          for (let left = closed; left > 0;) {
            const [lot] = lots
            const part = Math.min(left, lot!.left)
            if (profit > 0 && second - lot!.second >= 60) longEnough += profit * part
            lot!.left -= part
            left -= part
            if (lot!.left === 0) lots.shift()
          }
        }
        const found = await heldOf(await aPosition(fills))
        expect(found[0]).toBe(String(total))
        // Thirds of a profit are cut off after 18 digits.
        expect(Number(found[1])).toBeCloseTo(longEnough, 9)
      }),
      { numRuns: runs(40) },
    )
  })
})

describe('days that qualify', () => {
  /** The beginning of a day, its balance, and whether something was opened and closed on it. */
  type Day = readonly [at: string, balance: number, opened?: boolean, closed?: boolean]

  async function anAccount(days: readonly Day[]): Promise<string> {
    const accountId = randomUUID()
    for (const [index, [at, balance]] of days.entries()) {
      const [, , opened = false, closed = false] = days[index - 1] ?? []
      await pool.query(
        `insert into trading_days (account_id, date, created_at, start_balance, start_equity, start_capital,
           previous_opened, previous_closed)
         values ($1, ($2::timestamptz at time zone 'Europe/Prague')::date, $2, $3, $3, 0, $4, $5)`,
        [accountId, at, balance, opened, closed],
      )
    }
    return accountId
  }
  const threshold = { pct: null, amount: usd(decimal('100')) } as const
  const countOf = async (accountId: string, counts: NonNullable<PayoutTerms['qualifyingDays']>['counts']) => {
    const qualifyingDays = { min: 1, counts, threshold: counts === 'NET_PROFIT' ? threshold : null }
    return (await historyOf(accountId, { qualifyingDays })).days
  }

  /** Midnights of Prague around the clock change of spring: the day of the 29th has 23 hours. */
  const SPRING: readonly Day[] = [
    ['2026-03-27T23:00:00Z', 1000, true, true],
    ['2026-03-28T23:00:00Z', 1099.99, true, false],
    ['2026-03-29T22:00:00Z', 1199.99, false, true],
    ['2026-03-30T22:00:00Z', 1199.99, true, true],
  ]
  /** The day of the 25th of October has 25. */
  const AUTUMN: readonly Day[] = [
    ['2026-10-24T22:00:00Z', 1000, true, true],
    ['2026-10-25T23:00:00Z', 1100, true, true],
    ['2026-10-26T23:00:00Z', 1000],
  ]

  test('each day counts by how it went, once it is over, also those of 23 and 25 hours', async () => {
    const [spring, autumn] = [await anAccount(SPRING), await anAccount(AUTUMN)]
    expect(await countOf(spring, 'OPENED')).toBe(2)
    expect(await countOf(spring, 'CLOSED')).toBe(2)
    expect(await countOf(spring, 'OPENED_AND_CLOSED')).toBe(1)
    // 99.99 on the first, 100 on the second, nothing on the third
    expect(await countOf(spring, 'NET_PROFIT')).toBe(1)
    expect(await countOf(autumn, 'NET_PROFIT')).toBe(1)
    expect(await countOf(autumn, 'OPENED_AND_CLOSED')).toBe(2)
  })

  test('a day begins to count with the first that begins at or after the payout', async () => {
    const accountId = await anAccount(AUTUMN)
    await paid(accountId, '1', '2026-10-24T22:00:00Z')
    expect(await countOf(accountId, 'OPENED')).toBe(2)
    await paid(accountId, '1', '2026-10-24T22:00:00.000001Z')
    expect(await countOf(accountId, 'OPENED')).toBe(1)
  })
})

test('all accounts of a challenge count for the tiers, those of others do not', async () => {
  const [first, second, other] = [randomUUID(), randomUUID(), randomUUID()]
  const challengeId = randomUUID()
  for (const [attempt, accountId] of [first, second].entries())
    await pool.query(
      `insert into challenge_accounts (challenge_id, phase, attempt, account_id, is_funded, next_needs_kyc, opened_at)
       values ($1, 'funded', $2, $3, true, false, now())`,
      [challengeId, attempt + 1, accountId],
    )
  await paid(first, '1000', '2026-03-02T00:00:00Z')
  await paid(second, '250.5', '2026-03-03T00:00:00Z')
  await paid(other, '7', '2026-03-04T00:00:00Z')
  const totals = await Promise.all(
    [first, second, other].map(async (id) => formatDecimal((await historyOf(id, {})).paidTotal)),
  )
  expect(totals).toEqual(['1250.5', '1250.5', '7'])
})
