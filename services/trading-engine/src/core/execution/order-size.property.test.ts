/** The quantities that a refusal suggests are valid: an order of that size is not refused for its size. */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { limit, market, REDUCE_ONLY, stop, takeProfit } from '../../../test/support/commands.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import { decimal, LIMIT, price, quantity, type Quantity } from '../values/decimal.js'
import type { Issue, Problem } from '../model/outcome.js'
import type { PlaceOrder } from '../decide/prepare-order.js'

const MARKS = { 'BTC-USD': '100', 'SOL-USD': '0.07', 'EUR-USD': '1.1', 'PEPE-USD': '0.000001' }
/** Quantities that are under what their venue takes as soon as their price is back where it was. */
const WORTH_300 = {
  'BTC-USD': ['0.003', '100000'],
  'SOL-USD': ['0.3', '1000'],
  'EUR-USD': ['3', '100'],
  'PEPE-USD': ['100000', '0.003'],
} as const

const symbols = fc.constantFrom(...(Object.keys(MARKS) as (keyof typeof MARKS)[]))
const sides = fc.constantFrom('BUY' as const, 'SELL' as const)

/** Around lots and minima, most of all, and up to what is too large for any order. */
const sizes = fc
  .oneof(
    fc.bigInt(1n, 10n ** 4n).map((count) => count * 10n ** 14n),
    fc.bigInt(1n, 3n * 10n ** 19n),
    fc.bigInt(1n, 10n ** 25n),
    fc.bigInt(LIMIT - 10n ** 23n, LIMIT - 1n),
  )
  .map(quantity)

/** As a share of the mark. */
const shares = fc.integer({ min: 1, max: 300 })

const commands = fc.record({
  ...{ symbol: symbols, side: sides, kind: fc.constantFrom('MARKET', 'LIMIT', 'STOP', 'TAKE_PROFIT', 'STOP_LIMIT') },
  ...{ size: sizes, limitShare: shares, triggerShare: shares, isReduceOnly: fc.boolean(), isOnOstium: fc.boolean() },
})
type Wanted = typeof commands extends fc.Arbitrary<infer T> ? T : never

function commandOf(wanted: Wanted): PlaceOrder {
  const { symbol, side, kind, size, isReduceOnly, isOnOstium } = wanted
  const fields = {
    symbol,
    quantity: size,
    flags: { ...REDUCE_ONLY, reduceOnly: isReduceOnly },
    venue: symbol === 'BTC-USD' && isOnOstium ? ('OSTIUM' as const) : null,
  }
  const at = (share: number): string => ((Number(MARKS[symbol]) * share) / 100).toFixed(12)
  const { limitShare, triggerShare } = wanted
  if (kind === 'MARKET') return market(side, '1', fields)
  if (kind === 'LIMIT') return limit(side, '1', at(limitShare), fields)
  if (kind === 'TAKE_PROFIT') return takeProfit(side, '1', at(triggerShare), fields)
  const asLimit = kind === 'STOP_LIMIT' ? { price: price(decimal(at(limitShare))) } : {}
  return stop(side, '1', at(triggerShare), { ...fields, ...asLimit })
}

const sizeIssue = (problem: Problem | null): Issue | null =>
  (problem?.kind === 'invalid' ? problem.issues : []).find(({ code }) => code.startsWith('quantity.')) ?? null

const named = ({ message }: Issue): readonly Quantity[] =>
  (/ valid[^:]*: (.*)$/.exec(message)?.[1] ?? '').split(' or ').map((each) => quantity(decimal(each)))

const problemOf = (decide: () => Problem): Problem | null => {
  try {
    return decide()
  } catch {
    return null // it was decided
  }
}

function begin(): Trader {
  const trader = aTrader()
  for (const [symbol, mark] of Object.entries(MARKS)) trader.script.setPrice(symbol, mark)
  return trader
}

/** Named or not, what is said of the size; and of every size it names, nothing. */
function expectNamedValid(sizeProblem: (size: Quantity) => Problem | null, requested: Quantity): number {
  const issue = sizeIssue(sizeProblem(requested))
  if (issue === null || !/\.(lot|min)$/.test(issue.code)) return 0
  const sizesNamed = named(issue)
  expect(sizesNamed).not.toEqual([])
  for (const each of sizesNamed) expect([each, sizeIssue(sizeProblem(each))]).toEqual([each, null])
  return sizesNamed.length
}

test('each quantity that is named is taken in place of the one that was refused, with a position and without', () => {
  const seen = new Set<number>()
  fc.assert(
    fc.property(commands, fc.option(sides), (wanted, held) => {
      const trader = begin()
      const command = commandOf(wanted)
      if (held !== null) {
        const { symbol, venue } = command
        const [size, at] = WORTH_300[wanted.symbol]
        trader.script.setPrice(symbol, at)
        trader.placed(market(held, size, { symbol, venue }))
        trader.script.setPrice(symbol, MARKS[wanted.symbol])
      }
      const sizeProblem = (size: Quantity) => problemOf(() => trader.misplaced({ ...command, quantity: size }))
      seen.add(expectNamedValid(sizeProblem, command.quantity))
    }),
    { numRuns: runs(500) },
  )
  expect([...seen].sort()).toEqual([0, 1, 2])
})

test('and so is each of a modified order, of which more than has filled must be asked for', () => {
  fc.assert(
    fc.property(sizes, fc.option(shares), fc.boolean(), (requested, share, isFilled) => {
      const trader = begin()
      const { id } = trader.placed(limit('BUY', '2', '1', { symbol: 'EUR-USD', quantity: quantity(decimal('50')) }))
      if (isFilled) {
        trader.script.setPrice('EUR-USD', '1', { depth: '7' })
        trader.fillResting()
      }
      const at = share === null ? null : price(decimal((share / 100).toFixed(5)))
      const sizeProblem = (size: Quantity) => problemOf(() => trader.unmodified(id, { quantity: size, price: at }))
      expectNamedValid(sizeProblem, requested)
    }),
    { numRuns: runs(300) },
  )
})
