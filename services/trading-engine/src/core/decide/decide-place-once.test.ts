import * as fillTerms from '../execution/fill-terms.js'
import * as figures from '../margin/figures.js'
import { decidePlace } from './decide-place.js'
import { limit, market, stop } from '../../../test/support/commands.js'
import { aTrader } from '../../../test/support/trader.js'

jest.mock('../margin/figures.js', () => counted(jest.requireActual('../margin/figures.js')))
jest.mock('../execution/fill-terms.js', () => counted(jest.requireActual('../execution/fill-terms.js')))

/** The functions of a module, each counted; those that it calls itself are not. */
function counted(module: Readonly<Record<string, (...values: never[]) => unknown>>) {
  return Object.fromEntries(Object.entries(module).map(([name, actual]) => [name, jest.fn(actual)]))
}

const callsOf = (module: object): readonly string[] =>
  Object.entries(module).flatMap(([name, value]: [string, unknown]) =>
    jest.isMockFunction(value) ? value.mock.calls.map(() => name) : [],
  )

test.each([
  ['fills', market('BUY', '1')],
  ['rests', limit('BUY', '1', '19000')],
  ['is armed', stop('SELL', '1', '18000')],
  ['is refused', market('BUY', '1000000')],
])('an order that %s: the figures are computed once, and the terms looked up once', (_name, command) => {
  const trader = aTrader()
  trader.placed(market('BUY', '1'))
  jest.clearAllMocks()
  const outcome = decidePlace(trader.account, command, trader.script.context())
  expect(outcome.kind).toBe('decided')
  expect(callsOf(figures)).toEqual(['computeFiguresAround'])
  expect(callsOf(fillTerms)).toEqual(['orderTermsOf', 'withBook'])
})
