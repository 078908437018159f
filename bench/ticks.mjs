// What published ticks cost: `node bench/ticks.mjs [SECONDS]` (after `npm run build`). Every listing changes in every
// slot of 250 ms; one process publishes and another follows, on a database of their own.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createPool } from '@ats/service-kit/db'
import { createLogger, createMetrics } from '@ats/service-kit/process'
import { createTestDatabase } from '@ats/test-kit'
import globalSetup from '../packages/test-kit/dist/jest/start-servers.js'
import globalTeardown from '../packages/test-kit/dist/jest/stop-servers.js'
import { createLiveFeedMetrics } from '../services/trading-engine/dist/compose/metrics/live-feed-metrics.js'
import { openLiveFeed } from '../services/trading-engine/dist/compose/open-live-feed.js'
import { loadCatalogue } from '../services/trading-engine/dist/market/catalogue.js'
import { listedInstruments } from '../services/trading-engine/dist/market/listed-instrument.js'
import { createDatabaseClock } from '../services/trading-engine/dist/store/cluster/database-clock.js'

const [role, connectionString] = process.argv.slice(2)
const TICKS_PER_DAY = 345_600
const catalogue = loadCatalogue()

const LISTED = listedInstruments(catalogue.all)
/** Rates and open interest of any size that venues tell. */
const ratesOf = (venue, symbol, arrivedAt) => ({
  ...{ venue, symbol, arrivedAt },
  carry: { long: 123_456_789_012_000_000n, short: -23_456_789_012_000_000n },
  funding: venue === 'GMX' ? { long: 87_654_321_098_000_000n, short: -98_765_432_109_000_000n } : null,
  openInterest: venue === 'GMX' ? { long: 51_234_567n * 10n ** 18n, short: 41_800_391n * 10n ** 18n } : null,
})

/** Prices that move by up to twenty steps in every slot. */
function openSources(now) {
  return {
    latest(_, symbol) {
      const { typicalPrice, tickSize } = catalogue.find(symbol)
      const at = now()
      const slot = Math.floor(at / 250_000)
      const mid = typicalPrice + BigInt((slot * 7) % 20) * tickSize
      return {
        bid: mid - 2n * tickSize,
        ask: mid + 3n * tickSize,
        mid,
        at,
        arrivedAt: at,
        isOpen: true,
        isPaused: false,
      }
    },
    index: () => new Map(),
    rates: () => LISTED.map(({ venue, symbol }) => ratesOf(venue, symbol, now())),
    health: () => [],
    loadHistory: () => Promise.resolve({}),
    start: () => undefined,
    stop: () => Promise.resolve(),
  }
}

/** Publishes, or follows, until it is told to end; then tells the time it took of a core. */
async function takePart(mayPublish) {
  const pool = createPool({ connectionString, max: 4, applicationName: 'bench' })
  const clock = createDatabaseClock(pool)
  await clock.start(10_000)
  const live = await openLiveFeed({
    config: { LIVE_SILENT_SECONDS: 15, TICK_RETENTION_DAYS: 14 },
    openSources: () => openSources(clock.now),
    ...{ connectionString, pool, catalogue, now: clock.now, mayPublish, timeoutFactor: 1 },
    logger: createLogger({ service: 'bench', level: 'error' }),
    metrics: createLiveFeedMetrics(createMetrics({ service: 'bench' }), clock.now),
  })
  process.on('message', async (message) => {
    if (message === 'end') {
      await live.close()
      process.exit()
    }
    const { user, system } = process.cpuUsage()
    process.send({ cpuMs: (user + system) / 1_000, rss: process.memoryUsage().rss })
  })
  process.send('ready')
}

const next = (child) => new Promise((resolve) => child.once('message', resolve))
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const ask = (child) => {
  child.send('usage')
  return next(child)
}

async function main(seconds) {
  await globalSetup.default()
  const database = await createTestDatabase('trading-engine')
  const children = []
  for (const part of ['publish', 'follow']) {
    const child = fork(fileURLToPath(import.meta.url), [part, database.url])
    await next(child)
    children.push([part, child])
  }
  await sleep(5_000)
  const before = await Promise.all(children.map(([, child]) => ask(child)))
  await sleep(seconds * 1_000)
  const after = await Promise.all(children.map(([, child]) => ask(child)))
  children.forEach(([part], index) => {
    const share = (after[index].cpuMs - before[index].cpuMs) / seconds / 10
    console.log(
      `${part.padEnd(10)} ${share.toFixed(2)} % of a core, ${Math.round(after[index].rss / 2 ** 20)} MB in all`,
    )
  })
  const pool = createPool({ connectionString: database.url, max: 1, applicationName: 'bench' })
  const { rows } = await pool.query(`select count(*)::int as ticks, sum(length(block))::int as bytes,
      (select sum(pg_total_relation_size(inhrelid)) from pg_inherits
        where inhparent = 'published_ticks'::regclass)::int as stored from published_ticks`)
  const [{ ticks, bytes, stored }] = rows
  console.log(
    `${ticks} ticks of ${Math.round(bytes / ticks)} bytes, ${Math.round(stored / ticks)} on disk with the index`,
  )
  console.log(`a day at this rate: ${(((stored / ticks) * TICKS_PER_DAY) / 1e9).toFixed(2)} GB`)
  await pool.end()
  for (const [, child] of children) child.send('end')
  await Promise.all(children.map(([, child]) => new Promise((resolve) => child.once('exit', resolve))))
  await database.drop()
  await globalTeardown.default()
}

if (role === 'publish' || role === 'follow') await takePart(role === 'publish')
else await main(Number(role ?? 60))
