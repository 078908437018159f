/** The account as it is now, for reads: the caller's own, in its latest committed state, with what time has done to it. */
import { notFound } from '@ats/service-kit'
import type { Account } from '../core/model/account.js'
import { isDue } from '../core/execution/advance.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import type { AccountContexts } from '../store/accounts/account-contexts.js'
import { requireOwned } from '../store/accounts/owned-account.js'

export interface ReadAccountDependencies {
  readonly contexts: AccountContexts
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
  return async (userId, accountId) => {
    await requireOwned(contexts, accountId, userId)
    let account = await current(contexts, accountId)
    if (isDue(account, getContext())) {
      await advance(account)
      account = await current(contexts, accountId)
    }
    return { account, context: getContext() }
  }
}

async function current(contexts: AccountContexts, accountId: string): Promise<Account> {
  const account = await contexts.getCurrent(accountId)
  if (account === null) throw notFound('account')
  return account
}
