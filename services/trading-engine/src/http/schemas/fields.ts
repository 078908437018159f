/**
 * The joi schemas of request fields. They convert values themselves (a decimal becomes an exact scaled bigint, a time
 * microseconds), alike in bodies and queries, whatever joi's own setting for converting. Parts of their JSON Schema
 * that cannot be derived from joi are in `.meta({ jsonSchema })`.
 */
import { TIMESTAMP_PATTERN } from '@ats/contracts'
import { named, objectSchema, type FieldsOf } from '@ats/service-kit/http'
import Joi from 'joi'
import { decimal, decimalFromNumber, parseDecimal } from '../../core/values/decimal.js'
import { isVisibleName, VISIBLE_NAME } from '../../core/values/visible-name.js'
import type { Micros } from '../../core/values/time.js'
import { parseTimestamp } from '../../core/values/time.js'
import { HISTORY_LIMIT, type Cap } from './limits.js'
import { EXACT_IN_GO, oneOf } from '../../wire/codec/schemas.js'

/**
 * An object with these fields and no others, at any depth. A field called `__proto__` would vanish from joi's copy and
 * become its prototype: it is only seen on the original.
 */
export const closedObject = <T extends object>(fields: FieldsOf<T>): Joi.ObjectSchema<T> =>
  objectSchema<T>(fields).custom(refusePrototype)

function refusePrototype(value: object, joi: Joi.CustomHelpers<object>): object | Joi.ErrorReport {
  return Object.hasOwn(joi.original, '__proto__') ? joi.error('object.prototype') : value
}

/**
 * The field with words of its own. They become those of its type: `messages()` would be merged into the settings of
 * every single check, which costs more than the check.
 */
export function worded<T extends Joi.Schema>(field: T, messages: Readonly<Record<string, string>>): T {
  const joi = Joi.extend({ type: field.type ?? 'any', base: field, messages }) as Record<string, () => T>
  return joi[field.type ?? 'any']?.() ?? field
}

/** The last decimal there is room for. */
const SMALLEST = 1e-18

const POSITIVE_DECIMAL = [
  { type: 'number', minimum: SMALLEST, exclusiveMaximum: 1e20 },
  {
    type: 'string',
    format: 'decimal',
    pattern: '^[0-9]{1,20}(\\.[0-9]{1,18})?$',
    'x-pattern': '^(?=.*[1-9])[0-9]{1,20}(\\.[0-9]{1,18})?$',
  },
]

/**
 * A JSON number or decimal text greater than 0, as a decimal scaled by 10^18. Text is exact or refused; a number is the
 * decimal nearest to its float, which is off by less than any grid can tell.
 */
export const positiveDecimal = named(
  'PositiveDecimal',
  worded(Joi.any<bigint>().custom(toPositiveDecimal), {
    'decimal.base': '{{#label}} must be a number, or a decimal as text such as "0.25"',
    'decimal.text': '{{#label}} must have 1 to 20 digits and at most 18 decimals, as in "0.25": no exponent, no blanks',
    'decimal.number': '{{#label}} must be less than 100000000000000000000',
    'decimal.positive': '{{#label}} must be greater than 0',
  }).meta({ jsonSchema: { anyOf: POSITIVE_DECIMAL, ...EXACT_IN_GO } }),
)

const ACCOUNT_MONEY_MAX = decimal('1000000000000')

/**
 * The most that an account begins with or is given by one request. A balance is kept up to 1e20: profits find room
 * above it.
 */
export const accountMoney = worded(
  positiveDecimal.custom((value: unknown, joi) =>
    typeof value === 'bigint' && value > ACCOUNT_MONEY_MAX ? joi.error('money.max') : value,
  ),
  { 'money.max': '{{#label}} must be at most 1000000000000' },
)

/** The same in a body that keeps its nulls. */
export const positiveDecimalOrNull = positiveDecimal
  .allow(null)
  .meta({ jsonSchema: { anyOf: [...POSITIVE_DECIMAL, { type: 'null' }] } })

function toPositiveDecimal(value: unknown, joi: Joi.CustomHelpers): bigint | Joi.ErrorReport {
  if (typeof value !== 'number' && typeof value !== 'string') return joi.error('decimal.base')
  const exact = typeof value === 'number' ? decimalFromNumber(value) : parseDecimal(value)
  if (exact === null) return joi.error(typeof value === 'number' ? 'decimal.number' : 'decimal.text')
  return exact > 0n && Number(value) >= SMALLEST ? exact : joi.error('decimal.positive')
}

/** The version of what the caller has read before it changes it. */
export const versionField = Joi.number().strict().integer().min(1)

/** joi's own `uuid()` accepts braces and colons, which Postgres refuses. Handed on in lower case. */
export const uuidField = worded(
  Joi.string()
    .pattern(/^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$/)
    .custom((value: string) => value.toLowerCase()),
  { 'string.pattern.base': '{{#label}} must be a UUID such as 3f2504e0-4f89-41d3-9a0c-0305e82c3301' },
).meta({ jsonSchema: { format: 'uuid' } })

export const clientIdField = worded(Joi.string().pattern(/^[A-Za-z0-9._:-]{1,64}$/), {
  'string.pattern.base': '{{#label}} must be 1 to 64 characters of A-Z a-z 0-9 . _ : -',
}).description('Deduplicates: the same request with the same client_id is done once and answered alike.')

/** 1 to `lengthMax` characters, none of them a control character or half a surrogate pair (Postgres takes neither). */
export const textField = (lengthMax: number): Joi.StringSchema =>
  worded(Joi.string().pattern(new RegExp(`^[^\\p{Cc}\\p{Cs}]{1,${lengthMax}}$`, 'u')), {
    'string.pattern.base': `{{#label}} must be 1 to ${lengthMax} characters, without control characters or broken Unicode`,
  }).meta({ jsonSchema: textOf(lengthMax) })

const shownName = (lengthMax: number): Joi.StringSchema =>
  worded(
    Joi.string().custom((value: string, joi) =>
      value !== '' && [...value].length <= lengthMax && isVisibleName(value) ? value : joi.error('string.pattern.base'),
    ),
    { 'string.pattern.base': `{{#label}} must be 1 to ${lengthMax} characters that ${VISIBLE_NAME}` },
  ).meta({ jsonSchema: textOf(lengthMax) })

/** A name that is shown to everybody. */
export const displayNameField = shownName(64)

/** A name that others read in lists: of a competition, and the new one that an owner gives an account. */
export const nameField = shownName(128)

/** Only ECMAScript and Java can say in a pattern what is refused: others take half a surrogate pair for a character. */
function textOf(lengthMax: number): object {
  return {
    minLength: 1,
    maxLength: lengthMax,
    pattern: '^[^\\x00-\\x1F\\x7F-\\x9F]*$',
    'x-pattern': `^[^\\p{Cc}\\p{Cs}]{1,${lengthMax}}$`,
  }
}

/** A word that a trader groups positions by. */
export const tagField = textField(32)

export const symbolField = textField(64).description('In any usual spelling: `BTC-USD`, `btc/usd`, `BTCUSDT`.')

export const booleanField = Joi.boolean().strict()

/**
 * A list's bound in time, as microseconds. A date alone is that whole day: its first or its last microsecond. A time
 * finer than that is the first microsecond after it (`start`) or the last before it (`end`): rows lie on microseconds.
 */
export const timestampField = (dateMeans: 'start' | 'end'): Joi.AnySchema<Micros> =>
  named(
    'RequestTime',
    worded(
      Joi.any<Micros>().custom((value: unknown, joi): Micros | Joi.ErrorReport => {
        const at = typeof value === 'string' ? parseTimestamp(value, dateMeans) : null
        if (typeof value !== 'string' || at === null) return joi.error('timestamp.base')
        return dateMeans === 'start' && FINER_THAN_MICROS.test(value) ? at + 1 : at
      }),
      {
        'timestamp.base':
          '{{#label}} must be an RFC 3339 time between 1970 and 2100, such as 2026-03-02T12:00:00Z, or a date, such as ' +
          '2026-03-02; the + of an offset is written %2B in a URL',
      },
    ).meta({ jsonSchema: { type: 'string', pattern: TIMESTAMP_PATTERN } }),
  )

const FINER_THAN_MICROS = /\.\d{6}0*[1-9]/

/** The bounds of a list. */
export const fromField = timestampField('start').description(
  'First moment, inclusive. RFC 3339; a date alone is its start, UTC.',
)
export const toField = worded(
  timestampField('end').custom((value: unknown, joi) =>
    isAfter(sibling(joi, 'from'), value) ? joi.error('to.order') : value,
  ),
  { 'to.order': '{{#label}} must not be before from' },
).description('Last moment, inclusive. RFC 3339; a date alone is its end, UTC.')

/** Both as microseconds; anything else has been reported already. */
const isAfter = (first: unknown, last: unknown): boolean =>
  typeof first === 'number' && typeof last === 'number' && first > last

/** A positive whole number in a query, as sent: the handler cuts it to the cap and says so. */
export const limitField = (cap: Pick<Cap, 'max'>): Joi.AnySchema<number> =>
  worded(Joi.any<number>().custom(toLimit), { 'limit.base': '{{#label}} must be a whole number from 1, given once' })
    .description(`At most ${cap.max}; more is cut to that.`)
    .meta({ jsonSchema: { type: 'integer', minimum: 1 } })

function toLimit(value: unknown, joi: Joi.CustomHelpers): number | Joi.ErrorReport {
  const isWhole = typeof value === 'string' && /^\d{1,100}$/.test(value) && /[1-9]/.test(value)
  return isWhole ? Math.min(Number(value), Number.MAX_SAFE_INTEGER) : joi.error('limit.base')
}

const decimalsField = worded(oneOf(['string']), {
  'any.only': '{{#label}} must be string, or left out for JSON numbers',
}).description('`string`: quantities, prices, rates and amounts are decimal text instead of JSON numbers.')

/** The query of every list of an account's past. */
export const listFields = {
  from: fromField,
  to: toField,
  limit: limitField(HISTORY_LIMIT).default(HISTORY_LIMIT.default),
  decimals: decimalsField,
}

/** A calendar year in a query; the last whose end, in every time zone, is a time that is accepted (before 2101). */
export const yearField = worded(Joi.any<number>().custom(toYear), {
  'year.base': '{{#label}} must be a year from 2000 to 2099, given once',
}).meta({ jsonSchema: { type: 'integer', minimum: 2000, maximum: 2099 } })

function toYear(value: unknown, joi: Joi.CustomHelpers): number | Joi.ErrorReport {
  const year = typeof value === 'string' && /^\d{4}$/.test(value) ? Number(value) : 0
  return year >= 2000 && year <= 2099 ? year : joi.error('year.base')
}

/** A sequence in a query, from 0. */
export const sequenceField = worded(Joi.any<number>().custom(toSequence), {
  'sequence.base': '{{#label}} must be a whole number from 0, given once',
}).meta({ jsonSchema: { type: 'integer', minimum: 0 } })

function toSequence(value: unknown, joi: Joi.CustomHelpers): number | Joi.ErrorReport {
  const isWhole = typeof value === 'string' && /^\d{1,100}$/.test(value)
  return isWhole ? Math.min(Number(value), Number.MAX_SAFE_INTEGER) : joi.error('sequence.base')
}

/** The value of a field beside the one that is being checked; `level` 1 is beside the object that holds it. */
export function sibling(joi: Joi.CustomHelpers, name: string, level = 0): unknown {
  const ancestors = joi.state.ancestors as readonly Readonly<Record<string, unknown>>[]
  return ancestors[level]?.[name]
}
