import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startVenuePrices, type ListedPair, type ListedToken, type VenuePrices, type PriceFault } from '@ats/test-chain'
import { draw } from '@ats/test-kit'
import { loadCatalogue } from '../../../catalogue.js'
import { loadRecordings } from '../../replay/load-recordings.js'
import { GMX_TOKENS } from '../gmx/gmx-tokens.js'
import { loadLivePricesConfig } from '../live-prices-config.js'
import { runFeed } from './run-feed.js'

const catalogue = loadCatalogue()
const folder = mkdtempSync(join(tmpdir(), 'feed-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Changeable<T> = { -readonly [K in keyof T]: T[K] }
let venues: VenuePrices
let tokens: Changeable<ListedToken>[]
let pairs: Changeable<ListedPair>[]
let onRequest = (): void => undefined
beforeEach(async () => {
  onRequest = () => undefined
  tokens = catalogue.all.flatMap(({ symbol, typicalPrice }) => {
    const token = GMX_TOKENS[symbol]
    return token === undefined ? [] : [{ ...token, price: typicalPrice }]
  })
  pairs = catalogue.all
    .filter(({ terms }) => terms.OSTIUM !== undefined)
    .map(({ base, quote, typicalPrice }) => ({ from: base, to: quote, price: typicalPrice }))
  venues = await startVenuePrices({
    now() {
      onRequest()
      return Date.now()
    },
    ...{ tokens, pairs },
  })
})
afterEach(() => venues.close())

/** Runs one command line against the fake. */
async function run(words: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const lines: string[] = []
  const errors: string[] = []
  const stop = new AbortController()
  onRequest = () => stop.abort()
  const code = await runFeed(
    words,
    {
      ...{ GMX_PRICES_URLS: venues.url, OSTIUM_PRICES_URLS: venues.url, OSTIUM_CANDLES_URLS: venues.url },
      ...{ OSTIUM_STREAM_URL: venues.streamUrl, VENUE_PRICES_TIMEOUT_MS: '60000' },
      ...env,
    },
    { out: (line) => lines.push(line), error: (line) => errors.push(line), stopping: stop.signal },
  )
  return { code, out: lines.join('\n'), errors: errors.join('\n') }
}

const FAULTS: readonly (readonly [PriceFault, string])[] = [
  ['refuse', 'could not be reached (ECONNREFUSED)'],
  ['html', 'not JSON'],
  ['renamed', 'BTC-USD: fields: minPrice is no text but nothing'],
  ['scale', 'BTC-USD: scale: more than 100 times away'],
  ['jump', 'BTC-USD: 90.0 % apart from the other sources'],
  ['negative', 'BTC-USD: not_a_price'],
  ['clock_slow', 'BTC-USD: stale'],
  ['clock_fast', 'BTC-USD: early'],
]
const STREAM_FAULTS: readonly (readonly [PriceFault, string])[] = [
  ['refuse', 'could not be reached or read (ECONNRESET)'],
  ['error', 'it answered 500'],
  ['silent', 'it is open and silent'],
  ['endless', 'it sent a message that is too long'],
  ['scale', 'BTC-USD: scale: more than 100 times away'],
  ['jump', 'BTC-USD: 90'],
  ['clock_slow', 'BTC-USD: stale'],
]

describe('check', () => {
  it('shows a line for each source, and ends with 0 when all is well', async () => {
    const { code, out, errors } = await run(['check'])
    const rows = out.split('\n').map((line) => line.split(/ {2,}/))
    expect(rows.map(([source, , reachable]) => [source, reachable])).toEqual([
      ['source', 'reachable'],
      ['GMX tickers', 'yes'],
      ['GMX candles', 'yes'],
      ['GMX markets', 'yes'],
      ['Ostium stream', 'yes'],
      ['Ostium prices', 'yes'],
      ['Ostium hours', 'yes'],
      ['Ostium candles', 'yes'],
      ['Ostium rates', 'yes'],
    ])
    expect(rows.slice(1).map((row) => [row[5], row.at(-1)])).toEqual([
      ['44/44', 'as expected'],
      ['6/6', 'as expected'],
      ['44/44', 'as expected'],
      ['53/53', 'as expected'],
      ['53/53', 'as expected'],
      ['1/1', 'as expected'],
      ['6/6', 'as expected'],
      ['53/53', 'as expected'],
    ])
    expect(code).toBe(0)
    expect(errors).toContain('asking')
  })

  it.each(draw(FAULTS, 3, ([fault]) => fault))('%s: says so, and ends with 1', async (fault, problem) => {
    await venues.fail(fault)
    const { code, out } = await run(['check'])
    expect(out).toContain(problem)
    expect(code).toBe(1)
  })

  it.each(draw(STREAM_FAULTS, 3, ([fault]) => fault))(
    '%s of the stream alone: says so of it alone, and ends with 1',
    async (fault, problem) => {
      await venues.fail(fault, 'stream')
      // A silent stream is waited for to the end, and all other answers must be there by then.
      const { code, out } = await run(['check'], fault === 'silent' ? { VENUE_PRICES_TIMEOUT_MS: '5000' } : {})
      const problems = out.split('\n').filter((line) => /^\w+ \w+, /.test(line))
      expect(problems.filter((line) => line.startsWith('Ostium stream, ')).join()).toContain(problem)
      if (fault !== 'jump') expect(problems.every((line) => line.startsWith('Ostium stream, '))).toBe(true)
      expect(code).toBe(1)
    },
  )

  it('asks over TLS whom VENUE_CA_FILE vouches for, and leaves out a stream that is off', async () => {
    const secure = await startVenuePrices({ tokens: [], pairs: [], isTls: true })
    const hosts = { GMX_PRICES_URLS: secure.url, OSTIUM_PRICES_URLS: secure.url, OSTIUM_CANDLES_URLS: secure.url }
    try {
      const env = { ...hosts, OSTIUM_STREAM_URL: 'off' }
      expect((await run(['check'], env)).out).toContain('could not be reached (DEPTH_ZERO_SELF_SIGNED_CERT)')
      const { out } = await run(['check'], { ...env, VENUE_CA_FILE: secure.caFile! })
      expect(out).toContain('GMX tickers, https://127.0.0.1')
      expect([out.includes('could not be reached'), out.includes('stream')]).toEqual([false, false])
    } finally {
      await secure.close()
    }
  })

  const NONE = { openInterestLong: '0', openInterestShort: '0' }
  it.each([
    ['GMX markets', 'fields: openInterestLong is nothing', () => (tokens[0]!.market = { openInterestLong: undefined })],
    ['GMX markets', 'fields: fundingRateShort is 0.1', () => (tokens[0]!.market = { fundingRateShort: 0.1 })],
    [
      'GMX markets',
      'scale: open interest or rates',
      () => (tokens[0]!.market = { borrowingRateLong: `1${'0'.repeat(32)}` }),
    ],
    ['GMX markets', 'the open interest of every market is 0', () => tokens.forEach((token) => (token.market = NONE))],
    ['Ostium rates', 'fields: lastRolloverLongPure', () => (pairs[0]!.rates = { lastRolloverLongPure: 1 })],
    [
      'Ostium rates',
      'scale: a rate is beyond belief',
      () => (pairs[0]!.rates = { brokerPremium: `1${'0'.repeat(14)}` }),
    ],
    ['Ostium rates', 'without rates: ', () => (pairs[0]!.rates = { from: 'XYZ' })],
    [
      'Ostium rates',
      'the rollover of every pair is 0',
      () => pairs.forEach((pair) => (pair.rates = { lastRolloverLongPure: '0', brokerPremium: '0' })),
    ],
  ])('%s: %s', async (source, problem, change) => {
    change()
    const { code, out } = await run(['check'])
    const problems = out.split('\n').filter((line) => /^\w+ \w+, /.test(line))
    expect(problems.join('\n')).toContain(problem)
    expect(problems.every((line) => line.startsWith(source))).toBe(true)
    expect(code).toBe(1)
  })

  it('sees that the clocks are apart', async () => {
    await venues.fail('clock_slow')
    expect((await run(['check'])).out).toContain('its clock and ours are -')
  })
})

describe('record', () => {
  it('writes what MARKET_FEED=replay takes, and ends with a whole file when it is stopped', async () => {
    const file = join(folder, 'all.csv')
    const { code, out } = await run(['record', file])
    const text = readFileSync(file, 'utf8')
    const [header, ...lines] = text.trimEnd().split('\n')
    expect([code, header, text.endsWith('\n')]).toEqual([0, 'time,symbol,venue,price,bid,ask', true])
    expect(out).toContain(`${lines.length} prices of`)
    // The fake's GMX quotes bid and ask alike, its Ostium does not.
    for (const [, , venue, , bid, ask] of lines.map((line) => line.split(',')))
      expect([venue, bid === ask]).toEqual([venue, venue === 'GMX'])
    const recordings = await loadRecordings(file, catalogue, () => {
      throw new Error('a recorded price is rejected')
    })
    const recorded = recordings.flatMap(({ instrument, closes }) => closes.map((ticks) => [instrument, ticks] as const))
    expect(recorded).toHaveLength(lines.length)
    for (const [{ typicalPrice, tickSize }, ticks] of recorded)
      expect(Math.abs(ticks / (Number(typicalPrice) / Number(tickSize)) - 1)).toBeLessThan(0.002)
  })

  it('ends after its seconds, with 1 when nothing was recorded', async () => {
    await venues.fail('refuse')
    const { code, out, errors } = await run(['record', join(folder, 'none.csv'), '--seconds', '0.2'])
    expect([code, out.includes('0 prices of 0 symbols')]).toEqual([1, true])
    expect(errors).toContain('prices of GMX cannot be read')
  })

  it('keeps a file that is there', async () => {
    const file = join(folder, 'kept.csv')
    await run(['record', file])
    const before = readFileSync(file, 'utf8')
    const again = await run(['record', file])
    expect([again.code, again.errors.includes('EEXIST'), readFileSync(file, 'utf8')]).toEqual([1, true, before])
  })
})

it.each([
  [[]],
  [['look']],
  [['check', 'all']],
  [['record']],
  [['record', 'a.csv', '--seconds', '-1']],
  [['record', 'a.txt']],
  [['check', '--all']],
])('%j is wrong usage', async (words) => {
  const { code, errors } = await run(words)
  expect([code, errors.includes('npm run feed -- check')]).toEqual([2, true])
})

it('takes no prices over plain http from strangers', async () => {
  const { code, errors } = await run(['check'], { OSTIUM_PRICES_URLS: 'http://prices.example.com' })
  expect([code, errors.includes('use https')]).toEqual([2, true])
  expect(loadLivePricesConfig({}).GMX_PRICES_URLS).toHaveLength(3)
})
