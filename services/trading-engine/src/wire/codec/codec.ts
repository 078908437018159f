/**
 * One declaration of a resource of the API: the name of each field, its kind, and how it is read from the model. It
 * gives the schema of the OpenAPI document (and through it the type of the SDK), the JSON text, and the JSON value.
 */
import { named } from '@ats/service-kit/http'
import type Joi from 'joi'
import { assertInvariant } from '../../core/values/invariant.js'
import type { WriteDecimal } from '../decimals.js'
import type { Kind } from './kinds.js'
import { record } from './schemas.js'

/** Null and undefined are not for the kind: a field that is null is written as null, an undefined one is left out. */
export interface Field<M> {
  readonly schema: Joi.Schema
  readonly read: (model: M) => unknown
  readonly kind: Kind<never>
}

export type Fields<M> = Readonly<Record<string, Field<M>>>

export interface Codec<M, K extends string = string> extends Kind<M> {
  readonly schema: Joi.ObjectSchema
  /** By name, in their order: for schemas of a resource that has more fields, or fewer, or some of them later. */
  readonly fields: Readonly<Record<K, Joi.Schema>>
  readonly value: (model: M, write: WriteDecimal) => Record<string, unknown>
}

/** `words`: what the document says of the field. */
export const field = <M, V>(kind: Kind<V>, read: (model: M) => V, words?: string): Field<M> => ({
  schema: words === undefined ? kind.schema : kind.schema.description(words),
  read,
  kind,
})

/** The first field is always there. */
/** @param name that of the resource in the OpenAPI documents */
export const codecOf =
  <M>(name: string) =>
  <F extends Fields<M>>(declared: F): Codec<M, keyof F & string> => {
    const entries = Object.entries<Field<M>>(declared)
    const [first] = entries
    assertInvariant(first?.[1].schema.$_getFlag('presence') !== 'optional', `${first?.[0]} may not be optional`)
    const fields = Object.fromEntries(entries.map(([name, { schema }]) => [name, schema]))
    const schema = named(name, record(fields))
    return { schema, fields: fields as Record<keyof F, Joi.Schema>, ...writersOf(entries) }
  }

/** Some of the fields, in the order of the names. */
export const pick = <F extends object, K extends keyof F>(fields: F, names: readonly K[]): Pick<F, K> =>
  Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<F, K>

/** The fields of a part of a model, as fields of the model. */
export const partOf = <M, N, F extends Fields<N>>(
  part: (model: M) => N,
  fields: F,
): Readonly<Record<keyof F, Field<M>>> =>
  Object.fromEntries(
    Object.entries<Field<N>>(fields).map(([name, { read, ...rest }]) => [
      name,
      { ...rest, read: (model: M) => read(part(model)) },
    ]),
  ) as Record<keyof F, Field<M>>

/** A record with a field of one kind under each of the names. */
export const recordOf = <N extends string, V>(
  name: string,
  names: readonly N[],
  kind: Kind<V>,
): Codec<Readonly<Record<N, V>>, N> =>
  codecOf<Readonly<Record<N, V>>>(name)(
    Object.fromEntries(names.map((key) => [key, field(kind, (model: Readonly<Record<N, V>>) => model[key])])),
  )

/** Text that is added field by field takes less time than to build an object and to stringify it. */
function writersOf<M>(fields: readonly (readonly [string, Field<M>])[]): Pick<Codec<M>, 'json' | 'value'> {
  const writers = fields.map(([name, { read, kind }], index) => ({
    name,
    opening: `${index === 0 ? '{' : ','}"${name}":`,
    read,
    json: kind.json as Kind<unknown>['json'],
    value: kind.value as Kind<unknown>['value'],
  }))
  return {
    json(model, write) {
      let text = ''
      for (const { opening, read, json } of writers) {
        const value = read(model)
        if (value !== undefined) text += opening + (value === null ? 'null' : json(value, write))
      }
      return `${text}}`
    },
    value(model, write) {
      const body: Record<string, unknown> = {}
      for (const { name, read, value: valueOf } of writers) {
        const value = read(model)
        if (value !== undefined) body[name] = value === null ? null : valueOf(value, write)
      }
      return body
    },
  }
}
