/**
 * An engine whose rules are off, which the service itself cannot be: in this process every order is approved without
 * a check and no mark is evaluated. All other work on an order stays: it is validated, matched, executed and written.
 */
import * as propose from '@ats/trading-engine/dist/core/risk/propose.js'
import * as evaluate from '@ats/trading-engine/dist/core/risk/evaluate.js'
import * as supervise from '@ats/trading-engine/dist/core/risk/supervise.js'
import type { Approved } from '@ats/trading-engine/dist/core/execution/account-execution.js'
import type { Order } from '@ats/trading-engine/dist/core/model/order/order.js'
import type { Match } from '@ats/trading-engine/dist/core/execution/match-order.js'

type Unchecked = Approved & { readonly order: Order }

/** Before anything of the engine is composed. */
export function switchOffRules(): void {
  Object.assign(propose, {
    propose: (_account: unknown, order: Order, _instrument: unknown, { executions, rests }: Match): Unchecked => ({
      order,
      executions,
      rests,
      exits: [],
    }),
  })
  Object.assign(evaluate, { evaluateRisk: (approved: Unchecked) => ({ kind: 'approved', approved }) })
  Object.assign(supervise, {
    evaluateAccount: () => ({ action: null, highs: null }),
    riskActionFor: () => null,
    supervise: () => undefined,
  } satisfies Partial<typeof supervise>)
}
