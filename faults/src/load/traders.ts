/** Users with keys of the wallet: those that trade at an ordinary pace, and the requests of the one that floods. */
import type { Stack as Services } from '@ats/local-stack'
import { createSender, type Send } from '../bots/http.js'
import { PLAN_ID } from '../stack/plan.js'

export type Headers = Readonly<Record<string, string>>

export interface Trader {
  readonly headers: Headers
  readonly accountId: string
  readonly send: Send
  readonly close: () => void
}

export interface TraderOptions {
  readonly userId: string
  readonly localAddress: string
  /** As bots do; false: each request by a connection of its own. */
  readonly keepAlive: boolean
}

/** Connections that a client with keep-alive opens before it trades. */
const KEPT = 3

export async function openTrader(services: Services, { userId, ...connections }: TraderOptions): Promise<Trader> {
  const headers = await createKey(services, userId)
  const { send, close } = createSender(services.engine.url, connections)
  const accountId = await openAccount(send, headers, 'only')
  const begin = () => send({ method: 'GET', path: '/healthz', headers: {} })
  await Promise.all(Array.from({ length: connections.keepAlive ? KEPT : 0 }, begin))
  return { headers, accountId, send, close }
}

/** An order, then a look at the account, and so on. */
export const sendOne = ({ send, headers, accountId }: Trader, round: number): Promise<string> =>
  (round % 2 === 0
    ? send({ method: 'POST', path: '/v1/order', headers, body: orderOf(accountId, round >> 1) })
    : send({ method: 'GET', path: `/v1/account/${accountId}`, headers })
  ).then(
    ({ status }) => String(status),
    () => 'no answer',
  )

/** One user's requests, for all accounts by all keys: orders, and a look at an account in between. */
export async function openFlood(
  services: Services,
  userId: string,
  { keys: keyCount, accounts: accountCount }: { readonly keys: number; readonly accounts: number },
): Promise<readonly string[]> {
  const { send, close } = createSender(services.engine.url)
  // Opened by a key that does not flood: those that do have their whole budget.
  const opener = await createKey(services, userId)
  const keys = await Promise.all(Array.from({ length: keyCount }, () => createKey(services, userId)))
  const accounts: string[] = []
  for (let n = 0; n < accountCount; n += 1) accounts.push(await openAccount(send, opener, String(n)))
  close()
  return accounts.flatMap((account) =>
    keys.flatMap((key) => [
      ...Array.from({ length: 4 }, (_, index) =>
        rawRequest('POST', '/v1/order', key, JSON.stringify(orderOf(account, index))),
      ),
      rawRequest('GET', `/v1/account/${account}`, key),
    ]),
  )
}

/** With another unknown key each time. */
export const WRONG_KEYS: readonly string[] = [
  rawRequest('GET', '/v1/accounts', { 'x-api-key': 'svc_ak_RANDOM48', 'x-api-secret': 'svc_sk_RANDOM48' }),
]

async function createKey({ wallet }: Services, userId: string): Promise<Headers> {
  const response = await fetch(`${wallet.url}/api/api-keys`, {
    method: 'POST',
    headers: { 'x-user-id': userId, 'content-type': 'application/json' },
    body: JSON.stringify({ label: userId, permissions: ['READ_ONLY', 'TRADE', 'MANAGE_ORDERS'] }),
  })
  if (response.status !== 201) throw new Error(`no key: ${response.status} ${await response.text()}`)
  const { key, secret } = (await response.json()) as { key: string; secret: string }
  return { 'x-api-key': key, 'x-api-secret': secret }
}

async function openAccount(send: Send, headers: Headers, challenge: string): Promise<string> {
  const body = { plan_id: PLAN_ID, challenge_id: challenge }
  const { status, text } = await send({ method: 'POST', path: '/v1/accounts', headers, body })
  if (status !== 201) throw new Error(`no account could be opened: ${status} ${text}`)
  return (JSON.parse(text) as { id: string }).id
}

const orderOf = (accountId: string, index: number) => ({
  account_id: accountId,
  symbol: 'BTC-USD',
  side: index % 2 === 0 ? 'BUY' : 'SELL',
  kind: 'MARKET',
  quantity: 0.001,
})

function rawRequest(method: string, path: string, headers: Headers, body = ''): string {
  const lines = Object.entries({
    host: 'localhost',
    ...headers,
    ...(body === '' ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}
