/**
 * Two processes that serve requests and two workers on live prices, one of which is killed and replaced again and
 * again: each of ten thousand fills has the price that the book of the tick it names says, as that tick is stored.
 */
import { startVenuePrices } from '@ats/test-chain'
import { runs } from '@ats/test-kit'
import { decimal, parseDecimal, type Price } from '../../src/core/values/decimal.js'
import { loadCatalogue } from '../../src/market/catalogue.js'
import { GMX_TOKENS } from '../../src/market/feeds/live/gmx/gmx-tokens.js'
import { loadLivePricesConfig } from '../../src/market/feeds/live/live-prices-config.js'
import { createStoredTicks } from '../../src/market/feeds/published/stored-ticks.js'
import { listedInstruments } from '../../src/market/listed-instrument.js'
import { createBookShape } from '../../src/market/order-book.js'
import { loadMarketSeed } from '../../src/store/read/market-settings.js'
import { findSnapshot, listPublishedListings, listTicks } from '../../src/store/read/published-ticks.js'
import { startEngine, type Trader } from '../support/engine/engine.js'
import { startEngineProcess, type EngineProcess } from '../support/engine/engine-process.js'
import { pollUntil } from '../support/poll-until.js'
import { openTickStage } from '../support/market/tick-stage.js'

const FILLS = runs(10_000)
const TRADERS = 8
/** A worker is killed after so many fills. */
const KILL_EVERY = Math.ceil(FILLS / 10)

interface FillRow {
  readonly id: string
  readonly side: 'BUY' | 'SELL'
  readonly price: string
  readonly tick: string
}

test(`each of ${FILLS} fills is that of the stored tick it names`, async () => {
  const tokens = ['BTC-USD', 'ETH-USD'].map((symbol, index) => ({
    ...GMX_TOKENS[symbol]!,
    price: decimal(index === 0 ? '90000' : '3000'),
  }))
  const venues = await startVenuePrices({ tokens, pairs: [{ from: 'EUR', to: 'USD', price: decimal('1.1') }] })
  const environment = {
    ...{ MARKET_FEED: 'live', GMX_PRICES_URLS: venues.url, OSTIUM_PRICES_URLS: venues.url },
    ...{ OSTIUM_CANDLES_URLS: venues.url, OSTIUM_STREAM_URL: 'off', VENUE_PRICES_EVERY_MS: '250' },
    REQUESTS_PER_MINUTE: '1000000',
  }
  const stage = await openTickStage()
  const engine = await startEngine({
    ...{ ROLE: 'api', databaseUrl: stage.databaseUrl, REQUESTS_PER_MINUTE: 1_000_000 },
    feed: { ...loadLivePricesConfig(environment), MARKET_FEED: 'live', TICK_RETENTION_DAYS: 14 },
  })
  const processes = new Set<EngineProcess>()
  const start = async (role: 'api' | 'worker'): Promise<EngineProcess> => {
    const { databaseUrl, wallet } = engine
    const started = await startEngineProcess({ role, databaseUrl, wallet, environment })
    processes.add(started)
    return started
  }
  try {
    const [other] = await Promise.all([start('api'), start('worker'), start('worker')])
    await pollUntil(
      async () => (await engine.api.get<{ stale: boolean }>('/v1/price?symbol=BTC-USD')).body,
      ({ stale }) => stale === false,
    )
    const traders = await Promise.all(Array.from({ length: TRADERS }, () => engine.trader()))
    let filled = 0
    let refused = 0
    const countTicks = async (): Promise<number> =>
      (await stage.pool.query<{ count: number }>('select count(distinct tick)::int as count from fills')).rows[0]!.count
    const isEnough = async (): Promise<boolean> => filled >= FILLS && (await countTicks()) > 10
    /** Orders one after the other, at one process or the other, until enough are filled, of ticks enough. */
    const trade = async ({ key, accountId }: Trader, index: number): Promise<void> => {
      const headers = { 'content-type': 'application/json', 'x-api-key': key.key, 'x-api-secret': key.secret }
      for (let turn = 0; !(await isEnough()); turn++) {
        const order = { account_id: accountId, symbol: 'BTC-USD', kind: 'MARKET', quantity: 0.01 }
        const body = JSON.stringify({ ...order, side: turn % 2 === 0 ? 'BUY' : 'SELL' })
        const baseUrl = (turn + index) % 2 === 0 ? engine.baseUrl : other.baseUrl
        const response = await fetch(`${baseUrl}/v1/order`, { method: 'POST', headers, body })
        const { trades = [] } = (await response.json()) as { readonly trades?: readonly unknown[] }
        const count = trades.length
        filled += count
        if (count === 0) refused += 1
      }
    }
    const trading = Promise.all(traders.map(trade))
    for (let next = KILL_EVERY; next < FILLS; next += KILL_EVERY) {
      await pollUntil(
        () => Promise.resolve(filled),
        (count) => count >= next,
      )
      const [worker] = [...processes].filter((one) => one !== other)
      processes.delete(worker!)
      await Promise.all([worker!.kill(), start('worker')])
    }
    await trading

    const { rows: fills } = await stage.pool.query<FillRow>('select id, side, price, tick from fills')
    expect(fills.length).toBeGreaterThanOrEqual(FILLS)
    const stored = createStoredTicks({
      list: (after, limit) => listTicks(stage.pool, after, limit),
      findSnapshot: (tick) => findSnapshot(stage.pool, tick),
      listListings: () => listPublishedListings(stage.pool),
    })
    const seed = Buffer.from(await loadMarketSeed(stage.pool), 'hex')
    const listed = listedInstruments(loadCatalogue().all).find(
      ({ symbol, venue }) => symbol === 'BTC-USD' && venue === 'GMX',
    )!
    const shape = createBookShape(listed, seed)
    const touches = new Map<number, Readonly<Record<FillRow['side'], Price | undefined>>>()
    const wrong: string[] = []
    for (const { id, side, price, tick } of fills) {
      const number = Number(tick)
      if (!touches.has(number)) {
        const quote = (await stored.at(number))(listed)
        const book = quote?.tick === number ? shape(quote, number) : undefined
        touches.set(number, { BUY: book?.asks[0]?.price, SELL: book?.bids[0]?.price })
      }
      const touch = touches.get(number)?.[side]
      if (touch === undefined || touch !== parseDecimal(price))
        wrong.push(`${id}: ${side} ${price} at ${tick}, ${touch}`)
    }
    expect(wrong).toEqual([])
    expect(touches.size).toBeGreaterThan(10)
    process.stderr.write(`${fills.length} fills of ${touches.size} ticks, ${refused} orders without one\n`)
  } finally {
    await Promise.all([...processes].map((one) => one.kill()))
    await engine.close()
    await stage.close()
    await venues.close()
  }
}, 1_800_000)
