/** A wallet of a few keys, over real HTTP, that can fail in every way a wallet can. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import {
  checkIp,
  generateCredentials,
  generateWebhookSecret,
  isExpired,
  NO_WEBHOOK,
  type HookRecord,
  type KeyRecord,
  type NotificationRule,
  type ResolveHookRequest,
  type ResolveHookResponse,
  type Scope,
  type ValidateKeyRequest,
  type ValidateKeyResponse,
  type WebhookEndpoint,
} from '@ats/contracts'
import { createFakeHooks, type IssuedHook } from './fake-hooks.js'
import { createFakeRules, RULES } from './fake-rules.js'

export interface IssuedKey {
  readonly key: string
  readonly secret: string
  readonly headers: { readonly 'x-api-key': string; readonly 'x-api-secret': string }
  readonly record: KeyRecord
  /** Secrets of its webhooks, newest first; empty when it has no URL. */
  readonly webhookSecrets: readonly string[]
}

export interface KeyTerms {
  readonly userId?: string
  readonly permissions?: readonly Scope[]
  readonly ipWhitelist?: readonly string[]
  readonly expiresAt?: string | null
  readonly webhookUrl?: string
}

/** The fault that the wallet shows instead of answering with its decision. */
export type WalletFault = (response: ServerResponse) => void

export interface FakeWallet {
  readonly url: string
  readonly serviceToken: string
  /** How often it was asked about a key, or a hook. */
  readonly requested: () => number
  /** An answer without HTTP. Throws while the wallet fails, which it does over HTTP alone. */
  validate(request: ValidateKeyRequest): Promise<ValidateKeyResponse>
  /** The same of a hook. */
  resolveHook(request: ResolveHookRequest): Promise<ResolveHookResponse>
  issue(terms?: KeyTerms): IssuedKey
  revoke(key: IssuedKey): void
  issueHook(terms: Pick<HookRecord, 'userId' | 'accountId'> & Partial<HookRecord>): IssuedHook
  changeHook(hook: IssuedHook, terms: Partial<HookRecord>): void
  revokeHook(hook: IssuedHook): void
  /** A rule whose target is proven, of all topics but what it says. */
  issueRule(
    terms: Pick<NotificationRule, 'userId' | 'channel' | 'target'> & Partial<NotificationRule>,
    /** Codes and tests that are sent to it, and no more. */
    messagesMax?: number,
  ): NotificationRule
  changeRule(ruleId: string, terms: Partial<NotificationRule>): void
  deleteRule(ruleId: string): void
  /** Whether it knows rules at all: an older wallet answers 404 to whatever asks about them. */
  setKnowsRules(knowsRules: boolean): void
  /** Another URL, or other secrets, or both. */
  changeWebhook(key: IssuedKey, changes: Partial<Pick<WebhookEndpoint, 'url' | 'secrets'>>): void
  /** Null ends the fault: a request that is without its response by then is cut off. */
  fail(fault: WalletFault | null): void
  close(): Promise<void>
}

export const ALL_SCOPES: readonly Scope[] = ['READ_ONLY', 'TRADE', 'MANAGE_ORDERS']

const VALIDATE = '/api/api-keys/validate'
const RESOLVE = '/api/internal/hooks/resolve'
const ENDPOINTS = '/api/internal/webhook-endpoints'
export async function startFakeWallet(): Promise<FakeWallet> {
  const serviceToken = `token-${randomUUID()}-${randomUUID()}`
  const keys = new Map<string, IssuedKey>()
  const endpoints = new Map<string, WebhookEndpoint>()
  const hooks = createFakeHooks()
  const rules = createFakeRules()
  const faults = createFaults()
  let requested = 0
  let knowsRules = true

  const decide = ({ key, secret, ip }: ValidateKeyRequest): ValidateKeyResponse => {
    const issued = keys.get(key)
    if (issued === undefined || issued.secret !== secret || isExpired(issued.record, Date.now())) {
      return { valid: false, status: 401, error: 'unauthorized' }
    }
    if (!checkIp(issued.record, ip)) {
      return { valid: false, status: 403, error: 'IP not whitelisted for this API key' }
    }
    return { valid: true, ...issued.record }
  }

  const isLive = ({ keyId }: WebhookEndpoint): boolean =>
    [...keys.values()].some(({ record }) => record.keyId === keyId && !isExpired(record, Date.now()))

  const answerOf = (method: string, target: string, body: string): { status: number; body: unknown } => {
    const { pathname, searchParams } = new URL(target, 'http://wallet')
    if (method === 'POST' && pathname === VALIDATE)
      return { status: 200, body: decide(JSON.parse(body) as ValidateKeyRequest) }
    if (method === 'POST' && pathname === RESOLVE)
      return { status: 200, body: hooks.find(JSON.parse(body) as ResolveHookRequest) }
    if (pathname === '/readyz') return { status: 200, body: { ready: true, checks: {} } }
    if (pathname.startsWith(RULES) && knowsRules) return rules.answer(pathname, searchParams, body)
    if (method !== 'GET' || !pathname.startsWith(ENDPOINTS)) return { status: 404, body: {} }
    const live = [...endpoints.values()].filter(isLive)
    if (pathname === ENDPOINTS) {
      const requested = searchParams.getAll('userId')
      return { status: 200, body: { endpoints: live.filter(({ userId }) => requested.includes(userId)) } }
    }
    const found = live.find(({ keyId }) => pathname === `${ENDPOINTS}/${keyId}`)
    return found === undefined
      ? { status: 404, body: { error: 'not_found', reason: NO_WEBHOOK } }
      : { status: 200, body: found }
  }

  const answerInMemory = async <A>(answer: () => A): Promise<A> => {
    requested += 1
    await faults.requireNone()
    return answer()
  }

  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (request.url === VALIDATE || request.url === RESOLVE) requested += 1
      if (faults.take(response)) return
      const isTrusted = request.headers.authorization === `Bearer ${serviceToken}`
      const answer = isTrusted ? answerOf(request.method ?? '', request.url ?? '', body) : { status: 401, body: {} }
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serviceToken,
    requested: () => requested,
    validate: (request) => answerInMemory(() => decide(request)),
    resolveHook: (request) => answerInMemory(() => hooks.find(request)),
    issue({ userId = randomUUID(), permissions = ALL_SCOPES, ipWhitelist = [], expiresAt = null, webhookUrl } = {}) {
      const { key, secret } = generateCredentials()
      const record = { keyId: randomUUID(), userId, permissions, ipWhitelist, expiresAt }
      const webhookSecrets = webhookUrl === undefined ? [] : [generateWebhookSecret()]
      const headers = { 'x-api-key': key, 'x-api-secret': secret }
      const issued = { key, secret, headers, record, webhookSecrets }
      if (webhookUrl !== undefined) {
        const { keyId } = record
        const createdAt = new Date().toISOString()
        endpoints.set(keyId, { userId, keyId, url: webhookUrl, secrets: webhookSecrets, createdAt })
      }
      keys.set(key, issued)
      return issued
    },
    revoke: ({ key }) => void keys.delete(key),
    issueHook: hooks.issue,
    changeHook: hooks.change,
    revokeHook: hooks.revoke,
    issueRule: rules.issue,
    changeRule: rules.change,
    deleteRule: rules.remove,
    setKnowsRules: (next) => void (knowsRules = next),
    changeWebhook({ record: { keyId } }, changes) {
      const endpoint = endpoints.get(keyId)
      if (endpoint === undefined) throw new Error('the key has no webhook')
      endpoints.set(keyId, { ...endpoint, ...changes })
    },
    fail: (next) => faults.set(next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function createFaults() {
  let fault: WalletFault | null = null
  const unanswered = new Set<ServerResponse>()
  return {
    /** Whether a fault has the response. */
    take(response: ServerResponse): boolean {
      unanswered.add(response)
      response.once('close', () => unanswered.delete(response))
      fault?.(response)
      return fault !== null
    },
    requireNone: (): Promise<void> =>
      fault === null ? Promise.resolve() : Promise.reject(new Error('the wallet fails over HTTP alone: asksOverHttp')),
    set(next: WalletFault | null): void {
      fault = next
      if (next === null) for (const response of unanswered) response.destroy()
    },
  }
}
