import type Joi from 'joi'
import { timeOf } from '../../../test/support/market/scripted-world.js'
import * as queries from './queries.js'

/** As the routes read them: values are text, or a list where a parameter was sent several times. */
const read = (schema: Joi.ObjectSchema, query: object): unknown => {
  const { error, value } = schema.validate(query, { abortEarly: false, convert: true, stripUnknown: true }) as {
    error?: Joi.ValidationError
    value: unknown
  }
  return error === undefined ? value : error.details.map(({ path, type }) => `${path.join('.')} ${type}`)
}

test('lists: defaults, whole days, unknown parameters ignored', () => {
  expect(read(queries.listQuery, { anything: 'else' })).toEqual({ limit: 100 })
  expect(read(queries.listQuery, { from: '2026-03-01', to: '2026-03-01', limit: '9000', decimals: 'string' })).toEqual({
    from: timeOf('2026-03-01T00:00:00Z'),
    to: timeOf('2026-03-01T23:59:59.999999Z'),
    limit: 9000,
    decimals: 'string',
  })
})

test.each<[object, readonly string[]]>([
  [{ from: '2026-03-02', to: '2026-03-01' }, ['to to.order']],
  [{ to: '2026-03-01T00:00:00Z', from: '2026-03-01T00:00:00.000001Z' }, ['to to.order']],
  [{ from: 'yesterday', to: '2026-03-01' }, ['from timestamp.base']],
  [
    { from: '2026-02-30', to: '2026-02-29', limit: '0' },
    ['from timestamp.base', 'to timestamp.base', 'limit limit.base'],
  ],
  [{ from: ['2026-03-01', '2026-03-02'] }, ['from timestamp.base']],
  [{ limit: '-5' }, ['limit limit.base']],
  [{ limit: '2.5' }, ['limit limit.base']],
  [{ limit: '' }, ['limit limit.base']],
  [{ limit: ['1', '1'] }, ['limit limit.base']],
  [{ decimals: 'float' }, ['decimals any.only']],
])('list query %j is refused', (query, issues) => {
  expect(read(queries.listQuery, query)).toEqual(issues)
})

test('from and to may be the same moment', () => {
  const at = '2026-03-01T12:00:00.000001Z'
  expect(read(queries.listQuery, { from: at, to: at })).toEqual({ from: timeOf(at), to: timeOf(at), limit: 100 })
})

test.each<[keyof typeof queries, object, unknown]>([
  ['decimalsQuery', {}, {}],
  ['openPositionsQuery', {}, {}],
  ['openPositionsQuery', { limit: '3' }, { limit: 3 }],
  ['ordersQuery', {}, {}],
  ['ordersQuery', { client_id: 'a:1', status: 'all', limit: '7' }, { client_id: 'a:1', status: 'all', limit: 7 }],
  ['ordersQuery', { status: 'open', client_id: 'a b' }, ['client_id string.pattern.base', 'status any.only']],
  ['priceQuery', {}, ['symbol any.required']],
  ['priceQuery', { symbol: 'btc/usd' }, { symbol: 'btc/usd' }],
  ['priceQuery', { symbol: '' }, ['symbol string.empty']],
  ['priceQuery', { symbol: ['BTC-USD', 'ETH-USD'] }, ['symbol string.base']],
  ['metricsQuery', { symbol: 'x'.repeat(65) }, ['symbol string.pattern.base']],
  ['orderbookQuery', { symbol: 'btc' }, { symbol: 'btc', depth: 24 }],
  ['orderbookQuery', { symbol: 'btc', depth: '1000' }, { symbol: 'btc', depth: 1000 }],
  ['orderbookQuery', { symbol: 'btc', depth: '0' }, ['depth limit.base']],
  ['publicTradesQuery', { symbol: 'btc' }, { symbol: 'btc', limit: 50 }],
  ['tickerMetadataQuery', { ticker: 'gold' }, { ticker: 'gold' }],
  ['tickerMetadataQuery', { ticker: 'gold', type: 'metals' }, { ticker: 'gold', type: 'metals' }],
  ['tickerMetadataQuery', { symbol: 'gold' }, ['ticker any.required']],
  ['candlesQuery', { symbol: 'btc' }, { symbol: 'btc', interval: '1m', limit: 100 }],
  ['candlesQuery', { symbol: 'btc', interval: '1d' }, { symbol: 'btc', interval: '1d', limit: 100 }],
  ['candlesQuery', { symbol: 'btc', interval: '2m' }, ['interval any.only']],
  ['equityQuery', { interval: '1M', from: '1772445600' }, ['from timestamp.base', 'interval any.only']],
  ['equityQuery', { from: '2026-03-02T12:00:00 01:00' }, ['from timestamp.base']],
  ['sandboxReleaseQuery', {}, ['symbol any.required']],
])('%s %j', (name, query, outcome) => {
  expect(read(queries[name], query)).toEqual(outcome)
})
