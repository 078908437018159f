/**
 * Schemas of the fields of answers, for the OpenAPI documents and tests: closed objects, all fields present unless
 * stated otherwise, decimals as JSON numbers or, with `?decimals=string`, as text.
 */
import Joi from 'joi'
import { VENUE_IDS } from '../../core/model/market/instrument.js'
import { SIDES } from '../../core/model/order/order.js'

/** A closed object; a field is there unless it was made `.optional()`. */
export const record = (fields: Readonly<Record<string, Joi.Schema>>): Joi.ObjectSchema =>
  Joi.object(Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, withPresence(schema)])))

// To ask `describe()` instead would take a third of the service's start.
const withPresence = (schema: Joi.Schema): Joi.Schema =>
  schema.$_getFlag('presence') === undefined ? schema.required() : schema

export const listOf = (item: Joi.Schema): Joi.ArraySchema => Joi.array().items(item)

/** An exact decimal: a JSON number, or text with `?decimals=string`. */
export const decimal = Joi.alternatives(Joi.number().unsafe().strict(), Joi.string().pattern(/^-?\d+(\.\d+)?$/))

/** A whole number from 0, which is never written as text. */
export const whole = Joi.number().integer().min(0).strict()
/** A whole number from 1. */
export const count = Joi.number().integer().min(1).strict()

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
export const uuid = Joi.string().pattern(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
/** ISO 8601 in UTC with milliseconds or microseconds. */
export const time = Joi.string()
  .pattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}(\d{3})?Z$/)
  .meta({ jsonSchema: { format: 'date-time' } })

export const oneOf = <T extends string>(values: readonly T[]): Joi.StringSchema<T> => Joi.string<T>().valid(...values)

/** joi leaves null out of the JSON Schema's `enum`, where it would then be refused. */
export const oneOfOrNull = <T extends string>(values: readonly T[]): Joi.StringSchema<T> =>
  oneOf(values)
    .allow(null)
    .meta({ jsonSchema: { enum: [...values, null] } })

export const flag = Joi.boolean()
export const venue = oneOf(VENUE_IDS)
export const side = oneOf(SIDES)
export const calendarDate = Joi.string().pattern(/^\d{4}-\d{2}-\d{2}$/)
