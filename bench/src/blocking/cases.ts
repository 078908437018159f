/** Every row of the tables of routes, with the most work that anybody may ask of it. */
import { hashCredential } from '@ats/contracts'
import { accountId, apiKey, apiSecret } from '../seed/identities.js'
import {
  BATCH_BYTES,
  BODY_BYTES,
  fullBatch,
  icsCalendar,
  likeAddresses,
  longEvents,
  manyEvents,
  manyObjects,
  manyPlans,
  nestedLists,
  NEWS_BYTES,
  PLANS_BYTES,
  twiceNamed,
  unknownFields,
  unlistedEvents,
  wrongOrders,
} from './bodies.js'
import type { Answered, Send, Sent } from './http-client.js'
import type { BlockingCase } from './measure-blocking.js'
import { FULL_ACCOUNT, FULL_USERS } from './seed-full-accounts.js'

const ALL = 'limit=500&from=2020-01-01&to=2040-01-01'
const keyOf = (user: number): Record<string, string> => ({ 'X-API-Key': apiKey(user), 'X-API-Secret': apiSecret(user) })
const heavy = keyOf(0)
const light = keyOf(1)
const LIGHT = accountId(1)
/** Other accounts of the heavy user, each with as much under way. */
const another = (n: number): string => accountId(FULL_USERS * (1 + (n % 99)))

const get = (path: string, headers: Record<string, string> = {}): BlockingCase['next'] => {
  const sent = { method: 'GET', path, headers }
  return () => sent
}
const posting = (path: string, headers: Record<string, string>, body: (n: number) => string): BlockingCase['next'] => {
  return (n) => ({ method: 'POST', path, headers, body: body(n) })
}
const read = (operationId: string, path: string, detail = ''): BlockingCase => ({
  operationId,
  detail,
  next: get(`/v1/account/${FULL_ACCOUNT}${path}`, heavy),
})
const open = (operationId: string, path: string, detail = ''): BlockingCase => ({
  operationId,
  detail,
  next: get(path),
})

/** Wrong in whatever way takes longest to say. */
const wrong = (
  operationId: string,
  method: string,
  path: string,
  bytes: number,
  headers: Record<string, string>,
): BlockingCase[] =>
  Object.entries({ unknownFields, twiceNamed, nestedLists, likeAddresses }).map(([name, make]) => {
    const body = make(bytes)
    return {
      operationId,
      detail: `${bytes / 1024} KB ${name}, refused`,
      status: 400,
      next: () => ({ method, path, headers, body }),
    }
  })

const orderOf = (account: string, terms: string, n: number | null): string =>
  `{"account_id":"${account}",${terms}${n === null ? '' : `,"client_id":"blocking-${n}"`}}`
const RESTING = '"symbol":"BTC-USD","side":"BUY","kind":"LIMIT","quantity":0.0001,"price":20000'

async function idOf(send: Send, path: string, pick: (row: { id: string; symbol: string }) => boolean): Promise<string> {
  const answer: Answered = await send({ method: 'GET', path, headers: heavy })
  const found = (JSON.parse(answer.text) as { id: string; symbol: string }[]).find(pick)
  if (found === undefined) throw new Error(`nothing at ${path}`)
  return found.id
}

/** In turn there and back, so that positions stay where they are. */
const marketTerms = (n: number): string =>
  `"symbol":"ETH-USD","side":"${n % 2 === 0 ? 'BUY' : 'SELL'}","kind":"MARKET","quantity":0.03`

const batchCases = (): readonly BlockingCase[] => {
  const path = '/v1/orders/batch'
  const operationId = 'placeOrders'
  return [
    ...wrong(operationId, 'POST', path, BATCH_BYTES, light),
    {
      operationId,
      detail: '50, 200 orders, 20 positions',
      next: posting(path, heavy, (n) => fullBatch(another(40 + n), n, marketTerms)),
    },
    {
      operationId,
      detail: '50 sent again',
      next: posting(path, heavy, () => fullBatch(another(30), 1_000, marketTerms)),
    },
    {
      operationId,
      detail: '50 that rest',
      next: posting(path, light, (n) => fullBatch(accountId(1 + FULL_USERS * (1 + n)), n, () => RESTING)),
    },
    {
      operationId,
      detail: '50 refused by many rules',
      next: posting(path, heavy, (n) =>
        fullBatch(
          FULL_ACCOUNT,
          2_000 + n,
          () => '"symbol":"BTC-USD","side":"BUY","kind":"LIMIT","quantity":5000,"price":20000',
        ),
      ),
    },
    { operationId, detail: '50 wrong ones', next: posting(path, light, () => wrongOrders(LIGHT)) },
  ]
}

export function engineCases(send: Send): readonly BlockingCase[] {
  const workingOf = async (account: string): Promise<string> =>
    idOf(send, `/v1/account/${account}/orders?limit=1`, () => true)
  return [
    ...wrong('placeOrder', 'POST', '/v1/order', BODY_BYTES, light),
    ...batchCases(),
    { operationId: 'placeOrder', detail: '', next: posting('/v1/order', light, (n) => orderOf(LIGHT, RESTING, n)) },
    {
      operationId: 'previewOrder',
      detail: '200 orders, 20 positions',
      next: posting('/v1/order/preview', heavy, () =>
        orderOf(FULL_ACCOUNT, '"symbol":"ETH-USD","side":"BUY","kind":"MARKET","quantity":1', null),
      ),
    },
    read('listOrders', '/orders', 'working'),
    read('listOrders', `/orders?status=all&${ALL}`, 'all, 500'),
    {
      operationId: 'getOrder',
      detail: '',
      next: async () => ({
        method: 'GET',
        path: `/v1/account/${FULL_ACCOUNT}/orders/${await workingOf(FULL_ACCOUNT)}`,
        headers: heavy,
      }),
    },
    {
      operationId: 'modifyOrder',
      detail: '200 orders',
      next: async (n) => ({
        method: 'POST',
        path: `/v1/account/${FULL_ACCOUNT}/orders/${await workingOf(FULL_ACCOUNT)}/modify`,
        headers: heavy,
        body: `{"price":${19_000 - n}}`,
      }),
    },
    {
      operationId: 'cancelOrder',
      detail: '200 orders',
      next: async () => ({
        method: 'POST',
        path: `/v1/account/${FULL_ACCOUNT}/orders/${await workingOf(FULL_ACCOUNT)}/cancel`,
        headers: heavy,
      }),
    },
    {
      operationId: 'cancelAllOrders',
      detail: '200 orders',
      next: (n) => ({ method: 'POST', path: `/v1/account/${another(n)}/orders/cancel-all`, headers: heavy }),
    },
    {
      operationId: 'protectPosition',
      detail: '',
      next: async (n) => {
        const position = await idOf(send, `/v1/account/${FULL_ACCOUNT}/positions`, ({ symbol }) => symbol === 'BTC-USD')
        const path = `/v1/account/${FULL_ACCOUNT}/positions/${position}/protection`
        return { method: 'PUT', path, headers: heavy, body: `{"stop_loss":{"trigger_price":${1_000 + n}}}` }
      },
    },
    {
      operationId: 'closePosition',
      detail: '200 orders, 20 positions',
      next: (n) => ({
        method: 'POST',
        path: `/v1/account/${another(60 + n)}/close-position`,
        headers: heavy,
        body: '{"symbol":"BTC-USD","platform_id":"GMX"}',
      }),
    },
    open('listPlans', '/v1/plans', 'after the imports'),
    {
      operationId: 'createAccount',
      detail: '',
      status: 201,
      next: posting(
        '/v1/accounts',
        keyOf(FULL_USERS),
        (n) => `{"plan_id":"standard-100k","challenge_id":"blocking-${n}"}`,
      ),
    },
    {
      operationId: 'listAccounts',
      detail: '100, each with 200 orders and 20 positions',
      next: get('/v1/accounts', heavy),
    },
    read('getAccount', ''),
    read('getAccountSummary', '/summary'),
    read('listPositions', '/positions'),
    read('listClosedPositions', `/positions/history?${ALL}`),
    read('listTrades', `/trades?${ALL}&decimals=string`),
    read('listTransfers', `/ledger?${ALL}&decimals=string`),
    read('listEvents', '/events?after=0&limit=500'),
    read('getEquityCurve', '/equity?interval=1m', '1,000 points'),
    read('getEquityCurve', '/equity?interval=15m', '15m'),
    read('getFunding', `/funding?${ALL}`),
    read('getRisk', '/risk'),
    read('getRisk', '/risk?odds=true', 'with odds'),
    read('listBreaches', `/breaches?${ALL}`),
    read('listViolations', `/violations?${ALL}`),
    read('getAnalytics', '/analytics', 'a long past'),
    read('getLeverage', '/leverage?symbol=BTC-USD'),
    {
      operationId: 'setLeverage',
      detail: '',
      next: (n) => ({
        method: 'PUT',
        path: `/v1/account/${LIGHT}/leverage`,
        headers: light,
        body: `{"symbol":"ETH-USD","leverage":${2 + (n % 9)}}`,
      }),
    },
    { operationId: 'getKey', detail: '', next: get('/v1/key', heavy) },
    {
      operationId: 'listWebhookDeliveries',
      detail: '500, ten attempts each',
      next: get(`/v1/webhook-deliveries?${ALL}`, heavy),
    },
    {
      operationId: 'redeliverWebhooks',
      detail: '',
      next: (n) => ({
        method: 'POST',
        path: '/v1/webhook-deliveries/redeliver',
        headers: heavy,
        body: `{"from":"2020-01-01","to":"2040-01-01","status":"${n % 2 === 0 ? 'DEAD' : 'PENDING'}"}`,
      }),
    },
    {
      operationId: 'redeliverWebhook',
      detail: '',
      next: async () => {
        const id = await idOf(send, '/v1/webhook-deliveries?limit=1', () => true)
        return { method: 'POST', path: `/v1/webhook-deliveries/${id}/redeliver`, headers: heavy }
      },
    },
    {
      operationId: 'sendTestEvent',
      detail: 'without a URL',
      status: 409,
      next: () => ({ method: 'POST', path: '/v1/webhook-test-event', headers: light }),
    },
    open('getPrice', '/v1/price?symbol=BTC-USD'),
    open('listPrices', '/v1/prices'),
    open('getOrderbook', '/v1/orderbook?symbol=BTC-USD&depth=100'),
    open('listPublicTrades', '/v1/trades?symbol=BTC-USD&limit=1000'),
    ...(['1m', '1h', '4h', '1d'] as const).map((interval) => ({
      operationId: 'listCandles',
      detail: `500 of ${interval}, others each time`,
      next: (n: number) => ({
        method: 'GET',
        path: `/v1/candles?symbol=${CANDLE_SYMBOLS[n % CANDLE_SYMBOLS.length] ?? ''}&interval=${interval}&limit=500`,
      }),
    })),
    open('listTickers', '/v1/tickers'),
    open('getTickerMetadata', '/v1/ticker/metadata?ticker=BTC-USD'),
    {
      operationId: 'getTickerMetadata',
      detail: 'a name that is like none',
      status: 404,
      next: (n) => ({
        method: 'GET',
        path: `/v1/ticker/metadata?ticker=${'xq'.repeat(30)}${n}&type=${'z'.repeat(32)}`,
      }),
    },
    open('getMetrics', '/v1/metrics?symbol=BTC-USD'),
    open('getConfig', '/v1/config'),
    {
      operationId: 'moveMarket',
      detail: '',
      next: posting(
        '/v1/sandbox/market',
        light,
        (n) => `{"symbol":"LTC-USD","price":${90 + n / 10},"over_ms":86400000}`,
      ),
    },
    {
      operationId: 'releaseMarket',
      detail: '',
      next: () => ({ method: 'DELETE', path: '/v1/sandbox/market?symbol=LTC-USD', headers: light }),
    },
    {
      operationId: 'setFaults',
      detail: `${FAULTS} faults`,
      next: posting('/v1/sandbox/faults', light, () => JSON.stringify({ faults: Array(FAULTS).fill(FAULT) })),
    },
    { operationId: 'getFaults', detail: '', next: get('/v1/sandbox/faults', light) },
    {
      operationId: 'endFaults',
      detail: '',
      next: () => ({ method: 'DELETE', path: '/v1/sandbox/faults', headers: light }),
    },
    ...operational,
  ]
}

/** As many as a key may have, of requests that there are none of. */
const FAULTS = 50
const FAULT = { do: '500', when: { client_id_prefix: 'never-', chance: 0.5 } }

const CANDLE_SYMBOLS = [
  'ETH-USD',
  'SOL-USD',
  'BNB-USD',
  'XRP-USD',
  'TRX-USD',
  'HYPE-USD',
  'LINK-USD',
  'ADA-USD',
  'DOGE-USD',
  'UNI-USD',
  'ARB-USD',
  'AVAX-USD',
  'AAVE-USD',
  'ATOM-USD',
  'OP-USD',
  'EUR-USD',
  'GBP-USD',
  'XAU-USD',
  'NVDA-USD',
  'AAPL-USD',
]

const operational: readonly BlockingCase[] = [
  open('health', '/healthz'),
  open('readiness', '/readyz'),
  open('metrics', '/metrics'),
  open('openapi', '/openapi.json'),
  open('docs', '/docs'),
  open('docsFile', '/docs/swagger-ui-bundle.js'),
]

export const OPERATOR_TOKEN = 'bench-operator-'.repeat(3)
/** OPERATORS of an engine that it opens. */
export const OPERATOR_ENTRY = `bench:${hashCredential(OPERATOR_TOKEN).toString('hex')}:operator`
const operator = { Authorization: `Bearer ${OPERATOR_TOKEN}` }
const o = '/operator/v1'

export function operatorCases(internal: Send): readonly BlockingCase[] {
  const importing = (
    detail: string,
    make: (n: number) => string,
    headers: Record<string, string> = {},
    status = 200,
  ): BlockingCase => ({
    operationId: 'importNews',
    detail,
    status,
    next: (n) => ({ method: 'PUT', path: `${o}/news`, headers: { ...operator, ...headers }, body: make(n) }),
  })
  const change = (n: number, verb: string, body: string): Sent => ({
    method: 'POST',
    path: `${o}/accounts/${accountId(FULL_USERS * (1 + (n % 99)))}/${verb}`,
    headers: operator,
    body,
  })
  const list = (operationId: string, path: string, detail = ''): BlockingCase => ({
    operationId,
    detail,
    next: get(`${o}${path}`, operator),
  })
  const granted = async (n: number): Promise<string> => {
    const body = `{"user_id":"bench-user-3","plan_id":"standard-100k","challenge_id":"gone-${n}"}`
    const { text } = await internal({ method: 'POST', path: `${o}/grants`, headers: operator, body })
    return (JSON.parse(text) as { id: string }).id
  }
  return [
    importing('5,000 events', manyEvents),
    importing('1 MB of long events', longEvents),
    importing('5,000 unlisted, refused', unlistedEvents, {}, 400),
    importing(
      '5,000 empty events, refused',
      () => manyObjects(NEWS_BYTES, 'events').slice(0, 3 * 5_000 + 8) + '{}]}',
      {},
      400,
    ),
    importing('1 MB of empty events, refused', () => manyObjects(NEWS_BYTES, 'events'), {}, 400),
    importing('iCalendar, 1 MB', icsCalendar, { 'Content-Type': 'text/calendar' }),
    importing(
      'iCalendar, 1 MB of lines, refused',
      () => 'x\n'.repeat(NEWS_BYTES / 2),
      { 'Content-Type': 'text/calendar' },
      400,
    ),
    ...wrong('importNews', 'PUT', `${o}/news`, NEWS_BYTES, operator),
    list('listNews', `/news?${ALL}`, '500 long ones'),
    {
      operationId: 'removeNews',
      detail: '',
      next: (n) => ({ method: 'DELETE', path: `${o}/news/event-${n}`, headers: operator }),
    },
    {
      operationId: 'importPlans',
      detail: '100 plans',
      next: (n) => ({ method: 'PUT', path: `${o}/plans`, headers: operator, body: manyPlans(n) }),
    },
    ...wrong('importPlans', 'PUT', `${o}/plans`, PLANS_BYTES, operator),
    list('listPlanVersions', '/plans', 'after the imports'),
    list('findAccounts', `/accounts?${ALL}&state=ACTIVE&plan_id=standard-100k`),
    list('getOperatedAccount', `/accounts/${FULL_ACCOUNT}`),
    {
      operationId: 'haltAccount',
      detail: '200 orders, 20 positions',
      next: (n) => change(n, 'halt', '{"reason":"a test"}'),
    },
    { operationId: 'releaseAccount', detail: '', next: (n) => change(n, 'release', '{}') },
    {
      operationId: 'moveCapital',
      detail: '',
      next: (n) => change(n, 'capital', `{"amount":1,"direction":"IN","reason":"a test","reference":"blocking-${n}"}`),
    },
    {
      operationId: 'closeAccount',
      detail: '200 orders, 20 positions',
      next: (n) => change(40 + n, 'close', '{"reason":"a test"}'),
    },
    {
      operationId: 'grantPlan',
      detail: '',
      status: 201,
      next: (n) => ({
        method: 'POST',
        path: `${o}/grants`,
        headers: operator,
        body: `{"user_id":"bench-user-2","plan_id":"standard-100k","challenge_id":"g-${n}"}`,
      }),
    },
    list('listGrants', `/grants?${ALL}`),
    {
      operationId: 'removeGrant',
      detail: '',
      next: async (n) => ({ method: 'DELETE', path: `${o}/grants/${await granted(n)}`, headers: operator }),
    },
    list('findBreaches', `/breaches?${ALL}`),
    list('listAudit', `/audit?${ALL}`, 'after the imports'),
    list('checkLedger', `/ledger-check?limit=1000`),
    list('checkLedger', `/ledger-check?account_id=${FULL_ACCOUNT}`, 'a long past'),
    ...operational,
  ]
}

export function walletCases(send: Send): readonly BlockingCase[] {
  const created = async (user: string): Promise<string> => {
    const answer = await send({
      method: 'POST',
      path: '/api/api-keys',
      headers: { 'X-User-Id': user },
      body: largestKey(user),
    })
    return (JSON.parse(answer.text) as { apiKey: { id: string } }).apiKey.id
  }
  const full = { 'X-User-Id': 'bench-user-full' }
  const many = (n: number): string => `many-${n}`
  return [
    ...wrong('createApiKey', 'POST', '/api/api-keys', BODY_BYTES, full),
    {
      operationId: 'createApiKey',
      detail: '50 addresses',
      status: 201,
      next: (n) => ({
        method: 'POST',
        path: '/api/api-keys',
        headers: { 'X-User-Id': many(n) },
        body: largestKey('new'),
      }),
    },
    {
      operationId: 'listApiKeys',
      detail: 'ten with 50 addresses each',
      next: async (n) => {
        if (n === 0) for (let key = 0; key < 10; key += 1) await created(full['X-User-Id'])
        return { method: 'GET', path: '/api/api-keys', headers: full }
      },
    },
    {
      operationId: 'updateApiKey',
      detail: '',
      next: async (n) => ({
        method: 'PATCH',
        path: `/api/api-keys/${await created(`patched-${n}`)}`,
        headers: { 'X-User-Id': `patched-${n}` },
        body: '{"label":"other"}',
      }),
    },
    {
      operationId: 'rotateWebhookSecret',
      detail: '',
      next: async (n) => ({
        method: 'POST',
        path: `/api/api-keys/${await created(`turned-${n}`)}/rotate-webhook-secret`,
        headers: { 'X-User-Id': `turned-${n}` },
      }),
    },
    {
      operationId: 'revokeApiKey',
      detail: '',
      next: async (n) => ({
        method: 'DELETE',
        path: `/api/api-keys/${await created(`ended-${n}`)}`,
        headers: { 'X-User-Id': `ended-${n}` },
      }),
    },
    ...operational,
  ]
}

export function walletInternalCases(serviceToken: string, user: Send): readonly BlockingCase[] {
  const service = { Authorization: `Bearer ${serviceToken}` }
  const users = Array.from({ length: 12 }, (_, n) => `endpoints-${n}`)
  let keyId = ''
  return [
    ...wrong('validateApiKey', 'POST', '/api/api-keys/validate', BODY_BYTES, service),
    {
      operationId: 'validateApiKey',
      detail: '',
      next: () => ({
        method: 'POST',
        path: '/api/api-keys/validate',
        headers: service,
        body: JSON.stringify({ key: apiKey(0), secret: apiSecret(0), ip: '127.0.0.1', scope: 'TRADE' }),
      }),
    },
    { operationId: 'listAudit', detail: '500', next: get('/api/internal/audit?limit=500', service) },
    {
      operationId: 'listWebhookEndpoints',
      detail: '12 users, ten keys each',
      next: async (n) => {
        if (n === 0)
          for (const name of users)
            for (let key = 0; key < 10; key += 1) {
              const headers = { 'X-User-Id': name }
              const answer = await user({ method: 'POST', path: '/api/api-keys', headers, body: largestKey(name) })
              keyId = (JSON.parse(answer.text) as { apiKey: { id: string } }).apiKey.id
            }
        const query = users.map((name) => `userId=${name}`).join('&')
        return { method: 'GET', path: `/api/internal/webhook-endpoints?${query}`, headers: service }
      },
    },
    {
      operationId: 'getWebhookEndpoint',
      detail: '',
      next: () => ({ method: 'GET', path: `/api/internal/webhook-endpoints/${keyId}`, headers: service }),
    },
    ...operational,
  ]
}

const largestKey = (user: string): string =>
  JSON.stringify({
    label: 'l'.repeat(100),
    permissions: ['READ_ONLY', 'TRADE', 'MANAGE_ORDERS'],
    ipWhitelist: Array.from({ length: 50 }, (_, n) => `2001:db8:${n.toString(16)}::/48`),
    webhookUrl: `https://example.com/${'u'.repeat(1_900)}/${user}`,
    expiresAt: '2090-01-01',
  })
