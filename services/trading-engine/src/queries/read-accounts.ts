import { takeTurn, type Visitor } from '@ats/service-kit'
import type { Pool } from 'pg'
import { listAccountIds } from '../store/read/history.js'
import type { AccountRead, ReadAccount } from './read-account.js'

/** All accounts of a user, newest first. */
export async function readAccounts(
  pool: Pool,
  readAccount: ReadAccount,
  userId: string,
  visitor: Visitor,
): Promise<readonly AccountRead[]> {
  const accounts: AccountRead[] = []
  // One after the other: a user with many accounts must not take all connections.
  for (const accountId of await listAccountIds(pool, userId)) {
    await takeTurn(visitor)
    accounts.push(await readAccount(userId, accountId))
  }
  return accounts
}
