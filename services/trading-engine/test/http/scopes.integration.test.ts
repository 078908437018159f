import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { METHODS } from 'node:http'
import { join } from 'node:path'
import { generateCredentials } from '@ats/contracts'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { ALL_SCOPES, draw, type ApiClient } from '@ats/test-kit'
import {
  operationsOf,
  requestFor,
  RESTING_ORDER,
  ruleFor,
  sendTestEvent,
  sendTo,
  UNREACHABLE_WEBHOOK,
  type Operation,
  type Subject,
} from '../support/engine/operations.js'
import { beginChallenge, insertPassing } from '../support/plans/challenges.js'
import { linkToOwn } from '../support/engine/link-to-own.js'
import { importProgram, PROGRAM_ID } from '../support/plans/program-file.js'
import { cancelledPayout } from '../support/engine/cancelled-payout.js'
import { sendRaw } from '../support/engine/raw-http.js'
import { startRealWallet, type RealWallet } from '../support/engine/real-wallet.js'

const BOTH = 'TRADE and MANAGE_ORDERS'
type Access = 'public' | 'hook' | 'any' | 'TRADE' | 'MANAGE_ORDERS' | typeof BOTH

/** The scope each route needs. A new route fails the first test until it has a row here. */
const ACCESS: Readonly<Record<string, Access>> = {
  'POST /v1/order': 'TRADE',
  'POST /v1/orders/batch': 'TRADE',
  'POST /v1/order/preview': 'TRADE',
  'GET /v1/account/{account_id}/orders': 'any',
  'GET /v1/account/{account_id}/orders/{order_id}': 'any',
  'POST /v1/account/{account_id}/orders/{order_id}/modify': 'MANAGE_ORDERS',
  'PUT /v1/account/{account_id}/positions/{position_id}/protection': 'MANAGE_ORDERS',
  'PUT /v1/account/{account_id}/positions/{position_id}/note': 'MANAGE_ORDERS',
  'POST /v1/account/{account_id}/orders/{order_id}/cancel': 'MANAGE_ORDERS',
  'POST /v1/account/{account_id}/orders/cancel-all': 'MANAGE_ORDERS',
  'POST /v1/account/{account_id}/close-position': 'TRADE',
  'POST /v1/account/{account_id}/payouts': BOTH,
  'POST /v1/account/{account_id}/payouts/{payout_id}/cancel': BOTH,
  'GET /v1/account/{account_id}/profit-adjustments': 'any',
  'GET /v1/account/{account_id}/payouts': 'any',
  'GET /v1/account/{account_id}/payouts/available': 'any',
  'GET /v1/account/{account_id}/payouts/{payout_id}/statement.csv': 'any',
  'GET /v1/account/{account_id}/payouts/{payout_id}/statement.pdf': 'any',
  'GET /v1/account/{account_id}/journal': 'any',
  'GET /v1/account/{account_id}/tax-summary': 'any',
  'GET /v1/account/{account_id}/history.csv': 'any',
  'POST /v1/lab/odds': 'any',
  'GET /v1/plans': 'public',
  'GET /v1/programs': 'public',
  'GET /v1/programs/{program_id}': 'public',
  'POST /v1/challenges': 'any',
  'GET /v1/challenges': 'any',
  'GET /v1/challenges/{challenge_id}': 'any',
  'POST /v1/challenges/{challenge_id}/reset': 'any',
  'GET /v1/challenge-grants': 'any',
  'POST /v1/account/{account_id}/certificate': 'MANAGE_ORDERS',
  'GET /v1/certificates': 'any',
  'GET /v1/certificates/{code}': 'public',
  'GET /v1/certificates/{code}/picture': 'public',
  'GET /v1/certificates/{code}/page': 'public',
  'GET /v1/certificate-key': 'public',
  'POST /v1/copy-links': BOTH,
  'GET /v1/copy-links': 'any',
  'GET /v1/copy-links/{copy_link_id}': 'any',
  'GET /v1/copy-links/{copy_link_id}/events': 'any',
  'POST /v1/copy-links/{copy_link_id}/sync': BOTH,
  'PATCH /v1/copy-links/{copy_link_id}': BOTH,
  'DELETE /v1/copy-links/{copy_link_id}': BOTH,
  'GET /v1/competition-entries': 'any',
  'GET /v1/competitions': 'public',
  'GET /v1/competitions/{competition_id}': 'public',
  'POST /v1/competitions/{competition_id}/entries': 'MANAGE_ORDERS',
  'GET /v1/news': 'public',
  'GET /v1/grants': 'any',
  'POST /v1/accounts': 'any',
  'GET /v1/accounts': 'any',
  'GET /v1/account/{account_id}': 'any',
  'PATCH /v1/account/{account_id}': 'MANAGE_ORDERS',
  'GET /v1/account/{account_id}/summary': 'any',
  'GET /v1/account/{account_id}/positions': 'any',
  'GET /v1/account/{account_id}/positions/history': 'any',
  'GET /v1/account/{account_id}/trades': 'any',
  'GET /v1/account/{account_id}/ledger': 'any',
  'GET /v1/account/{account_id}/equity': 'any',
  'GET /v1/account/{account_id}/days': 'any',
  'GET /v1/account/{account_id}/events': 'any',
  'GET /v1/account/{account_id}/stream': 'any',
  'GET /v1/account/{account_id}/funding': 'any',
  'GET /v1/account/{account_id}/risk': 'any',
  'GET /v1/account/{account_id}/objectives': 'any',
  'GET /v1/account/{account_id}/breaches': 'any',
  'GET /v1/account/{account_id}/violations': 'any',
  'GET /v1/account/{account_id}/analytics': 'any',
  'GET /v1/account/{account_id}/leverage': 'any',
  'PUT /v1/account/{account_id}/leverage': 'MANAGE_ORDERS',
  'POST /v1/account/{account_id}/kill-switch': 'MANAGE_ORDERS',
  'DELETE /v1/account/{account_id}/kill-switch': BOTH,
  'PUT /v1/account/{account_id}/dead-man-switch': 'MANAGE_ORDERS',
  'GET /v1/account/{account_id}/dead-man-switch': 'any',
  'DELETE /v1/account/{account_id}/dead-man-switch': 'MANAGE_ORDERS',
  'GET /v1/key': 'any',
  'GET /v1/webhook-deliveries': 'any',
  'POST /v1/webhook-deliveries/redeliver': 'MANAGE_ORDERS',
  'POST /v1/webhook-deliveries/{delivery_id}/redeliver': 'MANAGE_ORDERS',
  'POST /v1/webhook-test-event': 'MANAGE_ORDERS',
  'POST /v1/notification-messages': 'MANAGE_ORDERS',
  'GET /v1/unsubscribe/{unsubscribe_token}': 'public',
  'POST /v1/unsubscribe/{unsubscribe_token}': 'public',
  'POST /v1/hooks/{token}': 'hook',
  'GET /v1/hooks/{hook_id}/deliveries': 'any',
  'GET /v1/accounts/stream': 'any',
  'GET /v1/stream': 'public',
  'GET /v1/price': 'public',
  'GET /v1/prices': 'public',
  'GET /v1/orderbook': 'public',
  'GET /v1/trades': 'public',
  'GET /v1/candles': 'public',
  'GET /v1/funding-rates': 'public',
  'GET /v1/tickers': 'public',
  'GET /v1/ticker/metadata': 'public',
  'GET /v1/metrics': 'public',
  'GET /v1/config': 'public',
  'POST /v1/sandbox/market': 'TRADE',
  'DELETE /v1/sandbox/market': 'TRADE',
  'POST /v1/sandbox/faults': 'TRADE',
  'GET /v1/sandbox/faults': 'TRADE',
  'DELETE /v1/sandbox/faults': 'TRADE',
  'GET /healthz': 'public',
  'GET /readyz': 'public',
  'GET /metrics': 'public',
  'GET /openapi.json': 'public',
  'GET /docs': 'public',
}
/** Answered in other formats than JSON. */
const NOT_JSON = [
  ...['/metrics', '/docs', '/v1/certificates/{code}/picture', '/v1/certificates/{code}/page'],
  '/v1/unsubscribe/{unsubscribe_token}',
]

let engine: TestEngine
let trader: Trader
let subject: Subject
let operations: readonly Operation[]

beforeAll(async () => {
  engine = await startEngine()
  await importProgram(engine)
  trader = await engine.trader('standard-100k', { webhookUrl: UNREACHABLE_WEBHOOK })
  const held = await trader.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 })
  const placed = await trader.place(RESTING_ORDER)
  subject = {
    accountId: trader.accountId,
    orderId: placed.body.order!.id,
    positionId: String(held.body.order!['position_id']),
    deliveryId: await sendTestEvent(trader.api),
    challengeId: (await beginChallenge(trader.api, PROGRAM_ID)).id,
    code: await aCertificate(trader),
    competitionId: await anEntry(trader.accountId),
    copyLinkId: await linkToOwn(trader.api, trader.accountId),
    ...ruleFor(engine.wallet, trader.userId),
  }
  operations = operationsOf(engine.openapi)
})
afterAll(() => engine.close())

const FAR_AHEAD = 1_000_000

async function aCertificate({ api, accountId }: Pick<Trader, 'api' | 'accountId'>): Promise<string> {
  await insertPassing(engine, accountId, FAR_AHEAD)
  const { body } = await api.post<{ certificate: { code: string } }>(`/v1/account/${accountId}/certificate`)
  return body.certificate.code
}

/** A competition that the account has entered, though it has traded. */
async function anEntry(accountId: string): Promise<string> {
  const body = { id: randomUUID(), name: 'x', plan_id: 'standard-100k', from: '2020-01-01', to: '2099-01-01' }
  await engine.operator.post('/operator/v1/competitions', { body })
  await engine.pool.query(
    `insert into competition_entries (id, competition_id, account_id, user_id, entered_at)
      select gen_random_uuid(), $1, id, user_id, now() from accounts where id = $2`,
    [body.id, accountId],
  )
  return body.id
}

const nameOf = ({ method, template }: Operation) => `${method} ${template}`
const accessOf = (operation: Operation): Access => ACCESS[nameOf(operation)]!
const keyed = () => operations.filter((operation) => !['public', 'hook'].includes(accessOf(operation)))

async function statusOf(operation: Operation, headers: Readonly<Record<string, string>>): Promise<number> {
  const request = requestFor(operation, subject)
  if (!NOT_JSON.includes(operation.template)) return (await sendTo(engine.api.with(headers), request)).status
  return (await fetch(`${engine.baseUrl}${request.path}`, { method: request.method, headers })).status
}

const aText = expect.any(String) as string
const { key, secret } = generateCredentials()
const wrongKey = { 'x-api-key': key, 'x-api-secret': secret }

test('every route of the document is classified, and nothing else', () => {
  expect(operations.map(nameOf).sort()).toEqual(Object.keys(ACCESS).sort())
})

const scopesOf = (access: Access): readonly string[] =>
  access === 'public' || access === 'hook' || access === 'any' ? [] : access.split(' and ')

const KEYED = [{ apiKey: [], apiSecret: [] }, { basic: [] }]

/** The sentence that the document has, and what it requires of a key. */
const DOCUMENTED: Readonly<
  Record<Access, { readonly needs: string; readonly security: readonly object[]; readonly scopes: readonly string[] }>
> = {
  public: { needs: 'Needs no credentials.', security: [], scopes: [] },
  hook: {
    needs: 'Needs no credentials but the token in its path, which a user makes at the wallet.',
    security: [],
    scopes: [],
  },
  any: { needs: 'Needs any key.', security: KEYED, scopes: [] },
  TRADE: { needs: 'Needs a key with the scope `TRADE`.', security: KEYED, scopes: ['TRADE'] },
  MANAGE_ORDERS: {
    needs: 'Needs a key with the scope `MANAGE_ORDERS`.',
    security: KEYED,
    scopes: ['MANAGE_ORDERS'],
  },
  [BOTH]: {
    needs: 'Needs a key with the scope `TRADE` and `MANAGE_ORDERS`.',
    security: KEYED,
    scopes: ['TRADE', 'MANAGE_ORDERS'],
  },
}

test('the document says the same of each', () => {
  for (const operation of operations) {
    const { security, 'x-scopes': scopes = [], responses, description } = operation.description
    const access = accessOf(operation)
    const said = { needs: description.split('\n').at(-1), security, scopes }
    expect([nameOf(operation), said]).toEqual([nameOf(operation), DOCUMENTED[access]])
    const names403 = JSON.stringify(responses['403'] ?? '').includes('permission_denied')
    expect([nameOf(operation), names403]).toEqual([nameOf(operation), scopesOf(access).length > 0])
  }
})

test('docs/RUNNING.md lists what each scope is for', () => {
  const text = readFileSync(join(__dirname, '../../../../docs/RUNNING.md'), 'utf8')
  const listed = [...text.matchAll(/^\| `([A-Z]+ \/\S+)` +\| `(\w+)`(?: and `(\w+)`)? +\|$/gm)].map(
    ([, route, ...scopes]) => [route, scopes.filter((scope) => scope !== undefined).join(' and ')],
  )
  const needed = keyed().map((each) => [nameOf(each).replace(/\{(\w+)\}/g, ':$1'), accessOf(each)])
  expect(listed.sort()).toEqual(needed.filter(([, access]) => access !== 'any').sort())
})

/** Credentials that are nobody's: two of them are drawn for each route. */
const UNKNOWN = ['no key', 'wrong secret', 'expired key', 'revoked key'] as const
/** Credentials of the requests. */
const COLUMNS = [
  ...UNKNOWN,
  'wrong address',
  'READ_ONLY',
  'TRADE',
  'MANAGE_ORDERS',
  "another user's key",
  'no key, where none is needed',
] as const
type Column = (typeof COLUMNS)[number]
type Headers = Readonly<Record<string, string>>

const OK = 'ok'
/** The sandbox user, for whom requests without a key act, has no webhook and no profit. No challenge has ended. */
const OTHERWISE: Readonly<Record<string, Partial<Record<Column, string>>>> = {
  'POST /v1/account/{account_id}/payouts': { 'no key, where none is needed': '409 conflict' },
  'POST /v1/challenges/{challenge_id}/reset': {
    ...{ READ_ONLY: '409 conflict', TRADE: '409 conflict', MANAGE_ORDERS: '409 conflict' },
    'no key, where none is needed': '409 conflict',
  },
  'POST /v1/webhook-test-event': { 'no key, where none is needed': '409 conflict' },
  'POST /v1/webhook-deliveries/{delivery_id}/redeliver': { 'no key, where none is needed': '404 not_found' },
  'POST /v1/notification-messages': {
    "another user's key": '404 not_found',
    'no key, where none is needed': '404 not_found',
  },
  // Requests without a key have one in common.
  'POST /v1/sandbox/faults': { 'no key, where none is needed': '403 permission_denied' },
  'GET /v1/sandbox/faults': { 'no key, where none is needed': '403 permission_denied' },
  'DELETE /v1/sandbox/faults': { 'no key, where none is needed': '403 permission_denied' },
  // Of another user's hook there are none.
  'GET /v1/hooks/{hook_id}/deliveries': { "another user's key": OK },
}
const UNAUTHORIZED = '401 unauthorized'

/** The expected response of each cell, after the contract. */
function expectedCell(column: Column, access: Access, isOfCaller: boolean): string {
  if (access === 'public') return OK
  // No key opens a hook: only its token does.
  if (access === 'hook') return '404 not_found'
  switch (column) {
    case 'no key':
    case 'wrong secret':
    case 'expired key':
    case 'revoked key':
      return UNAUTHORIZED
    case 'wrong address':
      return '403 IP not whitelisted for this API key'
    case 'READ_ONLY':
    case 'TRADE':
    case 'MANAGE_ORDERS':
      return access === 'any' || access === column ? OK : '403 permission_denied'
    case "another user's key":
      return isOfCaller ? '404 not_found' : OK
    case 'no key, where none is needed':
      return OK
  }
}

describe('every route with every credential, at the wallet itself', () => {
  let wallet: RealWallet
  let strict: TestEngine
  /** Lets requests without a key act as the sandbox user. */
  let lenient: TestEngine
  let mine: Subject
  let sandbox: Subject
  let headersOf: Readonly<Record<Column, Headers>>
  const everythingBut: Record<string, Headers> = {}

  beforeAll(async () => {
    wallet = await startRealWallet()
    const { databaseUrl, wallet: sharedWallet } = engine
    const behindIt = {
      ROLE: 'api',
      databaseUrl,
      sharedWallet,
      WALLET_URL: wallet.url,
      WALLET_SERVICE_TOKEN: wallet.serviceToken,
    } as const
    strict = await startEngine(behindIt)
    lenient = await startEngine({ ...behindIt, AUTH_MODE: 'optional' })
    headersOf = await issueAll()
    for (const scope of ALL_SCOPES) {
      const permissions = ALL_SCOPES.filter((each) => each !== scope)
      everythingBut[scope] = (await wallet.createKey('nearly everything', { permissions })).headers
    }
    const all = { permissions: ALL_SCOPES, webhookUrl: UNREACHABLE_WEBHOOK }
    const api = strict.api.with((await wallet.createKey('me', all)).headers)
    const { body: account } = await api.post<{ id: string }>('/v1/accounts', { body: { plan_id: 'standard-100k' } })
    const rule = await wallet.createRule('me', UNREACHABLE_WEBHOOK)
    mine = { ...(await trade(api, account.id)), ...rule, deliveryId: await sendTestEvent(api) }
    const { body: accounts } = await lenient.api.get<readonly { id: string }[]>('/v1/accounts')
    sandbox = { ...(await trade(lenient.api, accounts[0]!.id)), unsubscribeToken: rule.unsubscribeToken }
  })
  afterAll(async () => {
    await lenient.close()
    await strict.close()
    await wallet.close()
  })

  async function issueAll(): Promise<Readonly<Record<Column, Headers>>> {
    const issue = async (terms: object, userId = 'me') =>
      (await wallet.createKey(userId, { permissions: ALL_SCOPES, webhookUrl: UNREACHABLE_WEBHOOK, ...terms })).headers
    const revoked = await wallet.createKey('me', { permissions: ALL_SCOPES })
    await wallet.revoke('me', revoked)
    const expired = await wallet.createKey('me', { permissions: ALL_SCOPES, expiresAt: '2099-01-01T00:00:00.000Z' })
    await wallet.expire(expired)
    return {
      'no key': {},
      'wrong secret': { ...(await issue({})), 'x-api-secret': generateCredentials().secret },
      'expired key': expired.headers,
      'revoked key': revoked.headers,
      'wrong address': await issue({ ipWhitelist: ['203.0.113.0/24', '2001:db8::/32'] }),
      READ_ONLY: await issue({ permissions: ['READ_ONLY'] }),
      TRADE: await issue({ permissions: ['TRADE'], ipWhitelist: ['127.0.0.0/8'] }),
      MANAGE_ORDERS: await issue({ permissions: ['MANAGE_ORDERS'] }),
      "another user's key": await issue({}, 'somebody else'),
      'no key, where none is needed': {},
    }
  }

  /** An open position and a resting order on the account. */
  async function trade(api: ApiClient, accountId: string): Promise<Subject> {
    const place = (order: object) =>
      api.post<{ order: { id: string; position_id: string } }>('/v1/order', {
        body: { account_id: accountId, ...order },
      })
    const payoutId = await cancelledPayout(engine.operator, api, accountId)
    const held = await place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 })
    const resting = await place(RESTING_ORDER)
    const code = await aCertificate({ api, accountId })
    const competitionId = await anEntry(accountId)
    const { id: challengeId } = await beginChallenge(api, PROGRAM_ID)
    const { id: orderId } = resting.body.order
    const copyLinkId = await linkToOwn(api, accountId)
    const ids = { payoutId, code, competitionId, challengeId, copyLinkId }
    return { accountId, orderId, positionId: held.body.order.position_id, ...ids }
  }

  async function cellOf(operation: Operation, column: Column): Promise<string> {
    const isSandbox = column === 'no key, where none is needed'
    const { baseUrl, api } = isSandbox ? lenient : strict
    const request = requestFor(operation, isSandbox ? sandbox : mine)
    if (NOT_JSON.includes(operation.template)) {
      const { path, method } = request
      const { status } = await fetch(`${baseUrl}${path}`, { method, headers: headersOf[column] })
      return status === 200 ? OK : String(status)
    }
    const { status, body } = await sendTo(api.with(headersOf[column]), request)
    return status >= 200 && status < 300 ? OK : `${status} ${String(body['error'])}`
  }

  test.each(draw(Object.entries(ACCESS), 6, ([name]) => name))('%s', async (name, access) => {
    const operation = operations.find((each) => nameOf(each) === name)!
    const isOfCaller =
      operation.template.includes('{') ||
      Object.keys(requestFor(operation, mine).body ?? {}).some((name) => name.endsWith('account_id'))
    const columns = [...COLUMNS.slice(UNKNOWN.length), ...draw(UNKNOWN, 2, (column) => `${name} ${column}`)]
    const cells: [Column, string][] = []
    for (const column of columns) cells.push([column, await cellOf(operation, column)])
    const expected = columns.map((column): [Column, string] => [column, expectedCell(column, access, isOfCaller)])
    expect(Object.fromEntries(cells)).toEqual({ ...Object.fromEntries(expected), ...OTHERWISE[name] })
  })

  const needed = Object.entries(ACCESS).flatMap(([name, access]) =>
    scopesOf(access).map((scope) => [name, scope] as const),
  )
  test.each(draw(needed, 4, ([name, scope]) => `${name} without ${scope}`))(
    '%s is not for a key that has every scope but %s',
    async (name, scope) => {
      const request = requestFor(
        operations.find((each) => nameOf(each) === name)!,
        mine,
      )
      const { status, body } = await sendTo(strict.api.with(everythingBut[scope]!), request)
      expect([status, body['error']]).toEqual([403, 'permission_denied'])
    },
  )
})

test.each([
  ['no key', {}],
  ['a wrong key', wrongKey],
  ['half a key', { 'x-api-key': wrongKey['x-api-key'] }],
  ['a key that is none', { 'x-api-key': '"', 'x-api-secret': '' }],
])('public routes answer with %s', async (which, headers) => {
  const open = operations.filter((each) => accessOf(each) === 'public')
  for (const operation of draw(open, 4, (each) => `${nameOf(each)} with ${which}`)) {
    expect([nameOf(operation), await statusOf(operation, headers)]).toEqual([nameOf(operation), 200])
  }
})

describe('detours', () => {
  /** Other ways to write a path that a router, a proxy or a cache might take for the same one. */
  const detours = (path: string): readonly string[] => [
    `${path}/`,
    `/${path}`,
    path.replace('/v1', '/v1/'),
    path.replace('/v1', '/v1/.'),
    path.replace('/v1', '/v1/%2e'),
    path.replace('/v1', '/x/../v1'),
    path.replace('/v1', '/x/%2e%2e/v1'),
    path.replace('/v1', '/V1'),
    path.replace('/v1', '/v%31'),
    path.replace('/v1/', '/v1%2f'),
    path.replace('/v1/', '/v1\\'),
    `${path};v=1`,
    `${path}.json`,
    `${path}%20`,
    `${path}%00`,
    path.toUpperCase(),
  ]
  const pathOf = (operation: Operation) => requestFor(operation, subject).path.split('?')[0]!
  const countRows = async () => {
    const { rows } = await engine.pool.query<object>(
      'select (select count(*) from orders), (select count(*) from commands)',
    )
    return rows
  }

  test('no other spelling of a keyed path reaches its handler without a key, nor with a key for reading', async () => {
    const before = await countRows()
    const reader = engine.as({ userId: trader.userId, permissions: ['READ_ONLY'] })
    for (const operation of draw(keyed(), 12, (each) => `detours of ${nameOf(each)}`)) {
      const { body } = requestFor(operation, subject)
      for (const path of draw(detours(pathOf(operation)), 4, (path) => `${operation.id} ${path}`)) {
        const { status } = await engine.api.request(operation.method, path, { body })
        expect([path, [401, 404, 405].includes(status)]).toEqual([path, true])
        const asReader = (await reader.api.request(operation.method, path, { body })).status
        expect([path, [403, 404, 405].includes(asReader)]).toEqual([path, true])
      }
    }
    expect(await countRows()).toEqual(before)
  })

  test('no other method reaches the handler of a keyed path', async () => {
    const before = await countRows()
    const verbs = METHODS.filter((method) => method !== 'CONNECT')
    const templates = [...new Set(keyed().map((operation) => operation.template))]
    for (const template of draw(templates, 12, (each) => `methods of ${each}`)) {
      const there = keyed().filter((operation) => operation.template === template)
      const methods = there.map(({ method }) => method)
      for (const method of draw(verbs, 3, (verb) => `${verb} ${template}`)) {
        const isKnown = methods.includes(method) || (method === 'HEAD' && methods.includes('GET'))
        const { status, headers } = await engine.api.request(method, pathOf(there[0]!))
        expect([method, template, status]).toEqual([method, template, isKnown ? 401 : 405])
        const allowed = methods.flatMap((known) => (known === 'GET' ? ['GET', 'HEAD'] : [known]))
        if (status === 405) expect([template, headers['allow']?.split(', ')]).toEqual([template, allowed])
      }
    }
    expect(await countRows()).toEqual(before)
  })

  test('HEAD is GET without the body: the same credentials, status and headers', async () => {
    const reads = keyed().filter(({ method }) => method === 'GET')
    for (const operation of draw(reads, 6, (each) => `HEAD ${nameOf(each)}`)) {
      const { path } = requestFor(operation, subject)
      expect((await engine.api.request('HEAD', path)).status).toBe(401)
      const [head, get] = [await trader.api.request('HEAD', path), await trader.api.get(path)]
      expect([path, head.status, head.text]).toEqual([path, get.status, ''])
      expect(Object.keys(head.headers).sort()).toEqual(Object.keys(get.headers).sort())
    }
  })

  test.each(['x-http-method-override', 'x-http-method', 'x-method-override'])('%s changes nothing', async (header) => {
    const reader = engine.as({ userId: trader.userId, permissions: ['READ_ONLY'] })
    const overridden = await reader.api.post('/v1/order', { headers: { [header]: 'GET' }, body: {} })
    expect(overridden.status).toBe(403)
    const read = await reader.api.get(`/v1/account/${trader.accountId}/orders`, { headers: { [header]: 'DELETE' } })
    expect(read.status).toBe(200)
  })

  test.each(['x-original-url', 'x-rewrite-url', 'x-forwarded-prefix', 'x-forwarded-path'])(
    '%s does not turn a public path into another',
    async (header) => {
      const path = `/v1/account/${trader.accountId}`
      expect((await engine.api.get('/v1/config', { headers: { [header]: path } })).body).toHaveProperty('server_time')
      expect((await engine.api.get(path, { headers: { [header]: '/v1/config' } })).status).toBe(401)
    },
  )

  test.each([
    ['GET http://localhost/v1/key HTTP/1.1', 401],
    ['POST http://localhost/v1/order HTTP/1.1', 401],
    ['PUT http://localhost/v1/order HTTP/1.1', 405],
    ['GET http://other.example/v1/key HTTP/1.1', 421],
    ['OPTIONS * HTTP/1.1', 404],
    ['CONNECT engine:443 HTTP/1.1', 404],
    ['CONNECT /v1/key HTTP/1.1', 404],
    ['GET * HTTP/1.1', 404],
    ['GET ?x HTTP/1.1', 400],
    ['PRI * HTTP/2.0', 400],
    ['GET /v1/key', 401],
    ['GET /v1/key HTTP/1.1\r\nconnection: upgrade\r\nupgrade: websocket', 401],
  ])('%s is %d in JSON', async (line, status) => {
    const answer = await sendRaw(engine.baseUrl, `${line}\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n`)
    expect(answer).toMatchObject({ status, body: { error: aText, request_id: aText } })
  })
})
