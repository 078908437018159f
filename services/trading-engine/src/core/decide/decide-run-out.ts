/**
 * A dead-man's switch has run out: no heartbeat came for as long as its trader had said, and the service does what the
 * trader had asked for. That it ran out is an event, before those of what it does, even where nothing is left to do.
 * The state of the account stays what it is. An account that has ended is left alone.
 */
import type { Account } from '../model/account/account.js'
import { advance } from '../execution/advance.js'
import { runSwitch } from '../execution/switch-actions.js'
import type { DecisionContext } from '../model/decision-context.js'
import { openDraft, type Changes } from '../model/draft.js'
import type { SwitchAction } from '../model/account/trader-switch.js'

export function decideRunOut(account: Account, action: SwitchAction, context: DecisionContext): Changes | null {
  const draft = openDraft(account, context)
  advance(draft, context)
  const { state } = draft.account
  if (state !== 'TERMINATED' && state !== 'CLOSED') {
    draft.emit({ type: 'dead_man_switch.ran_out', action })
    runSwitch(draft, 'dead_man_switch', action, context)
  }
  return draft.changes()
}
