/**
 * The worked examples of the documentation, played by the service. The sums in each cell are checked by an arithmetic
 * independent of the service's; an account of its own takes the steps of each table, and the service's figures are
 * compared with the cells as text. Anything that cannot be read fails: a table, a column, a step, a fill without a row.
 */
import { listingKey, type Listing } from '../../src/core/model/market/listing.js'
import { join } from 'node:path'
import { createTestDatabase, createTestPool, type TestDatabase } from '@ats/test-kit'
import type { Pool } from 'pg'
import { computeExposure, computePerformance } from '../../src/core/read/analytics.js'
import { formatDecimal } from '../../src/core/values/decimal.js'
import { VENUE_IDS, type VenueTerms } from '../../src/core/model/market/instrument.js'
import { HOUSE_ACCOUNTS, signedAmount } from '../../src/core/model/account/ledger.js'
import type { Micros } from '../../src/core/values/time.js'
import { valueMoments } from '../../src/queries/read-equity-curve.js'
import { sumClosedResults } from '../../src/store/read/analytics.js'
import { planOf, type PlanRow } from '../../src/store/accounts/plan-rows.js'
import { analyticsCodec } from '../../src/wire/account/analytics-codec.js'
import { storeTrader } from '../support/store-trader.js'
import type { Figure } from '../support/worked-examples/columns.js'
import { checkSum } from '../support/worked-examples/hand-arithmetic.js'
import { compareRow, playTable, type Played } from '../support/worked-examples/play-table.js'
import { readSums, readTables, type Table } from '../support/worked-examples/read-tables.js'
import { beginExample, CATALOGUE } from '../support/worked-examples/take-step.js'

const DOCUMENT = join(__dirname, '../../../../docs/WORKED-EXAMPLES.md')
const TABLES = readTables(DOCUMENT)

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await createTestDatabase('trading-engine')
  pool = createTestPool(database.url, { timestampsAsText: true })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** How a table is held to the service, by its first column. */
const KINDS: Readonly<Record<string, (table: Table) => void | Promise<void>>> = {
  'What happens': async (table) => expectEquityLater(playTable(table)),
  Instrument: compareTerms,
  'House account': compareHouses,
  Figure: compareAnalytics,
}

test.each(TABLES.map((table) => [table.rows[0]?.line, table.title, table] as const))(
  'line %i, %s',
  async (_line, _title, table) => {
    expect(table.rows).not.toEqual([])
    const check = KINDS[table.columns[0] ?? '']
    if (check === undefined) throw new Error(`not a kind of table: ${table.columns.join(', ')}`)
    await check(table)
  },
)

test('the plan is the one they say', async () => {
  const { rows } = await pool.query<PlanRow>(
    `select id as plan_id, version as plan_version, definition from plans where id = 'standard-100k' and version = 2`,
  )
  const [plan] = rows.map(planOf)
  const { initialBalance, risk } = beginExample().trader.account.plan
  expect(plan).toMatchObject({ initialBalance, risk: { exposure: risk.exposure } })
})

test('the sums in the prose are right', () => {
  const sums = readSums(DOCUMENT)
  expect(sums).not.toEqual([])
  for (const sum of sums) checkSum(sum)
})

/** The curve is made of rows in a database, long after; it knows the same balance and equity of each moment. */
async function expectEquityLater({ example, moments }: Played): Promise<void> {
  const accountId = await storeTrader(pool, example.trader)
  const quotes = new Map(moments.map((moment) => [moment.at, moment.quotes]))
  const past = { quote: (listing: Listing, at: Micros) => quotes.get(at)?.get(listingKey(listing)) }
  const times = moments.map(({ at }) => at)
  const points = await valueMoments(pool, past, accountId, times)
  expect(points).toEqual(moments.map(({ at, balance, equity }) => ({ at, balance, equity })))
}

const TERMS: Readonly<Record<string, (terms: VenueTerms) => Figure>> = {
  'Taker fee rate': ({ takerFeeRate }) => takerFeeRate,
  'Maker fee rate': ({ makerFeeRate }) => makerFeeRate,
  'Fee on closing': ({ isCloseFeeCharged }) => (isCloseFeeCharged ? 'yes' : 'no'),
  Leverage: ({ leverageMax }) => leverageMax,
  'Maintenance rate': ({ maintenanceMarginRate }) => maintenanceMarginRate,
  'Funding every': ({ fundingCadence }) => fundingCadence,
}

function compareTerms({ columns, rows }: Table): void {
  for (const { line, cells } of rows) {
    const [symbol = '', venueId, ...figures] = cells
    const venue = VENUE_IDS.find((id) => id === venueId)
    const terms = venue && CATALOGUE.find(symbol)?.terms[venue]
    if (terms === undefined) throw new Error(`line ${line}: not listed`)
    compareRow({ line, cells: figures }, columns.slice(2), (column) => TERMS[column]?.(terms) ?? null)
  }
}

/** Compares the sums moved to and from each house account by the steps before the table. */
function compareHouses(table: Table): void {
  const { transfers } = playTable(stepsBefore(table)).example.trader
  expect(table.rows.map(({ cells }) => cells[0]).sort()).toEqual([...HOUSE_ACCOUNTS].sort())
  for (const { line, cells } of table.rows) {
    const moved = transfers.filter(({ house }) => house === cells[0])
    const held = -moved.reduce((sum, transfer) => sum + signedAmount(transfer), 0n)
    compareRow({ line, cells: cells.slice(1) }, ['Holds'], () => held)
  }
}

/** Compares the figures of `GET …/analytics` after the steps before the table, as a database adds them up. */
async function compareAnalytics(table: Table): Promise<void> {
  const { trader } = playTable(stepsBefore(table)).example
  const performance = computePerformance(await sumClosedResults(pool, await storeTrader(pool, trader)))
  const exposure = computeExposure(trader.account.positions.values(), trader.script.context())
  const figures = analyticsCodec.value({ performance, exposure }, formatDecimal)
  // The breakdown has a table of its own.
  expect([...table.rows.map(({ cells }) => cells[0]), 'exposure_breakdown'].sort()).toEqual(Object.keys(figures).sort())
  for (const { line, cells } of table.rows) {
    compareRow({ line, cells: cells.slice(1) }, ['Value'], () => String(figures[cells[0] ?? '']))
  }
}

function stepsBefore(table: Table): Table {
  const before = TABLES.slice(0, TABLES.indexOf(table)).findLast(({ columns }) => columns[0] === 'What happens')
  if (before === undefined) throw new Error(`${table.title}: no steps before it`)
  return before
}

describe('the arithmetic of a hand', () => {
  test.each([
    ['2 + 3 × 4 = 14', '14'],
    ['(2 + 3) × 4 ÷ 8 = 2.5', '2.5'],
    ['10 ÷ 3 ↑ 3.34', '3.34'],
    ['10 ÷ 3 ↓ 3.33', '3.33'],
    ['−2 ÷ 3 ↓ −0.67', '−0.67'],
    ['2 ÷ 3 ≈ 0.667', '0.667'],
    ['max(3 − 1, −7) + 1 = 3', '3'],
    ['min(3 − 1, 5) = 2', '2'],
    ['12', '12'],
  ])('%s is right', (sum, result) => {
    expect(checkSum(sum)).toBe(result)
  })

  test.each([
    '2 + 3 × 4 = 20',
    '1 = 2 = 2',
    '10 ÷ 3 = 3.333',
    '10 ÷ 3 ↑ 3.33',
    '10 ÷ 3 ↓ 3.34',
    '10 ÷ 3 ↑ 3.35',
    '2 ÷ 3 ≈ 0.666',
    '1 + 1 = 1 + 1',
    '1 + = 1',
    '(1 + 1 = 2',
    '2 2 = 2',
    '1 + 1',
    'LONG = 2',
    '',
  ])('%p is not', (sum) => {
    expect(() => checkSum(sum)).toThrow()
  })
})
