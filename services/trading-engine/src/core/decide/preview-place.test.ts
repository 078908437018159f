import fc from 'fast-check'
import { decimal, formatDecimal, quantity } from '../values/decimal.js'
import { decidePlace } from './decide-place.js'
import type { PlaceOrder } from './prepare-order.js'
import { previewPlace, type Preview } from './preview-place.js'
import { headroomOf } from '../risk/finding.js'
import { RISK_RULES } from '../model/plan/violation.js'
import { limit, market, REDUCE_ONLY } from '../../../test/support/commands.js'
import { aPlan, type PlanFields } from '../../../test/support/plans/plans.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

const trading = (plan: PlanFields = {}): Trader => {
  const trader = aTrader({ plan: aPlan(plan) })
  trader.script.setPrice('BTC-USD', '20000')
  return trader
}
const preview = (trader: Trader, command: PlaceOrder): Preview => {
  const outcome = previewPlace(trader.account, command, trader.script.context(), null)
  if (outcome.kind === 'problem') throw new Error(JSON.stringify(outcome.problem))
  expect(outcome.changes).toBeNull()
  return outcome.answer
}
const largest = (trader: Trader, command: PlaceOrder): string => formatDecimal(preview(trader, command).largestQuantity)

test('every rule says what it found, in the documented order', () => {
  const { findings } = preview(trading(), market('BUY', '1'))
  expect(findings.map(({ rule }) => rule)).toEqual(RISK_RULES)
  expect(findings.filter(({ finding }) => finding.isViolated)).toEqual([])
  const figures = findings.map(({ rule, finding }) => {
    const headroom = headroomOf(finding)
    return headroom === null ? null : `${rule} ${formatDecimal(headroom)}`
  })
  // 1 BTC-USD at 20,000 at a fee of 12
  expect(figures.filter((figure) => figure !== null)).toEqual([
    ...['max_drawdown 999988', 'daily_loss_limit 999988', 'symbol_exposure_cap 480000', 'total_exposure_cap 980000'],
    ...['insufficient_margin 98988', 'max_leverage 19.799975997119654358', 'max_open_orders 200', 'max_positions 49'],
  ])
})

test.each<[string, PlanFields, PlaceOrder, string]>([
  ['the symbol cap', { symbolNotionalMax: '50000' }, market('BUY', '1'), '2.5'],
  ['the symbol cap, from far above', { symbolNotionalMax: '50000' }, market('BUY', '100'), '2.5'],
  ['the symbol cap, from far below', { symbolNotionalMax: '50000' }, market('BUY', '0.01'), '2.5'],
  ['the symbol cap at a limit', { symbolNotionalMax: '50000' }, limit('BUY', '1', '16000'), '3.125'],
  // each needs 1,000 of margin and a fee of 12
  ['margin', { initialBalance: '5060' }, market('BUY', '1'), '5'],
  ['a plan that allows no order to rest', { openOrdersMax: 0 }, limit('BUY', '1', '19000'), '0'],
  ['a venue that is not allowed', { allowedVenues: ['OSTIUM'] }, market('BUY', '1', { venue: 'GMX' }), '0'],
])('the largest quantity is what %s lets through', (_, plan, command, expected) => {
  expect(largest(trading(plan), command)).toBe(expected)
})

test('what reduces may be as large as the position, what flips it as far as the rules go', () => {
  const trader = trading({ symbolNotionalMax: '50000' })
  trader.placed(market('BUY', '2'))
  expect(largest(trader, market('SELL', '0.5', { flags: REDUCE_ONLY }))).toBe('2')
  expect(largest(trader, market('SELL', '0.5'))).toBe('4.5')
  trader.account = { ...trader.account, state: 'REDUCE_ONLY' }
  expect(largest(trader, market('SELL', '0.5'))).toBe('2')
  expect(largest(trader, market('BUY', '0.5'))).toBe('0')
})

test('the largest quantity passes, and one lot more is refused', () => {
  const size = fc.integer({ min: 1, max: 60_000 }).map((lots) => String(lots / 1000))
  fc.assert(
    fc.property(
      fc.record({
        held: fc.option(fc.tuple(fc.constantFrom('BUY' as const, 'SELL' as const), size)),
        side: fc.constantFrom('BUY' as const, 'SELL' as const),
        requested: size,
        cap: fc.integer({ min: 1_000, max: 600_000 }),
        leverageMax: fc.integer({ min: 1, max: 30 }),
        at: fc.option(fc.integer({ min: 15_000, max: 25_000 })),
      }),
      ({ held, side, requested, cap, leverageMax, at }) => {
        const trader = trading({ symbolNotionalMax: String(cap), leverageMax: String(leverageMax) })
        if (held !== null) trader.place(market(...held))
        const command = at === null ? market(side, requested) : limit(side, requested, String(at))
        const { largestQuantity } = preview(trader, command)
        const isPlaced = (size: bigint): boolean => {
          const other = { ...command, quantity: quantity(size) }
          const outcome = decidePlace(trader.account, other, trader.script.context())
          return outcome.kind === 'decided' && outcome.answer.order !== null
        }
        const lot = decimal('0.001')
        if (largestQuantity > lot) expect(isPlaced(largestQuantity)).toBe(true)
        expect(isPlaced(largestQuantity + lot)).toBe(false)
      },
    ),
  )
})
