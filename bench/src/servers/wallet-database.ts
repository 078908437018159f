import { randomBytes } from 'node:crypto'
import { hashCredential, KEY_PREFIX_LENGTH, SCOPES } from '@ats/contracts'
import { ensureServiceDatabase } from '@ats/local-stack'
import pg from 'pg'
import { apiKey, apiSecret, userId } from '../seed/identities.js'
import { migrate, WORK_TREE } from './builds.js'
import { dropDatabase } from './trading-database.js'

const NAME = 'bench_wallet'

/** The wallet's database with one key of every scope for each user. */
export async function createWalletDatabase(
  superuserUrl: string,
  users: number,
  build = WORK_TREE,
): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const url = await ensureServiceDatabase(superuserUrl, { name: NAME, password: randomBytes(16).toString('hex') })
  await migrate(build, 'wallet', url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (let user = 0; user < users; user += 1) await insertKey(client, user)
  } finally {
    await client.end()
  }
  return { url, drop: () => dropDatabase(superuserUrl, NAME) }
}

async function insertKey(client: pg.Client, user: number): Promise<void> {
  const key = apiKey(user)
  await client.query(
    `insert into api_keys (id, user_id, label, key_prefix, key_hash, secret_hash, permissions, ip_whitelist, created_at)
     values (gen_random_uuid(), $1, 'bench', $2, $3, $4, $5, '{}', now())`,
    [userId(user), key.slice(0, KEY_PREFIX_LENGTH), hashCredential(key), hashCredential(apiSecret(user)), [...SCOPES]],
  )
}
