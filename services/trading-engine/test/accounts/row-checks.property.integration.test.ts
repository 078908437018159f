/**
 * The checks of the tables. Those of migration 0041 are shorter than those before them, because PostgreSQL reads the
 * text of every check of a table for each statement that writes to it, and they accept the same rows.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestDatabase, runs, type TestDatabase } from '@ats/test-kit'
import fc from 'fast-check'
import { Client } from 'pg'

type Row = Readonly<Record<string, unknown>>
type Table = 'accounts' | 'commands' | 'events' | 'fills' | 'orders' | 'positions' | 'transfers'

const BEFORE = JSON.parse(readFileSync(join(__dirname, 'checks-until-0040.json'), 'utf8')) as Record<Table, string[]>
/** The ends of the names of the checks that took their place. */
const SHORT = ['numbers', 'words', 'fields', 'row', 'origin']
const ID = '00000000-0000-7000-8000-000000000001'
const [T1, T2] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z']

const order: Row = {
  ...{ venue: 'GMX', side: 'BUY', kind: 'MARKET', tif: 'IOC', status: 'FILLED', origin: 'API', version: 1 },
  ...{ quantity: 2, filled_quantity: 2, held_quantity: 0, filled_notional: 9, fees: 1, reduce_only: false },
}
const resting: Row = { ...order, tif: 'GTC', status: 'OPEN', filled_quantity: 0, filled_notional: 0, fees: 0 }
const position: Row = {
  ...{ venue: 'OSTIUM', direction: 'LONG', quantity: 2, cost: 9, leverage: 5, opened_quantity: 2, opened_notional: 9 },
  ...{ closed_notional: 0, realized_pnl: -1, fees: 1, funding: -1 },
}
const transfer: Row = { house: 'fees', direction: 'OUT', amount: 1, balance_after: -5, fill_id: ID }
/** Rows that are right, of each kind that checks tell apart. */
const RIGHT: Readonly<Record<Table, readonly Row[]>> = {
  accounts: [{ state: 'ACTIVE', balance: -1, capital: 1, event_sequence: 0, traded_days: 0, version: 1 }],
  commands: [{ origin: 'API' }, {}],
  events: [{ sequence: 1, type: 'order.ack' }],
  fills: [
    {
      ...{ venue: 'GMX', side: 'SELL', liquidity: 'TAKER', origin: 'SYSTEM' },
      ...{ quantity: 1, price: 1, fee: 0, realized_pnl: -1 },
    },
  ],
  orders: [
    order,
    { ...resting, kind: 'LIMIT', limit_price: 1 },
    { ...resting, kind: 'STOP', trigger_price: 1, trigger_state: 'ARMED', status: 'PENDING', held_quantity: 2 },
    { ...order, kind: 'TAKE_PROFIT', trigger_price: 1, trigger_state: 'TRIGGERED', limit_price: 1 },
    { ...resting, kind: 'LIMIT', limit_price: 1, reduce_only: true, bracket_id: ID, parent_order_id: ID },
    { ...resting, status: 'PENDING', live: {} },
  ],
  positions: [position, { ...position, quantity: 0, cost: 0, closed_at: T1, close_reason: 'USER', carry: 1 }],
  transfers: [
    transfer,
    { ...transfer, house: 'funding', fill_id: null, funding_at: T1, funding_rate: 1, position_id: ID },
    {
      ...{ ...transfer, house: 'rollover', fill_id: null, position_id: ID },
      ...{ accrued_from: T1, accrued_until: T2, accrual_rate: -100 },
    },
    { ...transfer, house: 'borrowing' },
  ],
}
const NUMBERS = ['NaN', 0, 1, 2, 5, -1, 100, 101, -101, '0.000000000000000001', 999_999, 1_000_000]
const BOUND = '99999999999999999999.999999999999999999'
/** Values of a type that some check or other tells apart. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  'numeric(38,18)': [...NUMBERS, BOUND, `-${BOUND}`],
  bigint: [0, 1, -1],
  integer: [0, 1, -1],
  boolean: [true, false],
  uuid: [ID],
  jsonb: [{}, [], 1, 'text'],
  'timestamp with time zone': [T1, T2],
}

let database: TestDatabase
let client: Client

beforeAll(async () => {
  database = await createTestDatabase('trading-engine')
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

interface ColumnRow {
  readonly name: string
  readonly type: string
  readonly required: boolean
}

/** Random values of a column; also all words that any check of the table has. */
function valuesOf({ type, required }: ColumnRow, words: readonly string[]): fc.Arbitrary<unknown> {
  const values = type === 'text' ? [...words, 'another', ''] : (VALUES[type] ?? [])
  return fc.constantFrom(...values, ...(required ? [] : [null]))
}

/** Rows that are right but for some columns. */
async function rowsOf(table: Table): Promise<fc.Arbitrary<Row>> {
  const { rows: columns } = await client.query<ColumnRow>(
    `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required
      from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  )
  const words = BEFORE[table].flatMap((check) =>
    [...check.matchAll(/'(\w[\w.]*)'::text/g)].map(([, word = '']) => word),
  )
  const checked = columns.filter(({ name }) => BEFORE[table].some((check) => new RegExp(`\\b${name}\\b`).test(check)))
  const change = fc
    .constantFrom(...checked)
    .chain((column) => fc.tuple(fc.constant(column.name), valuesOf(column, words)))
  return fc
    .tuple(fc.constantFrom(...RIGHT[table]), fc.array(change, { maxLength: 4 }))
    .map(([row, changes]) => ({ ...row, ...Object.fromEntries(changes) }))
}

async function checksOf(table: Table): Promise<readonly string[]> {
  const { rows } = await client.query<{ text: string }>(
    `select pg_get_expr(conbin, conrelid) as text from pg_constraint
      where contype = 'c' and conrelid = $1::regclass and conname = any($2)`,
    [table, SHORT.map((name) => `${table}_${name}`)],
  )
  return rows.map(({ text }) => text)
}

const accepts = (checks: readonly string[]): string => checks.map((check) => `(${check}) is not false`).join(' and ')

test.each(Object.keys(RIGHT) as Table[])('%s accept the rows that they accepted before', async (table) => {
  const now = await checksOf(table)
  expect(now.join().length).toBeLessThan(BEFORE[table].join().length)
  const judge = `select ${accepts(BEFORE[table])} as before, ${accepts(now)} as now,
    array[${BEFORE[table].map((check) => `(${check}) is not false`).join()}] as each
    from json_populate_recordset(null::${table}, $1) as ${table}`
  const broken = new Set<number>()
  let right = 0
  const rows = fc.array(await rowsOf(table), { minLength: 200, maxLength: 200, size: 'max' })
  await fc.assert(
    fc.asyncProperty(rows, async (some) => {
      const found = await client.query<{ before: boolean; now: boolean; each: boolean[] }>(judge, [
        JSON.stringify(some),
      ])
      for (const [index, { before, now: isNow, each }] of found.rows.entries()) {
        expect({ row: some[index], isAccepted: isNow }).toEqual({ row: some[index], isAccepted: before })
        if (before) right += 1
        for (const [at, holds] of each.entries()) if (!holds) broken.add(at)
      }
    }),
    { numRuns: runs(80) },
  )
  expect(right).toBeGreaterThan(0)
  expect(broken.size).toBe(BEFORE[table].length)
})
