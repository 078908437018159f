/** The documented payloads of GMX and Ostium, with the fault that is in force. */
import type { ListedPair, ListedToken } from './listings.js'
import { gmxCandles, gmxMarkets, ostiumCandles, ostiumRates, ostiumSchedule } from './bars-markets-hours.js'
import { isKey, PRICES, TIMES, type PriceFault } from './price-faults.js'

export interface PayloadOptions {
  readonly tokens: readonly ListedToken[]
  readonly pairs: readonly ListedPair[]
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly fault: () => PriceFault | null
}

export interface Payloads {
  /** Moves every price on; responses between two steps say the same. */
  step(): void
  /** As the venue's clock says it, in milliseconds. */
  readonly time: () => number
  /** The body of a response; undefined: there is no such path. */
  bodyOf(url: URL, request: Readonly<Record<string, unknown>>): unknown
  /** Ostium's latest prices, of the pairs named, or of all. */
  latestPrices(names?: ReadonlySet<string>): readonly unknown[]
}

export function createPayloads({ tokens, pairs, now, fault }: PayloadOptions): Payloads {
  let steps = 0

  /** Walks up and down by a few basis points, so that no two responses in a row are alike. */
  const walk = (price: bigint): bigint => price + (price * BigInt(steps % 7)) / 10_000n
  const time = (): number => {
    const one = fault()
    return now() + (isKey(TIMES, one) ? TIMES[one](steps) : 0)
  }

  /** The first entry shows the fault. */
  function priceOf(still: bigint, index: number): bigint | string | undefined {
    const one = fault()
    if (index > 0 || !isKey(PRICES, one)) return walk(still)
    const change = PRICES[one]
    return typeof change === 'function' ? change(walk(still), still) : change
  }

  const tickers = (): unknown =>
    tokens.map(({ token, address, decimals, price: still }, index) => {
      const price = priceOf(still, index)
      const units = typeof price === 'bigint' ? ((price * 10n ** 12n) / 10n ** BigInt(decimals)).toString() : price
      const at = time()
      return {
        tokenAddress: address,
        tokenSymbol: token,
        minPrice: units,
        maxPrice: units,
        updatedAt: at,
        timestamp: Math.floor(at / 1000),
      }
    })

  const latestPrices = (names?: ReadonlySet<string>): readonly unknown[] =>
    pairs.flatMap(({ from, to, price: still, isOpen = true }, index) => {
      if (names?.has(`${from}-${to}`) === false) return []
      const price = priceOf(still, index)
      const at = (share: bigint): unknown =>
        typeof price === 'bigint' ? Number((Number((price * share) / 100_000n) / 1e18).toPrecision(8)) : price
      return {
        feed_id: `0x${index.toString(16).padStart(64, '0')}`,
        pair: `${from}-${to}`,
        bid: at(99_999n),
        mid: at(100_000n),
        ask: at(100_001n),
        isMarketOpen: isOpen,
        isDayTradingClosed: false,
        secondsToToggleIsDayTradingClosed: -1,
        from,
        to,
        timestampSeconds: Math.floor(time() / 1000),
      }
    })

  return {
    step: () => void (steps += 1),
    time,
    latestPrices,
    bodyOf({ pathname, searchParams }, request) {
      if (pathname === '/prices/tickers') return tickers()
      if (pathname === '/PricePublish/latest-prices') return latestPrices()
      if (pathname === '/prices/candles') return gmxCandles(tokens, searchParams, time())
      if (pathname === '/v1/subgraph/gn') return ostiumRates(pairs)
      if (pathname === '/v1/ohlc') return ostiumCandles(pairs, request)
      if (pathname === '/markets/info') return gmxMarkets(tokens)
      return pathname === '/trading-hours/asset-schedule' ? ostiumSchedule(pairs, searchParams.get('asset')) : undefined
    },
  }
}
