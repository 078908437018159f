/** Worked by hand: what positions pay and receive for every moment that they are open. */
import { close, market } from '../../../test/support/commands.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import { proposePlace } from '../decide/decide-place.js'
import { signedAmount } from '../model/account/ledger.js'
import { netPnl } from '../model/account/position.js'
import type { VenueCosts } from '../model/market/venue-costs.js'
import { formatDecimal } from '../values/decimal.js'

const CARRY: Partial<VenueCosts> = { borrowing: true, rollover: true }

/** BTC-USD at 20000, from 12:00 UTC on; rates hold from the day before. */
function begin(costs: Partial<VenueCosts> = CARRY): Trader {
  const trader = aTrader({ plan: aPlan({ costs }) })
  trader.script.setTime('2026-03-01T00:00:00Z')
  trader.script.setCarry({ venue: 'GMX', symbol: 'BTC-USD' }, { long: '0.438', short: '0' })
  trader.script.setCarry({ venue: 'OSTIUM', symbol: 'BTC-USD' }, { long: '0.0584', short: '-0.0292' })
  trader.script.setTime('2026-03-02T12:00:00Z')
  trader.script.setPrice('BTC-USD', '20000')
  return trader
}
const carried = (trader: Trader): readonly string[] =>
  trader.transfers.flatMap((transfer) => {
    const { accrual, house } = transfer
    if (accrual === null) return []
    const [from, until] = [accrual.from, accrual.until].map((at) => new Date(at / 1000).toISOString().slice(5, 19))
    return [`${house} ${from} ${until} ${formatDecimal(signedAmount(transfer))} at ${formatDecimal(accrual.rate)}`]
  })

test('borrowing is charged at every hour, for the time since the position was opened', () => {
  const trader = begin()
  trader.script.setTime('2026-03-02T12:30:00Z')
  trader.placed(market('BUY', '2'))
  trader.script.setTime('2026-03-02T14:10:00Z')
  trader.advance()
  // 40000 × 0.438 ÷ 8760 hours = 2 an hour
  expect(carried(trader)).toEqual([
    'borrowing 03-02T12:30:00 03-02T13:00:00 -1 at 0.438',
    'borrowing 03-02T13:00:00 03-02T14:00:00 -2 at 0.438',
  ])
  expect(formatDecimal(trader.position().carry)).toBe('-3')
})

test('the smaller side of GMX pays none', () => {
  const trader = begin()
  trader.placed(market('SELL', '2'))
  trader.script.setTime('2026-03-02T15:00:00Z')
  trader.advance()
  expect(trader.transfers.filter(({ house }) => house === 'borrowing')).toEqual([])
})

test('rollover is charged at 00:00 UTC and takes the place of funding; a side with a negative rate receives it', () => {
  const trader = begin()
  trader.script.setFundingRate('BTC-USD', '0.0001')
  trader.placed(market('SELL', '1', { venue: 'OSTIUM' }))
  trader.script.setTime('2026-03-03T00:00:01Z')
  trader.advance()
  // 20000 × 0.0292 ÷ 365 = 1.6 a day
  expect(carried(trader)).toEqual(['rollover 03-02T12:00:00 03-03T00:00:00 0.8 at -0.0292'])
  expect(trader.transfers.some(({ house }) => house === 'funding')).toBe(false)
  expect(trader.account.day.startBalance).toBe(trader.account.balance)
})

test('without rollover in the plan Ostium goes on with funding, and nothing else is charged', () => {
  const trader = begin({ borrowing: true })
  trader.script.setFundingRate('BTC-USD', '0.0001')
  trader.placed(market('SELL', '1', { venue: 'OSTIUM' }))
  trader.script.setTime('2026-03-03T00:00:01Z')
  trader.advance()
  expect(trader.transfers.filter(({ house }) => house === 'funding')).toHaveLength(1)
  expect(carried(trader)).toEqual([])
})

test('a fill first charges the carry accrued by then, all of it for a close', () => {
  const trader = begin()
  trader.placed(market('BUY', '2'))
  trader.script.setTime('2026-03-02T12:15:00Z')
  trader.placed(market('BUY', '2'))
  trader.script.setTime('2026-03-02T12:45:00Z')
  trader.close(close())
  expect(carried(trader)).toEqual([
    'borrowing 03-02T12:00:00 03-02T12:15:00 -0.5 at 0.438',
    'borrowing 03-02T12:15:00 03-02T12:45:00 -2 at 0.438',
  ])
  const [closed] = [...trader.positions.values()]
  expect(formatDecimal(closed!.carry)).toBe('-2.5')
  // 80000 opened and 80000 closed at 0.06 %
  expect(formatDecimal(netPnl(closed!))).toBe('-98.5')
  expect(trader.events.at(-1)).toMatchObject({ type: 'position.close', position: { carry: closed!.carry } })
})

test('accrued carry is in the equity once it is posted, not before', () => {
  const trader = begin()
  trader.placed(market('BUY', '2'))
  const before = trader.figures().equity
  trader.script.setTime('2026-03-02T12:59:59Z')
  expect(trader.advance()).toBeNull()
  expect(trader.figures().equity).toBe(before)
  trader.script.setTime('2026-03-02T13:00:00Z')
  trader.advance()
  expect(formatDecimal(trader.figures().equity - before)).toBe('-2')
})

test('the rules are asked with the carry that the fill posts', () => {
  const trader = begin()
  trader.placed(market('BUY', '2'))
  trader.script.setTime('2026-03-02T12:30:00Z')
  const proposed = proposePlace(trader.account, market('SELL', '1'), null, trader.script.context())
  if ('problem' in proposed) throw new Error('a problem')
  const before = trader.account.balance
  trader.placed(market('SELL', '1'))
  // 1 for half an hour, 12 for the fill
  expect(formatDecimal(trader.account.balance - before)).toBe('-13')
  expect(proposed.proposal.after.equity).toBe(trader.figures().equity)
})

test('a rate holds for its period: a change within one counts from the next on', () => {
  const trader = begin()
  trader.placed(market('BUY', '2'))
  trader.script.setTime('2026-03-02T12:20:00Z')
  trader.script.setCarry({ venue: 'GMX', symbol: 'BTC-USD' }, { long: '0.876', short: '0' })
  trader.script.setTime('2026-03-02T14:00:00Z')
  trader.advance()
  expect(carried(trader).map((line) => line.split(' ').slice(3).join(' '))).toEqual(['-2 at 0.438', '-4 at 0.876'])
})

test('after a long absence the oldest funding times are charged first, and no fill skips the rest', () => {
  const trader = begin()
  trader.placed(market('BUY', '2'))
  trader.script.passTime(1_000 * 3_600_000)
  trader.placed(market('SELL', '1'))
  trader.advance()
  const spans = trader.transfers.flatMap(({ accrual }) => (accrual === null ? [] : [accrual]))
  expect(spans).toHaveLength(1_000)
  spans.slice(1).forEach(({ from }, index) => expect(from).toBe(spans[index]?.until))
})
