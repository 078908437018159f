/**
 * The documented JSON Schema of a body and the joi schema of the service accept the same bodies; and any body at all is
 * either accepted or refused with issues.
 */
import { compileCheck, jsonSchemaOf, REFUSED } from '@ats/service-kit/http'
import fc from 'fast-check'
import { anyCharacter, runs } from '@ats/test-kit'
import type Joi from 'joi'
import { compileJsonSchema } from '../../../test/support/engine/json-schema.js'
import {
  cancelAllBody,
  closePositionBody,
  createAccountBody,
  modifyOrderBody,
  protectPositionBody,
  placeOrderBody,
  sandboxMoveBody,
} from './requests.js'

const RUNS = runs(5_000, 10)
type Body = Record<string, unknown>
const maybe = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(values, { nil: undefined, freq: 2 })

const rarely = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 11, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values })

/** More decimals than 18 are refused, which JSON Schema cannot say; so are days like 30 February. */
const isSayable = (value: unknown): boolean =>
  typeof value !== 'number' || Number(value.toFixed(18)) === value || !(value > 0)

const decimals = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 10 ** 9 }).map((cents) => cents / 100) },
  { weight: 4, arbitrary: fc.stringMatching(/^[1-9]\d{0,19}(\.\d{1,18})?$/) },
  { weight: 2, arbitrary: fc.constantFrom(1e-18, 1e-7, 0.1 + 0.2, 99999999999999980000, '0.000000000000000001') },
  { weight: 1, arbitrary: fc.double().filter(isSayable) },
)
const uuids = fc.oneof(
  fc.uuid(),
  fc.uuid().map((id) => id.toUpperCase()),
)
const texts = fc.oneof(fc.constantFrom('BTC-USD', 'eth/usd', 'a', '🙂'.repeat(64)), fc.string({ minLength: 1 }))
const clientIds = fc.stringMatching(/^[A-Za-z0-9._:-]{1,64}$/)
const times = fc.oneof(
  fc
    .date({ min: new Date('1971-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .chain((date) =>
      fc.constantFrom(date.toISOString(), date.toISOString().slice(0, 10), date.toISOString().slice(0, 19)),
    ),
  fc.constantFrom('2026-03-02T12:00:00+05:30', '2026-03-02 12:00:00', '2026-03-02t12:00:00.123456789z'),
)
const venues = fc.constantFrom('GMX', 'OSTIUM')
const kinds = fc.constantFrom('MARKET', 'LIMIT', 'LIMIT', 'STOP', 'TAKE_PROFIT')
const tifs = fc.constantFrom('GTC', 'GTD', 'GTX', 'IOC', 'FOK')
const flag = maybe(fc.boolean())

const garbage: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -0,
    -1,
    1e20,
    1e21,
    JSON.parse('1e309'),
    '',
    ' ',
    '0',
    '-1',
    '1e3',
    '+1',
    [],
    {},
  ),
  fc.constantFrom<unknown>(
    'STOP',
    'TAKE_PROFIT',
    'buy',
    'DAY',
    'true',
    '2026-13-01',
    '1969-12-31',
    '2026-03-02T24:00:00Z',
  ),
  fc.constantFrom<unknown>('\u0000', '\ud800', 'a\nb', '{3f2504e0-4f89-41d3-9a0c-0305e82c3301}', 'x'.repeat(129)),
  fc.constantFrom<unknown>(
    { post_only: true },
    { trigger_on_mark: true, trigger_on_index: true },
    { reduce_only: 'no' },
  ),
  fc.string({ unit: anyCharacter }),
  fc.jsonValue({ maxDepth: 2 }).filter(isSayable),
)
const names = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'user_id', 'status', 'reduceOnly', 'trigger_price'),
  fc.constantFrom('parent_order_id', 'expires_at', 'price', 'kind', 'tif', 'flags', 'quantity', 'symbol'),
  fc.string(),
)

/** A body as it should be or nearly so: with up to two fields set to anything, added or gone. */
const spoilt = (bodies: fc.Arbitrary<Body>): fc.Arbitrary<Body> =>
  fc
    .tuple(bodies, fc.array(fc.tuple(names, fc.option(garbage, { nil: undefined, freq: 3 })), { maxLength: 2 }))
    .map(([body, changes]) => fromEntries([...Object.entries(body), ...changes]))

/** As JSON.parse makes objects: `__proto__` is a field like any other, and undefined does not exist. */
function fromEntries(entries: readonly (readonly [string, unknown])[]): Body {
  const body = Object.fromEntries(entries)
  for (const [name, value] of Object.entries(body)) if (value === undefined) delete body[name]
  return body
}

/** Prices and expiry where they belong, and now and then one where it does not. */
function consistent({ stray, price, trigger_price, expires_at, ...body }: Body): Body {
  const isConditional = body['kind'] === 'STOP' || body['kind'] === 'TAKE_PROFIT'
  return {
    ...body,
    price: body['kind'] === 'LIMIT' || stray === 'price' ? price : undefined,
    trigger_price: isConditional || stray === 'trigger_price' ? trigger_price : undefined,
    expires_at: body['tif'] === 'GTD' || stray === 'expires_at' ? expires_at : undefined,
  }
}

const legs = fc.option(
  fc
    .record({
      trigger_price: decimals,
      price: maybe(fc.option(decimals)),
      quantity: maybe(fc.option(decimals)),
      trigger_by: maybe(fc.constantFrom('LAST', 'MARK', 'INDEX', 'BID', null)),
    })
    .map((leg) => fromEntries(Object.entries(leg))),
)

const bodies: Readonly<Record<string, readonly [Joi.ObjectSchema, fc.Arbitrary<Body>]>> = {
  placeOrderBody: [
    placeOrderBody,
    fc
      .record({
        ...{ account_id: uuids, symbol: texts, side: fc.constantFrom('BUY', 'SELL'), kind: kinds, quantity: decimals },
        ...{ price: decimals, tif: maybe(tifs) },
        flags: maybe(
          fc
            .record({ post_only: flag, reduce_only: flag, trigger_on_index: flag, trigger_on_mark: flag })
            .map((flags) => fromEntries(Object.entries(flags))),
        ),
        ...{ client_id: maybe(clientIds), platform_id: maybe(venues), position_id: maybe(uuids) },
        ...{ trigger_price: decimals, parent_order_id: maybe(uuids), expires_at: times },
        stray: rarely(fc.constantFrom('price', 'price', 'trigger_price', 'expires_at')),
      })
      .map(consistent),
  ],
  closePositionBody: [
    closePositionBody,
    fc
      .record({
        ...{ symbol: texts, quantity: maybe(decimals), kind: maybe(kinds), price: decimals, tif: maybe(tifs) },
        ...{ client_id: maybe(clientIds), platform_id: maybe(venues), position_id: maybe(uuids), expires_at: times },
        stray: rarely(fc.constantFrom('price', 'expires_at')),
      })
      .map(consistent),
  ],
  modifyOrderBody: [
    modifyOrderBody,
    fc
      .record({
        ...{ price: maybe(decimals), trigger_price: maybe(decimals), quantity: maybe(decimals) },
        ...{ expires_at: maybe(times), version: maybe(fc.integer({ min: 1, max: 1000 })) },
      })
      .map((body) => fromEntries(Object.entries(body))),
  ],
  protectPositionBody: [
    protectPositionBody,
    fc.record({ take_profit: maybe(legs), stop_loss: maybe(legs) }).map((body) => fromEntries(Object.entries(body))),
  ],
  createAccountBody: [
    createAccountBody,
    fc.record({
      ...{ plan_id: texts, challenge_id: maybe(texts), name: maybe(texts), default_venue: maybe(venues) },
      client_id: maybe(clientIds),
    }),
  ],
  cancelAllBody: [cancelAllBody, fc.record({ symbol: maybe(texts), client_id: maybe(clientIds) })],
  sandboxMoveBody: [
    sandboxMoveBody,
    fc.record({ symbol: texts, price: decimals, over_ms: maybe(fc.integer({ min: 0, max: 86_400_000 })) }),
  ],
}

test.each(Object.entries(bodies))('%s: the JSON Schema accepts exactly what joi accepts', (_, [schema, made]) => {
  const isDocumented = compileJsonSchema(jsonSchemaOf(schema))
  const seen = { accepted: 0, refused: 0 }
  fc.assert(
    fc.property(spoilt(made), (body) => {
      const isAccepted = schema.validate(body, { abortEarly: false, convert: false }).error === undefined
      seen[isAccepted ? 'accepted' : 'refused'] += 1
      return isDocumented(body) === isAccepted
    }),
    { numRuns: RUNS },
  )
  expect(seen.accepted).toBeGreaterThan(RUNS / 10)
  expect(seen.refused).toBeGreaterThan(RUNS / 10)
})

test.each(['placeOrderBody', 'closePositionBody', 'createAccountBody', 'cancelAllBody'])(
  '%s: its compiled check accepts exactly what joi accepts, as the same values',
  (name) => {
    const [schema, made] = bodies[name] ?? []
    const check = schema && compileCheck(schema)
    if (!schema || !made || !check) throw new Error(`the check of ${name} is not compiled`)
    let accepted = 0
    fc.assert(
      fc.property(spoilt(made), (body) => {
        const byJoi = schema.validate(body, { convert: false })
        const before = structuredClone(body)
        expect(check(body)).toEqual(byJoi.error === undefined ? byJoi.value : REFUSED)
        expect(body).toEqual(before)
        if (byJoi.error === undefined) accepted += 1
      }),
      { numRuns: RUNS },
    )
    expect(accepted).toBeGreaterThan(RUNS / 10)
  },
)

test.each(Object.entries(bodies))('%s: any JSON is accepted, or refused with issues in words', (_, [schema]) => {
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(names, fc.oneof(garbage, fc.jsonValue({ maxDepth: 3 })), { noNullPrototype: true }),
  )
  fc.assert(
    fc.property(anything, (body) => {
      const { error } = schema.validate(body, { abortEarly: false, convert: false })
      for (const { path, type, message } of error?.details ?? []) {
        expect(path).toEqual(expect.any(Array))
        expect([type, message].every((text) => text.length > 0)).toBe(true)
      }
      expect(({} as Body)['post_only']).toBeUndefined()
    }),
    { numRuns: runs(500) },
  )
})

test('text that Postgres cannot hold passes no field of any body', () => {
  const fields = Object.values(bodies).flatMap(([schema]) =>
    [...Object.keys(schema.describe()['keys'] as object)].map((name) => [schema, name] as const),
  )
  const foul = fc
    .tuple(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom('\u0000', '\u001f', '\u007f', '\u009f', '\ud800', '\udfff'),
      fc.string(),
    )
    .map((parts) => parts.join(' '))
  fc.assert(
    fc.property(foul, fc.constantFrom(...fields), (text, [schema, name]) => {
      const { error } = schema.validate({ [name]: text }, { abortEarly: false, convert: false })
      return error?.details.some(({ path }) => path[0] === name) === true
    }),
    { numRuns: RUNS },
  )
})
