import { aMemoryVenue, type MemoryVenue } from '../../../test/support/venues/memory-venue.js'
import { close, limit, market } from '../../../test/support/commands.js'
import { decimal, price, quantity, usd } from '../values/decimal.js'
import { decideProtect } from '../decide/decide-protect.js'
import { decideVenueMismatch } from '../decide/live/decide-venue-mismatch.js'
import { compareWithVenue, confirmedDifferences, keptReading, type VenueHoldings } from './reconcile.js'

const ZERO = usd(0n)

function holdingsOf({ positions, requests }: MemoryVenue, block = 100): VenueHoldings {
  return {
    block,
    positions: [...positions.values()].map((held) => ({
      ...{ symbol: held.symbol, direction: held.direction, quantity: held.quantity, collateral: held.collateral },
      ...{ pendingFunding: usd(decimal('-0.5')), pendingBorrowing: ZERO, pendingRollover: ZERO },
      trades: [{ tradeId: null, quantity: held.quantity }],
    })),
    orders: [...requests.values()]
      .filter(({ state }) => state === 'ACCEPTED')
      .map(({ venueOrderId, action }) => ({
        ...{ symbol: action.symbol, venueOrderId: venueOrderId ?? '', isClosing: action.kind === 'close' },
      })),
  }
}

/** A long position, and a limit order that rests at the venue. */
function aHolder() {
  const venue = aMemoryVenue()
  venue.trader.script.setPrice('BTC-USD', '20000')
  const entry = venue.trader.placed(market('BUY', '1'))
  venue.execute(venue.of(entry.id), { quantity: '1.01' })
  const resting = venue.trader.placed(limit('BUY', '1', '19000'))
  venue.accept(venue.of(resting.id))
  return { venue, resting, holdings: holdingsOf(venue) }
}

const differencesOf = ({ trader }: MemoryVenue, holdings: VenueHoldings) =>
  compareWithVenue(trader.account, 'GMX', holdings).differences

test('books that are the venue’s have no difference, and what has accrued is none', () => {
  const { venue, holdings } = aHolder()
  expect(differencesOf(venue, holdings)).toEqual([])
  const [position] = holdings.positions
  const accrued = { ...position!, collateral: usd(position!.collateral - decimal('0.500001')) }
  expect(differencesOf(venue, { ...holdings, positions: [accrued] })).toEqual([])
  const less = { ...position!, collateral: usd(position!.collateral - decimal('0.500002')) }
  expect(differencesOf(venue, { ...holdings, positions: [less] })).toMatchObject([{ subject: 'collateral' }])
})

test('another size, side, trade or order is a difference, with both sides', () => {
  const { venue, resting, holdings } = aHolder()
  const [position] = holdings.positions
  const other = { ...position!, quantity: quantity(decimal('1')) }
  expect(differencesOf(venue, { ...holdings, positions: [other] })).toEqual([
    { subject: 'position', symbol: 'BTC-USD', books: 'LONG 1.01', venue: 'LONG 1' },
  ])
  expect(differencesOf(venue, { ...holdings, positions: [] })).toMatchObject([{ books: 'LONG 1.01', venue: null }])
  const trades = [{ tradeId: '7', quantity: position!.quantity }]
  expect(differencesOf(venue, { ...holdings, positions: [{ ...position!, trades }] })).toMatchObject([
    { subject: 'trades', venue: '7: 1.01' },
  ])
  const id = venue.of(resting.id).venueOrderId
  expect(differencesOf(venue, { ...holdings, orders: [] })).toEqual([
    { subject: 'order', symbol: 'BTC-USD', books: id, venue: null },
  ])
  const stranger = { symbol: 'BTC-USD', venueOrderId: '0xstranger', isClosing: false }
  expect(differencesOf(venue, { ...holdings, orders: [...holdings.orders, stranger] })).toMatchObject([
    { books: null, venue: '0xstranger' },
  ])
})

test.each([
  ['the levels of the books, or nearer ones', '19000', '20900', []],
  ['no stop', null, '21000', [['stop 19000', 'stop none']]],
  ['a stop farther away', '18000', '21000', [['stop 19000', 'stop 18000']]],
  [
    ...(['neither', null, null] as const),
    [
      ['stop 19000', 'stop none'],
      ['target 21000', 'target none'],
    ],
  ],
])(
  'a trade of Ostium without the levels that the books have is a difference: %s',
  (_, stopLoss, takeProfit, expected) => {
    const venue = aMemoryVenue()
    venue.trader.script.setPrice('BTC-USD', '20000')
    venue.execute(venue.of(venue.trader.placed(market('BUY', '1', { venue: 'OSTIUM' })).id))
    const { id: positionId } = venue.trader.position('BTC-USD', 'OSTIUM')
    const leg = (at: string) =>
      ({ triggerPrice: price(decimal(at)), price: null, quantity: null, triggerBy: 'LAST' }) as const
    const legs = { stop_loss: leg('19000'), take_profit: leg('21000') }
    venue.trader.apply((account, context) => decideProtect(account, { positionId, ...legs }, context))
    const level = (at: string | null) => (at === null ? null : price(decimal(at)))
    const read = () => {
      const { positions, block } = holdingsOf(venue)
      const trades = positions.flatMap((one) =>
        one.trades.map((trade) => ({ ...trade, stopLoss: level(stopLoss), takeProfit: level(takeProfit) })),
      )
      const held = { block, orders: [], positions: positions.map((one) => ({ ...one, trades })) }
      return compareWithVenue(venue.trader.account, 'OSTIUM', held).differences
    }
    // Until the venue has them they are on their way.
    expect(read()).toEqual([])
    for (const { id } of venue.trader.account.orders.values()) venue.accept(venue.of(id))
    expect(read().map(({ subject, books, venue: there }) => [subject, books, there])).toEqual(
      expected.map((one) => ['exit', ...one]),
    )
  },
)

test.each([
  ['as much', '0.5', []],
  ['more, which anybody may send it', '0.75', []],
  ['less', '0.2', [{ subject: 'token', symbol: 'ETH', books: '0.5', venue: '0.2' }]],
  [
    'none: it was swapped, and nobody has booked it',
    '0',
    [{ subject: 'token', symbol: 'ETH', books: '0.5', venue: '0' }],
  ],
])('of a token that the account holds its wallet has %s', (_, amount, expected) => {
  const venue = aMemoryVenue()
  venue.trader.script.setPrice('BTC-USD', '20000')
  venue.execute(venue.of(venue.trader.placed(market('BUY', '1')).id))
  const profit = {
    ...{ token: '0x82aF', name: 'ETH', decimals: 18, amount: quantity(decimal('0.5')), value: usd(decimal('1500')) },
  }
  venue.execute(venue.of(venue.trader.close(close()).order!.id), { price: '21500', unswapped: [profit] })
  const token = (address: string) => ({ token: address, amount: quantity(decimal(amount)) })
  expect(differencesOf(venue, { ...holdingsOf(venue), tokens: [token('0x82AF'), token('0x5a')] })).toEqual(expected)
  expect(
    compareWithVenue(venue.trader.account, 'OSTIUM', { ...holdingsOf(venue), tokens: [token('0x82AF')] }).differences,
  ).toEqual([])
  expect(differencesOf(venue, holdingsOf(venue))).toEqual([])
})

test('positions on another venue are not compared', () => {
  const { venue, holdings } = aHolder()
  const order = venue.trader.placed(market('BUY', '1', { venue: 'OSTIUM' }))
  venue.execute(venue.of(order.id))
  expect(differencesOf(venue, holdings)).toEqual([])
})

test('an order that is being cancelled may be there or not', () => {
  const { venue, resting, holdings } = aHolder()
  venue.trader.cancel(resting.id)
  expect(differencesOf(venue, holdings)).toEqual([])
  expect(differencesOf(venue, { ...holdings, orders: [] })).toEqual([])
})

test('only a difference that is there 20 blocks later, too, is one', () => {
  const { venue, holdings } = aHolder()
  const read = (block: number, positions = holdings.positions) =>
    compareWithVenue(venue.trader.account, 'GMX', { ...holdings, block, positions })
  const first = read(100, [])
  expect(confirmedDifferences(null, first)).toEqual([])
  expect(confirmedDifferences(first, read(119, []))).toEqual([])
  expect(confirmedDifferences(first, read(120, []))).toHaveLength(1)
  expect(confirmedDifferences(first, read(140))).toEqual([])
  expect(keptReading(first, read(110, []))).toBe(first)
  expect(keptReading(first, read(110))).toBeNull()
  const other = read(
    110,
    holdings.positions.map((position) => ({ ...position, quantity: quantity(decimal('7')) })),
  )
  expect(keptReading(first, other)).toBe(other)
})

test('a mismatch halts, cancels what opens, and leaves stops at the venue', () => {
  const { venue, resting } = aHolder()
  venue.trader.keep(decideVenueMismatch(venue.trader.account, 'two sides', venue.trader.script.context()))
  expect(venue.trader.account).toMatchObject({ state: 'HALTED', stateReason: 'venue_mismatch: two sides' })
  expect(venue.of(resting.id, 'cancel').state).toBe('NEW')
  expect(venue.open().filter(({ action }) => action.kind === 'close')).toEqual([])
})
