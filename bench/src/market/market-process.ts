/**
 * Measures the cost of a tick in a worker, in a process of its own so that its heap can be measured (`--expose-gc`).
 * Prints one line of JSON a round.
 */
import { price, rate, usd } from '@ats/trading-engine/dist/core/values/decimal.js'
import { levelsOf } from '@ats/trading-engine/dist/core/read/trigger-levels.js'
import type { Quote } from '@ats/trading-engine/dist/core/model/market/market-view.js'
import { NO_VENUE_COSTS } from '@ats/trading-engine/dist/core/model/market/venue-costs.js'
import type { Plan } from '@ats/trading-engine/dist/core/model/plan/plan.js'
import { isAnyReached } from '@ats/trading-engine/dist/core/decide/market/reached.js'
import type { DecisionContext } from '@ats/trading-engine/dist/core/model/decision-context.js'
import { loadCatalogue } from '@ats/trading-engine/dist/market/catalogue.js'
import { createLevelIndex } from '@ats/trading-engine/dist/workers/level-index.js'
import { createMarkMonitor } from '@ats/trading-engine/dist/workers/mark-monitor.js'
import { populate } from './population.js'

/** Microseconds, milliseconds and bytes. */
export interface MarketRound {
  readonly tickMicros: number
  readonly scanMicros: number
  readonly remarkMillis: number
  readonly accountBytes: number
  readonly orderBytes: number
  readonly levelBytes: number
}

const SYMBOL = 'BTC-USD'
const PRICE = 100_000
const ONE = 10n ** 18n
/** No mark is looked at sooner after the one before. */
const MARK_MICROS = 250_000
const [accounts = 10_000, orders = 10, rounds = 5] = process.argv.slice(2).map(Number)

const instruments = loadCatalogue()
const plan: Plan = {
  id: 'standard-100k',
  version: 1,
  name: 'Standard 100k',
  currency: 'USD',
  initialBalance: usd(100_000n * ONE),
  allowedVenues: ['GMX', 'OSTIUM'],
  risk: {
    words: 'PRESENT',
    tradingDay: { resetTime: '00:00', resetTimeZone: 'UTC' },
    maxDrawdown: {
      mode: 'STATIC',
      pct: rate(10n * ONE),
      amount: null,
      peakOf: 'EQUITY',
      evaluation: 'INTRADAY',
      includesOpenPnl: true,
      lockOffset: null,
      locksAtTarget: false,
      onFirstPayout: 'KEEP',
    },
    dailyLoss: {
      pct: rate(5n * ONE),
      amount: null,
      reference: 'BALANCE',
      amountBase: 'INITIAL',
      includesOpenPnl: true,
      evaluation: 'INTRADAY',
      warnAtPct: rate(80n * ONE),
      action: 'TERMINATE',
    },
    bothCrossed: 'STRICTEST',
    newsFreeze: null,
    exposure: {
      symbolNotionalMax: usd(500_000n * ONE),
      totalNotionalMax: usd(1_000_000n * ONE),
      leverageMax: rate(20n * ONE),
      openOrdersMax: 200,
      positionsMax: 50,
      marginMode: 'CROSS',
    },
    objective: null,
    inactivity: null,
  },
  costs: NO_VENUE_COSTS,
}

const quoteAt = (ticks: number): Quote => {
  const at = price((BigInt(PRICE) + BigInt(ticks % 100)) * ONE)
  const prices = { last: at, mark: at, index: at, bid: at, ask: at }
  return { symbol: SYMBOL, venue: 'GMX', tick: ticks, at: 0, ...prices, staleReason: null }
}
const worldAt = (ticks: number): DecisionContext => {
  const quote = quoteAt(ticks)
  return {
    now: 0,
    origin: { by: 'SYSTEM', keyId: null },
    instruments,
    isMarketOpen: () => true,
    news: [],
    isFundingCharged: true,
    newId: () => '',
    earlier: () => worldAt(ticks),
    market: { at: 0, quote: () => quote, book: () => undefined, funding: () => undefined, carry: () => undefined },
  }
}

const bytes = (): number => {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

/** Microseconds of one run, after as many to warm up. */
function microsOf(runs: number, run: (round: number) => void): number {
  for (let round = 0; round < runs; round += 1) run(round)
  const startedAt = performance.now()
  for (let round = 0; round < runs; round += 1) run(round)
  return ((performance.now() - startedAt) * 1_000) / runs
}

function weigh<T>(make: () => T): { readonly made: T; readonly bytes: number } {
  const before = bytes()
  const made = make()
  return { made, bytes: bytes() - before }
}

const base = { symbol: SYMBOL, price: PRICE, plan, accounts }
const bare = weigh(() => populate({ ...base, orders: 0 }))
const full = weigh(() => populate({ ...base, orders }))
const index = weigh(() => {
  const levels = createLevelIndex()
  for (const account of full.made) levels.set(account.id, levelsOf(account, worldAt(0)))
  return levels
})

const tick = (round: number): void => {
  if (index.made.reached(quoteAt(round)).length > 0)
    throw new Error('a tick that was to reach nothing reached something')
}
const scan = (round: number): void => {
  const context = worldAt(round)
  for (const account of full.made) if (isAnyReached(account, context)) throw new Error('the scan reached something')
}
const marks = createMarkMonitor()
for (const account of bare.made) marks.set(account, instruments)
let marked = 0
/** Every account at a new mark: whether the rules of its plan have to do something. */
const remark = (): void => {
  marked += 1
  if (marks.reached({ ...worldAt(marked), now: marked * MARK_MICROS }).length > 0) throw new Error('a rule was broken')
}

for (let round = 0; round < rounds; round += 1) {
  const measured: MarketRound = {
    tickMicros: microsOf(100_000, tick),
    scanMicros: microsOf(5, scan),
    remarkMillis: microsOf(20, remark) / 1_000,
    accountBytes: bare.bytes / accounts,
    orderBytes: (full.bytes - bare.bytes) / (accounts * orders),
    levelBytes: index.bytes / index.made.size,
  }
  process.stdout.write(`${JSON.stringify(measured)}\n`)
}
