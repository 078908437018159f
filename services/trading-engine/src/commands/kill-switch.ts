import type { Origin } from '../core/model/order/origin.js'
import type { Account } from '../core/model/account/account.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import { decideKillSwitch, decideLiftKillSwitch, type Stopped } from '../core/decide/decide-kill-switch.js'
import { computeFigures } from '../core/margin/figures.js'
import type { Outcome } from '../core/model/outcome.js'
import { accountBody } from '../wire/account/account-body.js'
import type { WriteDecimal } from '../wire/decimals.js'
import type { Answer } from './pipeline/idempotency.js'
import type { RunCommand } from './pipeline/run-command.js'

export interface SwitchRequest {
  readonly userId: string
  readonly origin: Origin
  readonly accountId: string
  readonly write: WriteDecimal
}

/** POST …/kill-switch: goes before the orders that the trader has waiting, as it is there to stop them. */
export const useKillSwitch = (
  runCommand: RunCommand,
  { write, isFlatten, ...whose }: SwitchRequest & { readonly isFlatten: boolean },
): Promise<Answer> =>
  runCommand<InContext<Stopped>>({
    ...{ kind: 'kill_switch', ...whose, ...WITHOUT_CLIENT_ID, write, isUrgent: true },
    decide: (account, context) => inContext(decideKillSwitch(account, isFlatten, context), context),
    render: ({ answer: { account, ...ids }, context }) => ({
      status: 200,
      text: JSON.stringify({ account: accountBody(account, computeFigures(account, context), write), ...ids }),
    }),
  })

/** DELETE …/kill-switch */
export const liftKillSwitch = (runCommand: RunCommand, { write, ...whose }: SwitchRequest): Promise<Answer> =>
  runCommand<InContext<Account>>({
    ...{ kind: 'lift_kill_switch', ...whose, ...WITHOUT_CLIENT_ID, write },
    decide: (account, context) => inContext(decideLiftKillSwitch(account, context), context),
    render: ({ answer, context }) => ({
      status: 200,
      text: JSON.stringify(accountBody(answer, computeFigures(answer, context), write)),
    }),
  })

/** Repeating it is safe without one. */
const WITHOUT_CLIENT_ID = { clientId: null, fingerprint: Buffer.alloc(0) }

/** An answer, and the moment at which to value it. */
interface InContext<A> {
  readonly answer: A
  readonly context: DecisionContext
}

const inContext = <A>(outcome: Outcome<A>, context: DecisionContext): Outcome<InContext<A>> =>
  outcome.kind === 'problem' ? outcome : { ...outcome, answer: { answer: outcome.answer, context } }
