import pg from 'pg'

export interface ServiceDatabase {
  /** Name of the database and of the role that owns it. */
  readonly name: string
  readonly password: string
}

/** Makes a database and a role for a service, which cannot connect to another's. Safe to repeat. Returns its URL. */
export async function ensureServiceDatabase(
  superuserUrl: string,
  { name, password }: ServiceDatabase,
): Promise<string> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    await ensureRole(client, name, password)
    await ensureDatabase(client, name)
  } finally {
    await client.end()
  }
  const url = new URL(superuserUrl)
  return `postgres://${name}:${password}@${url.host}/${name}`
}

async function ensureRole(client: pg.Client, name: string, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
  const verb = rowCount === 0 ? 'create' : 'alter'
  await client.query(
    `${verb} role ${pg.escapeIdentifier(name)} login nosuperuser password ${pg.escapeLiteral(password)}`,
  )
}

async function ensureDatabase(client: pg.Client, name: string): Promise<void> {
  const identifier = pg.escapeIdentifier(name)
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  if (rowCount === 0) await client.query(`create database ${identifier} owner ${identifier}`)
  for (const database of [identifier, 'postgres', 'template1'])
    await client.query(`revoke all on database ${database} from public`)
}
