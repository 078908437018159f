import { API_VERSION } from '@ats/contracts'
import type { ProblemBody } from '../support/account-calls.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

interface Ticker {
  readonly symbol: string
}
interface Price {
  readonly symbol: string
  readonly last_price: number
}
interface Book {
  readonly depth: number
  readonly bids: readonly (readonly [number, number])[]
  readonly asks: readonly (readonly [number, number])[]
}

const get = async <T>(path: string): Promise<T> => {
  const { status, body, text } = await engine.api.get<T>(path)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
  return body
}
const problem = (path: string) => engine.api.get<ProblemBody>(path)

describe('tickers', () => {
  test('are grouped by asset class, each symbol once', async () => {
    const groups = await get<Record<string, Ticker[]>>('/v1/tickers')
    expect(Object.keys(groups)).toEqual(['crypto', 'forex', 'commodity', 'equity', 'index'])
    const all = Object.values(groups).flat()
    expect(all.length).toBeGreaterThanOrEqual(80)
    expect(new Set(all.map(({ symbol }) => symbol)).size).toBe(all.length)
    expect(all.find(({ symbol }) => symbol === 'BTC-USD')).toMatchObject({
      venues: ['GMX', 'OSTIUM'],
      max_leverage: 100,
      status: 'OPEN',
      primary_venue: 'GMX',
    })
  })
})

describe('price', () => {
  test('takes any spelling and answers the canonical symbol, as text where asked', async () => {
    for (const spelling of ['btc-usd', 'BTC%2FUSD', 'btc_usdt', 'BTCUSDC']) {
      expect((await get<Price>(`/v1/price?symbol=${spelling}`)).symbol).toBe('BTC-USD')
    }
    const text = await get<Record<string, unknown>>('/v1/price?symbol=BTC-USD&decimals=string')
    expect(text['mark_price']).toMatch(/^\d+(\.\d{1,2})?$/)
  })
})

describe('prices of each venue', () => {
  interface Listed {
    readonly venue: string
  }
  const venueOf = async (path: string): Promise<unknown> => {
    const found = await get<Listed | readonly Listed[]>(path)
    return Array.isArray(found)
      ? [...new Set((found as readonly Listed[]).map(({ venue }) => venue))]
      : (found as Listed).venue
  }

  test.each(['price', 'orderbook', 'metrics'])('%s is of the primary venue unless asked otherwise', async (name) => {
    expect(await venueOf(`/v1/${name}?symbol=BTC-USD`)).toBe('GMX')
    expect(await venueOf(`/v1/${name}?symbol=BTC-USD&venue=OSTIUM`)).toBe('OSTIUM')
    expect(await venueOf(`/v1/${name}?symbol=XAU-USD`)).toBe('OSTIUM')
  })

  test.each(['price', 'orderbook', 'trades', 'candles', 'metrics', 'funding-rates'])(
    '%s of a venue that does not list the symbol is 404',
    async (name) => {
      const { status, body } = await engine.api.get<ProblemBody>(`/v1/${name}?symbol=EUR-USD&venue=GMX`)
      expect([status, body.message]).toEqual([404, 'GMX does not list EUR-USD; it trades on OSTIUM'])
      expect((await engine.api.get(`/v1/${name}?symbol=EUR-USD&venue=gmx`)).status).toBe(400)
    },
  )

  test('several symbols in one request, in the order asked for, each once, with the change over 24 hours', async () => {
    interface Row extends Price, Listed {
      readonly change_24h: number
      readonly change_24h_pct: number
    }
    const rows = await get<readonly Row[]>('/v1/prices?symbols=XAUUSD,btc-usd,BTC-USD')
    expect(rows.map(({ symbol, venue }) => [symbol, venue])).toEqual([
      ['XAU-USD', 'OSTIUM'],
      ['BTC-USD', 'GMX'],
    ])
    const { last_price, change_24h, change_24h_pct } = rows[0]!
    expect((change_24h / (last_price - change_24h)) * 100).toBeCloseTo(change_24h_pct, 4)
    const all = await get<readonly Row[]>('/v1/prices')
    const tickers = await get<Record<string, readonly Ticker[]>>('/v1/tickers')
    expect(all).toHaveLength(Object.values(tickers).flat().length)
    const gmx = await get<readonly Row[]>('/v1/prices?venue=GMX')
    expect(gmx.length).toBeLessThan(all.length)
    expect(gmx.every(({ venue }) => venue === 'GMX')).toBe(true)
    expect((await engine.api.get('/v1/prices?symbols=BTC-USD,NOPE')).status).toBe(404)
    expect((await engine.api.get('/v1/prices?symbols=EUR-USD&venue=GMX')).status).toBe(404)
  })
})

describe('orderbook', () => {
  test('has 24 levels a side unless asked otherwise, bids falling and asks rising around the spread', async () => {
    const book = await get<Book>('/v1/orderbook?symbol=ETH-USD')
    expect([book.depth, book.bids.length, book.asks.length]).toEqual([24, 24, 24])
    const [bids, asks] = [book.bids.map(([price]) => price), book.asks.map(([price]) => price)]
    expect(bids).toEqual([...new Set(bids)].sort((a, b) => b - a))
    expect(asks).toEqual([...new Set(asks)].sort((a, b) => a - b))
    expect(bids[0]).toBeLessThan(asks[0] ?? 0)
  })

  test('a depth above 100 is cut to 100, and the response says so', async () => {
    const one = await engine.api.get<Book>('/v1/orderbook?symbol=ETH-USD&depth=1')
    expect([one.body.bids.length, one.headers['x-limit-applied']]).toEqual([1, undefined])
    const most = await engine.api.get<Book>('/v1/orderbook?symbol=ETH-USD&depth=101')
    expect([most.body.depth, most.body.asks.length, most.headers['x-limit-applied']]).toEqual([100, 100, '100'])
  })
})

describe('public trades', () => {
  test('a limit above 1000 is cut to 1000, and the response says so', async () => {
    const few = await engine.api.get<unknown[]>('/v1/trades?symbol=SOL-USD&limit=3')
    expect([few.body.length, few.headers['x-limit-applied']]).toEqual([3, undefined])
    const many = await engine.api.get<unknown[]>('/v1/trades?symbol=SOL-USD&limit=1001')
    expect([many.body.length, many.headers['x-limit-applied']]).toEqual([1000, '1000'])
  })
})

describe('candles', () => {
  test('are newest first, at multiples of their length, between from and to', async () => {
    const bounds = 'from=2026-01-15T10:01:00Z&to=2026-01-15T10:15:00Z'
    const bars = await get<{ timestamp: string }[]>(`/v1/candles?symbol=BTC-USD&interval=5m&${bounds}`)
    expect(bars.map(({ timestamp }) => timestamp.slice(11, 16))).toEqual(['10:15', '10:10', '10:05'])
  })

  test('a page says whether there are older ones, and where they begin', async () => {
    const path = '/v1/candles?symbol=BTC-USD&interval=5m&limit=2&from=2026-01-15T10:01:00Z'
    const newest = await engine.api.get<{ timestamp: string }[]>(`${path}&to=2026-01-15T10:15:00Z`)
    expect(newest.headers).toMatchObject({ 'x-has-more': 'true', 'x-next-to': '2026-01-15T10:09:59.999999Z' })
    const oldest = await engine.api.get<{ timestamp: string }[]>(`${path}&to=${String(newest.headers['x-next-to'])}`)
    expect(oldest.body.map(({ timestamp }) => timestamp.slice(11, 16))).toEqual(['10:05'])
    expect(oldest.headers['x-has-more']).toBe('false')
  })
})

describe('ticker metadata', () => {
  const metadata = (query: string) => get<{ symbol: string; asset_class: string }>(`/v1/ticker/metadata?${query}`)

  test('an ambiguous ticker is 404 with the candidates; a type never excludes the only match', async () => {
    const { status, body } = await problem('/v1/ticker/metadata?ticker=oil')
    expect([status, body.error, body.candidates]).toEqual([404, 'not_found', ['BRENT-USD', 'CL-USD']])
    expect((await metadata('ticker=btc&type=equity')).symbol).toBe('BTC-USD')
    expect((await metadata('ticker=btc&type=nonsense')).symbol).toBe('BTC-USD')
    const dollars = await problem('/v1/ticker/metadata?ticker=usd')
    expect(dollars.status).toBe(404)
    expect(dollars.body.candidates).toEqual(expect.arrayContaining(['USD-CAD', 'USD-JPY']))
  })

  test('finds gold by its name, with what its primary venue charges and when it trades', async () => {
    await engine.moveMarket('XAU-USD', 4_000)
    expect(await metadata('ticker=gold')).toMatchObject({
      ...{ symbol: 'XAU-USD', asset_class: 'commodity', venues: ['GMX', 'OSTIUM'], primary_venue: 'OSTIUM' },
      // 4.5 USD at 4,000
      ...{ tick_size: 0.01, lot_size: 0.0001, max_leverage: 150, min_quantity: 0.0012, min_notional: 4.5 },
      taker_fee_rate: 0.00015,
      costs: { carry: { kind: 'rollover', long_rate: 0.0831, short_rate: -0.0531 }, oracle_fee: 0.1 },
      venue_terms: [
        { venue: 'GMX', max_leverage: 50, min_quantity: 0.0003, taker_fee_rate: 0.0006 },
        { venue: 'OSTIUM', max_leverage: 150, min_quantity: 0.0012 },
      ],
      trading_hours: { always_open: false, time_zone: 'America/New_York' },
    })
  })
})

describe('metrics', () => {
  test('of a symbol', async () => {
    const body = await get<Record<string, unknown>>('/v1/metrics?symbol=btcusd')
    expect(body).toMatchObject({ symbol: 'BTC-USD', venue: 'GMX', open_interest_source: 'estimate', window: '24h' })
    expect(body['open_interest']).toBeGreaterThan(0)
    expect(body['recent_volume']).toBeGreaterThan(0)
    expect(Date.parse(String(body['next_funding_at']))).toBeGreaterThan(Date.now())
  })
})

describe('funding rates', () => {
  test('of each funding time, page by page, the newest the one that metrics show', async () => {
    interface Row {
      readonly timestamp: string
      readonly long_rate: number
    }
    const path = '/v1/funding-rates?symbol=btcusd&limit=3'
    const { body: newest, headers } = await engine.api.get<readonly Row[]>(path)
    const { funding } = await get<{ funding: Row }>('/v1/metrics?symbol=BTC-USD')
    expect(newest[0]).toEqual(funding)
    expect(headers['x-has-more']).toBe('true')
    const older = await get<readonly Row[]>(`${path}&to=${String(headers['x-next-to'])}`)
    const times = [...newest, ...older].map(({ timestamp }) => Date.parse(timestamp))
    expect(times).toEqual(times.map((_, index) => times[0]! - index * 3_600_000))
    const last = await engine.api.get<readonly Row[]>(`${path}&from=${newest[1]!.timestamp}`)
    expect([last.body.length, last.headers['x-has-more']]).toEqual([2, 'false'])
  })
})

describe('config', () => {
  test('says what this installation supports', async () => {
    expect(await get('/v1/config')).toMatchObject({
      version: API_VERSION,
      environment: 'test',
      orderbook: { default_depth: 24, max_depth: 100 },
      venues: [
        { id: 'GMX', mode: 'paper', status: 'up' },
        { id: 'OSTIUM', mode: 'paper', status: 'up' },
      ],
      limits: {
        requests_per_minute: 100_000,
        public_requests_per_minute: null,
        body_bytes: 16_384,
        accounts_per_user: 100,
        active_keys_per_user: 10,
        history: { default: 100, max: 500 },
        public_trades: { default: 50, max: 1000 },
      },
      order: {
        kinds: ['MARKET', 'LIMIT', 'STOP', 'TAKE_PROFIT'],
        tifs: ['GTC', 'GTD', 'GTX', 'IOC', 'FOK'],
        statuses: ['PENDING', 'OPEN', 'PARTIALLY_FILLED', 'FILLED', 'CANCELLED', 'EXPIRED', 'REJECTED'],
      },
      market_feed: { kind: 'synthetic', sources: [], divergence_checked: [] },
      features: { batches: true, dead_mans_switch: true, sandbox_market_control: true, streams: true },
    })
  })
})

test.each(['/v1/price', '/v1/orderbook', '/v1/trades', '/v1/candles', '/v1/metrics', '/v1/funding-rates'])(
  '%s of an unknown symbol is 404',
  async (path) => {
    for (const symbol of ['NOPE-USD', 'BTC', 'BTC-EUR', '%00', '%F0%9F%92%A9']) {
      const { status, body } = await problem(`${path}?symbol=${symbol}`)
      expect([symbol, status]).toEqual([symbol, symbol === '%00' ? 400 : 404])
      expect(body.error).toBe(symbol === '%00' ? 'invalid_payload' : 'not_found')
    }
  },
)
