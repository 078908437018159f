import { notFound } from '@ats/service-kit/http'
import type { Account } from '../../core/model/account/account.js'
import type { AccountCache } from './account-cache.js'

/** The account if it is the user's; another's gets the same not_found as one that does not exist. */
export async function requireOwned(contexts: AccountCache, accountId: string, userId: string): Promise<Account> {
  const account = await contexts.get(accountId)
  if (account === null || account.userId !== userId) throw notFound('account')
  return account
}
