import { signedQuantity } from '../core/decide/decide-copy.js'
import type { Drift } from '../core/model/copied.js'
import type { CopyLink } from '../core/model/copy-link.js'
import { listingKey } from '../core/model/market/listing.js'
import type { AccountCache } from '../store/accounts/account-cache.js'
import { readCopyTargets } from '../store/accounts/copy-targets.js'
import type { Queryable } from '../store/read/queryable.js'

export interface DriftDependencies {
  readonly pool: Queryable
  readonly contexts: Pick<AccountCache, 'getCurrent'>
}

/** Where the follower holds something else than its links would have it hold. */
export async function readCopyDrift({ pool, contexts }: DriftDependencies, link: CopyLink): Promise<readonly Drift[]> {
  const account = await contexts.getCurrent(link.followerAccountId)
  if (account === null || link.status === 'ENDED') return []
  return (await readCopyTargets(pool, link))
    .map((aimed) => ({ ...aimed, actual: signedQuantity(account.positions.get(listingKey(aimed))) }))
    .filter(({ target, actual }) => target !== actual)
}
