import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '@ats/test-kit'

const databases: TestDatabase[] = []
afterAll(() => Promise.all(databases.map((database) => database.drop())))

async function create(): Promise<TestDatabase> {
  const database = await createTestDatabase('trading-engine')
  databases.push(database)
  return database
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

test('many concurrently: each is migrated, empty and apart from the others', async () => {
  const made = await Promise.all(Array.from({ length: 4 }, create))
  expect(new Set(made.map(({ url }) => url)).size).toBe(4)
  await query(made[0]!.url, 'create table only_here ()')
  expect(await query(made[1]!.url, `select to_regclass('only_here') as found`)).toEqual([{ found: null }])
  expect(await query(made[1]!.url, `select to_regclass('accounts') is not null as migrated`)).toEqual([
    { migrated: true },
  ])
})

test('its user is the owner of the database and no superuser, as in production', async () => {
  const { url } = await create()
  const rows = await query(
    url,
    `select current_user as name, current_setting('is_superuser') as super, pg_get_userbyid(datdba) as owner
    from pg_database where datname = current_database()`,
  )
  expect(rows).toEqual([{ name: 'trading', super: 'off', owner: 'trading' }])
})
