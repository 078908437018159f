/** Random histories with little money under cross margin: liquidated when it has to be, and no sooner. */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { VENUE_IDS } from '../model/market/instrument.js'
import { assertInvariants } from '../../../test/support/random-accounts/account-invariants.js'
import { beginLife } from '../../../test/support/random-accounts/account-life.js'
import { SYMBOLS, type PlaceStep, type Step } from '../../../test/support/random-accounts/account-steps.js'
import { aPlan } from '../../../test/support/plans/plans.js'

const plans = fc
  .record({
    initialBalance: fc.constantFrom('2000', '5000'),
    leverageMax: fc.constantFrom('20', '50'),
    marginMode: fc.constant('CROSS' as const),
  })
  .map(aPlan)

const symbol = fc.constantFrom(...SYMBOLS)
const WAITING: Omit<PlaceStep, 'symbol' | 'side' | 'kind' | 'units' | 'reach' | 'venue'> = {
  ...{ type: 'place', extraLots: 0, trigger: 8, source: 'LAST', hasLimit: false, tif: 'GTC', postOnly: false },
  ...{ reduceOnly: false, expiresInMs: null, parent: null, isTargeted: false },
}
const places: fc.Arbitrary<Step> = fc
  .record({
    ...{ symbol, side: fc.constantFrom('BUY', 'BUY', 'SELL') },
    ...{ kind: fc.constantFrom('MARKET', 'MARKET', 'LIMIT', 'STOP'), units: fc.integer({ min: 5, max: 80 }) },
    ...{ reach: fc.integer({ min: -40, max: -20 }), venue: fc.constantFrom(...VENUE_IDS, null) },
  })
  .map((fields) => ({ ...WAITING, ...fields }))
const books = fc.record({
  ...{ type: fc.constant('book' as const), symbol, move: fc.integer({ min: -150, max: 100 }), spread: fc.constant(1) },
  ...{ bids: fc.constantFrom([400], [5, 5]), asks: fc.constant([400]), markAway: fc.constant(0) },
  ...{ apart: fc.constant(0), isSettled: fc.constantFrom(true, true, false) },
})
const steps = fc.oneof(
  { weight: 6, arbitrary: places },
  { weight: 6, arbitrary: books },
  { weight: 1, arbitrary: fc.constant<Step>({ type: 'settle' }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('hours' as const), symbol, isOpen: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('stale' as const), symbol, isStale: fc.boolean() }) },
)

const place = (
  side: 'BUY' | 'SELL',
  kind: PlaceStep['kind'],
  units: number,
  fields: Pick<PlaceStep, 'symbol' | 'venue'>,
) => ({ ...WAITING, reach: -20, side, kind, units, ...fields }) satisfies Step
const move = (of: PlaceStep['symbol'], by: number): Step => ({
  ...{
    ...{ type: 'book', symbol: of, move: by, spread: 1, bids: [400], asks: [400], markAway: 0, apart: 0 },
    isSettled: true,
  },
})
/** One of two positions goes, the other stays, and what waits to open is cancelled: the first life of every run. */
const LIQUIDATED: readonly Step[] = [
  place('BUY', 'MARKET', 36, { symbol: 'EUR-USD', venue: null }),
  move('EUR-USD', -33),
  move('EUR-USD', -42),
  place('BUY', 'MARKET', 68, { symbol: 'EUR-USD', venue: null }),
  place('SELL', 'MARKET', 35, { symbol: 'BTC-USD', venue: 'OSTIUM' }),
  place('BUY', 'STOP', 5, { symbol: 'SOL-USD', venue: 'GMX' }),
  move('EUR-USD', -130),
  move('BTC-USD', 71),
  place('BUY', 'MARKET', 5, { symbol: 'BTC-USD', venue: 'GMX' }),
]

test('an account has its maintenance after every look, or nothing left that can be traded', () => {
  const seen = { liquidated: 0, kept: 0, cancelled: 0 }
  fc.assert(
    fc.property(plans, fc.array(steps, { minLength: 40, maxLength: 40, size: 'max' }), (plan, life) => {
      const account = beginLife(plan)
      for (const step of life) {
        const lived = account.live(step)
        if (lived === null) continue
        assertInvariants(account, lived)
        const orders = lived.outcome.kind === 'decided' ? (lived.outcome.changes?.orders ?? []) : []
        const by = orders.filter(({ reason }) => reason === 'liquidation').map(({ status }) => status)
        if (by.includes('CANCELLED')) seen.cancelled += 1
        if (!by.includes('FILLED')) continue
        seen.liquidated += 1
        if (account.trader.account.positions.size > 0) seen.kept += 1
      }
    }),
    {
      numRuns: runs(400),
      examples: [[aPlan({ initialBalance: '5000', leverageMax: '20', marginMode: 'CROSS' }), [...LIQUIDATED]]],
    },
  )
  expect(Math.min(seen.liquidated, seen.kept, seen.cancelled)).toBeGreaterThan(0)
})
