import { loadCatalogue } from '../../catalogue.js'
import { listGmx, readGmxTickers } from './gmx/gmx-prices.js'
import { GMX_TOKENS } from './gmx/gmx-tokens.js'
import { listOstium } from './ostium/ostium-pairs.js'
import { readOstiumPrices } from './ostium/ostium-prices.js'
import { formatDecimal } from '../../../core/values/decimal.js'

const { all } = loadCatalogue()
const gmx = listGmx(all)
const ostium = listOstium(all)
const pick = <L>(listings: readonly L[], symbol: string, symbolOf: (listing: L) => string): readonly L[] =>
  listings.filter((listing) => symbolOf(listing) === symbol)

/** As GMX's oracle API has answered in July 2026. */
const eth = {
  ...{ tokenAddress: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1', tokenSymbol: 'ETH', minPrice: '1739495434083952' },
  ...{ maxPrice: '1739596434083952', updatedAt: 1783345314888, timestamp: 1783345314 },
}
/** As Ostium has answered in January 2026. */
const eur = {
  ...{ feed_id: '0x07', bid: 1.16135, mid: 1.16138, ask: 1.16141, isMarketOpen: true, isDayTradingClosed: false },
  ...{ secondsToToggleIsDayTradingClosed: -1, from: 'EUR', to: 'USD', timestampSeconds: 1768547698 },
}

const ofEth = pick(gmx, 'ETH-USD', ({ instrument }) => instrument.symbol)
const ofEur = pick(ostium, 'EUR-USD', ({ symbol }) => symbol)
const without = (entry: object, name: string): object =>
  Object.fromEntries(Object.entries(entry).filter(([key]) => key !== name))

it('has a token for every symbol GMX lists', () => {
  const listed = all.filter(({ terms }) => terms.GMX !== undefined).map(({ symbol }) => symbol)
  expect(gmx.map(({ instrument }) => instrument.symbol)).toEqual(listed)
  expect(Object.keys(GMX_TOKENS).sort()).toEqual([...listed].sort())
})

it('reads a ticker of GMX by the decimals of its token', () => {
  const { ticks, unreadable, missing } = readGmxTickers([eth, { tokenAddress: '0x00', minPrice: null }], ofEth)
  expect({ unreadable, missing }).toEqual({ unreadable: [], missing: [] })
  expect(ticks.map(({ bid, mid, ask }) => [bid, mid, ask].map(formatDecimal))).toEqual([
    ['1739.495434083952', '1739.545934083952', '1739.596434083952'],
  ])
  expect(ticks[0]).toMatchObject({ venue: 'GMX', symbol: 'ETH-USD', at: 1_783_345_314_888_000, isOpen: null })
})

it.each([
  ['BTC-USD', '615363870277724850000000000', '61536.387027772485'],
  ['PEPE-USD', '2623317', '0.000002623317'],
  ['NEAR-USD', '1978482', '1.978482'],
  ['BONK-USD', '45897499999999999999', '0.000004589749999999'],
])('knows the scale of %s', (symbol, units, price) => {
  const listing = pick(gmx, symbol, ({ instrument }) => instrument.symbol)
  const entry = { ...eth, tokenAddress: GMX_TOKENS[symbol]!.address, minPrice: units, maxPrice: units }
  const { ticks, unreadable } = readGmxTickers([entry], listing)
  expect(unreadable).toEqual([])
  expect(formatDecimal(ticks[0]!.bid)).toBe(price)
})

it('takes the time of the oracle when the API has only passed it on again', () => {
  const at = (entry: object) => readGmxTickers([{ ...eth, ...entry }], ofEth).ticks[0]?.at
  expect(at({ timestamp: undefined })).toBe(1_783_345_314_888_000)
  expect(at({ updatedAt: 1783345314, timestamp: undefined })).toBe(1_783_345_314_000_000)
  expect(at({ timestamp: 1783345000 })).toBe(1_783_345_000_000_000)
})

it.each([
  ['a renamed price', { ...without(eth, 'minPrice'), min: '1' }, 'fields'],
  ['a price as a number', { ...eth, maxPrice: 1739596434083952 }, 'fields'],
  ['NaN', { ...eth, minPrice: 'NaN' }, 'not_a_price'],
  ['a negative price', { ...eth, minPrice: '-1' }, 'not_a_price'],
  ['an exponent', { ...eth, minPrice: '1e15' }, 'not_a_price'],
  ['zero', { ...eth, minPrice: '0' }, 'not_a_price'],
  ['min above max', { ...eth, minPrice: '1739596434083953' }, 'crossed'],
  ['30 decimals', { ...eth, minPrice: `17${'0'.repeat(32)}`, maxPrice: `17${'0'.repeat(32)}` }, 'scale'],
  ['8 decimals', { ...eth, minPrice: '173949543408', maxPrice: '173949543408' }, 'scale'],
  ['a price beyond all', { ...eth, maxPrice: '9'.repeat(60) }, 'scale'],
  ['two scales', { ...eth, maxPrice: '17395964340839520' }, 'scale'],
  ['no time', without(eth, 'updatedAt'), 'not_a_time'],
  ['a time as text', { ...eth, updatedAt: '1783345314888' }, 'not_a_time'],
  ['a time in microseconds', { ...eth, updatedAt: 1783345314888000 }, 'not_a_time'],
  ['no time of the oracle', { ...eth, timestamp: null }, 'not_a_time'],
])('refuses %s from GMX', (_title, entry, fault) => {
  const { ticks, unreadable } = readGmxTickers([entry], ofEth)
  expect(ticks).toEqual([])
  expect(unreadable).toEqual([{ symbol: 'ETH-USD', fault, detail: expect.any(String) as string }])
})

it('reads a price of Ostium as the decimal it is written as', () => {
  const { ticks, unreadable, missing } = readOstiumPrices([eur, { ...eur, from: 'XYZ' }], ofEur)
  expect({ unreadable, missing }).toEqual({ unreadable: [], missing: [] })
  expect(ticks.map(({ bid, mid, ask }) => [bid, mid, ask].map(formatDecimal))).toEqual([
    ['1.16135', '1.16138', '1.16141'],
  ])
  expect(ticks[0]).toMatchObject({ venue: 'OSTIUM', symbol: 'EUR-USD', at: 1_768_547_698_000_000, isOpen: true })
})

it.each([
  ['a renamed price', { ...without(eur, 'bid'), bidPrice: 1.1 }, 'fields'],
  ['a price as text', { ...eur, bid: '1.16135' }, 'fields'],
  ['NaN as text', { ...eur, bid: 'NaN' }, 'not_a_price'],
  ['null', { ...eur, mid: null }, 'not_a_price'],
  ['zero', { ...eur, bid: 0 }, 'not_a_price'],
  ['a negative price', { ...eur, bid: -1.16135 }, 'not_a_price'],
  ['a price beyond all', { ...eur, ask: 1e300 }, 'not_a_price'],
  ['bid above ask', { ...eur, bid: 1.162 }, 'crossed'],
  ['18 decimals', { ...eur, bid: 1.16135e18, mid: 1.16138e18, ask: 1.16141e18 }, 'scale'],
  ['hours of another type', { ...eur, isMarketOpen: 1 }, 'fields'],
  ['a time in microseconds', { ...eur, timestampSeconds: 1768547698000000 }, 'not_a_time'],
])('refuses %s from Ostium', (_title, entry, fault) => {
  const { ticks, unreadable } = readOstiumPrices([entry], ofEur)
  expect(ticks).toEqual([])
  expect(unreadable).toEqual([{ symbol: 'EUR-USD', fault, detail: expect.any(String) as string }])
})

it.each([[null], ['<html></html>'], [{}], [[]], [[null, 1, 'x']], [[{ address: eth.tokenAddress }]]])(
  'says that %j is no list of prices',
  (body) => {
    const nothing = { ticks: [], missing: [], unreadable: [expect.objectContaining({ symbol: null, fault: 'fields' })] }
    expect(readGmxTickers(body, gmx)).toEqual(nothing)
    expect(readOstiumPrices(body, ostium)).toEqual(nothing)
  },
)

it('tells missing symbols, and those that stand there twice', () => {
  expect(readGmxTickers([{ ...eth, tokenAddress: '0x00' }], ofEth).missing).toEqual(['ETH-USD'])
  expect(readOstiumPrices([eur, eur], ofEur).unreadable).toMatchObject([{ symbol: 'EUR-USD', fault: 'repeated' }])
})
