/** The wallet as it runs, built, in a process and on a database of its own. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createTestDatabase } from '@ats/test-kit'
import { Client } from 'pg'

export interface RealWallet {
  /** Its internal listener. */
  readonly url: string
  readonly serviceToken: string
  createKey(userId: string, terms: Readonly<Record<string, unknown>>): Promise<WalletKey>
  revoke(userId: string, key: WalletKey): Promise<void>
  /** The key's time is over, without anybody waiting for it. */
  expire(key: WalletKey): Promise<void>
  close(): Promise<void>
}

export interface WalletKey {
  readonly id: string
  readonly headers: { readonly 'x-api-key': string; readonly 'x-api-secret': string }
}

const MAIN = join(__dirname, '../..', '..', '..', 'wallet', 'dist', 'main.js')

export async function startRealWallet(): Promise<RealWallet> {
  const database = await createTestDatabase('wallet')
  const serviceToken = `token-${randomUUID()}`
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...{ NODE_ENV: 'test', PORT: '0', INTERNAL_PORT: '0', DATABASE_URL: database.url, SERVICE_TOKENS: serviceToken },
      // For addresses that nobody has.
      WEBHOOK_ALLOW_PRIVATE_HOSTS: 'true',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.on('close', resolve))
  const ports = await new Promise<{ port: number; internal_port: number }>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const line = output.split('\n').find((text) => text.includes('is listening'))
      if (line !== undefined) resolve(JSON.parse(line) as { port: number; internal_port: number })
    })
    void ended.then(() => reject(new Error(`the wallet did not start: ${output}`)))
  })

  const call = async <Body>(method: string, userId: string, path: string, body?: object): Promise<Body> => {
    const response = await fetch(`http://127.0.0.1:${ports.port}/api/api-keys${path}`, {
      method,
      headers: { 'x-user-id': userId, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`the wallet answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Body
  }

  return {
    url: `http://127.0.0.1:${ports.internal_port}`,
    serviceToken,
    async createKey(userId, terms) {
      const body = { label: 'test', ...terms }
      const created = await call<{ apiKey: { id: string }; key: string; secret: string }>('POST', userId, '', body)
      const { apiKey, key, secret } = created
      return { id: apiKey.id, headers: { 'x-api-key': key, 'x-api-secret': secret } }
    },
    revoke: (userId, { id }) => call('DELETE', userId, `/${id}`),
    async expire({ id }) {
      const client = new Client({ connectionString: database.url })
      await client.connect()
      await client.query(`update api_keys set expires_at = created_at + interval '1 millisecond' where id = $1`, [id])
      await client.end()
    },
    async close() {
      child.kill('SIGTERM')
      await ended
      await database.drop()
    },
  }
}
