/**
 * Schemas of the fields of answers, for the OpenAPI documents and tests: closed objects, all fields present unless
 * stated otherwise, decimals as JSON numbers or, with `?decimals=string`, as text.
 */
import { named } from '@ats/service-kit/http'
import Joi from 'joi'
import { VENUE_IDS } from '../../core/model/market/instrument.js'
import { SIDES } from '../../core/model/order/order.js'
import { ENUM_NAMES } from './enum-names.js'

/** A closed object; a field is there unless it was made `.optional()`. */
export const record = (fields: Readonly<Record<string, Joi.Schema>>): Joi.ObjectSchema =>
  Joi.object(Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, withPresence(schema)])))

// To ask `describe()` instead would take a third of the service's start.
const withPresence = (schema: Joi.Schema): Joi.Schema =>
  schema.$_getFlag('presence') === undefined ? schema.required() : schema

export const listOf = (item: Joi.Schema): Joi.ArraySchema => Joi.array().items(item)

/** The type of Go's standard library that holds a number or its text, to the last digit. */
export const EXACT_IN_GO = { 'x-go-type': 'json.Number' }

/** An exact decimal: a JSON number, or text with `?decimals=string`. */
export const decimal = named(
  'Decimal',
  Joi.alternatives(
    Joi.number().unsafe().strict(),
    Joi.string()
      .pattern(/^-?[0-9]+(\.[0-9]+)?$/)
      .meta({ jsonSchema: { format: 'decimal' } }),
  ).meta({ jsonSchema: EXACT_IN_GO }),
)

/** A whole number from 0, which is never written as text. */
export const whole = Joi.number().integer().min(0).strict()
/** A whole number from 1. */
export const count = Joi.number().integer().min(1).strict()

/** A figure that nothing is booked by. */
export const figure = Joi.number().strict()

/** From 0 to 1, to four decimals. */
export const fraction = Joi.number().min(0).max(1).strict()

/** The number of a tick: a slot of 250 ms since the Unix epoch. */
export const tick = (words: string): Joi.Schema =>
  whole.allow(null).description(`${words}: a slot of 250 ms since the epoch. Null in rows from before ticks were kept.`)

/**
 * A field added after the first version: absent from responses and events that an earlier version stored, which are
 * repeated byte for byte.
 */
export const later = (field: Joi.Schema, words = ''): Joi.Schema =>
  field.optional().description(`${words} Absent from an answer or event made before the field came.`.trim())

export const text = Joi.string()
export const uuid = Joi.string()
  .pattern(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
  .meta({ jsonSchema: { format: 'uuid' } })
/** ISO 8601 in UTC with milliseconds or microseconds. */
export const time = Joi.string()
  .pattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}(\d{3})?Z$/)
  .meta({ jsonSchema: { format: 'date-time' } })

/** @param name that of the list in the OpenAPI documents */
export function oneOf<T extends string>(values: readonly T[], name = ENUM_NAMES.get(values)): Joi.StringSchema<T> {
  const schema = Joi.string<T>().valid(...values)
  return name === undefined ? schema : named(name, schema)
}

/** joi leaves null out of the JSON Schema's `enum`, where it would then be refused. */
export const oneOfOrNull = <T extends string>(values: readonly T[], name?: string): Joi.StringSchema<T> =>
  oneOf(values, name)
    .allow(null)
    .meta({ jsonSchema: { enum: [...values, null] } })

export const flag = Joi.boolean()
export const venue = oneOf(VENUE_IDS)
export const side = oneOf(SIDES)
export const calendarDate = Joi.string()
  .pattern(/^\d{4}-\d{2}-\d{2}$/)
  .meta({ jsonSchema: { format: 'date' } })
