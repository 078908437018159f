import { toDependencyError } from '@ats/service-kit/db'
import type { Pool } from 'pg'
import type { DeadManSwitch } from '../core/model/account/dead-man-switch.js'
import type { Micros } from '../core/values/time.js'
import type { AccountCache } from '../store/accounts/account-cache.js'
import { findLastRunOut, findSwitch } from '../store/accounts/dead-man-switches.js'
import { requireOwned } from '../store/accounts/owned-account.js'

export interface SwitchNow {
  /** Null while none is armed. */
  readonly armed: DeadManSwitch | null
  /** Null if it never has. */
  readonly ranOutAt: Micros | null
}

export async function readDeadManSwitch(
  { contexts, pool }: { readonly contexts: AccountCache; readonly pool: Pool },
  userId: string,
  accountId: string,
): Promise<SwitchNow> {
  await requireOwned(contexts, accountId, userId)
  try {
    // In this order: a switch that acts in between never shows as neither armed nor having acted.
    const armed = await findSwitch(pool, accountId)
    return { armed, ranOutAt: await findLastRunOut(pool, userId, accountId) }
  } catch (error) {
    throw toDependencyError(error)
  }
}
