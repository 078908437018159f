/** Worked by hand: what positions pay and receive for being held, and when. */
import { decideAdvance, dueAt, isDue } from './advance.js'
import { decimal, formatDecimal, rate } from '../values/decimal.js'
import { fundingPayment } from '../margin/funding-payment.js'
import { fundingTimeAfter } from './funding.js'
import { signedAmount } from '../model/account/ledger.js'
import { close, market } from '../../../test/support/commands.js'
import { timeOf } from '../../../test/support/market/scripted-world.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

/** BTC-USD at 20000 and SOL-USD at 100, 12:00 UTC on a Monday. */
const begin = (): Trader => {
  const trader = aTrader()
  trader.script.setPrice('BTC-USD', '20000')
  trader.script.setFundingRate('BTC-USD', '0.00001')
  return trader
}
const payments = (trader: Trader): readonly string[] =>
  trader.transfers.flatMap((transfer) =>
    transfer.funding === null
      ? []
      : [
          `${new Date(transfer.funding.at / 1000).toISOString().slice(5, 16)} ${formatDecimal(signedAmount(transfer))} at ${formatDecimal(transfer.funding.rate)}`,
        ],
  )

test.each([
  ['2026-03-02T12:00:00Z', '1h', '2026-03-02T13:00:00Z'],
  ['2026-03-02T12:59:59.999999Z', '1h', '2026-03-02T13:00:00Z'],
  ['2026-03-02T12:00:00Z', '24h', '2026-03-03T00:00:00Z'],
  ['2026-03-03T00:00:00Z', '24h', '2026-03-04T00:00:00Z'],
])('after %s the next one every %s is %s', (at, fundingCadence, next) => {
  expect(fundingTimeAfter(timeOf(at), { fundingCadence })).toBe(timeOf(next))
})

describe('a payment', () => {
  test.each<[string, 'BUY' | 'SELL', string, string, string]>([
    // 2 × 20000 = 40000 of notional
    ['a long pays a positive rate', 'BUY', '2', '0.00001', '-0.4'],
    ['a short receives it', 'SELL', '2', '0.00001', '0.4'],
    ['a long receives a negative one', 'BUY', '2', '-0.00001', '0.4'],
    ['a short pays it', 'SELL', '2', '-0.00001', '-0.4'],
    // 20 of notional × 0.0000123 = 0.000246; × 0.00001234 = 0.0002468
    ['to the millionth, against who pays', 'BUY', '0.001', '0.00001234', '-0.000247'],
    ['to the millionth, against who receives', 'SELL', '0.001', '0.00001234', '0.000246'],
    ['nothing at a rate of nothing', 'BUY', '2', '0', '0'],
  ])('%s', (_name, side, size, at, expected) => {
    const trader = begin()
    trader.placed(market(side, size))
    expect(formatDecimal(fundingPayment(trader.position(), decimal('20000'), rate(decimal(at))))).toBe(expected)
  })
})

test('GMX charges on the hour, and again on the next', () => {
  const trader = begin()
  trader.placed(market('BUY', '2'))
  const before = trader.account.balance
  expect(dueAt(trader.account, trader.script.context())).toBe(timeOf('2026-03-02T13:00:00Z'))
  trader.script.setTime('2026-03-02T12:59:59.999999Z')
  expect(isDue(trader.account, trader.script.context())).toBe(false)
  trader.script.setTime('2026-03-02T13:00:00Z')
  trader.advance()
  expect(payments(trader)).toEqual(['03-02T13:00 -0.4 at 0.00001'])
  expect(decideAdvance(trader.account, trader.script.context())).toBeNull()
  trader.script.setTime('2026-03-02T14:30:00Z')
  trader.advance()
  expect(payments(trader)).toEqual(['03-02T13:00 -0.4 at 0.00001', '03-02T14:00 -0.4 at 0.00001'])
  expect(formatDecimal(trader.account.balance - before)).toBe('-0.8')
  expect(formatDecimal(trader.position().funding)).toBe('-0.8')
})

test('Ostium charges at 00:00 UTC, before the new trading day begins with what is left', () => {
  const trader = begin()
  trader.placed(market('SELL', '1', { venue: 'OSTIUM' }))
  trader.script.setFundingRate('BTC-USD', '0.0002')
  trader.script.setTime('2026-03-02T23:00:00Z')
  trader.advance()
  expect(payments(trader)).toEqual([])
  trader.script.setTime('2026-03-03T00:00:01Z')
  trader.advance()
  expect(payments(trader)).toEqual(['03-03T00:00 4 at 0.0002'])
  expect(trader.account.day.startBalance).toBe(trader.account.balance)
})

test('a position opened on the hour is not charged for that hour', () => {
  const trader = begin()
  trader.script.setTime('2026-03-02T13:00:00Z')
  trader.placed(market('BUY', '2'))
  expect(decideAdvance(trader.account, trader.script.context())).toBeNull()
  trader.script.setTime('2026-03-02T14:00:00Z')
  trader.advance()
  expect(payments(trader)).toHaveLength(1)
})

test('a late charge is for the quantity held at the funding time: close, increase and flip pay first', () => {
  const trader = begin()
  trader.placed(market('BUY', '2'))
  trader.script.setTime('2026-03-02T13:00:05Z')
  trader.placed(market('BUY', '2'))
  trader.script.setTime('2026-03-02T14:00:05Z')
  trader.placed(market('SELL', '5'))
  trader.script.setTime('2026-03-02T15:00:05Z')
  trader.close(close())
  trader.script.setTime('2026-03-02T20:00:00Z')
  trader.advance()
  expect(payments(trader)).toEqual([
    '03-02T13:00 -0.4 at 0.00001',
    '03-02T14:00 -0.8 at 0.00001',
    '03-02T15:00 0.2 at 0.00001',
  ])
  const [long, short] = [...trader.positions.values()]
  expect([formatDecimal(long!.funding), formatDecimal(short!.funding)]).toEqual(['-1.2', '0.2'])
})

test('after a long absence each funding time is charged, at most 750 in one decision', () => {
  const trader = begin()
  trader.placed(market('BUY', '2'))
  trader.script.passTime(2_000 * 3_600_000)
  const decisions = [trader.advance(), trader.advance(), trader.advance()]
  expect(decisions.map((changes) => changes?.transfers.length)).toEqual([750, 750, 500])
  expect(trader.advance()).toBeNull()
  expect(new Set(payments(trader)).size).toBe(2_000)
})

test('a symbol without a price is charged nothing, and not charged for that time later', () => {
  const trader = begin()
  trader.placed(market('BUY', '2'))
  trader.script.forget('BTC-USD')
  trader.script.setTime('2026-03-02T13:00:00Z')
  trader.advance()
  expect(payments(trader)).toEqual([])
  trader.script.setPrice('BTC-USD', '20000')
  expect(isDue(trader.account, trader.script.context())).toBe(false)
})
