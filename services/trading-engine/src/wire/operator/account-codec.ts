/** Resources of the operator API: those of traders, with the owner of everything. */
import { ACCOUNT_STATES } from '../../core/model/account/account.js'
import type { FoundBreach } from '../../core/model/plan/breach.js'
import type { Plan } from '../../core/model/plan/plan.js'
import type { FoundAccount } from '../../core/read/found-account.js'
import type { Micros } from '../../core/values/time.js'
import { accountFields, holdsField, summaryCodec, type ValuedAccount } from '../account/account-codec.js'
import { breachFields } from '../account/breach-codec.js'
import { planFields } from '../account/plan-codec.js'
import { codecOf, field, type Fields } from '../codec/codec.js'
import { count, decimal, oneOf, optional, orNull, text, time, uuid, whole } from '../codec/kinds.js'

/** The account record with its owner, its summary, and how much it has under way. */
export const operatedAccountCodec = codecOf<ValuedAccount>('OperatedAccount')({
  user_id: field(text, ({ account }) => account.userId),
  ...accountFields,
  working_orders: field(whole, ({ account }) => account.orders.size),
  open_positions: field(whole, ({ account }) => account.positions.size),
  summary: field(summaryCodec, (valued) => valued),
})

export const foundAccountFields = {
  id: field(uuid, (account) => account.id),
  user_id: field(text, (account) => account.userId),
  plan_id: field(text, (account) => account.planId),
  plan_version: field(count, (account) => account.planVersion),
  challenge_id: field(orNull(text), (account) => account.challengeId),
  name: field(text, (account) => account.name),
  state: field(oneOf(ACCOUNT_STATES), (account) => account.state),
  state_reason: field(orNull(text), (account) => account.stateReason),
  locked_until: field(orNull(time), (account) => account.lockedUntil),
  holds: holdsField,
  balance: field(decimal, (account) => account.balance),
  created_at: field(time, (account) => account.createdAt),
  phase: field(optional(text), (account) => account.phase ?? undefined, 'Of the program that `challenge_id` is of.'),
} satisfies Fields<FoundAccount>

export const foundAccountCodec = codecOf<FoundAccount>('FoundAccount')(foundAccountFields)

export const foundBreachCodec = codecOf<FoundBreach>('FoundBreach')({
  account_id: field(uuid, (breach) => breach.accountId),
  account_name: field(text, (breach) => breach.accountName),
  user_id: field(text, (breach) => breach.userId),
  plan_id: field(text, (breach) => breach.planId),
  ...breachFields,
})

interface UsedPlanVersion extends Plan {
  readonly createdAt: Micros
  readonly accounts: number
  readonly unusedGrants: number
}

export const planVersionCodec = codecOf<UsedPlanVersion>('PlanVersion')({
  ...planFields,
  created_at: field(time, (version) => version.createdAt),
  accounts: field(whole, (version) => version.accounts, 'Of this version, those that have not ended.'),
  unused_grants: field(whole, (version) => version.unusedGrants),
})
