import { REQUEST_PREFERENCES } from '@ats/service-kit/http'
import Decimal from 'decimal.js'
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import type Joi from 'joi'
import { formatDecimal } from '../../core/values/decimal.js'
import { timeOf } from '../../../test/support/market/scripted-world.js'
import {
  nameField,
  booleanField,
  clientIdField,
  closedObject,
  limitField,
  positiveDecimal,
  symbolField,
  textField,
  timestampField,
  uuidField,
} from './fields.js'

/** The value the handler would get of a field called `it`, or the code and message of its error. */
function read(field: Joi.Schema, value: unknown): unknown {
  return readWith(closedObject({ it: field }), value)
}
function readWith(schema: Joi.ObjectSchema, value: unknown): unknown {
  const outcome: Joi.ValidationResult<{ it: unknown }> = schema.validate(
    { it: value },
    { ...REQUEST_PREFERENCES, convert: false },
  )
  return outcome.error === undefined ? outcome.value.it : `${outcome.error.details[0]?.type}: ${outcome.error.message}`
}
const codeOf = (field: Joi.Schema, value: unknown): string => String(read(field, value)).split(':')[0] ?? ''

describe('positiveDecimal', () => {
  test.each<[unknown, string]>([
    [0, 'decimal.positive'],
    [-0, 'decimal.positive'],
    [-1, 'decimal.positive'],
    [Infinity, 'decimal.number'],
    [NaN, 'decimal.number'],
    [JSON.parse('1e309'), 'decimal.number'],
    [1e20, 'decimal.number'],
    [1e-19, 'decimal.positive'],
    ['', 'decimal.text'],
    ['1\n', 'decimal.text'],
    ['.5', 'decimal.text'],
    ['1e3', 'decimal.text'],
    ['١', 'decimal.text'], // a digit, but not one of ours
    ['1\u0000', 'decimal.text'],
    ['100000000000000000000', 'decimal.text'],
    ['0.1234567890123456789', 'decimal.text'],
    [true, 'decimal.base'],
    [[1], 'decimal.base'],
    [{ value: 1 }, 'decimal.base'],
    [null, 'decimal.base'],
    [1n, 'decimal.base'],
  ])('%p is refused: %s', (given, code) => {
    expect(codeOf(positiveDecimal, given)).toBe(code)
  })

  test('any double is refused or kept to the 18th decimal, any text refused or kept exactly, as a decimal library sees it', () => {
    const schema = closedObject({ it: positiveDecimal })
    const texts = fc.oneof(
      fc.double().map(String),
      fc.stringMatching(/^-?\d{0,22}(\.\d{0,20})?$/),
      fc.string({ unit: fc.constantFrom(...'0123456789.-+eE ') }),
    )
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.float(), fc.maxSafeInteger(), texts), (given) => {
        const value = readWith(schema, given)
        if (typeof value !== 'bigint') return /^decimal\.(number|text|positive): it must /.test(String(value))
        const original = new Decimal(String(given))
        const isExact = typeof given === 'number' || original.decimalPlaces() <= 18
        const nearest = original.toDecimalPlaces(18, Decimal.ROUND_HALF_EVEN)
        const isWithin = original.greaterThan(0) && original.lessThan('1e20')
        return isWithin && isExact && new Decimal(formatDecimal(value)).equals(nearest)
      }),
      { numRuns: runs(5_000) },
    )
  })
})

describe('uuidField', () => {
  test('is handed on in lower case', () => {
    expect(read(uuidField, '3F2504E0-4F89-41D3-9A0C-0305E82C3301')).toBe('3f2504e0-4f89-41d3-9a0c-0305e82c3301')
  })

  test.each([
    ...['{3f2504e0-4f89-41d3-9a0c-0305e82c3301}', '3f2504e0:4f89:41d3:9a0c:0305e82c3301'],
    ...['3f2504e04f8941d39a0c0305e82c3301', '3f2504e0-4f89-41d3-9a0c-0305e82c330'],
    ...['3f2504e0-4f89-41d3-9a0c-0305e82c3301\n', ' 3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
    ...['urn:uuid:3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'gf2504e0-4f89-41d3-9a0c-0305e82c3301'],
  ])('%p is refused', (given) => {
    expect(read(uuidField, given)).toBe(
      'string.pattern.base: it must be a UUID such as 3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    )
  })
})

describe('text', () => {
  test.each(['a', 'ä', '日本', '🙂'.repeat(64), 'a b', "O'Brien -- ; drop table", '<b>'])(
    '%p is taken as it is',
    (given) => {
      expect(read(textField(64), given)).toBe(given)
    },
  )

  test.each(['a\u0000b', '\n', 'tab\there', '\u007f', '\u0085', '\ud800', '\udc00a', 'a'.repeat(65), '🙂'.repeat(65)])(
    '%p is refused',
    (given) => {
      expect(codeOf(textField(64), given)).toBe('string.pattern.base')
    },
  )

  test.each(['Main', "Jo's 2nd -- 100k", '日本 1', 'نشط', '🙂', '👩\u200d💻', '<b>', '=1+1', 'x'.repeat(128)])(
    '%p is taken as the name of an account',
    (given) => {
      expect(read(nameField, given)).toBe(given)
    },
  )

  test.each([
    ...['\u200b', '\ufeff', '\u3164', '\u2800', ' ', ' Main', '\u202eabc', 'Main\u202e', 'a\u2066b', 'a\u200bb'],
    ...['a\u0301\u0302\u0303\u0304\u0305', 'x'.repeat(129)],
  ])('%p is refused as the name of an account: not all of it is seen', (given) => {
    expect(codeOf(nameField, given)).toBe('string.pattern.base')
  })

  test.each([
    ['', 'string.empty'],
    [5, 'string.base'],
    [['a', 'b'], 'string.base'],
  ])('%p is refused: %s', (given, code) => {
    expect(codeOf(symbolField, given)).toBe(code)
  })

  test.each(['a', 'A9._:-', 'x'.repeat(64)])('client_id %p', (given) => expect(read(clientIdField, given)).toBe(given))

  test.each(['a b', 'é', 'x'.repeat(65), 'a/b', 'a\n', '\ud800', '\ud801'])('client_id %p is refused', (given) => {
    expect(codeOf(clientIdField, given)).toBe('string.pattern.base')
  })
})

test.each(['true', 'false', 1, 0, 'yes', null])('a flag is true or false and nothing like it: %p', (given) => {
  expect(read(booleanField, given)).toBe('boolean.base: it must be true or false')
})

describe('timestampField', () => {
  test.each<[string, 'start' | 'end', string]>([
    ['2026-03-02T12:00:00Z', 'start', '2026-03-02T12:00:00Z'],
    ['2026-03-02T12:00:00', 'start', '2026-03-02T12:00:00Z'],
    ['2026-03-02t12:00:00.123456z', 'end', '2026-03-02T12:00:00.123456Z'],
    ['2026-03-02T12:00:00+02:00', 'start', '2026-03-02T10:00:00Z'],
    ['2026-03-02T12:00:00.123456000Z', 'start', '2026-03-02T12:00:00.123456Z'],
    ['2026-03-02T12:00:00.123456001Z', 'start', '2026-03-02T12:00:00.123457Z'],
    ['2026-03-02T12:00:00.123456999Z', 'end', '2026-03-02T12:00:00.123456Z'],
    ['2026-03-02T12:00:00.9999999+02:00', 'start', '2026-03-02T10:00:01Z'],
    ['2026-03-02', 'start', '2026-03-02T00:00:00Z'],
    ['2026-03-02', 'end', '2026-03-02T23:59:59.999999Z'],
    ['2024-02-29', 'start', '2024-02-29T00:00:00Z'],
    ['1970-01-01', 'start', '1970-01-01T00:00:00Z'],
    ['2100-12-31', 'end', '2100-12-31T23:59:59.999999Z'],
  ])('%s as a %s is %s', (given, dateMeans, meant) => {
    expect(read(timestampField(dateMeans), given)).toBe(timeOf(meant))
  })

  test.each([
    ...['2026-02-30', '2025-02-29T00:00:00Z', '2026-13-01', '2026-00-01', '2026-01-00', '2026-01-01T24:00:00Z'],
    ...['2026-01-01T12:60:00Z', '2026-01-01T12:00:60Z', '2026-01-01T12:00:00+24:00', '2026-01-01T12:00:00+2'],
    ...['2026-01-01T12:00Z', '2026-01-01T12:00:00.Z', '2026-01-01T12:00:00.1234567890Z', '1969-12-31'],
    ...['1970-01-01T00:00:00+01:00', '2101-01-01', '+275760-09-13T00:00:00Z', '26-01-01', '2026-1-1', '20260101'],
    ...['2026-W01', '01/02/2026', '1767225600', 'now', '', ' 2026-01-01', '2026-01-01\n', '2026-01-01T00:00:00Z\u0000'],
    ...[1767225600, null, true, ['2026-01-01', '2026-01-02']],
  ])('%p is refused', (given) => {
    expect(codeOf(timestampField('start'), given)).toBe('timestamp.base')
  })
})

describe('limitField', () => {
  test.each([
    ['1', 1],
    ['500', 500],
    ['501', 501],
    ['007', 7],
    ['9'.repeat(100), Number.MAX_SAFE_INTEGER],
  ])('%s is %d', (given, meant) => expect(read(limitField({ max: 500 }), given)).toBe(meant))

  test.each([
    ...['0', '000', '-1', '1.5', '1.0', '1e3', '0x10', '+1', ' 1', '1 ', '', 'ten', '1\n', '٣', '9'.repeat(101), 5],
    ...[null, ['1', '2']],
  ])('%p is refused', (given) => {
    expect(read(limitField({ max: 500 }), given)).toBe('limit.base: it must be a whole number from 1, given once')
  })
})

describe('closedObject', () => {
  const schema = closedObject({ inner: closedObject({ it: booleanField }) }).prefs({
    ...REQUEST_PREFERENCES,
    convert: false,
  })
  const pathsOf = (text: string): unknown =>
    schema.validate(JSON.parse(text)).error?.details.map(({ path }) => path.join('.'))

  test('fields it does not name are refused at every depth, whatever they are called', () => {
    const text =
      '{"constructor":1,"prototype":2,"toString":3,"hasOwnProperty":4,"inner":{"constructor":{"prototype":{}},"is":1}}'
    expect(pathsOf(text)).toEqual([
      ...['inner.constructor', 'inner.is', 'constructor', 'prototype', 'toString', 'hasOwnProperty'],
    ])
  })

  test.each(['{"__proto__":{"inner":{}}}', '{"__proto__":null}', '{"inner":{"__proto__":{"it":true}}}'])(
    '%s does not set a prototype',
    (text) => {
      const { error } = schema.validate(JSON.parse(text))
      expect(error?.details[0]?.message).toBe('__proto__ is not a field of this request')
      expect(({} as Record<string, unknown>)['it']).toBeUndefined()
    },
  )
})
