import type { Queryable } from './queryable.js'

/** The stored answer of a command. */
export interface StoredAnswer {
  readonly id: string
  readonly fingerprint: Buffer
  readonly status: number
  readonly response: string
}

const COLUMNS = 'id, fingerprint, status, response'

export async function findByClientId(db: Queryable, userId: string, clientId: string): Promise<StoredAnswer | null> {
  const { rows } = await db.query<StoredAnswer>({
    name: 'find_command_by_client_id',
    text: `select ${COLUMNS} from commands where user_id = $1 and client_id = $2`,
    values: [userId, clientId],
  })
  return rows[0] ?? null
}

export async function findByCommandId(db: Queryable, commandId: string): Promise<StoredAnswer | null> {
  const { rows } = await db.query<StoredAnswer>({
    name: 'find_command',
    text: `select ${COLUMNS} from commands where id = $1`,
    values: [commandId],
  })
  return rows[0] ?? null
}
