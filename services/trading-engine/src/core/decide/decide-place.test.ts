import { decidePlace } from './decide-place.js'
import { decimal, formatDecimal, price, quantity } from '../values/decimal.js'
import type { AccountState } from '../model/account/account.js'
import { SIDES, type Order, type Side } from '../model/order/order.js'
import type { Problem } from '../model/outcome.js'
import type { PlaceOrder } from './prepare-order.js'
import { liquidationPrice } from '../margin/liquidation.js'
import { BTC } from '../../../test/support/market/instruments.js'
import { limit, market, NO_FLAGS, POST_ONLY, REDUCE_ONLY } from '../../../test/support/commands.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { pick, readable, words } from '../../../test/support/engine/readable.js'
import { timeOf, type BookFields, type Level } from '../../../test/support/market/scripted-world.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

/** Prices of the tables are a buyer's; a seller meets the same book upside down. */
const mirrored = (side: Side, at: string): string => (side === 'BUY' ? at : String(40000 - Number(at)))
const bookFor = (side: Side, asks: readonly Level[]): BookFields => {
  const mine = asks.map(([at, size]): Level => [mirrored(side, at), size])
  const other: readonly Level[] = [[mirrored(side, '19999'), '10']]
  return side === 'BUY' ? { asks: mine, bids: other, mark: '20000' } : { bids: mine, asks: other, mark: '20000' }
}
const THIN: readonly Level[] = [
  ['20001', '1'],
  ['20002', '1'],
  ['20010', '1'],
]

/** The result of an order in one line: status, reason, fills. */
function placedAs(trader: Trader, command: PlaceOrder, side: Side): string {
  const { order, fills, violations } = trader.place(command)
  if (order === null) return `refused: ${violations.map(({ rule }) => rule).join(', ')}`
  const executed = fills.map(
    (fill) => `${formatDecimal(fill.quantity)} @ ${mirrored(side, formatDecimal(fill.price))} ${fill.liquidity}`,
  )
  const rests = trader.account.orders.has(order.id) ? ' (working)' : ''
  return [`${order.status}${order.reason === null ? '' : ` ${order.reason}`}${rests}`, ...executed].join('; ')
}

const codeOf = (problem: Problem): string | undefined =>
  problem.kind === 'invalid' ? problem.issues[0]?.code : problem.kind

describe.each(SIDES)('%s against the book', (side) => {
  const mkt = (size: string, fields: Partial<PlaceOrder> = {}) => market(side, size, fields)
  const lmt = (size: string, at: string, fields: Partial<PlaceOrder> = {}) =>
    limit(side, size, mirrored(side, at), fields)
  const postOnly = { flags: POST_ONLY }
  const exhausted = 'CANCELLED book_exhausted; 1 @ 20001 TAKER; 1 @ 20002 TAKER; 1 @ 20010 TAKER'

  test.each<[string, PlaceOrder, string]>([
    // MARKET
    ['MARKET inside the best level', mkt('0.4'), 'FILLED; 0.4 @ 20001 TAKER'],
    ['MARKET over two levels', mkt('2'), 'FILLED; 1 @ 20001 TAKER; 1 @ 20002 TAKER'],
    ['MARKET larger than the book', mkt('5'), exhausted],
    ['MARKET FOK that fits', mkt('3', { tif: 'FOK' }), 'FILLED; 1 @ 20001 TAKER; 1 @ 20002 TAKER; 1 @ 20010 TAKER'],
    ['MARKET FOK larger than the book', mkt('3.001', { tif: 'FOK' }), 'EXPIRED time_in_force'],
    ['MARKET never rests: GTC', mkt('5', { tif: 'GTC' }), exhausted],
    ['MARKET never rests: GTD', mkt('5', { tif: 'GTD' }), exhausted],
    ['MARKET GTX is IOC too', mkt('1', { tif: 'GTX' }), 'FILLED; 1 @ 20001 TAKER'],
    // LIMIT GTC and GTD
    ['GTC away from the book', lmt('2', '20000'), 'OPEN (working)'],
    ['GTC on the best level', lmt('1', '20001'), 'FILLED; 1 @ 20001 TAKER'],
    ['GTC takes what is there and rests', lmt('2', '20001'), 'PARTIALLY_FILLED (working); 1 @ 20001 TAKER'],
    ['GTC through the book fills at the book’s prices', lmt('2', '20500'), 'FILLED; 1 @ 20001 TAKER; 1 @ 20002 TAKER'],
    ['GTC stops at its limit', lmt('3', '20005'), 'PARTIALLY_FILLED (working); 1 @ 20001 TAKER; 1 @ 20002 TAKER'],
    ['GTD rests like GTC', lmt('2', '20001', { tif: 'GTD' }), 'PARTIALLY_FILLED (working); 1 @ 20001 TAKER'],
    // LIMIT IOC and FOK
    ['IOC takes what is there and ends', lmt('2', '20001', { tif: 'IOC' }), 'EXPIRED time_in_force; 1 @ 20001 TAKER'],
    ['IOC that fills', lmt('2', '20002', { tif: 'IOC' }), 'FILLED; 1 @ 20001 TAKER; 1 @ 20002 TAKER'],
    ['IOC that reaches nothing', lmt('2', '20000', { tif: 'IOC' }), 'EXPIRED time_in_force'],
    ['FOK that fits within its limit', lmt('2', '20002', { tif: 'FOK' }), 'FILLED; 1 @ 20001 TAKER; 1 @ 20002 TAKER'],
    ['FOK that would fit beyond its limit', lmt('2', '20001', { tif: 'FOK' }), 'EXPIRED time_in_force'],
    ['FOK that reaches nothing', lmt('2', '20000', { tif: 'FOK' }), 'EXPIRED time_in_force'],
    // post-only
    ['post-only away from the book', lmt('2', '20000', postOnly), 'OPEN (working)'],
    ['post-only one tick away', lmt('2', '20000.5', postOnly), 'OPEN (working)'],
    ['post-only at the touch', lmt('2', '20001', postOnly), 'refused: post_only'],
    ['post-only beyond the touch', lmt('2', '20005', postOnly), 'refused: post_only'],
    ['GTX away from the book', lmt('2', '20000', { tif: 'GTX' }), 'OPEN (working)'],
    ['GTX is post-only without the flag', lmt('2', '20001', { tif: 'GTX' }), 'refused: post_only'],
    ['GTD and post-only', lmt('2', '20001', { tif: 'GTD', ...postOnly }), 'refused: post_only'],
    // reduce-only without a position
    ['reduce-only with nothing to reduce', mkt('1', { flags: REDUCE_ONLY }), 'refused: reduce_only'],
    ['reduce-only resting, nothing to reduce', lmt('1', '20000', { flags: REDUCE_ONLY }), 'refused: reduce_only'],
  ])('%s', (_, command, expected) => {
    const trader = aTrader()
    trader.script.setBook('BTC-USD', bookFor(side, THIN))
    expect(placedAs(trader, command, side)).toBe(expected)
  })

  test.each<[string, PlaceOrder, string]>([
    ['MARKET', mkt('1'), 'CANCELLED book_exhausted'],
    ['MARKET FOK', mkt('1', { tif: 'FOK' }), 'EXPIRED time_in_force'],
    ['GTC', lmt('1', '20001'), 'OPEN (working)'],
    ['IOC', lmt('1', '20001', { tif: 'IOC' }), 'EXPIRED time_in_force'],
    ['FOK', lmt('1', '20001', { tif: 'FOK' }), 'EXPIRED time_in_force'],
    ['GTX would take nothing', lmt('1', '20001', { tif: 'GTX' }), 'OPEN (working)'],
  ])('%s on an empty book, and without one', (_, command, expected) => {
    const trader = aTrader()
    trader.script.setBook('BTC-USD', bookFor(side, []))
    expect(placedAs(trader, command, side)).toBe(expected)
    trader.script.dropBook('BTC-USD')
    expect(placedAs(trader, command, side)).toBe(expected)
  })

  test.each<[string, PlaceOrder, string]>([
    ['MARKET', mkt('1'), 'FILLED; 0.5 @ 20002 TAKER; 0.5 @ 20010 TAKER'],
    ['LIMIT at what is gone', lmt('1', '20001'), 'OPEN (working)'],
    ['LIMIT at what is half gone', lmt('1', '20002'), 'PARTIALLY_FILLED (working); 0.5 @ 20002 TAKER'],
    ['FOK for more than is left', mkt('1.501', { tif: 'FOK' }), 'EXPIRED time_in_force'],
    ['FOK for what is left', mkt('1.5', { tif: 'FOK' }), 'FILLED; 0.5 @ 20002 TAKER; 1 @ 20010 TAKER'],
    ['another venue: a book of its own', mkt('1', { venue: 'OSTIUM' }), 'FILLED; 1 @ 20001 TAKER'],
  ])('%s after 1.5 was taken from this very book', (_, command, expected) => {
    const trader = aTrader()
    trader.script.setBook('BTC-USD', bookFor(side, THIN))
    expect(placedAs(trader, mkt('1.5'), side)).toBe('FILLED; 1 @ 20001 TAKER; 0.5 @ 20002 TAKER')
    expect(placedAs(trader, command, side)).toBe(expected)
  })

  test('the next book has its full depth, and the other side was not consumed', () => {
    const trader = aTrader()
    trader.script.setBook('BTC-USD', bookFor(side, THIN))
    trader.place(mkt('3'))
    expect(placedAs(trader, market(side === 'BUY' ? 'SELL' : 'BUY', '3'), side)).toBe('FILLED; 3 @ 19999 TAKER')
    trader.script.setBook('BTC-USD', bookFor(side, THIN))
    expect(placedAs(trader, mkt('1'), side)).toBe('FILLED; 1 @ 20001 TAKER')
  })
})

describe('reduce-only', () => {
  const reduce = { flags: REDUCE_ONLY }
  const holding = (side: Side, size: string): Trader => {
    const trader = aTrader()
    trader.placed(market(side, size))
    return trader
  }

  test.each<[string, PlaceOrder, string, string]>([
    ['part of the position', market('SELL', '0.4', reduce), '0.4 FILLED', 'LONG 0.6'],
    ['all of it', market('SELL', '1', reduce), '1 FILLED', 'flat'],
    ['more than it: capped on arrival', market('SELL', '3', reduce), '1 FILLED', 'flat'],
    ['resting, more than it: capped on arrival', limit('SELL', '3', '21000', reduce), '1 OPEN', 'LONG 1'],
    ['FOK: the capped quantity is the whole', market('SELL', '3', { ...reduce, tif: 'FOK' }), '1 FILLED', 'flat'],
    ['on the position’s own side', market('BUY', '1', reduce), 'refused reduce_only', 'LONG 1'],
  ])('%s', (_, command, expected, held) => {
    const trader = holding('BUY', '1')
    const { order, violations } = trader.place(command)
    const outcome =
      order === null ? `refused ${violations[0]?.rule}` : `${formatDecimal(order.quantity)} ${order.status}`
    const position = [...trader.account.positions.values()][0]
    expect(outcome).toBe(expected)
    expect(position === undefined ? 'flat' : `${position.direction} ${formatDecimal(position.quantity)}`).toBe(held)
  })

  test('a position on the other venue does not count', () => {
    const trader = holding('BUY', '1')
    expect(trader.refusals(market('SELL', '1', { ...reduce, venue: 'OSTIUM' }))).toEqual(['reduce_only'])
  })

  test('closing the position ends the reduce-only orders that waited for it, and no other', () => {
    const trader = holding('BUY', '1')
    const first = trader.placed(limit('SELL', '1', '21000', reduce))
    const second = trader.placed(limit('SELL', '0.5', '22000', reduce))
    const plain = trader.placed(limit('SELL', '0.5', '23000'))
    const bid = trader.placed(limit('BUY', '0.5', '19000'))
    trader.placed(market('SELL', '1'))
    const fateOf = ({ id }: Order) => `${trader.order(id).status} ${trader.order(id).reason}`
    expect([first, second].map(fateOf)).toEqual(['CANCELLED reduce_only', 'CANCELLED reduce_only'])
    expect([plain, bid].map(fateOf)).toEqual(['OPEN null', 'OPEN null'])
    const cancels = trader.events.filter((event) => event.type === 'order.cancel')
    expect(cancels.map((event) => event.cancelledBy)).toEqual(['SYSTEM', 'SYSTEM'])
  })
})

test('a trade that flips is two fills, and the event of the close comes before that of the open', () => {
  const trader = aTrader()
  trader.placed(market('BUY', '1'))
  const opened = trader.position()
  const seen = trader.events.length
  trader.script.setPrice('BTC-USD', '21000')
  const { order, fills } = trader.place(market('SELL', '3'))
  expect(fills.map((fill) => pick(fill, 'quantity', 'price', 'fee', 'realizedPnl'))).toEqual([
    { quantity: '1', price: '21000', fee: '12.6', realizedPnl: '1000' },
    { quantity: '2', price: '21000', fee: '25.2', realizedPnl: '0' },
  ])
  const short = trader.position()
  expect(short.id).not.toBe(opened.id)
  expect(fills.map((fill) => fill.positionId)).toEqual([opened.id, short.id])
  expect(pick(short, 'direction', 'quantity', 'cost')).toEqual({ direction: 'SHORT', quantity: '2', cost: '42000' })
  expect(words(order ?? {}, 'status', 'filledQuantity', 'filledNotional', 'fees')).toBe('FILLED 3 63000 37.8')
  expect(order?.positionId).toBe(short.id)
  expect(trader.events.slice(seen).map((event) => `${event.type} ${'order' in event && event.order.status}`)).toEqual([
    ...['order.ack OPEN', 'order.fill PARTIALLY_FILLED', 'position.close false', 'order.fill FILLED'],
  ])
  expect(trader.events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6])
  const booked = trader.transfers.slice(2).map(({ house, direction, amount }) => [house, direction, readable(amount)])
  expect(booked.join(' ')).toBe('realized_pnl,IN,1000 fees,OUT,12.6 fees,OUT,25.2')
})

describe('grid', () => {
  test.each<[Side, string, string, string | null]>([
    // side, price sent → price placed, requested price
    ['BUY', '19000', '19000', null],
    ['BUY', '19000.7', '19000.5', '19000.7'],
    ['SELL', '21000.1', '21000.5', '21000.1'],
    ['SELL', '21000.5', '21000.5', null],
    // float noise is not a request for another price
    ['BUY', '19000.4999999999', '19000.5', null],
  ])('a %s limit at %s', (side, sent, placed, requested) => {
    const order = aTrader().placed(limit(side, '1', sent))
    expect(pick(order, 'limitPrice', 'requestedPrice')).toEqual({ limitPrice: placed, requestedPrice: requested })
  })

  test('a MARKET order has no price', () => {
    expect(aTrader().placed(market('BUY', '1'))).toMatchObject({ limitPrice: null, requestedPrice: null })
  })

  test('a quantity within float noise of a lot is that lot', () => {
    expect(formatDecimal(aTrader().placed(market('BUY', '0.30000000000000004')).quantity)).toBe('0.3')
  })
})

describe('what cannot be decided', () => {
  const nearest = 'quantity must be a multiple of 0.001; nearest valid:'
  const ofOstium = 'quantity must be worth at least 5 USD on OSTIUM; nearest valid:'
  const buyEur = (size: string) => market('BUY', size, { symbol: 'EUR-USD' })
  const huge = '99999999999999999999.9999'
  const tooLarge = 'must be less than 100000000000000000000'
  const eurAt = (side: Side, size: string) => limit(side, size, '0.9', { symbol: 'EUR-USD' })
  const now = '2026-03-02T12:00:00.000Z'
  const ended = { tif: 'GTD', expiresAt: timeOf(now) } as const
  const onGmx = 'OSTIUM does not list SOL-USD; it trades on GMX'
  const solAtOstium = { symbol: 'SOL-USD', venue: 'OSTIUM' } as const
  test.each<[string, PlaceOrder, string, string]>([
    // code, whose beginning is the path, and message
    ['unknown symbol', market('BUY', '1', { symbol: 'NOPE' }), 'symbol.unknown', 'NOPE is not a tradable symbol'],
    ['not at that venue', market('BUY', '1', solAtOstium), 'platform_id.not_listed', onGmx],
    ['an end in the past', limit('BUY', '1', '19000', ended), 'expires_at.past', `expires_at must be after ${now}`],
    ['off the lot grid', market('BUY', '0.0015'), 'quantity.lot', `${nearest} 0.001 or 0.002`],
    ['less than a lot', market('BUY', '0.0004'), 'quantity.lot', `${nearest} 0.001`],
    ['a price under the first tick', limit('BUY', '1', '0.4'), 'price.tick', 'price must be at least one tick of 0.5'],
    ['under the venue’s minimum, at mark', buyEur('2'), 'quantity.min', `${ofOstium} 5`],
    ['under it at the limit', eurAt('BUY', '5'), 'quantity.min', `${ofOstium} 6`],
    // The market would fill it above its limit.
    ['under it, of a SELL', eurAt('SELL', '4'), 'quantity.min', `${ofOstium} 5`],
    ['off the grid and under it', buyEur('1.5'), 'quantity.lot', 'quantity must be a multiple of 1; nearest valid: 5'],
    ['a quantity rounded up to 10^20', market('BUY', huge, { tif: 'FOK' }), 'quantity.max', `quantity ${tooLarge}`],
    ['a price rounded up to 10^20', limit('SELL', '1', huge), 'price.max', `price ${tooLarge}`],
  ])('%s', (_, command, code, message) => {
    const path = code.split('.').slice(0, 1)
    expect(aTrader().misplaced(command)).toMatchObject({ kind: 'invalid', issues: [{ path, code, message }] })
  })

  test('of several mistakes the first is named, in this order', () => {
    const trader = aTrader()
    trader.placed(market('BUY', '1'))
    const wrong: Partial<PlaceOrder> = {
      ...{ symbol: 'NOPE', positionId: 'id-unknown', venue: 'OSTIUM', tif: 'GTD', expiresAt: 1 },
      ...{ quantity: quantity(decimal('0.0005')), price: price(decimal('0.001')) },
    }
    const corrections: readonly [string, Partial<PlaceOrder>][] = [
      ['symbol.unknown', { symbol: 'SOL-USD' }],
      ['not_found', { positionId: trader.position().id }],
      ['position_id.symbol', { positionId: null }],
      ['platform_id.not_listed', { venue: 'GMX' }],
      ['expires_at.past', { expiresAt: null }],
      ['quantity.lot', { quantity: quantity(decimal('0.1')) }],
      ['price.tick', { price: price(decimal('1')) }],
      ['quantity.min', {}],
    ]
    let command = limit('BUY', '1', '1', wrong)
    for (const [expected, correction] of corrections) {
      expect(codeOf(trader.misplaced(command))).toBe(expected)
      command = { ...command, ...correction }
    }
  })

  test('the venue’s minimum does not apply to closing a position', () => {
    const trader = aTrader()
    trader.placed(buyEur('6'))
    expect(trader.placed(market('SELL', '2', { symbol: 'EUR-USD' })).status).toBe('FILLED')
    expect(trader.placed(market('SELL', '1', { symbol: 'EUR-USD', flags: REDUCE_ONLY })).status).toBe('FILLED')
    expect(trader.misplaced(buyEur('1')).kind).toBe('invalid')
  })
})

describe('venue', () => {
  test.each<[string, 'GMX' | 'OSTIUM' | null, Partial<PlaceOrder>, string]>([
    ['the symbol’s primary venue', null, {}, 'GMX'],
    ['the account’s default venue', 'OSTIUM', {}, 'OSTIUM'],
    ['the venue it names, over the default', 'OSTIUM', { venue: 'GMX' }, 'GMX'],
    ['the primary venue where the default does not list the symbol', 'OSTIUM', { symbol: 'SOL-USD' }, 'GMX'],
    ['the only venue', null, { symbol: 'EUR-USD' }, 'OSTIUM'],
  ])('%s', (_, defaultVenue, fields, venue) => {
    const trader = aTrader({ defaultVenue })
    expect(trader.placed(market('BUY', '10', { symbol: 'BTC-USD', ...fields })).venue).toBe(venue)
  })

  test('a venue that the plan does not allow is refused', () => {
    const trader = aTrader({ plan: aPlan({ allowedVenues: ['GMX'] }) })
    const { violations } = trader.place(market('BUY', '10', { symbol: 'EUR-USD' }))
    expect(violations.map(({ rule, message }) => [rule, message])).toEqual([
      ['venue_not_allowed', 'the plan does not allow OSTIUM; it allows GMX'],
    ])
  })

  test('any accepted spelling names the symbol, the order shows the canonical one', () => {
    expect(aTrader().placed(market('BUY', '1', { symbol: 'btc' })).symbol).toBe('BTC-USD')
  })
})

describe('position_id', () => {
  const onBoth = (): Trader => {
    const trader = aTrader()
    trader.placed(market('BUY', '1'))
    trader.placed(market('BUY', '2', { venue: 'OSTIUM' }))
    return trader
  }

  test('picks the venue of a symbol held on two', () => {
    const trader = onBoth()
    const { id } = trader.position('BTC-USD', 'OSTIUM')
    const order = trader.placed(market('SELL', '1', { positionId: id }))
    expect([order.venue, order.positionId]).toEqual(['OSTIUM', id])
    expect(formatDecimal(trader.position('BTC-USD', 'OSTIUM').quantity)).toBe('1')
    expect(formatDecimal(trader.position('BTC-USD', 'GMX').quantity)).toBe('1')
  })

  test.each<[string, (trader: Trader) => Partial<PlaceOrder>, string]>([
    ['that does not exist', () => ({ positionId: 'id-unknown' }), 'not_found'],
    ['of another symbol', (trader) => ({ positionId: trader.position().id, symbol: 'SOL-USD' }), 'position_id.symbol'],
    ['elsewhere', (trader) => ({ positionId: trader.position().id, venue: 'OSTIUM' }), 'platform_id.position'],
  ])('one %s', (_, fields, expected) => {
    const trader = onBoth()
    expect(codeOf(trader.misplaced(market('SELL', '1', fields(trader))))).toBe(expected)
  })

  test('a closed position is not found', () => {
    const trader = onBoth()
    const { id } = trader.position()
    trader.placed(market('SELL', '1'))
    const problem = { kind: 'not_found', message: 'no such open position' }
    expect(trader.misplaced(market('SELL', '1', { positionId: id }))).toEqual(problem)
  })
})

describe('account states', () => {
  const opening = market('BUY', '1')
  const reducing = market('SELL', '1')
  const reduceOnly = market('SELL', '1', { flags: REDUCE_ONLY })
  const flipping = market('SELL', '1.001')
  test.each<[AccountState, boolean, boolean]>([
    // state, may open, may reduce
    ['ACTIVE', true, true],
    ['REDUCE_ONLY', false, true],
    ['HALTED', false, true],
    ['PASSED', false, true],
    ['TERMINATED', false, false],
    ['CLOSED', false, false],
  ])('%s: opens %p, reduces %p', (state, opens, reduces) => {
    const accepted = (command: PlaceOrder): boolean => {
      const trader = aTrader()
      trader.placed(market('BUY', '1'))
      trader.account = { ...trader.account, state }
      const { order, violations } = trader.place(command)
      if (order === null) expect(violations.map(({ rule }) => rule)).toEqual(['account_state'])
      return order !== null
    }
    expect(accepted(opening)).toBe(opens)
    // Outside ACTIVE it is cut to what it can reduce.
    expect([flipping, reducing, reduceOnly].map(accepted)).toEqual([reduces, reduces, reduces])
  })

  test('a lock shows its reason and its end', () => {
    const trader = aTrader()
    const until = timeOf('2026-03-03T00:00:00Z')
    trader.account = { ...trader.account, state: 'REDUCE_ONLY', stateReason: 'daily loss', lockedUntil: until }
    expect(trader.place(opening).violations).toEqual([
      {
        ...{ rule: 'account_state', severity: 'SOFT', limit: null, value: null, unit: null, until },
        message: 'the account is REDUCE_ONLY (daily loss): only orders that reduce a position are accepted',
      },
    ])
  })
})

describe('a closed market', () => {
  test.each<[string, PlaceOrder, string]>([
    ['MARKET', market('BUY', '1'), 'refused: market_closed'],
    ['IOC', limit('BUY', '1', '21000', { tif: 'IOC' }), 'refused: market_closed'],
    ['FOK', limit('BUY', '1', '21000', { tif: 'FOK' }), 'refused: market_closed'],
    ['GTC rests, even where it would take', limit('BUY', '1', '21000'), 'OPEN (working)'],
    ['GTX rests', limit('BUY', '1', '21000', { tif: 'GTX' }), 'OPEN (working)'],
    ['reducing at market', market('SELL', '1', { flags: REDUCE_ONLY }), 'refused: market_closed'],
    ['reducing with a resting limit', limit('SELL', '1', '19000', { flags: REDUCE_ONLY }), 'OPEN (working)'],
  ])('%s', (_, command, expected) => {
    const trader = aTrader()
    trader.placed(market('BUY', '1'))
    trader.script.setOpen('BTC-USD', false)
    expect(placedAs(trader, command, 'BUY')).toBe(expected)
  })
})

describe('stale prices', () => {
  test.each<[string, string, PlaceOrder, readonly string[]]>([
    ['its own symbol, opening', 'BTC-USD', market('BUY', '1'), ['stale_market_data']],
    ['its own symbol, resting', 'BTC-USD', limit('BUY', '1', '19000'), ['stale_market_data']],
    ['its own symbol, reducing', 'BTC-USD', market('SELL', '1'), []],
    ['a symbol the account holds', 'BTC-USD', market('BUY', '10', { symbol: 'SOL-USD' }), ['stale_market_data']],
    ['a symbol it does not hold', 'EUR-USD', market('BUY', '10', { symbol: 'SOL-USD' }), []],
  ])('%s', (_, stale, command, expected) => {
    const trader = aTrader()
    trader.placed(market('BUY', '1'))
    trader.script.setStale(stale, true)
    expect(trader.place(command).violations.map(({ rule }) => rule)).toEqual(expected)
  })

  test('no price was seen yet', () => {
    const trader = aTrader()
    trader.script.forget('SOL-USD')
    const { violations } = trader.place(market('BUY', '10', { symbol: 'SOL-USD' }))
    expect(violations.map(({ message }) => message)).toEqual([
      'the price of SOL-USD is stale; opening orders wait for the feed',
    ])
  })
})

test.each<[string, Partial<PlaceOrder>, string | null]>([
  ['GTD without a date is working to the end of the trading day', { tif: 'GTD' }, '2026-03-03T00:00:00Z'],
  ['GTD with a date, to that date', { tif: 'GTD', expiresAt: timeOf('2026-03-05T10:00:00Z') }, '2026-03-05T10:00:00Z'],
  ['GTC has no end', { tif: 'GTC' }, null],
  ['GTX has no end', { tif: 'GTX' }, null],
])('%s', (_, fields, end) => {
  expect(aTrader().placed(limit('BUY', '1', '19000', fields)).expiresAt).toBe(end === null ? null : timeOf(end))
})

test('the events of an accepted order', () => {
  const trader = aTrader()
  const { order, position } = trader.place(limit('BUY', '1', '19000.7', { clientId: 'c-1' }))
  const at = timeOf('2026-03-02T12:00:00.000001Z')
  expect(readable(order)).toEqual({
    ...{ id: order?.id, accountId: trader.account.id, origin: { by: 'SYSTEM', keyId: null }, clientId: 'c-1' },
    ...{ symbol: 'BTC-USD', venue: 'GMX', side: 'BUY', kind: 'LIMIT', tif: 'GTC', flags: NO_FLAGS, quantity: '1' },
    ...{ limitPrice: '19000.5', requestedPrice: '19000.7', triggerPrice: null, requestedTriggerPrice: null },
    ...{ triggerState: null, triggerTick: null, filledQuantity: '0', filledNotional: '0', fees: '0' },
    ...{ status: 'OPEN', reason: null, positionId: null, parentOrderId: null, bracketId: null },
    ...{ contingentQuantity: '0', expiresAt: null, createdAt: at, updatedAt: at, version: 1 },
  })
  expect(position).toBeNull()
  const id = expect.any(String) as string
  expect(trader.events).toEqual([{ id, sequence: 1, at: at + 1, type: 'order.ack', order }])
  expect([...trader.account.orders.values()]).toEqual([order])
})

test.each([
  ['IOC', limit('BUY', '1', '19000', { tif: 'IOC' }), 'EXPIRED'],
  ['MARKET', market('BUY', '5000'), 'CANCELLED'],
])('what an %s order could not fill is ended by the system', (_, command, status) => {
  const trader = aTrader({ plan: aPlan({ symbolNotionalMax: '1000000000', totalNotionalMax: '1000000000' }) })
  trader.script.setPrice('BTC-USD', '20000', { depth: '1' })
  trader.placed({ ...command, quantity: quantity(decimal('2')) })
  expect(trader.events.at(-1)).toMatchObject({ type: 'order.cancel', cancelledBy: 'SYSTEM', order: { status } })
})

test('a refusal changes nothing', () => {
  const trader = aTrader()
  const outcome = decidePlace(trader.account, market('BUY', '1000'), trader.script.context())
  expect(outcome).toMatchObject({ kind: 'decided', changes: null, answer: { order: null, fills: [], position: null } })
})

test('the answer shows the position the order left open, or that stands where it was refused', () => {
  const trader = aTrader()
  expect(trader.place(market('BUY', '1')).position).toMatchObject({ direction: 'LONG', quantity: decimal('1') })
  expect(trader.place(market('BUY', '1000')).position).toBe(trader.position())
  expect(trader.place(market('SELL', '1')).position).toBeNull()
})

test('an order is reducing only while it and the orders resting on its side fit the position', () => {
  const trader = aTrader()
  trader.placed(market('BUY', '1'))
  trader.placed(limit('SELL', '0.6', '21000'))
  trader.script.setStale('BTC-USD', true)
  expect(trader.placed(limit('SELL', '0.4', '22000')).status).toBe('OPEN')
  expect(trader.refusals(limit('SELL', '0.001', '22000'))).toEqual(['stale_market_data'])
  // An order that executes immediately does not count as resting beside them.
  expect(trader.placed(market('SELL', '1')).status).toBe('FILLED')
})

/** A trader who has bought 1 BTC-USD, with the mark so far from where its own margin no longer carries it. */
function nearLiquidation(from: string, waiting: readonly PlaceOrder[] = []): Trader {
  const trader = aTrader()
  trader.placed(market('BUY', '1'))
  for (const order of waiting) trader.placed(order)
  const due = liquidationPrice(trader.position(), BTC.terms.GMX!)!
  trader.script.setPrice('BTC-USD', formatDecimal(due + decimal(from)))
  return trader
}

test('nothing is added to a position whose liquidation is due, whatever margin is free', () => {
  const trader = nearLiquidation('0')
  expect(formatDecimal(trader.figures().freeMargin)).toMatch(/^9/)
  expect(trader.refusals(market('BUY', '4'))).toEqual(['insufficient_margin'])
  expect(trader.refusals(limit('BUY', '4', '15000'))).toEqual(['insufficient_margin'])
  trader.fillResting()
  expect([...trader.positions.values()].map(({ closeReason }) => closeReason)).toEqual(['LIQUIDATION'])
  expect(nearLiquidation('1').placed(market('BUY', '4')).status).toBe('FILLED')
})

test('an order that waited is not changed into one that carries on what is to be liquidated', () => {
  const trader = nearLiquidation('0', [limit('BUY', '4', '15000')])
  const [id = ''] = trader.account.orders.keys()
  expect(trader.unmodified(id, { price: price(decimal('30000')) })).toMatchObject({ kind: 'risk_rejected' })
})

test('what closes a position that is to be liquidated is taken, and so is what goes on to the other side', () => {
  expect(nearLiquidation('0').placed(market('SELL', '0.5')).status).toBe('FILLED')
  expect(nearLiquidation('0').placed(market('SELL', '2')).status).toBe('FILLED')
})

test('in one tick what waited fills before anything is liquidated', () => {
  const trader = nearLiquidation('-1000', [limit('BUY', '4', '18500')])
  trader.fillResting()
  expect(trader.fills.map((fill) => words(fill, 'side', 'quantity'))).toEqual(['BUY 1', 'BUY 4'])
})
