import { market } from '../../../test/support/commands.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { aTrader } from '../../../test/support/trader.js'
import { POSITION_COLUMNS, positionOf, type PositionRow } from './positions.js'

test.each([
  ['with a rule about profit', { holdingTime: { secondsMin: 60, per: 'TRADE' } } as const],
  ['of a plan without one', {}],
])('a position %s is read as it was written', (_, orderRules) => {
  const trader = aTrader({ plan: aPlan({ orderRules }) })
  trader.placed(market('BUY', '0.25'))
  const position = trader.position()
  const row = Object.fromEntries(
    POSITION_COLUMNS.map(({ name, value, isJson }) => {
      const written = value(position)
      return [name, isJson === true && typeof written === 'string' ? JSON.parse(written) : written]
    }),
  )
  expect(position.parts !== undefined).toBe('holdingTime' in orderRules)
  expect(positionOf(row as PositionRow)).toEqual(position)
})
