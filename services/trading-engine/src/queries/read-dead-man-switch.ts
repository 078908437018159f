import { toDependencyError } from '@ats/service-kit'
import type { Pool } from 'pg'
import type { DeadManSwitch } from '../core/model/dead-man-switch.js'
import type { AccountCache } from '../store/accounts/account-cache.js'
import { findSwitch } from '../store/accounts/dead-man-switches.js'
import { requireOwned } from '../store/accounts/owned-account.js'

/** Null while none is armed. */
export async function readDeadManSwitch(
  { contexts, pool }: { readonly contexts: AccountCache; readonly pool: Pool },
  userId: string,
  accountId: string,
): Promise<DeadManSwitch | null> {
  await requireOwned(contexts, accountId, userId)
  return findSwitch(pool, accountId).catch((error: unknown) => {
    throw toDependencyError(error)
  })
}
