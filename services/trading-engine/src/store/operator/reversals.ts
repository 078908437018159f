import type { Account } from '../../core/model/account/account.js'
import type { Breach } from '../../core/model/plan/breach.js'
import type { Queryable } from '../read/queryable.js'
import { breachOf, type BreachRow } from '../tables/breaches.js'
import { lockUser } from '../write/insert-account.js'
import { lockChallenge } from './challenges.js'

/** The breach that ended the account and was not reversed. */
export async function findEndingBreach(db: Queryable, accountId: string): Promise<Breach | null> {
  const { rows } = await db.query<BreachRow>({
    text: `select * from breaches where account_id = $1 and action = 'TERMINATED' and reversal is null`,
    values: [accountId],
  })
  return rows[0] === undefined ? null : breachOf(rows[0])
}

/** Until the transaction ends, nothing is opened in the place of the account. */
export async function lockPlace(db: Queryable, { userId, challengeId, phase }: Account): Promise<void> {
  await lockUser(db, userId)
  if (phase !== null && challengeId !== null) await lockChallenge(db, challengeId)
}

/**
 * An account that was opened in the place of this one: on the same plan a live one. A challenge goes on with the
 * account that it is at, even if that has ended.
 */
export async function findSuccessor(db: Queryable, account: Account): Promise<string | null> {
  const { id, userId, plan, challengeId, phase } = account
  const { rows } = await db.query<{ id: string }>({
    ...(phase === null
      ? {
          text: `select id from accounts where user_id = $1 and id <> $2 and state not in ('TERMINATED', 'CLOSED')
            and challenge_id is not distinct from $3 and phase is null and plan_id = $4 limit 1`,
          values: [userId, id, challengeId, plan.id],
        }
      : {
          text: 'select account_id as id from challenges where id = $1 and account_id <> $2',
          values: [challengeId, id],
        }),
  })
  return rows[0]?.id ?? null
}
