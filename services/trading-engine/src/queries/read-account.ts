/** The caller's own account as it is now, for reads: the latest committed state, advanced to the present. */
import { notFound } from '@ats/service-kit/http'
import type { Account } from '../core/model/account/account.js'
import { asOfNow } from './as-of-now.js'
import { isDue } from '../core/execution/advance.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import type { AccountCache } from '../store/accounts/account-cache.js'
import { requireOwned } from '../store/accounts/owned-account.js'

export interface ReadAccountDependencies {
  readonly contexts: AccountCache
  /** Commits what time has done to the account. */
  readonly advance: (account: Account) => Promise<unknown>
  readonly getContext: () => DecisionContext
}

export interface AccountRead {
  readonly account: Account
  /** The moment to value it at. */
  readonly context: DecisionContext
}

export type ReadAccount = (userId: string, accountId: string) => Promise<AccountRead>

export function createReadAccount({ contexts, advance, getContext }: ReadAccountDependencies): ReadAccount {
  const advancing = new Map<string, Promise<unknown>>()

  /** Reads of one account share the command: however many there are, they make no more than one at a time. */
  const advanceOnce = (account: Account): Promise<unknown> => {
    const known = advancing.get(account.id)
    if (known !== undefined) return known
    const mine = advance(account).finally(() => advancing.delete(account.id))
    advancing.set(account.id, mine)
    return mine
  }

  return async (userId, accountId) => {
    await requireOwned(contexts, accountId, userId)
    let account = await current(contexts, accountId)
    // A command that was under way may have been decided before this read began; the next one was not.
    for (let times = 0; times < 2 && isDue(account, getContext()); times += 1) {
      await advanceOnce(account)
      account = await current(contexts, accountId)
    }
    const context = getContext()
    return { account: asOfNow(account, context), context }
  }
}

async function current(contexts: AccountCache, accountId: string): Promise<Account> {
  const account = await contexts.getCurrent(accountId)
  if (account === null) throw notFound('account')
  return account
}
