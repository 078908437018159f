/** The payloads that the price server sends in addition to prices: bars, markets, hours. Prices stand still there. */
import type { ListedPair, ListedToken } from './listings.js'

const MINUTES: Readonly<Record<string, number>> = { '1m': 1, '5m': 5, '15m': 15, '1h': 60, '4h': 240, '1d': 1_440 }
const RESOLUTIONS: Readonly<Record<string, number>> = { '1': 1, '5': 5, '15': 15, '60': 60, '240': 240, '1D': 1_440 }

const toNumber = (price: bigint): number => Number(price) / 1e18

/** Newest first, the open one included; `time` in milliseconds. */
export function gmxCandles(tokens: readonly ListedToken[], query: URLSearchParams, time: number): unknown {
  const token = tokens.find((one) => one.token === query.get('tokenSymbol'))
  const period = query.get('period') ?? ''
  const seconds = (MINUTES[period] ?? 1) * 60
  if (token === undefined) return { period, candles: [] }
  const price = toNumber(token.price)
  const newest = Math.floor(time / 1_000 / seconds) * seconds
  const bars = Array.from({ length: Number(query.get('limit') ?? 100) }, (_, step) => newest - step * seconds)
  return { period, candles: bars.map((at) => [at, price, price, price, price]) }
}

/** As many bars as one response has; the rest is for another request. */
const BARS_MAX = 400

export function ostiumCandles(pairs: readonly ListedPair[], request: Readonly<Record<string, unknown>>): unknown {
  const { pair, resolution, fromTimestampSeconds: from, toTimestampSeconds: to } = request
  const found = pairs.find((one) => `${one.from}-${one.to}` === pair)
  if (found === undefined) return { data: [], lastRequestTimestamp: null }
  if (typeof from !== 'number' || typeof to !== 'number') return { error: 'invalid request' }
  const seconds = (RESOLUTIONS[String(resolution)] ?? 1) * 60
  const price = toNumber(found.price)
  const newest = Math.floor(to / seconds) * seconds
  const count = Math.max(0, Math.floor((newest - from) / seconds) + 1)
  const data = Array.from({ length: Math.min(count, BARS_MAX) }, (_, step) => ({
    from: found.from,
    to: found.to,
    time: newest - step * seconds,
    open: price,
    high: price,
    low: price,
    close: price,
  }))
  return { data: data.reverse(), lastRequestTimestamp: count > BARS_MAX ? data[0]?.time : null }
}

const RAW_ONE = 10n ** 30n

/** Rates a year × 10^30, as costs: longs pay 8 % to shorts, and 4 % to the pool. */
export const gmxMarkets = (tokens: readonly ListedToken[]): unknown => ({
  markets: tokens.map(({ token, address, isDisabled = false, market }) => ({
    name: `${token}/USD [WETH-USDC]`,
    marketToken: address,
    indexToken: address,
    longToken: address,
    shortToken: address,
    isListed: true,
    isDisabled,
    listingDate: '2024-10-24T00:00:00.000Z',
    openInterestLong: String(3_000_000n * RAW_ONE),
    openInterestShort: String(2_400_000n * RAW_ONE),
    fundingRateLong: String((8n * RAW_ONE) / 100n),
    fundingRateShort: String((-10n * RAW_ONE) / 100n),
    borrowingRateLong: String((4n * RAW_ONE) / 100n),
    borrowingRateShort: '0',
    netRateLong: String((12n * RAW_ONE) / 100n),
    netRateShort: String((-10n * RAW_ONE) / 100n),
    ...market,
  })),
})

/** A block × 10^18, four blocks a second: 2 % a year that longs pay, a premium of 1.5 %, and nobody receives. */
export const ostiumRates = (pairs: readonly ListedPair[]): unknown => ({
  data: {
    pairs: pairs.map(({ from, to, rates }) => ({
      ...{ from, to, lastRolloverLongPure: '158548959', brokerPremium: '118911719' },
      isNegativeRolloverAllowed: false,
      ...rates,
    })),
  },
})

export function ostiumSchedule(pairs: readonly ListedPair[], asset: string | null): unknown {
  const pair = pairs.find(({ from, to }) => `${from}${to}` === asset)
  if (pair === undefined) return undefined
  return {
    asset,
    timezone: 'America/New_York',
    openingHours: ['Mon-Thu: 00:00-16:59, 18:10-24:00', 'Fri: 00:00-16:59', 'Sun: 18:10-24:00'],
    isOpenNow: pair.isOpen ?? true,
    secondsToToggleMarketStatus: 3_600,
  }
}
