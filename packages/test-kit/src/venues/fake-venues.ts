/** The public price interfaces of GMX and Ostium over real HTTP, which fail in every way that such interfaces do. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeToken {
  /** The name, the address and the decimals that GMX knows it by. */
  readonly token: string
  readonly address: string
  readonly decimals: number
  /** US dollars × 10^18. */
  readonly price: bigint
}

export interface FakePair {
  readonly from: string
  readonly to: string
  /** × 10^18. */
  readonly price: bigint
  /** Default true. */
  readonly isOpen?: boolean
}

/**
 * Instead of a response: `refuse`: no one listens; `hang`: connections are accepted and stay silent; `error`: 500;
 * `too_many`: 429 with Retry-After: 7; `half`: the connection ends within the response; `html`: a page, with 200;
 * `redirect`: 302 to another path; `endless`: a response that does not stop.
 * In the first entry of a list: a `renamed` price, another `scale`, `nan`, `zero`, `negative`, ten times the price
 * (`jump`), a price that is `frozen`. In all of them: times five minutes back (`clock_slow`) or ahead (`clock_fast`),
 * every second response older than the one before (`out_of_order`), always the same response (`repeated`).
 */
export type VenueFault = keyof typeof RESPONSES | keyof typeof PRICES | keyof typeof TIMES | 'refuse' | 'repeated'

export interface FakeVenues {
  /** Without a path; both venues are here. */
  readonly url: string
  /** Requests so far. */
  readonly requested: () => number
  /** Resolves when the fault is in force; null: none. */
  fail(fault: VenueFault | null): Promise<void>
  close(): Promise<void>
}

export interface FakeVenuesOptions {
  readonly tokens: readonly FakeToken[]
  readonly pairs: readonly FakePair[]
  /** Milliseconds since the epoch. */
  readonly now?: () => number
}

const RESPONSES = {
  hang: () => undefined,
  error: (response: ServerResponse) => void response.writeHead(500).end('{"error":"internal"}'),
  too_many: (response: ServerResponse) => void response.writeHead(429, { 'retry-after': '7' }).end('{}'),
  half(response: ServerResponse) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('[{"minPrice":"17', () => response.destroy())
  },
  html: (response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Just a moment</title>'),
  redirect: (response: ServerResponse) => void response.writeHead(302, { location: '/elsewhere' }).end(),
  endless(response: ServerResponse) {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = (): void => {
      while (!response.destroyed && response.write('[0,'.repeat(20_000)));
    }
    response.on('drain', more)
    more()
  },
}

/** The price of the first entry, as it is written there. */
const PRICES = {
  renamed: undefined,
  scale: (price: bigint) => price * 10n ** 6n,
  nan: 'NaN',
  zero: () => 0n,
  negative: (price: bigint) => -price,
  jump: (price: bigint) => price * 10n,
  frozen: (_price: bigint, still: bigint) => still,
} as const

/** Milliseconds beside the true time. */
const TIMES = {
  clock_slow: () => -300_000,
  clock_fast: () => 300_000,
  out_of_order: (response: number) => (response % 2 === 0 ? -2_000 : 0),
} as const

const isKey = <T extends object>(table: T, key: string | null): key is keyof T & string => key !== null && key in table

const HOST = '127.0.0.1'

export async function startFakeVenues({ tokens, pairs, now = Date.now }: FakeVenuesOptions): Promise<FakeVenues> {
  let fault: VenueFault | null = null
  let requested = 0
  const repeated = new Map<string, string>()

  /** Walks up and down by a few basis points, so that no two responses in a row are alike. */
  const walk = (price: bigint): bigint => price + (price * BigInt(requested % 7)) / 10_000n
  const timeOf = (): number => now() + (isKey(TIMES, fault) ? TIMES[fault](requested) : 0)

  /** The first entry shows the fault. */
  function priceOf(still: bigint, index: number): bigint | string | undefined {
    if (index > 0 || !isKey(PRICES, fault)) return walk(still)
    const change = PRICES[fault]
    return typeof change === 'function' ? change(walk(still), still) : change
  }

  const tickers = (): unknown =>
    tokens.map(({ token, address, decimals, price: still }, index) => {
      const price = priceOf(still, index)
      const units = typeof price === 'bigint' ? ((price * 10n ** 12n) / 10n ** BigInt(decimals)).toString() : price
      const at = timeOf()
      return {
        tokenAddress: address,
        tokenSymbol: token,
        minPrice: units,
        maxPrice: units,
        updatedAt: at,
        timestamp: Math.floor(at / 1000),
      }
    })

  const latestPrices = (): unknown =>
    pairs.map(({ from, to, price: still, isOpen = true }, index) => {
      const price = priceOf(still, index)
      const at = (share: bigint): unknown =>
        typeof price === 'bigint' ? Number((Number((price * share) / 100_000n) / 1e18).toPrecision(8)) : price
      return {
        feed_id: `0x${index.toString(16).padStart(64, '0')}`,
        bid: at(99_999n),
        mid: at(100_000n),
        ask: at(100_001n),
        isMarketOpen: isOpen,
        isDayTradingClosed: false,
        secondsToToggleIsDayTradingClosed: -1,
        from,
        to,
        timestampSeconds: Math.floor(timeOf() / 1000),
      }
    })

  const candles = (name: string | null): unknown => {
    const price = Number(tokens.find(({ token }) => token === name)?.price ?? 0n) / 1e18
    const minute = Math.floor(timeOf() / 60_000) * 60
    return { period: '1m', candles: [0, 60].map((ago) => [minute - ago, price, price, price, price]) }
  }

  const markets = (): unknown => ({
    markets: tokens.map(({ token, address }) => ({
      name: `${token}/USD`,
      marketToken: address,
      indexToken: address,
      isListed: true,
    })),
  })

  function bodyOf({ pathname, searchParams }: URL): unknown {
    if (pathname === '/prices/tickers') return tickers()
    if (pathname === '/prices/candles') return candles(searchParams.get('tokenSymbol'))
    if (pathname === '/markets/info') return markets()
    return pathname === '/PricePublish/latest-prices' ? latestPrices() : undefined
  }

  const server = createServer((request, response) => {
    requested += 1
    response.on('error', () => undefined)
    if (isKey(RESPONSES, fault)) return RESPONSES[fault](response)
    const target = request.url ?? '/'
    const body = bodyOf(new URL(target, 'http://venue'))
    const text = (fault === 'repeated' ? repeated.get(target) : undefined) ?? JSON.stringify(body)
    repeated.set(target, text)
    const headers = { 'content-type': 'application/json', date: new Date(timeOf()).toUTCString() }
    response.writeHead(body === undefined ? 404 : 200, headers).end(text)
  })
  const listen = async (port: number): Promise<number> => {
    server.listen(port, HOST)
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const stop = async (): Promise<void> => {
    if (!server.listening) return
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const port = await listen(0)

  return {
    url: `http://${HOST}:${port}`,
    requested: () => requested,
    async fail(next) {
      fault = next
      if (next === 'refuse') await stop()
      else if (!server.listening) await listen(port)
    },
    close: stop,
  }
}
