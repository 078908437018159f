/**
 * Random histories of a trader who tries to get around the rules. Whatever opens or adds violates no rule at that
 * moment; outside ACTIVE nothing opens; no position loses its stop by a change of state
 * or by a switch of its trader; and what a switch flattens is closed as far as the market takes it.
 */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { decimal, rate } from '../values/decimal.js'
import { assertOpenings, assertSwitched } from '../../../test/support/random-accounts/opening-rules.js'
import { adversarySteps } from '../../../test/support/random-accounts/adversary-steps.js'
import { beginLife } from '../../../test/support/random-accounts/account-life.js'
import { aPlan } from '../../../test/support/plans/plans.js'

const plans = fc
  .record({
    symbolNotionalMax: fc.constantFrom('30000', '60000', '500000'),
    totalNotionalMax: fc.constantFrom('50000', '90000', '1000000'),
    leverageMax: fc.constantFrom('2', '5', '20'),
    positionsMax: fc.constantFrom(1, 2, 50),
    maxDrawdown: fc.record({
      mode: fc.constantFrom('STATIC', 'TRAILING_EOD', 'TRAILING_INTRADAY'),
      pct: fc.constantFrom(...['3', '10', '1000'].map((text) => rate(decimal(text)))),
      lockAtInitial: fc.boolean(),
    }),
    dailyLoss: fc.record({
      base: fc.constantFrom('INITIAL', 'BALANCE', 'EQUITY', 'HIGHER_OF'),
      pct: fc.constantFrom(...['1', '2', '1000'].map((text) => rate(decimal(text)))),
      action: fc.constantFrom('TERMINATE', 'LOCK', 'LOCK', 'LOCK'),
    }),
    newsFreeze: fc.option(fc.record({ scope: fc.constantFrom('OPENING', 'ALL') })),
    objective: fc.option(
      fc.record({ profitTargetPct: fc.constantFrom(rate(decimal('0.5'))), tradingDaysMin: fc.constant(1) }),
    ),
    initialBalance: fc.constantFrom('10000', '100000'),
  })
  .map(aPlan)

test('whatever opens or adds, the rules would have let it at that moment', () => {
  fc.assert(
    fc.property(plans, fc.array(adversarySteps, { minLength: 40, maxLength: 40, size: 'max' }), (plan, life) => {
      const account = beginLife(plan)
      for (const step of life) {
        const lived = account.live(step)
        if (lived === null) continue
        assertOpenings(account, lived)
        assertSwitched(account, lived)
      }
    }),
    { numRuns: runs(400) },
  )
})
