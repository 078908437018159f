/** Kinds of fields: the schema of a kind, and how its values are written. */
import type Joi from 'joi'
import type { VenueId } from '../../core/model/market/instrument.js'
import type { Side } from '../../core/model/order/order.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import type { WriteDecimal } from '../decimals.js'
import * as schemas from './schemas.js'

export interface Kind<V> {
  readonly schema: Joi.Schema
  /** As JSON text. */
  readonly json: (value: V, write: WriteDecimal) => string
  /** As a value that JSON.stringify writes the same way. */
  readonly value: (value: V, write: WriteDecimal) => unknown
}

const same = <V>(value: V): V => value
const quoted = (value: string): string => `"${value}"`

/** Strings of letters that JSON never escapes. */
export const plain = <V extends string>(schema: Joi.Schema): Kind<V> => ({ schema, json: quoted, value: same })
/** Numbers and booleans, which are written as they are. */
const literal = <V extends number | boolean>(schema: Joi.Schema): Kind<V> => ({ schema, json: String, value: same })
const micros = (schema: Joi.Schema): Kind<Micros> => ({
  schema,
  json: (at) => `"${formatTimestamp(at)}"`,
  value: formatTimestamp,
})

export const text: Kind<string> = { schema: schemas.text, json: (value) => JSON.stringify(value), value: same }
export const uuid = plain(schemas.uuid)
export const calendarDate = plain(schemas.calendarDate)
export const venue = plain<VenueId>(schemas.venue)
export const side = plain<Side>(schemas.side)
export const time = micros(schemas.time)
export const flag = literal<boolean>(schemas.flag)
export const whole = literal<number>(schemas.whole)
export const count = literal<number>(schemas.count)
/** @param words what happened in the tick */
export const tick = (words: string): Kind<number | null> => literal(schemas.tick(words)) as Kind<number | null>

export const decimal: Kind<bigint> = {
  schema: schemas.decimal,
  json(amount, write) {
    const written = write(amount)
    return typeof written === 'number' ? String(written) : `"${written}"`
  },
  value: (amount, write) => write(amount),
}

/** @param name that of the list in the OpenAPI documents, where enum-names.ts has none */
export const oneOf = <T extends string>(values: readonly T[], name?: string): Kind<T> =>
  plain(schemas.oneOf(values, name))
export const oneOfOrNull = <T extends string>(values: readonly T[], name?: string): Kind<T | null> =>
  plain(schemas.oneOfOrNull(values, name)) as Kind<T | null>

/** A field that may be null. */
export const orNull = <V>({ schema, ...writers }: Kind<V>): Kind<V | null> =>
  ({ schema: schema.allow(null), ...writers }) as Kind<V | null>

/** As orNull; what the other side sent may also be empty. */
export const orNullOrEmpty = ({ schema, ...writers }: Kind<string>): Kind<string | null> =>
  ({ schema: schema.allow('', null), ...writers }) as Kind<string | null>

/** A field that is never null, where the type of the model says more than what is written. */
export const present = <V>(kind: Kind<V>): Kind<V | null> => kind as Kind<V | null>

/** A field that is left out where it is undefined. */
export const optional = <V>({ schema, ...writers }: Kind<V>): Kind<V | undefined> =>
  ({ schema: schema.optional(), ...writers }) as Kind<V | undefined>

export const listOf = <V>({ schema, json, value }: Kind<V>): Kind<readonly V[]> => ({
  schema: schemas.listOf(schema),
  json: (items, write) => `[${items.map((item) => json(item, write)).join(',')}]`,
  value: (items, write) => items.map((item) => value(item, write)),
})

/** An object whose field names are data, or somebody else's. */
export const shaped = <V>(schema: Joi.Schema, value: Kind<V>['value']): Kind<V> => ({
  schema,
  json: (model, write) => JSON.stringify(value(model, write)),
  value,
})
