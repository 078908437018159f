/** Messages that users asked for, and the codes of those that have one. */
import type { PoolClient } from 'pg'

export interface MessageRequested {
  readonly id: string
  readonly ruleId: string
  readonly userId: string
  readonly targetHash: Buffer
  /** Null: a test. */
  readonly codeHash: Buffer | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Until the transaction ends no other one counts the messages to the target. */
export async function lockTarget(client: PoolClient, targetHash: Buffer): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 1))', [targetHash.toString('hex')])
}

const COUNTED_BY = { target: 'target_hash = $1', user: 'user_id = $1' } as const

/** When the message was asked for that is the `count`-th newest since `since`; undefined: there were fewer. */
export async function loadNthMessage(
  client: PoolClient,
  of: keyof typeof COUNTED_BY,
  key: Buffer | string,
  { since, count }: { readonly since: Date; readonly count: number },
): Promise<Date | undefined> {
  const { rows } = await client.query<{ created_at: Date }>(
    `SELECT created_at FROM notification_messages WHERE ${COUNTED_BY[of]} AND created_at > $2
      ORDER BY created_at DESC OFFSET $3 LIMIT 1`,
    [key, since, count - 1],
  )
  return rows[0]?.created_at
}

/** Saves it, and deletes what was asked for before `expired`. */
export async function saveMessage(client: PoolClient, message: MessageRequested, expired: Date): Promise<void> {
  await client.query('DELETE FROM notification_messages WHERE created_at < $1', [expired])
  await client.query(
    `INSERT INTO notification_messages (id, rule_id, user_id, target_hash, code_hash, tries, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, 0, $6, $7)`,
    [
      ...[message.id, message.ruleId, message.userId, message.targetHash, message.codeHash],
      ...[message.createdAt, message.expiresAt],
    ],
  )
}

/** The newest code of a rule, if it is still good. */
export async function lockCode(
  client: PoolClient,
  ruleId: string,
  now: Date,
  triesMax: number,
): Promise<{ readonly id: string; readonly codeHash: Buffer } | undefined> {
  const { rows } = await client.query<{ id: string; code_hash: Buffer; tries: number; expires_at: Date }>(
    `SELECT id, code_hash, tries, expires_at FROM notification_messages
      WHERE rule_id = $1 AND code_hash IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT 1 FOR UPDATE`,
    [ruleId],
  )
  const [newest] = rows
  if (newest === undefined || newest.tries >= triesMax || newest.expires_at <= now) return undefined
  return { id: newest.id, codeHash: newest.code_hash }
}

export async function countTry(client: PoolClient, messageId: string): Promise<void> {
  await client.query('UPDATE notification_messages SET tries = tries + 1 WHERE id = $1', [messageId])
}

/** A rule has no code any more. */
export async function endCodes(client: PoolClient, ruleId: string): Promise<void> {
  await client.query('UPDATE notification_messages SET code_hash = NULL WHERE rule_id = $1', [ruleId])
}
