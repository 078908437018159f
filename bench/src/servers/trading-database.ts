/** A database of the engine, migrated and with accounts, for one section of the benchmark. */
import { randomBytes } from 'node:crypto'
import { ensureServiceDatabase } from '@ats/local-stack'
import pg from 'pg'
import { seedAccounts } from '../seed/seed-accounts.js'
import { migrate, WORK_TREE } from './builds.js'

export interface TradingDatabase {
  readonly url: string
  readonly name: string
  readonly pool: pg.Pool
  drop(): Promise<void>
}

const TEMPLATE = 'bench'

export type CreateTradingDatabase = (accounts: number, users: number) => Promise<TradingDatabase>

/** Migrates one empty database, of which all others are copies. */
export async function prepareTradingDatabases(superuserUrl: string, build = WORK_TREE): Promise<CreateTradingDatabase> {
  const owner = { name: TEMPLATE, password: randomBytes(16).toString('hex') }
  const templateUrl = await ensureServiceDatabase(superuserUrl, owner)
  await migrate(build, 'trading-engine', templateUrl)
  let made = 0
  return async (accounts, users) => {
    const name = `${TEMPLATE}_${++made}`
    await asSuperuser(superuserUrl, `create database ${name} template ${TEMPLATE} owner ${TEMPLATE}`)
    const url = templateUrl.replace(/\w+$/, name)
    const pool = new pg.Pool({ connectionString: url, max: 2 })
    // Dropping the database ends connections that are still on their way out.
    pool.on('error', () => undefined)
    await seedAccounts(pool, accounts, users)
    return {
      url,
      name,
      pool,
      async drop() {
        await pool.end()
        await dropDatabase(superuserUrl, name)
      },
    }
  }
}

/** Drops a database of the benchmark, even while others are connected to it. */
export const dropDatabase = (superuserUrl: string, name: string): Promise<void> =>
  asSuperuser(superuserUrl, `drop database ${name} with (force)`)

export const checkpoint = (superuserUrl: string): Promise<void> => asSuperuser(superuserUrl, 'checkpoint')

async function asSuperuser(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
