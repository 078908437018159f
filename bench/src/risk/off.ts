/**
 * An engine whose rules are off, which the service itself cannot be: in this process every order is approved unasked
 * and no mark is judged. Everything else of an order stays: it is checked, matched, executed and written.
 */
import * as propose from '@ats/trading-engine/dist/core/risk/propose.js'
import * as evaluate from '@ats/trading-engine/dist/core/risk/evaluate.js'
import * as supervise from '@ats/trading-engine/dist/core/risk/supervise.js'
import type { Order } from '@ats/trading-engine/dist/core/model/order.js'
import type { Match } from '@ats/trading-engine/dist/core/execution/match-order.js'

type Unasked = Pick<Match, 'executions' | 'rests'> & { readonly order: Order }

/** Before anything of the engine is composed. */
export function switchOffRules(): void {
  Object.assign(propose, {
    propose: (_account: unknown, order: Order, _instrument: unknown, { executions, rests }: Match): Unasked => ({
      order,
      executions,
      rests,
    }),
  })
  Object.assign(evaluate, { evaluateRisk: (approved: Unasked) => ({ kind: 'approved', approved }) })
  Object.assign(supervise, {
    judge: () => ({ measure: null, high: null }),
    measureFor: () => null,
    supervise: () => undefined,
  })
}
