import { aMemoryVenue } from '../../../test/support/venues/memory-venue.js'
import { close, market } from '../../../test/support/commands.js'
import { decimal, formatDecimal, quantity, rate, usd } from '../values/decimal.js'
import { dailyFloor, drawdownFloor } from '../margin/floors.js'
import { heldTokens } from '../model/account/token-holding.js'
import { decideSweep, type Sweep } from './decide-sweep.js'

const WETH = '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'
const sweepOf = (amount: string, received: string, token = WETH): Sweep => ({
  ...{ token, amount: quantity(decimal(amount)), received: usd(decimal(received)) },
})

/** A LIVE account that holds half an ETH of 1,500 USD. */
function aHolder() {
  const pct = rate(decimal('10'))
  const venue = aMemoryVenue({ plan: { maxDrawdown: { pct }, dailyLoss: { pct } } })
  const { trader } = venue
  trader.script.setPrice('BTC-USD', '20000')
  venue.execute(venue.of(trader.placed(market('BUY', '1')).id))
  const profit = {
    ...{ token: WETH, name: 'ETH', decimals: 18, amount: quantity(decimal('0.5')), value: usd(decimal('1500')) },
  }
  venue.execute(venue.of(trader.close(close()).order!.id), { price: '21500', unswapped: [profit] })
  return trader
}
type Trader = ReturnType<typeof aHolder>

const swept = (trader: Trader, sweep: Sweep) => trader.apply((account, context) => decideSweep(account, sweep, context))
const roomOf = ({ account }: Trader): readonly string[] =>
  [drawdownFloor(account), dailyFloor(account)!].map((floor) => formatDecimal(usd(account.balance - floor)))

test('what a swap brings comes to the balance, and to the floors: neither profit nor loss', () => {
  const trader = aHolder()
  const [balance, room] = [trader.account.balance, roomOf(trader)]
  swept(trader, sweepOf('0.5', '1432.1'))
  expect(formatDecimal(usd(trader.account.balance - balance))).toBe('1432.1')
  expect(roomOf(trader)).toEqual(room)
  expect(heldTokens(trader.account.tokenHoldings)).toEqual([])
  expect(trader.account.tokenHoldings).toMatchObject([
    { swept: decimal('0.5'), received: decimal('1432.1'), value: 0n },
  ])
  expect(trader.account.state).toBe('HALTED')
})

test('a part leaves the rest with its part of the value', () => {
  const trader = aHolder()
  swept(trader, sweepOf('0.2', '600', 'eth'))
  expect(trader.account.tokenHoldings).toMatchObject([{ amount: decimal('0.3'), value: decimal('900') }])
  swept(trader, sweepOf('0.3', '800', WETH.toLowerCase()))
  expect(trader.account.tokenHoldings).toMatchObject([{ amount: 0n, value: 0n, received: decimal('1400') }])
})

test.each([
  ['more than is held', sweepOf('0.50000001', '1500'), 'amount.more_than_held'],
  ['a token that is not held', sweepOf('0.5', '1500', 'WBTC'), 'token.not_held'],
])('nobody sweeps %s', (_, sweep, code) => {
  const trader = aHolder()
  const problem = trader.problem((account, context) => decideSweep(account, sweep, context))
  expect(problem).toMatchObject({ kind: 'invalid', issues: [{ code }] })
})
