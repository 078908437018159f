import type { Field } from './operations.js'
import {
  bodyOf,
  exampleValues,
  kindOf,
  missingFields,
  targetOf,
  valuesOfBody,
  withPlaceholders,
} from './request-form.js'

const DECIMAL = { anyOf: [{ type: 'number' }, { type: 'string' }] }
const field = (place: Field['place'], name: string, schema: Field['schema'], isRequired = false): Field => ({
  ...{ place, name, schema, isRequired, description: '' },
})

const ORDER = {
  path: '/v1/account/{account_id}/orders/{order_id}/modify',
  fields: [
    field('path', 'account_id', { type: 'string' }, true),
    field('path', 'order_id', { type: 'string' }, true),
    field('query', 'from', { type: 'string' }),
    field('query', 'limit', { type: 'integer' }),
    field('body', 'quantity', DECIMAL, true),
    field('body', 'side', { type: 'string', enum: ['BUY', 'SELL'] }, true),
    field('body', 'over_ms', { type: 'integer' }),
    field('body', 'flatten', { type: 'boolean' }),
    field('body', 'label', { type: ['string', 'null'] }),
    field('body', 'flags', { type: 'object', properties: { post_only: { type: 'boolean' } } }),
  ],
}

test('a field is chosen, typed as JSON, or typed as text', () => {
  expect(ORDER.fields.slice(4).map(({ schema }) => kindOf(schema))).toEqual([
    ...['text', 'choice', 'text', 'choice', 'text', 'json'],
  ])
})

test('the body has what was typed, to the last digit, and nothing that was not', () => {
  const body = bodyOf(ORDER, {
    'body.quantity': '0.10',
    'body.over_ms': '12345678901234567890',
    'body.flatten': 'true',
    'body.label': 'null',
    'body.flags': '{"post_only": true}',
    'body.side': ' ',
    'query.limit': '7',
  })
  expect(body).toContain('"over_ms": 12345678901234567890')
  expect(JSON.parse(body)).toMatchObject({ quantity: '0.10', flatten: true, label: null, flags: { post_only: true } })
  expect(Object.keys(JSON.parse(body) as object)).toHaveLength(5)
  expect(bodyOf(ORDER, {})).toBe('{}')
})

test.each([
  ['body.over_ms', '1.5.2', { over_ms: '1.5.2' }],
  ['body.over_ms', '010', { over_ms: '010' }],
  ['body.flatten', 'yes', { flatten: 'yes' }],
  ['body.flags', '{post_only', { flags: '{post_only' }],
  ['body.label', 'a "b"\n', { label: 'a "b"' }],
])('what is no such value is sent as text, for the service to refuse: %s %s', (name, typed, expected) => {
  expect(JSON.parse(bodyOf(ORDER, { [name]: typed }))).toEqual(expected)
})

test('the address has the path and the query, escaped', () => {
  const values = { 'path.account_id': 'a/b', 'path.order_id': 'o 1', 'query.from': '2026-01-01T00:00:00+01:00' }
  expect(targetOf(ORDER, values)).toBe('/v1/account/a%2Fb/orders/o%201/modify?from=2026-01-01T00%3A00%3A00%2B01%3A00')
})

test('what is required and empty is missing; a body that is typed is its own affair', () => {
  const values = { 'path.account_id': 'a', 'body.side': 'BUY', 'path.order_id': ' ' }
  expect(missingFields(ORDER, values, false).map(({ name }) => name)).toEqual(['order_id', 'quantity'])
  expect(missingFields(ORDER, values, true).map(({ name }) => name)).toEqual(['order_id'])
})

test('code has the names of what is still missing', () => {
  const values = withPlaceholders(ORDER, { 'path.account_id': 'a', 'body.side': 'BUY' })
  expect(targetOf(ORDER, values)).toBe('/v1/account/a/orders/ORDER_ID/modify')
  expect(JSON.parse(bodyOf(ORDER, values))).toEqual({ quantity: 'QUANTITY', side: 'BUY' })
})

test('an example fills in what is required, deep down', () => {
  const orders: Field = field(
    'body',
    'orders',
    {
      type: 'array',
      items: { type: 'object', required: ['symbol', 'side'], properties: { side: { enum: ['BUY', 'SELL'] } } },
    },
    true,
  )
  expect(exampleValues({ fields: [...ORDER.fields, orders] }, { accountId: 'mine' })).toEqual({
    'path.account_id': 'mine',
    'path.order_id': '',
    'body.quantity': '0.01',
    'body.side': 'BUY',
    'body.orders': JSON.stringify([{ symbol: 'BTC-USD', side: 'BUY' }], null, 2),
  })
})

test('a typed body comes back into the fields, if it is an object', () => {
  expect(valuesOfBody(ORDER, '{"quantity":"0.10","flatten":false,"flags":{"post_only":true},"other":1}')).toEqual({
    'body.quantity': '0.10',
    'body.flatten': 'false',
    'body.flags': '{\n  "post_only": true\n}',
  })
  for (const text of ['[]', 'null', '{', '1']) expect(valuesOfBody(ORDER, text)).toBeNull()
})
