import { chunksOf, takeTurn, type Visitor } from '@ats/service-kit/async'
import type { Pool } from 'pg'
import { listAccountIds } from '../store/read/history.js'
import type { AccountRead, ReadAccount } from './read-account.js'

/** Read together: a user with many accounts must not take all connections. */
const AT_A_TIME = 5

/** All accounts of a user, newest first. */
export async function readAccounts(
  pool: Pool,
  readAccount: ReadAccount,
  userId: string,
  visitor: Visitor,
): Promise<readonly AccountRead[]> {
  const accountIds = await listAccountIds(pool, userId)
  const accounts: AccountRead[] = []
  for (const some of chunksOf(accountIds, AT_A_TIME)) {
    await takeTurn(visitor)
    accounts.push(...(await Promise.all(some.map((accountId) => readAccount(userId, accountId)))))
  }
  return accounts
}
