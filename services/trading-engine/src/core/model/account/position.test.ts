/** Worked by hand; every figure can be checked with a pencil. */
import { decimal, formatDecimal, price, quantity, rate, usd } from '../../values/decimal.js'
import { listingKey } from '../market/listing.js'
import {
  directionOf,
  entryPrice,
  exitPrice,
  increasePosition,
  openingSide,
  reducePosition,
  rMultiple,
  type Direction,
  type Position,
} from './position.js'
import { words } from '../../../../test/support/engine/readable.js'

const empty = (direction: Direction): Position => ({
  ...{ id: 'position-1', accountId: 'account-1', venue: 'GMX', symbol: 'BTC-USD', direction, quantity: quantity(0n) },
  ...{ cost: usd(0n), leverage: rate(decimal('20')), openedQuantity: quantity(0n), openedNotional: usd(0n) },
  ...{ closedNotional: usd(0n), realizedPnl: usd(0n), fees: usd(0n), funding: usd(0n), carry: usd(0n), fundedUntil: 1 },
  ...{ initialStop: null, openedAt: 1, flattenedBy: null, closedAt: null, closeReason: null, liquidationTick: null },
})
const fill = (size: string, at: string, fee = '0') => ({
  quantity: quantity(decimal(size)),
  price: price(decimal(at)),
  fee: usd(decimal(fee)),
})
const closing = (size: string, at: string, fee = '0') => ({
  ...fill(size, at, fee),
  at: 9,
  reason: 'USER' as const,
  liquidationTick: null,
})
const opened = (direction: Direction, ...fills: readonly (readonly [string, string])[]): Position =>
  fills.reduce((position, [size, at]) => increasePosition(position, fill(size, at)), empty(direction))

describe('closing', () => {
  test('what was opened stays on record, what was closed is added to it', () => {
    const half = reducePosition(opened('LONG', ['2', '20000']), closing('1', '21000', '12')).position
    const { position } = reducePosition(half, closing('1', '23000', '13'))
    expect(
      words(position, 'openedQuantity', 'openedNotional', 'closedNotional', 'realizedPnl', 'fees', 'closedAt'),
    ).toBe('2 40000 44000 4000 25 9')
    expect(position.closeReason).toBe('USER')
    expect([entryPrice(position), exitPrice(position)].map(formatDecimal)).toEqual(['20000', '22000'])
  })

  test('it is closed only once it is flat', () => {
    const { position } = reducePosition(opened('LONG', ['2', '20000']), closing('1.999', '21000'))
    expect([position.closedAt, position.closeReason]).toEqual([null, null])
  })

  test.each<[Direction, string, string, string]>([
    // 3 of a cost of 100: a third is 33.333…, released against the trader
    ['LONG', '33.333333333333333334', '66.666666666666666666', '-3.333333333333333334'],
    ['SHORT', '33.333333333333333333', '66.666666666666666667', '3.333333333333333333'],
  ])('a partial close of a %s rounds against the trader', (direction, released, left, pnl) => {
    const position: Position = { ...opened(direction, ['3', '33']), cost: usd(decimal('100')) }
    const reduced = reducePosition(position, closing('1', '30'))
    expect(formatDecimal(usd(position.cost - reduced.position.cost))).toBe(released)
    expect(formatDecimal(reduced.position.cost)).toBe(left)
    expect(formatDecimal(reduced.realizedPnl)).toBe(pnl)
  })

  test('the last close releases all that is left: three thirds are the whole, to the last digit', () => {
    let position: Position = { ...opened('LONG', ['3', '33']), cost: usd(decimal('100')) }
    let total = 0n
    for (let close = 1; close <= 3; close++) {
      const reduced = reducePosition(position, closing('1', '30'))
      position = reduced.position
      total += reduced.realizedPnl
    }
    expect(formatDecimal(total)).toBe('-10')
    expect(position.cost).toBe(0n)
  })
})

test('sides and directions', () => {
  expect([directionOf('BUY'), directionOf('SELL')]).toEqual(['LONG', 'SHORT'])
  expect([openingSide('LONG'), openingSide('SHORT')]).toEqual(['BUY', 'SELL'])
  expect(listingKey({ venue: 'GMX', symbol: 'BTC-USD' })).not.toBe(listingKey({ venue: 'OSTIUM', symbol: 'BTC-USD' }))
})

describe('R, the result in units of what was risked', () => {
  const closed = (direction: Direction, entry: string, exit: string, stop: string | null) => {
    const opened = increasePosition(empty(direction), fill('2', entry, '3'))
    const { position } = reducePosition(opened, {
      ...fill('2', exit, '3'),
      at: 2,
      reason: 'USER',
      liquidationTick: null,
    })
    return { ...position, initialStop: stop === null ? null : price(decimal(stop)) }
  }
  test.each<[string, Direction, string, string, string | null, string | null]>([
    // net 2 × 200 − 6 = 394, at risk 2 × 100 = 200
    ['a long that won twice its risk, less its fees', 'LONG', '1000', '1200', '900', '1.97'],
    ['a long stopped out: a little worse than −1', 'LONG', '1000', '900', '900', '-1.03'],
    ['a short that won half its risk', 'SHORT', '1000', '950', '1100', '0.47'],
    ['a short that slipped through its stop', 'SHORT', '1000', '1150', '1100', '-1.53'],
    ['no stop', 'LONG', '1000', '1200', null, null],
    ['a stop at the entry', 'LONG', '1000', '1200', '1000', null],
    ['a stop on the winning side', 'SHORT', '1000', '900', '950', null],
  ])('%s', (_name, direction, entry, exit, stop, expected) => {
    const r = rMultiple(closed(direction, entry, exit, stop))
    expect(r === null ? null : formatDecimal(r)).toBe(expected)
  })

  test('is measured from the average of everything that was opened', () => {
    const opened = increasePosition(increasePosition(empty('LONG'), fill('1', '1000')), fill('1', '1100'))
    const { position } = reducePosition(opened, { ...fill('2', '1200'), at: 2, reason: 'USER', liquidationTick: null })
    // won 300; 2 × (1050 − 950) at risk
    expect(formatDecimal(rMultiple({ ...position, initialStop: price(decimal('950')) }) ?? 0n)).toBe('1.5')
  })

  test('counts funding', () => {
    const position = { ...closed('LONG', '1000', '1200', '900'), funding: usd(decimal('-94')) }
    expect(formatDecimal(rMultiple(position) ?? 0n)).toBe('1.5')
  })
})
