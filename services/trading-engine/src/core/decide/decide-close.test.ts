import { decideClose, type ClosePosition } from './decide-close.js'
import { decimal, formatDecimal, price, quantity } from '../values/decimal.js'
import { close, limit, market } from '../../../test/support/commands.js'
import { pick, words } from '../../../test/support/engine/readable.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

const long = (size: string): Trader => {
  const trader = aTrader()
  trader.placed(market('BUY', size))
  return trader
}
const of = (size: string) => ({ quantity: quantity(decimal(size)) })
const heldOf = (trader: Trader): string =>
  [...trader.account.positions.values()]
    .map((each) => `${each.venue} ${each.direction} ${formatDecimal(each.quantity)}`)
    .join(', ')

test.each<[string, ClosePosition, string, string, string]>([
  // command → order's side and quantity, status, what is held
  ['all of it', close(), 'SELL 2', 'FILLED', ''],
  ['part of it', close(of('0.5')), 'SELL 0.5', 'FILLED', 'GMX LONG 1.5'],
  ['more than is held closes what is held', close(of('5')), 'SELL 2', 'FILLED', ''],
  ['more than is held, off the lot grid', close(of('5.00001')), 'SELL 2', 'FILLED', ''],
  [
    'at a limit that waits',
    close({ kind: 'LIMIT', price: price(decimal('21000')), tif: 'GTC' }),
    'SELL 2',
    'OPEN',
    'GMX LONG 2',
  ],
  [
    'at a limit that takes',
    close({ kind: 'LIMIT', price: price(decimal('19000')), tif: 'IOC' }),
    'SELL 2',
    'FILLED',
    '',
  ],
])('a long of 2, %s', (_, command, order, status, held) => {
  const trader = long('2')
  const { order: placed } = trader.close(command)
  expect(placed === null ? null : `${placed.side} ${formatDecimal(placed.quantity)}`).toBe(order)
  expect(placed?.status).toBe(status)
  expect(placed?.flags.reduceOnly).toBe(true)
  expect(heldOf(trader)).toBe(held)
})

test('a short is bought back', () => {
  const trader = aTrader()
  trader.placed(market('SELL', '1'))
  expect(pick(trader.close(close()).order ?? {}, 'side', 'status')).toEqual({ side: 'BUY', status: 'FILLED' })
  expect(heldOf(trader)).toBe('')
})

test('a thin book closes what it can; the rest of the order ends, the rest of the position stays', () => {
  const trader = long('2')
  trader.script.setBook('BTC-USD', { bids: [['20000', '0.75']], asks: [['20001', '1']] })
  const { order, position } = trader.close(close())
  expect(words(order ?? {}, 'status', 'filledQuantity', 'reason')).toBe('CANCELLED 0.75 book_exhausted')
  expect(formatDecimal(position?.quantity ?? 0n)).toBe('1.25')
})

test('the client_id is kept, and the position named', () => {
  const trader = long('2')
  const { id } = trader.position()
  expect(pick(trader.close(close({ clientId: 'c-1', ...of('1') })).order ?? {}, 'clientId', 'positionId')).toEqual({
    clientId: 'c-1',
    positionId: id,
  })
})

describe('held on two venues', () => {
  const onBoth = (): Trader => {
    const trader = long('1')
    trader.placed(market('SELL', '2', { venue: 'OSTIUM' }))
    return trader
  }

  test('one must be named', () => {
    const trader = onBoth()
    const problem = trader.problem((account, context) => decideClose(account, close(), context))
    const [gmx, ostium] = [trader.position().id, trader.position('BTC-USD', 'OSTIUM').id]
    expect(problem).toEqual({
      kind: 'invalid',
      issues: [
        {
          path: ['position_id'],
          code: 'position_id.ambiguous',
          message: `BTC-USD is held on GMX (${gmx}) and OSTIUM (${ostium}): send position_id or platform_id`,
        },
      ],
    })
  })

  test('by its venue, or by its id', () => {
    const trader = onBoth()
    trader.close(close({ venue: 'OSTIUM' }))
    expect(heldOf(trader)).toBe('GMX LONG 1')
    trader.close(close({ positionId: trader.position().id }))
    expect(heldOf(trader)).toBe('')
  })

  test('by an id that is not on the venue named: no such position', () => {
    const trader = onBoth()
    const command = close({ venue: 'OSTIUM', positionId: trader.position().id })
    expect(trader.problem((account, context) => decideClose(account, command, context)).kind).toBe('not_found')
  })
})

test.each<[string, ClosePosition, string]>([
  ['nothing of the symbol is open', close({ symbol: 'SOL-USD' }), 'not_found'],
  ['nothing of it is open on the venue named', close({ venue: 'OSTIUM' }), 'not_found'],
  ['the position named is not open', close({ positionId: 'id-unknown' }), 'not_found'],
  ['the symbol is unknown', close({ symbol: 'NOPE' }), 'symbol.unknown'],
  ['part of a lot', close(of('0.0005')), 'quantity.lot'],
])('%s', (_, command, expected) => {
  const trader = long('2')
  const problem = trader.problem((account, context) => decideClose(account, command, context))
  expect(problem.kind === 'invalid' ? problem.issues[0]?.code : problem.kind).toBe(expected)
})

test('resting reduce-only orders do not limit a manual close', () => {
  const trader = long('1')
  trader.close(close({ kind: 'LIMIT', price: price(decimal('21000')), tif: 'GTC' }))
  trader.placed(limit('BUY', '1', '19000'))
  expect(trader.close(close()).order?.status).toBe('FILLED')
  expect([...trader.account.orders.values()].map(({ side }) => side)).toEqual(['BUY'])
})
