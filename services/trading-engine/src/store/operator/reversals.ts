import type { Account } from '../../core/model/account/account.js'
import type { Breach } from '../../core/model/plan/breach.js'
import type { Queryable } from '../read/queryable.js'
import { breachOf, type BreachRow } from '../tables/breaches.js'

/** The breach that ended the account and was not reversed. */
export async function findEndingBreach(db: Queryable, accountId: string): Promise<Breach | null> {
  const { rows } = await db.query<BreachRow>({
    text: `select * from breaches where account_id = $1 and action = 'TERMINATED' and reversal is null`,
    values: [accountId],
  })
  return rows[0] === undefined ? null : breachOf(rows[0])
}

/** A live account that was opened in the place of this one: on the same plan, or in the same challenge. */
export async function findSuccessor(db: Queryable, account: Account): Promise<string | null> {
  const { id, userId, plan, challengeId, phase } = account
  const { rows } = await db.query<{ id: string }>({
    text: `select id from accounts where user_id = $1 and id <> $2 and state not in ('TERMINATED', 'CLOSED')
        and challenge_id is not distinct from $3 and (phase is not null) = $4 and ($4 or plan_id = $5) limit 1`,
    values: [userId, id, challengeId, phase !== null, plan.id],
  })
  return rows[0]?.id ?? null
}
