/** The newest summary and risk of accounts, as JSON: made once a round, for all streams that show them. */
import type { Account } from '../core/model/account/account.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import { tickAt } from '../core/values/tick.js'
import type { Topic } from './newest-values.js'
import { valueTopic, type ReportedValue } from './value-topic.js'

export type AccountValue = 'summary' | 'risk'

export interface AccountValuesOptions {
  /** As last seen, loaded when unknown. */
  readonly getAccount: (accountId: string) => Promise<Account | null>
  readonly getContext: () => DecisionContext
  /** The bodies of the account's reads. */
  readonly textOf: Readonly<Record<AccountValue, (account: Account, context: DecisionContext) => string>>
}

export interface AccountValues {
  /** Summary and risk of one account, as its reads have them. */
  topic(accountId: string): Topic
  /** Summary, risk and latest sequence of one account among others, with its id. */
  topicOfMany(accountId: string): Topic
}

/** The state and the tick that the texts of an account were made of. */
interface Moment {
  readonly account: Account
  readonly tick: number
}

/** Without positions and orders the market is nothing to an account: its texts serve for so long. */
const IDLE_TICKS = 20
const isIdle = ({ positions, orders }: Account): boolean => positions.size === 0 && orders.size === 0

const isSent = (sent: Moment | null, { account, tick }: Moment): boolean =>
  sent?.account === account && tick < sent.tick + (isIdle(account) ? IDLE_TICKS : 1)

export function createAccountValues({ getAccount, getContext, textOf }: AccountValuesOptions): AccountValues {
  function topicOf(accountId: string, values: readonly ReportedValue[]): Topic {
    let account: Account | null = null
    let sent: Moment | null = null
    return valueTopic({
      values,
      prepare: async () => void (account = await getAccount(accountId)),
      texts() {
        if (account === null) return null
        const context = getContext()
        const moment = { account, tick: tickAt(context.now) }
        if (isSent(sent, moment)) return null
        sent = moment
        return [textOf.summary(account, context), textOf.risk(account, context), String(account.eventSequence)]
      },
    })
  }
  return {
    topic: (accountId) => topicOf(accountId, [{ event: 'summary' }, { event: 'risk' }]),
    topicOfMany(accountId) {
      const named = (name: string) => (text: string) => `{"account_id":"${accountId}","${name}":${text}}`
      return topicOf(accountId, [
        { event: 'summary', dataOf: named('summary') },
        { event: 'risk', dataOf: named('risk') },
        { event: 'changed', dataOf: named('sequence') },
      ])
    },
  }
}
