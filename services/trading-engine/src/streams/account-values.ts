/** The newest summary and risk of accounts, as JSON: made once a round, for all streams that show them. */
import type { Account } from '../core/model/account/account.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import { tickAt } from '../core/values/tick.js'
import type { Topic } from './newest-values.js'
import { valueTopic } from './value-topic.js'

export type AccountValue = 'summary' | 'risk'

export interface AccountValuesOptions {
  /** As last seen, loaded when unknown. */
  readonly getAccount: (accountId: string) => Promise<Account | null>
  readonly getContext: () => DecisionContext
  /** The bodies of the account's reads. */
  readonly textOf: Readonly<Record<AccountValue, (account: Account, context: DecisionContext) => string>>
}

export interface AccountValues {
  /** The value of one account, as its reads have it. */
  topic(accountId: string, value: AccountValue): Topic
  /** The value of one among others: with its id. */
  topicOfMany(accountId: string, value: AccountValue | 'changed'): Topic
}

interface Made {
  readonly account: Account
  readonly tick: number
  readonly text: string
}

/** Without positions and orders the market is nothing to an account: its texts serve for so long. */
const IDLE_TICKS = 20
const isIdle = ({ positions, orders }: Account): boolean => positions.size === 0 && orders.size === 0

function forgetBefore(made: Map<string, Made>, tick: number): void {
  for (const [name, text] of made) if (text.tick < tick) made.delete(name)
}

export function createAccountValues({ getAccount, getContext, textOf }: AccountValuesOptions): AccountValues {
  const made = new Map<string, Made>()
  let madeIn = 0

  function find(value: AccountValue, account: Account): string {
    const context = getContext()
    const tick = tickAt(context.now)
    if (tick !== madeIn) forgetBefore(made, tick - IDLE_TICKS)
    madeIn = tick
    const name = `${value} ${account.id}`
    const known = made.get(name)
    if (known?.account === account && (known.tick === tick || isIdle(account))) return known.text
    const text = textOf[value](account, context)
    made.set(name, { account, tick, text })
    return text
  }

  const topicOf = (event: string, accountId: string, text: (account: Account) => string): Topic => {
    let account: Account | null = null
    return valueTopic({
      event,
      prepare: async () => void (account = await getAccount(accountId)),
      text: () => account && text(account),
    })
  }
  return {
    topic: (accountId, value) => topicOf(value, accountId, (account) => find(value, account)),
    topicOfMany: (accountId, value) =>
      topicOf(value, accountId, (account) =>
        value === 'changed'
          ? `{"account_id":"${accountId}","sequence":${account.eventSequence}}`
          : `{"account_id":"${accountId}","${value}":${find(value, account)}}`,
      ),
  }
}
