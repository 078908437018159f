// What the synthetic market costs, uncached: node bench/market.mjs (after `npm run build`).
import { loadCatalogue } from '../services/trading-engine/dist/market/catalogue.js'
import { createSyntheticFeed } from '../services/trading-engine/dist/market/feeds/synthetic.js'
import { createMarket } from '../services/trading-engine/dist/market/market.js'

const TICK_MICROS = 250_000
const NOW = 1_790_000_000_000_000
const { all } = loadCatalogue()
const seed = new Uint8Array(32).fill(7)
const market = createMarket({ instruments: all, feed: createSyntheticFeed(all, seed), seed })
const symbol = (round) => all[round % all.length].symbol

function measure(name, rounds, run) {
  for (let round = 0; round < rounds / 4; round++) run(round + rounds)
  const started = process.hrtime.bigint()
  for (let round = 0; round < rounds; round++) run(round)
  const micros = Number(process.hrtime.bigint() - started) / 1000 / rounds
  console.log(`${name.padEnd(24)} ${micros.toFixed(1).padStart(9)} µs`)
}

const candles = (interval, limit) => (round) =>
  market.candles({
    symbol: symbol(round),
    interval,
    from: 0,
    to: NOW,
    limit,
    at: NOW - round * TICK_MICROS * 345_600 * 3,
  })

measure('quote', 100_000, (round) => market.quote(symbol(round), NOW + round * TICK_MICROS))
measure('quote, cached', 1_000_000, () => market.quote('BTC-USD', NOW))
measure('book', 10_000, (round) => market.book(symbol(round), 100, NOW + round * TICK_MICROS))
measure('50 public trades', 5_000, (round) => market.publicTrades(symbol(round), 50, NOW + round * TICK_MICROS))
measure('metrics', 5_000, (round) => market.metrics(symbol(round), NOW + round * TICK_MICROS))
for (const interval of ['1m', '5m', '15m', '1h', '4h', '1d']) measure(`candle ${interval}`, 2_000, candles(interval, 1))
measure('500 candles 1m', 20, candles('1m', 500))
measure('500 candles 1d', 20, candles('1d', 500))
