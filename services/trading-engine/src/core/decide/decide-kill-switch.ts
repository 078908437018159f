/**
 * The trader stops the account by hand: every order is cancelled but the stops of open positions, or all of it is
 * closed, and the account is halted until its trader lifts that. An account that has passed keeps its state, as it
 * opens nothing anyway. Repeating it does what there is left to do.
 */
import { isCancelling } from '../model/live/live-order.js'
import type { Account } from '../model/account/account.js'
import { advance } from '../execution/advance.js'
import { addHold, liftHold } from '../execution/change-account-state.js'
import { runSwitch } from '../execution/switch-actions.js'
import type { DecisionContext } from '../model/decision-context.js'
import { openDraft } from '../model/draft.js'
import type { Order } from '../model/order/order.js'
import { decided, decidedOn, stateProblem, type Outcome } from '../model/outcome.js'
import { supervise } from '../risk/supervise.js'

/** An account after its kill switch, and the ids of what that did. */
export interface Stopped {
  readonly account: Account
  /** Orders. */
  readonly cancelled: readonly string[]
  /** Positions. */
  readonly closed: readonly string[]
  /** Positions that are closed as soon as they can be. */
  readonly liquidating: readonly string[]
  /** Orders of a LIVE account that their venues have been asked to cancel. */
  readonly cancelling: readonly Order[]
}

/** Lists the requests of an account as it then is: those of the switch, and those from before. */
export const whatIsUnderWay = ({ positions, orders }: Account): Pick<Stopped, 'liquidating' | 'cancelling'> => ({
  liquidating: [...positions.values()].filter(({ flattenedBy }) => flattenedBy !== null).map(({ id }) => id),
  cancelling: [...orders.values()].filter(isCancelling),
})

export function decideKillSwitch(account: Account, isFlatten: boolean, context: DecisionContext): Outcome<Stopped> {
  const draft = openDraft(account, context)
  advance(draft, context)
  const { state, orders } = draft.account
  if (state === 'TERMINATED' || state === 'CLOSED') return stateProblem(state, 'be stopped by its kill switch')
  runSwitch(draft, 'user_kill_switch', isFlatten ? 'FLATTEN' : 'CANCEL_ALL', context)
  if (state !== 'PASSED') addHold(draft, { kind: 'user_kill_switch', until: null, reason: null })
  const changes = draft.changes()
  const after = changes?.account ?? account
  return decided(changes, {
    account: after,
    cancelled: (changes?.orders ?? [])
      .filter(({ id, status }) => status === 'CANCELLED' && orders.has(id))
      .map(({ id }) => id),
    closed: (changes?.positions ?? []).filter(({ closedAt }) => closedAt !== null).map(({ id }) => id),
    ...whatIsUnderWay(after),
  })
}

/** Lifts the trader's own hold; what else holds the account still does, and the plan's limits apply from then on. */
export function decideLiftKillSwitch(account: Account, context: DecisionContext): Outcome<Account> {
  const draft = openDraft(account, context)
  advance(draft, context)
  const { state } = draft.account
  if (state === 'TERMINATED' || state === 'CLOSED') return stateProblem(state, 'have its kill switch lifted')
  liftHold(draft, 'user_kill_switch')
  supervise(draft, context)
  return decidedOn(account, draft.changes())
}
