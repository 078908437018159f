import { close, market } from '../../../../test/support/commands.js'
import { pick } from '../../../../test/support/engine/readable.js'
import { aMemoryVenue, type MemoryVenue } from '../../../../test/support/venues/memory-venue.js'
import { decimal, formatDecimal, usd } from '../../values/decimal.js'

const money = (text: string) => usd(decimal(text))

function holding(): MemoryVenue {
  const venue = aMemoryVenue()
  venue.trader.script.setPrice('BTC-USD', '20000')
  const order = venue.trader.placed(market('BUY', '1'))
  venue.accept(venue.of(order.id))
  venue.execute(venue.of(order.id))
  return venue
}

const change = (venue: MemoryVenue, amount: string, tradeId: string | null = null) =>
  venue.report({
    ...{ kind: 'collateral', requestId: null, place: venue.place(), isLast: true },
    change: { venue: 'GMX', symbol: 'BTC-USD', tradeId, amount: money(amount) },
    charges: venue.charge({
      ...{ fees: '-1', funding: '2', borrowing: '-0.5', rollover: '-0.25' },
      ...{ oracleFees: '-0.1', priceImpact: '0.05', execution: '-0.3' },
    }),
  })

test('collateral of a position moves without its balance, which pays what the venue charged with it', () => {
  const venue = holding()
  const { balance } = venue.trader.account
  const before = venue.trader.position()
  change(venue, '250')
  const after = venue.trader.position()
  const collateralOf = ({ live }: typeof after) => live!.trades.map(({ collateral }) => formatDecimal(collateral))
  expect([collateralOf(before), collateralOf(after)]).toEqual([['1000'], ['1250']])
  expect(pick(after, 'funding', 'carry', 'fees')).toEqual({ funding: '2', carry: '-0.75', fees: '1.35' })
  // − 1 + 2 − 0.5 − 0.25 − 0.1 + 0.05 − 0.3
  expect(formatDecimal(usd(venue.trader.account.balance - balance))).toBe('-0.1')
  expect(venue.trader.transfers.at(-1)).toMatchObject({ positionId: after.id })
  expect(venue.trader.account).toMatchObject({ state: 'ACTIVE', holds: [] })
})

test.each([
  ['a trade', (venue: MemoryVenue) => change(venue, '250', 'other')],
  [
    'a position',
    (venue: MemoryVenue) => {
      venue.execute(venue.of(venue.trader.close(close()).order!.id))
      change(venue, '250')
    },
  ],
])('that of %s which the books do not have is charged, and halts the account', (_, act) => {
  const venue = holding()
  act(venue)
  expect(venue.trader.account).toMatchObject({ state: 'HALTED', holds: [{ kind: 'venue_mismatch' }] })
  expect(venue.trader.account.holds[0]?.reason).toContain('collateral of BTC-USD that the books have no place for')
  expect(venue.trader.transfers.slice(-7).reduce((sum, { amount }) => sum + amount, 0n)).toBeGreaterThan(0n)
})
