const { Client } = require('pg')

async function main() {
  const database = new Client({ connectionString: process.env.DATABASE_URL })
  await database.connect()
  await database.query('create table if not exists things (id text primary key, value jsonb not null)')
  await database.end()
}

main().catch((error) => {
  console.error(error.message)
  process.exit(1)
})
