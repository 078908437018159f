/** The table must find what Express finds, or nothing. */
import express from 'express'
import fc from 'fast-check'
import { createPathTable } from './path-table.js'
import type { Method } from './route.js'

const ROWS = [
  ['GET', '/healthz'],
  ['GET', '/docs'],
  ['GET', '/docs/:file'],
  ['POST', '/v1/order'],
  ['GET', '/v1/order/:order_id'],
  ['PATCH', '/v1/order/:order_id'],
  ['DELETE', '/v1/order/:order_id'],
  ['GET', '/v1/account/:account_id/orders'],
  ['POST', '/v1/account/:account_id/positions/:symbol/close'],
] as const

const rows = ROWS.map(([method, path]): { method: Method; path: string } => ({ method, path }))
const find = createPathTable(rows)

/** The row to which Express takes it; null when there is none. */
function inExpress(method: string, url: string) {
  const app = express()
  app.disable('x-powered-by')
  app.enable('strict routing')
  app.enable('case sensitive routing')
  let found: { path: string; row: string; params: object } | null = null
  for (const row of rows) {
    const verb = row.method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'
    app.route(row.path)[verb]((request) => {
      found = { path: request.path, row: `${row.method} ${row.path}`, params: { ...request.params } }
    })
  }
  const request = Object.assign(Object.create(app.request), { method, url, headers: {} }) as express.Request
  const response = Object.create(app.response) as express.Response
  app(request, response, () => undefined)
  return found
}

const inTable = (method: string, url: string) => {
  const found = find(method, url)
  return found && { path: found.path, row: `${found.row.method} ${found.row.path}`, params: { ...found.params } }
}

test.each([
  ['GET', '/healthz', 'GET /healthz', {}],
  ['GET', '/v1/order/7d0c?x=/y', 'GET /v1/order/:order_id', { order_id: '7d0c' }],
  ['DELETE', '/v1/order/7d0c', 'DELETE /v1/order/:order_id', { order_id: '7d0c' }],
  [
    'POST',
    '/v1/account/a-1/positions/BTC-USD/close',
    'POST /v1/account/:account_id/positions/:symbol/close',
    { account_id: 'a-1', symbol: 'BTC-USD' },
  ],
])('%s %s is found', (method, url, row, params) => {
  expect(inTable(method, url)).toEqual({ path: url.split('?')[0], row, params })
})

test.each([
  ['HEAD', '/healthz'],
  ['OPTIONS', '/healthz'],
  ['GET', '/healthz/'],
  ['GET', '/HEALTHZ'],
  ['GET', '/v1/order/'],
  ['GET', '/v1/order/a%2Fb'],
  ['GET', '/v1/order/a/b'],
  ['GET', 'http://host/healthz'],
  ['GET', '*'],
  ['GET', 'healthz'],
  ['GET', '/__proto__'],
  ['constructor', '/healthz'],
])('%s %s is left to Express', (method, url) => {
  expect(find(method, url)).toBeNull()
})

test('what it finds, Express finds alike', () => {
  const segment = fc.oneof(
    fc.constantFrom(
      '',
      '.',
      '..',
      '__proto__',
      'v1',
      'order',
      'account',
      'docs',
      'orders',
      'positions',
      'close',
      'healthz',
    ),
    fc.constantFrom('a%2Fb', '%', 'BTC:USD', '~x', 'é', 'a;b', ':order_id', 'a#b', 'A'),
    fc.string({ minLength: 1, maxLength: 4 }),
  )
  const mostly = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: other })
  const plain = fc.stringMatching(/^[\w.:~-]{1,8}$/)
  const near = fc.constantFrom(...rows).chain(({ method, path }) =>
    fc.tuple(
      mostly(fc.constant<string>(method), fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD')),
      fc
        .tuple(...path.split('/').map((part) => mostly(part.startsWith(':') ? plain : fc.constant(part), segment)))
        .map((parts) => parts.join('/')),
    ),
  )
  const anything = fc.tuple(
    fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE'),
    fc.array(segment, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`),
  )
  const query = fc.constantFrom('', '?', '?a=b', '?a=/v1/order')
  let found = 0
  fc.assert(
    fc.property(fc.oneof(near, anything), query, ([method, path], rest) => {
      const here = inTable(method, path + rest)
      if (here === null) return
      found += 1
      expect(here).toEqual(inExpress(method, path + rest))
    }),
    { numRuns: 3_000 },
  )
  expect(found).toBeGreaterThan(300)
})
