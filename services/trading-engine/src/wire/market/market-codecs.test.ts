import { BTC, EUR } from '../../../test/support/market/instruments.js'
import { levels, scriptContext } from '../../../test/support/market/scripted-world.js'
import { decimal, price, rate, usd } from '../../core/values/decimal.js'
import type { Instrument, VenueTerms } from '../../core/model/market/instrument.js'
import { asNumber, asText } from '../decimals.js'
import { orderbookCodec } from './orderbook-codec.js'
import { priceCodec } from './price-codec.js'
import { tickersCodec, tickersOf } from './ticker-codec.js'
import { tickerMetadataCodec, metadataOf } from './ticker-metadata-codec.js'
import { primaryOf } from '../../../test/support/market/listings.js'

const script = scriptContext()
script.setBook('BTC-USD', {
  bids: levels('19999.5 1', '19999 2'),
  asks: levels('20000.5 0.5', '20001 4'),
  mark: '20000.25',
})
const { market } = script.context()

test('a price, as numbers or as text', () => {
  const quote = market.quote(primaryOf('BTC-USD'))!
  expect(priceCodec.value({ quote, status: 'CLOSED' }, asNumber)).toEqual({
    ...{ symbol: 'BTC-USD', venue: 'GMX', last_price: 20000.25, mark_price: 20000.25, index_price: 20000.25 },
    ...{ bid: 19999.5, ask: 20000.5, timestamp: '2026-03-02T12:00:00.000Z', stale: false, stale_reason: null },
    ...{ market_status: 'CLOSED', tick: quote.tick },
  })
  expect(priceCodec.value({ quote: { ...quote, staleReason: 'silent' }, status: 'OPEN' }, asText)).toMatchObject({
    ...{ mark_price: '20000.25', stale: true, stale_reason: 'silent' },
  })
})

test('an order book, cut to the depth', () => {
  const book = market.book(primaryOf('BTC-USD'))!
  expect(orderbookCodec.value({ book, depth: 1 }, asText)).toEqual({
    ...{ symbol: 'BTC-USD', venue: 'GMX', depth: 1, bids: [['19999.5', '1']], asks: [['20000.5', '0.5']] },
    ...{ sequence: book.sequence, timestamp: '2026-03-02T12:00:00.000Z' },
  })
  expect(orderbookCodec.value({ book, depth: 24 }, asNumber)).toMatchObject({
    depth: 24,
    bids: [
      [19999.5, 1],
      [19999, 2],
    ],
  })
})

test('tickers by asset class, empty ones too, with the terms of each venue', () => {
  const gmx = { max_leverage: 100, min_notional: 1, taker_fee_rate: 0.0006, maker_fee_rate: 0.0004 }
  const ostium = { max_leverage: 50, min_notional: 5, taker_fee_rate: 0.001, maker_fee_rate: 0.0003 }
  const maintenance = { maintenance_margin_rate: 0.01 }
  const body = tickersCodec.value(
    tickersOf([BTC, EUR], (instrument) => (instrument.assetClass === 'crypto' ? 'OPEN' : 'CLOSED')),
    asNumber,
  )
  expect(body).toMatchObject({ commodity: [], equity: [], index: [] })
  expect(body['crypto']).toEqual([
    {
      ...{ symbol: 'BTC-USD', base: 'BTC', quote: 'USD', venues: ['GMX', 'OSTIUM'], tick_size: 0.5, lot_size: 0.001 },
      ...{ status: 'OPEN', primary_venue: 'GMX' },
      ...gmx,
      ...maintenance,
      venue_terms: [
        { venue: 'GMX', ...gmx, ...maintenance },
        { venue: 'OSTIUM', ...ostium, ...maintenance },
      ],
    },
  ])
  expect(body['forex']).toMatchObject([{ symbol: 'EUR-USD', venues: ['OSTIUM'], max_leverage: 50, status: 'CLOSED' }])
})

const noCarry = () => undefined

describe('metadata', () => {
  test('the flat terms are those of the primary venue; each venue’s own are beside them', () => {
    const body = tickerMetadataCodec.value(metadataOf(BTC, price(decimal('20000')), noCarry), asNumber)
    const gmx = { max_leverage: 100, funding_cadence: '1h', taker_fee_rate: 0.0006, maker_fee_rate: 0.0004 }
    expect(body).toMatchObject({ symbol: 'BTC-USD', asset_class: 'crypto', tick_size: 0.5, lot_size: 0.001, ...gmx })
    expect(body['venue_terms']).toMatchObject([
      { venue: 'GMX', ...gmx },
      { venue: 'OSTIUM', max_leverage: 50, funding_cadence: '24h' },
    ])
    expect(body['trading_hours']).toEqual({ always_open: true, time_zone: null, sessions: [] })
  })

  const withMinimum = (notionalMin: string): Instrument => {
    const terms: VenueTerms = {
      ...BTC.terms.GMX!,
      notionalMin: usd(decimal(notionalMin)),
      leverageMax: rate(decimal('1')),
    }
    return { ...BTC, terms: { GMX: terms } }
  }

  test.each([
    ['1', '20000', '0.001'], // 0.00005 BTC is less than a lot
    ['20', '20000', '0.001'], // exactly a lot
    ['21', '20000', '0.002'], // 0.00105 BTC
    ['20', '10000', '0.002'],
    ['1', '3', '0.334'], // 0.333… BTC
  ])('the smallest quantity worth %s USD at %s is %s', (notionalMin, at, smallest) => {
    const body = tickerMetadataCodec.value(metadataOf(withMinimum(notionalMin), price(decimal(at)), noCarry), asText)
    expect(body).toMatchObject({ min_quantity: smallest, min_notional: notionalMin })
  })

  test('trading hours in the venue’s own time', () => {
    const sessions = [
      { day: 0, openMinute: 17 * 60 + 5, closeMinute: 1440 },
      { day: 5, openMinute: 0, closeMinute: 17 * 60 },
    ]
    const forex: Instrument = { ...EUR, tradingHours: { isAlwaysOpen: false, timeZone: 'America/New_York', sessions } }
    expect(
      tickerMetadataCodec.value(metadataOf(forex, price(decimal('1.1')), noCarry), asNumber)['trading_hours'],
    ).toEqual({
      always_open: false,
      time_zone: 'America/New_York',
      sessions: [
        { day: 'Sunday', open: '17:05', close: '24:00' },
        { day: 'Friday', open: '00:00', close: '17:00' },
      ],
    })
  })
})
