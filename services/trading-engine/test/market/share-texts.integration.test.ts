import { createTestDatabase, createTestPool, runs, type TestDatabase } from '@ats/test-kit'
import fc from 'fast-check'
import type { Pool } from 'pg'
import { uuidv7 } from 'uuidv7'
import type { DecidedEvent } from '../../src/core/model/events.js'
import { loadShareTexts, type ShareTexts } from '../../src/store/write/share-texts.js'

let database: TestDatabase
let pool: Pool
let shareTexts: ShareTexts
beforeAll(async () => {
  database = await createTestDatabase('trading-engine')
  pool = createTestPool(database.url)
  shareTexts = await loadShareTexts(pool)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const value = fc.oneof(
  fc.constantFrom('FILLED', 'OPEN', 'long-enough-to-be-worth-it', '","', '\n', '\\', 'é', '\u{1f600}', ''),
  fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => !text.includes('\0')),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constant(null),
)
const version = fc.record({
  id: fc.constantFrom('0b2f6d4e-1', '0b2f6d4e-2', '0b2f6d4e-3'),
  symbol: fc.constant('BTC-USD'),
  status: value,
  flags: fc.record({ post_only: fc.boolean(), reduce_only: fc.constant(false) }),
  created_at: fc.constantFrom('2026-11-23T01:02:03.000001Z', '2026-11-23T01:02:03.000002Z'),
  reason: value,
  version: fc.nat(3),
})
const decision = fc.array(fc.record({ order: version, trade: fc.option(version) }), { maxLength: 20 })

/** Writes the decision as it would be stored, and reads it back. */
async function roundTrip(texts: readonly { order: object & { id: string }; trade: object | null }[], response: string) {
  const accountId = uuidv7()
  const events = texts.map(({ order, trade }, index): DecidedEvent => {
    const resources = [order, ...(trade === null ? [] : [trade])].map((each) => JSON.stringify(each))
    const data = `{"order":${resources.join(',"trade":')}}`
    const at = Date.now() * 1000
    return { id: uuidv7(), accountId, sequence: index + 1, type: 'order.ack', data, at, orderId: order.id, resources }
  })
  const stored = shareTexts(response, events)
  await pool.query(
    `insert into events (id, account_id, sequence, type, data, created_at)
      select gen_random_uuid(), $1, ordinality, 'order.ack', data, now() from unnest($2::text[]) with ordinality as e (data)`,
    [accountId, stored.events.map(({ data }) => data)],
  )
  const { rows } = await pool.query<{ response: string; data: readonly string[] }>(
    `select whole_text($1, $2) as response,
      coalesce((select array_agg(data order by sequence) from whole_events where account_id = $1), '{}') as data`,
    [accountId, stored.response],
  )
  return { stored, events, read: rows[0]! }
}

test('whatever texts a decision shares, they are read as they were', async () => {
  await fc.assert(
    fc.asyncProperty(decision, fc.boolean(), async (texts, namesAll) => {
      const orders = namesAll ? texts.map(({ order }) => order) : texts.slice(-1).map(({ order }) => order)
      const response = JSON.stringify({ orders, trades: texts.map(({ trade }) => trade), 'a\n': 'b' })
      const { events, read } = await roundTrip(texts, response)
      expect(read).toEqual({ response, data: events.map(({ data }) => data) })
    }),
    { numRuns: runs(480, 20) },
  )
})

test('an order that fills is stored once', async () => {
  const placed = { id: '0b2f6d4e', account_id: 'a'.repeat(400), status: 'OPEN', fees: 0, created_at: 'b'.repeat(400) }
  const filled = { ...placed, status: 'FILLED', fees: 0.5 }
  const trade = { id: 'c'.repeat(200) }
  const response = JSON.stringify({ order: filled, trades: [trade], violations: [] })
  const { stored } = await roundTrip(
    [
      { order: placed, trade: null },
      { order: filled, trade },
    ],
    response,
  )
  expect(stored.response).toBe('{"order":\n2 10 878\n,"trades":[\n2 897 209\n],"violations":[]}')
  expect(stored.events[0]!.data).toBe('\n2 1 452\nOPEN","fees":0\n2 471 417\n}')
})

const refusal = (violations: readonly object[], warnings: readonly string[] = []) =>
  JSON.stringify({ order: null, trades: [], violations, warnings })

test('a refusal refers to a pattern, whatever it says', async () => {
  const violation = fc.record({
    rule: fc.constantFrom('max_leverage', 'reduce_only', 'unheard_of', ''),
    severity: fc.constantFrom('SOFT', 'HARD'),
    message: fc.oneof(
      fc.constant("account leverage would be above the plan's 20"),
      fc.constant('there is a LONG position of ETH-USD on OSTIUM: {"rule":"max_leverage"'),
      value.map(String),
    ),
    limit: value,
    value,
    unit: fc.constantFrom('USD', 'ratio', null),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(violation, { maxLength: 5 }), fc.array(fc.string()), async (violations, warnings) => {
      const response = refusal(violations, warnings)
      expect((await roundTrip([], response)).read.response).toBe(response)
    }),
    { numRuns: runs(480, 20) },
  )
})

test('a refusal is stored in less than half of its length', async () => {
  const amounts = { limit: 1_234_567.89, value: 23_456_789.123 }
  const exposure = 'BTC-USD exposure would reach 23456789.123 USD; the plan allows 1234567.89 USD a symbol'
  const leverage = "account leverage would be above the plan's 5"
  const response = refusal([
    { rule: 'symbol_exposure_cap', severity: 'SOFT', message: exposure, ...amounts, unit: 'USD' },
    { rule: 'max_leverage', severity: 'SOFT', message: leverage, ...amounts, unit: 'ratio' },
  ])
  const { stored } = await roundTrip([], response)
  expect([stored.response.length < response.length / 2, response.length]).toEqual([true, response.length])
})
