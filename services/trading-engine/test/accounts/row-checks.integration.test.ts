/** The checks of the tables: each refuses a row that no decision may write. */
import { createTestDatabase, type TestDatabase } from '@ats/test-kit'
import { Client } from 'pg'

type Row = Readonly<Record<string, unknown>>
type Table = 'accounts' | 'commands' | 'events' | 'fills' | 'orders' | 'positions' | 'transfers'

/** The ends of the names of the checks. */
const CHECKS = ['numbers', 'words', 'fields', 'row', 'origin']
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
/** Rows that are accepted, of each kind that checks tell apart. */
const RIGHT: Readonly<Record<Table, readonly Row[]>> = {
  accounts: [
    {
      state: 'ACTIVE',
      holds: [],
      leverages: {},
      balance: -1,
      capital: 1,
      event_sequence: 0,
      traded_days: 0,
      version: 1,
    },
  ],
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
/** The columns of words from a list, and of numbers with a lower bound. */
const COLUMNS: Readonly<Record<Table, Readonly<Record<'words' | 'notBelowZero' | 'aboveZero', readonly string[]>>>> = {
  accounts: {
    words: ['state', 'default_venue'],
    notBelowZero: ['event_sequence', 'traded_days'],
    aboveZero: ['version'],
  },
  commands: { words: ['origin'], notBelowZero: [], aboveZero: [] },
  events: { words: ['type'], notBelowZero: [], aboveZero: ['sequence'] },
  fills: {
    words: ['venue', 'side', 'liquidity', 'origin'],
    notBelowZero: ['fee'],
    aboveZero: ['quantity', 'price'],
  },
  orders: {
    words: ['venue', 'side', 'kind', 'tif', 'status', 'origin'],
    notBelowZero: ['filled_notional', 'fees', 'held_quantity'],
    aboveZero: ['requested_price', 'requested_trigger_price', 'version'],
  },
  positions: {
    words: ['venue', 'direction', 'flattened_by'],
    notBelowZero: ['cost', 'closed_notional'],
    aboveZero: ['leverage', 'initial_stop', 'opened_quantity', 'opened_notional'],
  },
  transfers: { words: ['direction', 'house'], notBelowZero: [], aboveZero: ['amount'] },
}
const [limit, stop] = [RIGHT.orders[1]!, RIGHT.orders[2]!]
const closed = RIGHT.positions[1]!
const [, funding, rollover] = RIGHT.transfers

/** A right row and the changes that make it wrong. */
const WRONG: readonly (readonly [Table, Row | undefined, Row])[] = [
  ['accounts', RIGHT.accounts[0], { holds: {} }],
  ['accounts', RIGHT.accounts[0], { leverages: [] }],
  ['fills', RIGHT.fills[0], { live: [] }],
  ['orders', order, { quantity: 0, filled_quantity: 0 }],
  ['orders', { ...order, status: 'CANCELLED' }, { filled_quantity: -1 }],
  ['orders', { ...order, status: 'CANCELLED' }, { filled_quantity: 3 }],
  ['orders', limit, { held_quantity: 3 }],
  ['orders', order, { filled_quantity: 1 }],
  ['orders', order, { status: 'CANCELLED' }],
  ['orders', limit, { filled_quantity: 1 }],
  ['orders', { ...order, status: 'CANCELLED', filled_quantity: 0 }, { status: 'PENDING' }],
  ['orders', order, { limit_price: 1 }],
  ['orders', limit, { limit_price: null }],
  ['orders', limit, { limit_price: 0 }],
  ['orders', limit, { trigger_price: 1, trigger_state: 'ARMED' }],
  ['orders', stop, { trigger_price: null, trigger_state: null }],
  ['orders', stop, { trigger_price: 0 }],
  ['orders', stop, { trigger_state: null }],
  ['orders', stop, { trigger_state: 'another' }],
  ['orders', { ...order, kind: 'STOP', trigger_price: 1, trigger_state: 'TRIGGERED' }, { trigger_state: 'ARMED' }],
  ['orders', limit, { trigger_state: 'ARMED' }],
  ['orders', limit, { bracket_id: ID }],
  ['orders', { ...limit, reduce_only: true }, { parent_order_id: ID }],
  ['orders', order, { live: [] }],
  ['positions', { ...closed, closed_at: null, close_reason: null }, { cost: 0 }],
  ['positions', position, { quantity: 0, cost: 0 }],
  ['positions', position, { closed_at: T1, close_reason: 'USER' }],
  ['positions', position, { quantity: -1, closed_at: T1, close_reason: 'USER', cost: 0 }],
  ['positions', closed, { cost: 1 }],
  ['positions', closed, { close_reason: null }],
  ['positions', closed, { close_reason: 'another' }],
  ['positions', position, { leverage: 1_000_000 }],
  ['positions', position, { live: [] }],
  ['transfers', funding, { funding_rate: 1.01 }],
  ['transfers', funding, { funding_rate: -1.01 }],
  ['transfers', rollover, { accrual_rate: 100.01 }],
  ['transfers', rollover, { accrual_rate: -100.01 }],
]

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

/** Whether the checks of the table accept the row, whatever else the table asks for. */
async function isAccepted(table: Table, row: Row): Promise<boolean> {
  const { rows: checks } = await client.query<{ text: string }>(
    `select pg_get_expr(conbin, conrelid) as text from pg_constraint
      where contype = 'c' and conrelid = $1::regclass and conname = any($2)`,
    [table, CHECKS.map((name) => `${table}_${name}`)],
  )
  const { rows } = await client.query<{ accepted: boolean }>(
    `select ${checks.map(({ text }) => `(${text}) is not false`).join(' and ')} as accepted
      from json_populate_recordset(null::${table}, $1) as ${table}`,
    [JSON.stringify([row])],
  )
  return rows[0]!.accepted
}

describe.each(Object.keys(RIGHT) as Table[])('%s', (table) => {
  const { words, notBelowZero, aboveZero } = COLUMNS[table]
  const right = RIGHT[table][0]!

  test('accept the rows that decisions write', async () => {
    for (const row of RIGHT[table])
      expect({ row, isAccepted: await isAccepted(table, row) }).toMatchObject({ isAccepted: true })
  })

  test('refuse other words, numbers out of their range, and NaN', async () => {
    const { rows: numbers } = await client.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname !~ '^(day_start|high_water)'
        and format_type(atttypid, atttypmod) = 'numeric(38,18)'`,
      [table],
    )
    const changes = [
      ...words.map((name) => ({ [name]: 'another' })),
      ...[...notBelowZero, ...aboveZero].map((name) => ({ [name]: -1 })),
      ...aboveZero.map((name) => ({ [name]: 0 })),
      ...numbers.map(({ name }) => ({ [name]: 'NaN' })),
    ]
    for (const change of changes) {
      expect({ change, isAccepted: await isAccepted(table, { ...right, ...change }) }).toEqual({
        change,
        isAccepted: false,
      })
    }
  })
})

test.each(WRONG)('%s: %j with %j is refused', async (table, right, change) => {
  expect(await isAccepted(table, { ...right, ...change })).toBe(false)
})
