/** The wallet as it runs, built, in a process and on a database of its own. */
import { randomUUID } from 'node:crypto'
import { serviceEntry, startLoneService, walletEnvironment } from '@ats/local-stack'
import { createTestDatabase } from '@ats/test-kit'
import { Client } from 'pg'

export interface RealWallet {
  /** Its internal listener. */
  readonly url: string
  readonly serviceToken: string
  createKey(userId: string, terms: Readonly<Record<string, unknown>>): Promise<WalletKey>
  /** A notification rule that messages are posted by, and the token that stops it. */
  createRule(userId: string, target: string): Promise<{ readonly ruleId: string; readonly unsubscribeToken: string }>
  revoke(userId: string, key: WalletKey): Promise<void>
  /** The key's time is over, without anybody waiting for it. */
  expire(key: WalletKey): Promise<void>
  close(): Promise<void>
}

export interface WalletKey {
  readonly id: string
  readonly headers: { readonly 'x-api-key': string; readonly 'x-api-secret': string }
}

export async function startRealWallet(): Promise<RealWallet> {
  const database = await createTestDatabase('wallet')
  const serviceToken = `token-${randomUUID()}`
  const wallet = await startLoneService({
    name: 'wallet',
    entry: serviceEntry('wallet').main,
    environment: {
      ...walletEnvironment({ databaseUrl: database.url, redisUrl: null, serviceToken }),
      NODE_ENV: 'test',
      // For addresses that nobody has.
      WEBHOOK_ALLOW_PRIVATE_HOSTS: 'true',
    },
  })

  const call = async <Body>(method: string, userId: string, path: string, body?: object): Promise<Body> => {
    const response = await fetch(`${wallet.url}/api/${path}`, {
      method,
      headers: { 'x-user-id': userId, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`the wallet answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Body
  }

  const query = async <Row extends object>(text: string, id: string): Promise<readonly Row[]> => {
    const client = new Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query<Row>(text, [id])
    await client.end()
    return rows
  }

  return {
    url: wallet.internalUrl,
    serviceToken,
    async createKey(userId, terms) {
      const body = { label: 'test', ...terms }
      const created = await call<{ apiKey: { id: string }; key: string; secret: string }>(
        'POST',
        userId,
        'api-keys',
        body,
      )
      const { apiKey, key, secret } = created
      return { id: apiKey.id, headers: { 'x-api-key': key, 'x-api-secret': secret } }
    },
    async createRule(userId, target) {
      const body = { channel: 'WEBHOOK', target }
      const { id: ruleId } = await call<{ id: string }>('POST', userId, 'notification-rules', body)
      const [row] = await query<{ token: string }>(
        'select unsubscribe_token as token from notification_rules where id = $1',
        ruleId,
      )
      return { ruleId, unsubscribeToken: row?.token ?? '' }
    },
    revoke: (userId, { id }) => call('DELETE', userId, `api-keys/${id}`),
    async expire({ id }) {
      await query(`update api_keys set expires_at = created_at + interval '1 millisecond' where id = $1`, id)
    },
    async close() {
      await wallet.stop()
      await database.drop()
    },
  }
}
