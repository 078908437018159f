/** A million fills of 10,000 accounts: the planted pairs are found, and the false alarms are told. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createTestDatabase, type TestDatabase } from '@ats/test-kit'
import { parseTimestamp } from '../../src/core/values/time.js'
import { createReadSurveillance } from '../../src/queries/read-surveillance.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { seededAccountId, seedTrades } from '../support/surveillance-seed.js'

const PLANTED = 50
const seed = Number(process.env['SURVEILLANCE_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

let database: TestDatabase
let engine: TestEngine

beforeAll(async () => {
  database = await createTestDatabase('trading-engine')
  engine = await startEngine({ databaseUrl: database.url })
  await seedTrades(engine.pool, { accounts: 10_000, tradesPerAccount: 50, planted: PLANTED, seed })
})
afterAll(async () => {
  await engine.close()
  await database.drop()
})

test('all planted pairs are found', async () => {
  const read = createReadSurveillance(engine.pool)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const at = (text: string): number => parseTimestamp(text) ?? 0
  const window = { from: at('2026-03-01T00:00:00Z'), to: at('2026-03-15T00:00:00Z') }
  delay.enable()
  const startedAt = performance.now()
  const report = await read({ ...window, kind: null, offset: 0, limit: 100 }, { owner: 'test', isGone: () => false })
  const seconds = (performance.now() - startedAt) / 1_000
  delay.disable()

  const pairs = report.cases.filter(({ kind }) => kind === 'COPY' || kind === 'HEDGE')
  const found = new Set(pairs.map(({ accounts }) => accounts.map(({ accountId }) => accountId).join()))
  const planted = Array.from({ length: PLANTED }, (_, pair) => [2 * pair, 2 * pair + 1].map(seededAccountId).join())
  const figures = {
    seed,
    trades: report.trades,
    found: planted.filter((pair) => found.has(pair)).length,
    falseAlarms: report.total - planted.filter((pair) => found.has(pair)).length,
    crowded: report.crowded,
    seconds: Math.round(seconds * 10) / 10,
    loopHeldMs: { p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 },
  }
  process.stdout.write(`surveillance: ${JSON.stringify(figures)}\n`)
  expect(report).toMatchObject({ accounts: 10_000, trades: 500_000, isCut: false })
  expect(planted.filter((pair) => !found.has(pair))).toEqual([])
  expect(pairs.filter(({ kind }) => kind === 'HEDGE')).toHaveLength(PLANTED / 2)
  expect(report.cases[0]?.pairs.length).toBeGreaterThanOrEqual(40)
})
