/** Opens an account again, as its first command has done. */
import type { PoolClient } from 'pg'
import { readIds } from '../commands/pipeline/recorded-ids.js'
import type { RecordedInputs } from '../commands/pipeline/recorded-inputs.js'
import type { RecordedOpening } from '../commands/pipeline/record-opening.js'
import { openAccount } from '../core/decide/open-account.js'
import { computeFigures } from '../core/margin/figures.js'
import type { Changes } from '../core/model/draft.js'
import type { Plan } from '../core/model/plan/plan.js'
import { assertInvariant } from '../core/values/invariant.js'
import { findPlan } from '../store/operator/plans.js'
import type { RecordedCommand } from '../store/read/recorded-commands.js'
import { openingDay } from '../store/write/insert-account.js'
import { accountCodec } from '../wire/account/account-codec.js'
import { asNumber, asText } from '../wire/decimals.js'
import { responseDifference, type RepeatedDecision } from './replay-command.js'
import { replayContext, type ReplayTools } from './replay-context.js'

export const OPENING_KINDS: ReadonlySet<string> = new Set([
  'create_account',
  'create_challenge',
  'reset_challenge',
  'open_phase',
])

type OpenedAgain = RepeatedDecision & { readonly changes: Changes }

/**
 * Null: its plan is not there. `instead`: another plan than its own. Answers about challenges tell of other accounts:
 * they are not compared.
 */
export async function reopen(
  client: PoolClient,
  stored: RecordedCommand,
  inputs: RecordedInputs,
  tools: ReplayTools,
  instead?: Plan,
): Promise<OpenedAgain | null> {
  const asked = inputs.a as Partial<RecordedOpening> & Pick<RecordedOpening, 'plan' | 'version' | 'name'>
  const plan = instead ?? (await findPlan(client, asked.plan, asked.version))
  if (plan === null) return null
  const { challengeId = null, phase = null, referral = null, defaultVenue = null, name } = asked
  const { userId, kind, id } = stored
  const { context, unknown } = replayContext(stored, inputs, [], tools)
  const opening = { userId, plan, challengeId, referral, name, defaultVenue, ...(phase === null ? {} : { phase }) }
  const { account, funding } = openAccount(opening, context)
  assertInvariant(readIds(inputs.i ?? '', id).length === 2, 'an opening draws two ids')
  const write = inputs.w === 1 ? asText : asNumber
  const text = JSON.stringify(accountCodec.value({ account, figures: computeFigures(account, context) }, write))
  return {
    changes: {
      account,
      ...{ orders: [], positions: [], fills: [], transfers: [funding], events: [], breaches: [] },
      tradingDay: openingDay(account),
    },
    refusedBy: [],
    events: [],
    difference: kind === 'create_account' ? responseDifference(stored.response, text) : null,
    unknown,
  }
}
