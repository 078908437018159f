/** The answer to what accounts would have come to under another plan (docs/LABORATORY.md). */
import { ACCOUNT_STATES, type AccountState } from '../../core/model/account/account.js'
import { BREACH_ACTIONS, BREACH_RULES, type Breach } from '../../core/model/plan/breach.js'
import type { MeanInterval } from '../../core/read/interval.js'
import type { CountedShare } from '../../core/read/odds.js'
import type { Usd } from '../../core/values/decimal.js'
import type { Micros } from '../../core/values/time.js'
import { codecOf, field } from '../codec/codec.js'
import { count, decimal, flag, listOf, oneOf, orNull, text, time, uuid, whole } from '../codec/kinds.js'
import { meanOf, money, share, shareCodec } from '../odds-codec.js'

const STATUSES = ['SAME', 'DIFFERENT', 'UNKNOWN'] as const

export interface ShadowAnswer {
  readonly accounts: readonly ShadowedAccount[]
  readonly table: Table
}

interface ShadowedAccount {
  readonly accountId: string
  readonly status: (typeof STATUSES)[number]
  readonly commands: number
  readonly supposed: number
  readonly difference: Difference | null
  readonly reason: string | null
  readonly own: Life
  readonly shadow: Life
}

interface Difference {
  readonly command: { readonly id: string; readonly kind: string; readonly at: string }
  readonly field: string
  readonly own: string
  readonly shadow: string
}

interface Life {
  readonly state: AccountState
  readonly stateReason: string | null
  readonly balance: Usd
  readonly paidOut: Usd
  readonly refused: number
  readonly fills: number
  readonly breaches: readonly LifeBreach[]
}

interface LifeBreach extends Pick<Breach, 'rule' | 'action' | 'limit' | 'value'> {
  readonly at: Micros
}

interface Table {
  readonly compared: number
  readonly different: number
  readonly own: Column
  readonly shadow: Column
  readonly change: { readonly passed: MeanInterval; readonly paid: MeanInterval } | null
}

interface Column {
  readonly passed: { readonly atLeast: CountedShare; readonly atMost: CountedShare }
  readonly ended: readonly { readonly reason: string; readonly accounts: CountedShare }[]
  readonly breaches: readonly BreachCount[]
  readonly paidOut: Usd
  readonly paid: CountedShare
  readonly meanPaid: MeanInterval | null
}

interface BreachCount extends Pick<Breach, 'rule' | 'action'> {
  readonly breaches: number
  readonly accounts: CountedShare
}

const commandCodec = codecOf<Difference['command']>('ShadowedCommand')({
  id: field(text, ({ id }) => id),
  kind: field(text, ({ kind }) => kind),
  at: field(text, ({ at }) => at),
})

const differenceCodec = codecOf<Difference>('ShadowDifference')({
  command: field(commandCodec, ({ command }) => command),
  field: field(text, (difference) => difference.field, 'What is not the same, such as `state` or `refused_by.0`.'),
  own: field(text, ({ own }) => own, 'Under its own plan.'),
  shadow: field(text, ({ shadow }) => shadow),
})

const breachCodec = codecOf<LifeBreach>('ShadowBreach')({
  rule: field(oneOf(BREACH_RULES), ({ rule }) => rule),
  action: field(oneOf(BREACH_ACTIONS), ({ action }) => action),
  limit: field(decimal, ({ limit }) => limit),
  value: field(decimal, ({ value }) => value),
  at: field(time, ({ at }) => at),
})

const lifeCodec = codecOf<Life>('ShadowLife')({
  state: field(oneOf(ACCOUNT_STATES), ({ state }) => state),
  state_reason: field(orNull(text), ({ stateReason }) => stateReason),
  balance: field(decimal, ({ balance }) => balance),
  paid_out: field(decimal, ({ paidOut }) => paidOut),
  orders_refused: field(whole, ({ refused }) => refused),
  fills: field(whole, ({ fills }) => fills),
  breaches: field(listOf(breachCodec), ({ breaches }) => breaches),
})

const accountCodec = codecOf<ShadowedAccount>('ShadowedAccount')({
  account_id: field(uuid, ({ accountId }) => accountId),
  status: field(oneOf(STATUSES, 'ShadowStatus'), ({ status }) => status, 'UNKNOWN: it could not be compared.'),
  commands: field(whole, ({ commands }) => commands, 'Those that were decided under both plans.'),
  supposed: field(whole, ({ supposed }) => supposed, 'Those after the difference, as if the trader had sent the same.'),
  counterfactual: field(flag, ({ supposed }) => supposed > 0, 'Its shadow ends in what is supposed.'),
  difference: field(orNull(differenceCodec), ({ difference }) => difference, 'The first one: exact up to here.'),
  reason: field(orNull(text), ({ reason }) => reason, 'Why it ended before the account; null: it did not.'),
  own: field(orNull(lifeCodec), ({ commands, own }) => (commands === 0 ? null : own), 'Null: nothing was decided.'),
  shadow: field(orNull(lifeCodec), ({ commands, shadow }) => (commands === 0 ? null : shadow)),
})

const endCodec = codecOf<Column['ended'][number]>('ShadowEnd')({
  reason: field(text, ({ reason }) => reason),
  accounts: field(count, ({ accounts }) => accounts.count),
  share: field(shareCodec, ({ accounts }) => accounts),
})

const breachCountCodec = codecOf<BreachCount>('ShadowBreachCount')({
  rule: field(oneOf(BREACH_RULES), ({ rule }) => rule),
  action: field(oneOf(BREACH_ACTIONS), ({ action }) => action),
  breaches: field(count, ({ breaches }) => breaches),
  accounts: field(count, ({ accounts }) => accounts.count, 'Those that have such a breach.'),
  share: field(shareCodec, ({ accounts }) => accounts),
})

const shareMeanCodec = codecOf<MeanInterval>('ShadowMeanShare')(meanOf(share))
const moneyMeanCodec = codecOf<MeanInterval>('ShadowMeanPaid')(meanOf(money))

const columnCodec = codecOf<Column>('ShadowColumn')({
  passed_at_least: field(shareCodec, ({ passed }) => passed.atLeast),
  passed_at_most: field(shareCodec, ({ passed }) => passed.atMost, 'Those that ended too early among them.'),
  ended: field(listOf(endCodec), ({ ended }) => ended, 'By the reason, the most frequent first.'),
  breaches: field(listOf(breachCountCodec), ({ breaches }) => breaches, 'By rule and action, likewise.'),
  paid_out: field(decimal, ({ paidOut }) => paidOut),
  paid: field(shareCodec, ({ paid }) => paid, 'Accounts that were paid at least once.'),
  mean_paid: field(orNull(moneyMeanCodec), ({ meanPaid }) => meanPaid, 'Of an account, by bootstrap; null of none.'),
})

const tableCodec = codecOf<Table>('ShadowTable')({
  compared: field(whole, ({ compared }) => compared, 'Accounts that could be.'),
  different: field(whole, ({ different }) => different),
  own: field(columnCodec, ({ own }) => own, 'Under their own plans.'),
  shadow: field(columnCodec, ({ shadow }) => shadow),
  passed_change: field(
    orNull(shareMeanCodec),
    ({ change }) => change && change.passed,
    'The share that passes, less that of their own plans; by bootstrap of pairs.',
  ),
  paid_change: field(orNull(moneyMeanCodec), ({ change }) => change && change.paid, 'Likewise of what is paid.'),
})

export const shadowCodec = codecOf<ShadowAnswer>('Shadows')({
  accounts: field(listOf(accountCodec), ({ accounts }) => accounts, 'In the order of the request.'),
  table: field(tableCodec, ({ table }) => table),
})
