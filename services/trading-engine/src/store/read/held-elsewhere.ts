import type { Account } from '../../core/model/account/account.js'
import type { HeldElsewhere } from '../../core/model/decision-context.js'
import type { Direction } from '../../core/model/order/side.js'
import type { Queryable } from './queryable.js'

export const HELD_ELSEWHERE_QUERY = 'held_elsewhere'

/** The open positions of the other accounts of an account's user, each kind once. */
export async function listHeldElsewhere(
  db: Queryable,
  { id, userId }: Pick<Account, 'id' | 'userId'>,
): Promise<readonly HeldElsewhere[]> {
  const { rows } = await db.query<{ symbol: string; direction: Direction }>({
    name: HELD_ELSEWHERE_QUERY,
    text: `select distinct p.symbol, p.direction from accounts a join positions p on p.account_id = a.id
      where a.user_id = $1 and a.id <> $2 and p.closed_at is null`,
    values: [userId, id],
  })
  return rows
}
