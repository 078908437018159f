import { decimal, formatDecimal } from '../../../core/values/decimal.js'
import { loadCatalogue } from '../../catalogue.js'
import { readGmxCandles } from './gmx/gmx-candles.js'
import { readGmxMarkets } from './gmx/gmx-markets.js'
import { listGmx } from './gmx/gmx-prices.js'
import { readOstiumCandles } from './ostium/ostium-candles.js'
import { readOstiumSchedule } from './ostium/ostium-schedule.js'

const instrument = { typicalPrice: decimal('100') as never }
const HOUR = 3_600
const AT = 1_783_342_800 // a whole hour
const terms = { instrument, interval: '1h' as const, now: (AT + HOUR) * 1e6 }

describe('bars', () => {
  const gmx = (...candles: readonly unknown[]) => readGmxCandles({ candles }, terms)
  const ostium = (...data: readonly unknown[]) => readOstiumCandles({ data, lastRequestTimestamp: null }, terms)
  const bar = { from: 'BTC', to: 'USD', time: AT, open: 100, high: 110.5, low: 99, close: 101 }

  it('come oldest first, each moment once, without the one that is still open', () => {
    const read = gmx([AT + HOUR, 1, 1, 1, 1], [AT, 100, 110.5, 99, 101], [AT, 1, 1, 1, 1], [AT - HOUR, 98, 99, 97, 98])
    if ('fault' in read) throw new Error(read.detail)
    expect(read.bars.map(({ startsAt, ...prices }) => [startsAt, ...Object.values(prices).map(formatDecimal)])).toEqual(
      [
        [(AT - HOUR) * 1e6, '98', '99', '97', '98'],
        [AT * 1e6, '100', '110.5', '99', '101'],
      ],
    )
  })

  it('of Ostium are the same, in seconds or milliseconds', () => {
    const read = ostium(bar, { ...bar, time: (AT - HOUR) * 1000 })
    expect(read).toMatchObject({ hasMore: false, bars: [{ startsAt: (AT - HOUR) * 1e6 }, { startsAt: AT * 1e6 }] })
    expect(readOstiumCandles({ data: [], lastRequestTimestamp: AT }, terms)).toMatchObject({ hasMore: true, bars: [] })
  })

  it.each([
    ['no time', { time: undefined }, 'not_a_time'],
    ['a time that no bar starts at', { time: AT + 60 }, 'not_a_time'],
    ['a time in microseconds', { time: AT * 1e6 }, 'not_a_time'],
    ['no price', { open: undefined }, 'not_a_price'],
    ['a price as text', { high: '110' }, 'not_a_price'],
    ['null, as NaN is written', { low: null }, 'not_a_price'],
    ['zero', { low: 0 }, 'not_a_price'],
    ['a negative price', { low: -1 }, 'not_a_price'],
    ['a high below the close', { high: 100.5 }, 'crossed'],
    ['a low above the open', { low: 100.5 }, 'crossed'],
    ['another scale', { open: 1e10, high: 1e10, low: 1e10, close: 1e10 }, 'scale'],
  ])('are refused one by one: %s', (_title, change, fault) => {
    const bad = { ...bar, time: AT - HOUR, ...change }
    expect(ostium(bar, bad)).toMatchObject({ bars: [{ startsAt: AT * 1e6 }], unreadable: [{ fault }] })
    const { time, open, high, low, close } = bad
    expect(gmx([time, open, high, low, close], [AT, 1, 1, 1, 1])).toMatchObject({ unreadable: [{ fault }] })
  })

  it.each([[null], [{}], ['<html>'], [{ candles: null, data: 'none' }], [[[AT, 1, 1, 1, 1]]]])('%j is none', (body) => {
    expect([readGmxCandles(body, terms), readOstiumCandles(body, terms)]).toEqual([
      expect.objectContaining({ fault: 'fields' }),
      expect.objectContaining({ fault: 'fields' }),
    ])
  })

  it.each([[[null, 1, {}]], [[[], {}, 'x']]])('%j are bars without a time', (entries) => {
    expect(gmx(...entries)).toMatchObject({ bars: [] })
    expect(ostium(...entries)).toMatchObject({ bars: [], unreadable: entries.map(() => ({ fault: 'not_a_time' })) })
  })
})

describe("GMX's markets", () => {
  const listings = listGmx(loadCatalogue().all).filter(({ instrument: { symbol } }) =>
    ['BTC-USD', 'ETH-USD'].includes(symbol),
  )
  const [btc, eth] = listings.map(({ token }) => token.address)
  /** Figures as others have noted them down of ETH in April 2026, in which net = funding + borrowing. */
  const market = {
    ...{ name: 'ETH/USD [WETH-USDC]', marketToken: '0x70d95587d40A2caf56bd97485aB3Eec10Bee6336', indexToken: eth },
    ...{ isListed: true, openInterestLong: '50962362065685009972399965082522856' },
    ...{ openInterestShort: '41800391066452521980674550527863996', fundingRateLong: '-234415323020867061571811615482' },
    ...{ fundingRateShort: '285795378003572022502143648000', borrowingRateLong: '37131225434902894175472240000' },
    ...{ borrowingRateShort: '0', netRateLong: '-197284097585964167396339375482' },
    netRateShort: '285795378003572022502143648000',
  }
  const ofBtc = { ...market, name: 'BTC/USD [WBTC-USDC]', indexToken: btc?.toLowerCase() }
  const read = (...markets: readonly unknown[]) => readGmxMarkets({ markets }, listings)
  const rates = ({ long, short }: ReturnType<typeof read>['states'][number]) =>
    [long.fundingRate, short.fundingRate, long.borrowingRate].map((value) => formatDecimal(value).slice(0, 8))

  it('are read at their scales, as what a side pays a year', () => {
    const { states, unreadable, missing } = read(market, ofBtc)
    expect([unreadable, missing, states.map(({ symbol }) => symbol)]).toEqual([[], [], ['BTC-USD', 'ETH-USD']])
    expect(formatDecimal(states[1]!.long.openInterest)).toBe('50962.3620656850099724')
    expect(rates(states[1]!)).toEqual(['-0.23441', '0.285795', '0.037131'])
    expect(states[1]!.isPaused).toBe(false)
  })

  it('tell by their sums whether funding is paid or received', () => {
    const received = { ...market, netRateLong: '-271546548455769955747283855482' }
    expect(rates(read(received).states[0]!)).toEqual(['0.234415', '-0.28579', '0.037131'])
    const negative = { ...market, borrowingRateLong: '-37131225434902894175472240000' }
    expect(rates(read({ ...negative, netRateLong: received.netRateLong }).states[0]!)).toEqual([
      '0.234415',
      '-0.28579',
      '0.037131',
    ])
  })

  it.each([
    ['one that fits neither', [{ ...market, netRateLong: '0' }]],
    ['two that differ', [market, { ...ofBtc, netRateLong: '-271546548455769955747283855482' }]],
    ['none that borrows', [{ ...market, borrowingRateLong: '0', netRateLong: market.fundingRateLong }]],
  ])('are refused together when their sums do not tell: %s', (_title, markets) => {
    expect(read(...markets)).toMatchObject({ states: [], unreadable: [{ symbol: null, fault: 'scale' }] })
  })

  it('that contradict themselves are refused one by one where others tell the sign', () => {
    expect(read(market, { ...ofBtc, netRateLong: '0' })).toMatchObject({
      states: [{ symbol: 'ETH-USD' }],
      unreadable: [{ symbol: 'BTC-USD', fault: 'scale' }],
    })
  })

  it('of one token are summed, with the rates of the largest; it is paused when all of them are', () => {
    const small = { ...market, openInterestLong: '1', openInterestShort: '1', fundingRateLong: '0', netRateLong: '0' }
    const flat = { ...small, borrowingRateLong: '0', fundingRateShort: '0', netRateShort: '0', isListed: false }
    const [state] = read(flat, market).states
    expect([rates(state!)[0], state?.isPaused]).toEqual(['-0.23441', false])
    expect(read({ ...market, isDisabled: true }, flat).states[0]?.isPaused).toBe(true)
  })

  it('that we do not list are named, those we list and that are gone as well', () => {
    const other = { ...market, name: 'XYZ/USD [WETH-USDC]', indexToken: '0x01' }
    const swap = { ...market, name: 'SWAP-ONLY [USDC-USDT]', indexToken: `0x${'0'.repeat(40)}` }
    expect(read(market, other, other, swap)).toMatchObject({ missing: ['BTC-USD'], unlisted: ['XYZ/USD'] })
  })

  it.each([
    ['a renamed field', { fundingRateLong: undefined }, 'fields'],
    ['a number', { openInterestLong: 5e34 }, 'fields'],
    ['NaN', { borrowingRateShort: 'NaN' }, 'fields'],
    ['a flag of another type', { isListed: 'yes' }, 'fields'],
    ['negative open interest', { openInterestShort: '-1' }, 'scale'],
    ['open interest beyond belief', { openInterestShort: `1${'0'.repeat(42)}` }, 'scale'],
    ['a rate beyond belief', { fundingRateShort: `1${'0'.repeat(31)}` }, 'scale'],
  ])('are refused one by one: %s', (_title, change, fault) => {
    const { states, unreadable } = read(market, { ...ofBtc, ...change })
    expect(states.map(({ symbol }) => symbol)).toEqual(['ETH-USD'])
    expect(unreadable).toMatchObject([{ symbol: 'BTC-USD', fault }])
  })

  it.each([[null], [[]], [{}], [{ markets: [] }], [{ markets: [null, { indexToken: 1 }] }]])('%j are none', (body) => {
    expect(readGmxMarkets(body, listings)).toMatchObject({ states: [], unreadable: [{ symbol: null }] })
  })
})

describe("Ostium's hours", () => {
  const NOW = AT * 1e6
  const schedule = {
    timezone: 'America/New_York',
    openingHours: ['Mon–Tue: 00:00–16:59, 18:10–24:00', 'Fri 9:30 - 16:00', 'Sat: closed', 'Sun: 18:10-24:00'],
    isOpenNow: true,
    secondsToToggleMarketStatus: 90,
  }

  it('are read with what is next', () => {
    const session = (day: number, openMinute: number, closeMinute: number) => ({ day, openMinute, closeMinute })
    expect(readOstiumSchedule(schedule, NOW)).toEqual({
      isOpen: true,
      changesAt: NOW + 90e6,
      hours: {
        isAlwaysOpen: false,
        timeZone: 'America/New_York',
        sessions: [
          session(0, 1_090, 1_440),
          session(1, 0, 1_019),
          session(1, 1_090, 1_440),
          session(2, 0, 1_019),
          session(2, 1_090, 1_440),
          session(5, 570, 960),
        ],
      },
    })
    const always = { isOpenNow: true, alwaysOpen: true, secondsToToggleMarketStatus: -1 }
    expect(readOstiumSchedule(always, NOW)).toEqual({ isOpen: true, changesAt: null, hours: { isAlwaysOpen: true } })
  })

  it.each([
    ['an unknown time zone', { timezone: 'Mars/Olympus' }],
    ['no hours', { openingHours: undefined }],
    ['hours in other words', { openingHours: ['weekdays from nine to five'] }],
    ['an unknown day', { openingHours: ['Xyz: 00:00-24:00'] }],
    ['hours that end before they begin', { openingHours: ['Mon: 18:00-17:00'] }],
    ['a minute that is none', { openingHours: ['Mon: 09:75-17:00'] }],
    ['a number', { openingHours: [9] }],
  ])('say whether it is open even with %s', (_title, change) => {
    expect(readOstiumSchedule({ ...schedule, ...change }, NOW)).toMatchObject({
      isOpen: true,
      hours: { fault: 'fields' },
    })
  })

  it.each([[null], ['<html>'], [{ ...schedule, isOpenNow: 'yes' }]])('%j are none', (body) => {
    expect(readOstiumSchedule(body, NOW)).toMatchObject({ fault: 'fields' })
  })
})
