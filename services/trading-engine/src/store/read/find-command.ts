import type { Queryable } from './queryable.js'

/** The stored answer of a command. */
export interface StoredAnswer {
  readonly id: string
  readonly fingerprint: Buffer
  readonly status: number
  readonly response: string
}

const COLUMNS = 'id, fingerprint, status, whole_text(account_id, response) as response'

export async function findByClientId(db: Queryable, userId: string, clientId: string): Promise<StoredAnswer | null> {
  const { rows } = await db.query<StoredAnswer>({
    name: 'find_command_by_client_id',
    text: `select ${COLUMNS} from commands where user_id = $1 and client_id = $2`,
    values: [userId, clientId],
  })
  return rows[0] ?? null
}

/** The subset of the ids that name a stored command. */
export async function findStoredCommands(db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ id: string }>({
    name: 'find_stored_commands',
    text: 'select id from commands where id = any($1)',
    values: [ids],
  })
  return new Set(rows.map(({ id }) => id))
}
