/** The account as it is now, for reads: the caller's own, in its latest committed state, with what time has done to it. */
import { notFound } from '@ats/service-kit'
import type { Account } from '../core/model/account.js'
import { isDue, decideAdvance } from '../core/execution/advance.js'
import { requireOwned, systemCommand, type RunCommand } from '../commands/pipeline/run-command.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import type { AccountContexts } from '../store/accounts/account-contexts.js'

export interface ReadAccountDependencies {
  readonly contexts: AccountContexts
  readonly runCommand: RunCommand
  readonly getContext: () => DecisionContext
}

export interface AccountRead {
  readonly account: Account
  /** The moment to value it at. */
  readonly context: DecisionContext
}

export type ReadAccount = (userId: string, accountId: string) => Promise<AccountRead>

export function createReadAccount({ contexts, runCommand, getContext }: ReadAccountDependencies): ReadAccount {
  return async (userId, accountId) => {
    await requireOwned(contexts, accountId, userId)
    let account = await current(contexts, accountId)
    if (isDue(account, getContext())) {
      await runCommand(systemCommand(account, 'advance', decideAdvance))
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
