import { ACCOUNT_STATES, type Account } from '../../core/model/account/account.js'
import type { EventBody } from '../../core/model/events.js'
import { CONSISTENCY_USES } from '../../core/model/plan/objective-rule.js'
import { areAllMet, OBJECTIVE_UNITS, OBJECTIVES, type ObjectiveState } from '../../core/risk/objective-states.js'
import { codecOf, field } from '../codec/codec.js'
import { decimal, flag, listOf, oneOf, optional, orNull, text, time, uuid, whole } from '../codec/kinds.js'

/** The figures with which an account passed. */
export const passedCodec = codecOf<Extract<EventBody, { readonly type: 'account.passed' }>>('PassedObjective')({
  profit: field(decimal, ({ profit }) => profit),
  trading_days: field(whole, ({ tradedDays }) => tradedDays),
})

export const objectiveStateCodec = codecOf<ObjectiveState>('ObjectiveState')({
  objective: field(oneOf(OBJECTIVES), ({ objective }) => objective),
  met: field(flag, ({ isMet }) => isMet),
  value: field(orNull(decimal), ({ value }) => value, 'Null where nothing was earned that a share could be of.'),
  needed: field(decimal, ({ needed }) => needed),
  unit: field(oneOf(OBJECTIVE_UNITS), ({ unit }) => unit),
  sentence: field(text, ({ sentence }) => sentence),
  still_needed: field(
    optional(decimal),
    ({ stillNeeded }) => stillNeeded,
    'What is missing of a target or of days; of consistency, what other days, or trades, have to earn.',
  ),
  best: field(optional(decimal), ({ consistency }) => consistency?.best, 'Of consistency: the best day, or trade.'),
  total: field(optional(decimal), ({ consistency }) => consistency?.total, 'Of consistency: what it is compared with.'),
  required_profit: field(
    optional(decimal),
    ({ consistency }) => consistency?.requiredProfit,
    'Of consistency: the total of which the best is just the share that it may be.',
  ),
  applies: field(
    optional(listOf(oneOf(CONSISTENCY_USES))),
    ({ consistency }) => consistency?.applies,
    'Of consistency: what it is asked for.',
  ),
  ends_at: field(optional(time), ({ endsAt }) => endsAt, 'Of a time limit.'),
})

interface AccountObjectives {
  readonly account: Account
  readonly states: readonly ObjectiveState[]
}

export const objectivesCodec = codecOf<AccountObjectives>('AccountObjectives')({
  account_id: field(uuid, ({ account }) => account.id),
  state: field(oneOf(ACCOUNT_STATES), ({ account }) => account.state),
  met: field(
    orNull(flag),
    ({ states }) => (states.length === 0 ? null : areAllMet(states)),
    'Whether all that is asked for a pass is met; null without an objective.',
  ),
  objectives: field(listOf(objectiveStateCodec), ({ states }) => states),
})
