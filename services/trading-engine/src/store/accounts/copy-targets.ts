import type { Drift } from '../../core/model/copied.js'
import type { CopyLink } from '../../core/model/copy-link.js'
import type { VenueId } from '../../core/model/market/instrument.js'
import { decimal } from '../../core/values/decimal.js'
import type { Queryable } from '../read/queryable.js'

/** The positions that all links of the follower would have it hold of the listings of one of them. */
export async function readCopyTargets(
  db: Queryable,
  { id, followerAccountId }: Pick<CopyLink, 'id' | 'followerAccountId'>,
): Promise<readonly Omit<Drift, 'actual'>[]> {
  const { rows } = await db.query<{ venue: VenueId; symbol: string; target: string }>({
    name: 'read_copy_targets',
    text: `select t.venue, t.symbol, sum(t.quantity) as target
      from copy_targets t join copy_links l on l.id = t.copy_link_id
      where l.follower_account_id = $2 and l.status <> 'ENDED'
      group by t.venue, t.symbol having bool_or(t.copy_link_id = $1) order by t.symbol, t.venue`,
    values: [id, followerAccountId],
  })
  return rows.map(({ venue, symbol, target }) => ({ venue, symbol, target: decimal(target) }))
}
