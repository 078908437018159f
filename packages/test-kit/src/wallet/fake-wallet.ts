/** A wallet of a few keys, over real HTTP, that can fail in every way a wallet can. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { checkIp, generateCredentials, isExpired, type KeyRecord, type Scope } from '@ats/contracts'

export interface IssuedKey {
  readonly key: string
  readonly secret: string
  readonly headers: { readonly 'x-api-key': string; readonly 'x-api-secret': string }
  readonly record: KeyRecord
}

export interface KeyTerms {
  readonly userId?: string
  readonly permissions?: readonly Scope[]
  readonly ipWhitelist?: readonly string[]
  readonly expiresAt?: string | null
}

/** What the wallet does instead of answering with its decision. */
export type WalletFault = (response: ServerResponse) => void

export interface FakeWallet {
  readonly url: string
  readonly serviceToken: string
  /** How often it was asked. */
  readonly asked: () => number
  issue(terms?: KeyTerms): IssuedKey
  revoke(key: IssuedKey): void
  fail(fault: WalletFault | null): void
  close(): Promise<void>
}

export const ALL_SCOPES: readonly Scope[] = ['READ_ONLY', 'TRADE', 'MANAGE_ORDERS']

export async function startFakeWallet(): Promise<FakeWallet> {
  const serviceToken = `token-${randomUUID()}-${randomUUID()}`
  const keys = new Map<string, IssuedKey>()
  let fault: WalletFault | null = null
  let asked = 0

  const decide = ({ key, secret, ip }: Record<string, string>): unknown => {
    const issued = keys.get(key ?? '')
    if (issued === undefined || issued.secret !== secret || isExpired(issued.record, Date.now())) {
      return { valid: false, status: 401, error: 'unauthorized' }
    }
    if (!checkIp(issued.record, ip ?? '')) {
      return { valid: false, status: 403, error: 'IP not whitelisted for this API key' }
    }
    return { valid: true, ...issued.record }
  }

  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      asked += 1
      if (fault !== null) return fault(response)
      const isTrusted = request.headers.authorization === `Bearer ${serviceToken}`
      const isValidate = request.method === 'POST' && request.url === '/api/api-keys/validate'
      response.writeHead(isTrusted ? (isValidate ? 200 : 404) : 401, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isTrusted && isValidate ? decide(JSON.parse(body) as Record<string, string>) : {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serviceToken,
    asked: () => asked,
    issue({ userId = randomUUID(), permissions = ALL_SCOPES, ipWhitelist = [], expiresAt = null } = {}) {
      const { key, secret } = generateCredentials()
      const record = { keyId: randomUUID(), userId, permissions, ipWhitelist, expiresAt }
      const issued = { key, secret, headers: { 'x-api-key': key, 'x-api-secret': secret }, record }
      keys.set(key, issued)
      return issued
    },
    revoke: ({ key }) => void keys.delete(key),
    fail: (next) => {
      fault = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
