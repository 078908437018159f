import type { Queryable } from './queryable.js'

/** The stored answer of a command. */
export interface StoredAnswer {
  readonly id: string
  readonly fingerprint: Buffer
  readonly status: number
  readonly response: string
}

const COLUMNS = 'id, fingerprint, status, whole_text(account_id, response) as response'

/** The stored answers to these client_ids, by client_id. */
export async function findByClientIds(
  db: Queryable,
  userId: string,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, StoredAnswer>> {
  const { rows } = await db.query<StoredAnswer & { readonly client_id: string }>({
    name: 'find_commands_by_client_id',
    text: `select client_id, ${COLUMNS} from commands where user_id = $1 and client_id = any($2)`,
    values: [userId, clientIds],
  })
  return new Map(rows.map((row) => [row.client_id, row]))
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
