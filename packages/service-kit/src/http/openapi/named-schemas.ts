/** Schemas that the OpenAPI document has once, under a name of its own, and refers to wherever they come. */
import type Joi from 'joi'
import { allowsNull, termsOf } from '../../unsafe/joi.js'
import { derive, type JsonSchema } from './json-schema.js'

/** The schema under this name: of two, one made from the other and changed, the last name counts. */
export const named = <T extends Joi.Schema>(name: string, schema: T): T => schema.meta({ component: name }) as T

export interface NamedSchemas {
  /** The JSON Schema with references in it; what has a name is added to `schemas`. */
  readonly refer: (schema: Joi.Schema) => JsonSchema
  /** The same of a body: a field that may be left out may be null as well. */
  readonly referToBody: (schema: Joi.Schema) => JsonSchema
  readonly schemas: Readonly<Record<string, JsonSchema>>
}

export function createNamedSchemas(): NamedSchemas {
  const schemas: Record<string, JsonSchema> = {}
  const keep = (name: string, json: JsonSchema): void => {
    const known = schemas[name]
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(json))
      throw new Error(`two schemas are named ${name}: the one that was changed needs another name`)
    schemas[name] = json
  }
  const place = (json: JsonSchema, schema: Joi.Schema, finish: (json: JsonSchema) => JsonSchema): JsonSchema => {
    const name = nameOf(schema)
    const mayBeNull = allowsNull(schema)
    const { description, default: preset, ...own } = tidied(mayBeNull ? withoutNull(json) : json)
    const beside = {
      ...(description === undefined ? {} : { description }),
      ...(preset === undefined ? {} : { default: preset }),
    }
    if (name === undefined) return { ...(mayBeNull ? orNull(own) : finish(own)), ...beside }
    keep(name, finish(own))
    const reference = { $ref: `#/components/schemas/${name}` }
    return { ...(mayBeNull ? orNull(reference) : reference), ...beside }
  }
  return {
    schemas,
    refer: (schema) => derive(schema, (json, inner) => place(json, inner, (own) => own)),
    referToBody: (schema) => derive(schema, (json, inner) => place(json, inner, nullIsAbsent)),
  }
}

function nameOf(schema: Joi.Schema): string | undefined {
  const names = (termsOf(schema).metas ?? []).map(({ component }) => component)
  return names.findLast((name): name is string => typeof name === 'string')
}

/** Formats that most tools know, and that say more than a pattern. */
const KNOWN_FORMATS: readonly unknown[] = ['uuid', 'date-time', 'date']

function tidied({ pattern, ...json }: JsonSchema): JsonSchema {
  return pattern === undefined || KNOWN_FORMATS.includes(json['format']) ? json : { ...json, pattern }
}

function withoutNull({ type, enum: values, anyOf, ...json }: JsonSchema): JsonSchema {
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : type
  return {
    ...(type === undefined ? {} : { type: Array.isArray(types) && types.length === 1 ? (types[0] as unknown) : types }),
    ...(Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {}),
    ...(Array.isArray(anyOf) ? { anyOf: (anyOf as JsonSchema[]).filter(({ type: one }) => one !== 'null') } : {}),
    ...json,
  }
}

const NULL = { type: 'null' }

/** A plain type with null beside it; of what else there is, an alternative. */
function orNull({ description, default: preset, ...json }: JsonSchema): JsonSchema {
  const { type, anyOf } = json
  const beside = {
    ...(description === undefined ? {} : { description }),
    ...(preset === undefined ? {} : { default: preset }),
  }
  if (Array.isArray(type) && type.includes('null')) return { ...json, ...beside }
  if (Array.isArray(anyOf)) {
    const has = (anyOf as JsonSchema[]).some(({ type: one }) => one === 'null')
    return { ...json, anyOf: has ? anyOf : [...(anyOf as JsonSchema[]), NULL], ...beside }
  }
  const isPlain = type !== undefined && json['enum'] === undefined && json['properties'] === undefined
  return isPlain ? { ...json, type: [type, 'null'].flat(), ...beside } : { anyOf: [json, NULL], ...beside }
}

/** A null counts as left out. */
function nullIsAbsent(json: JsonSchema): JsonSchema {
  const { properties, required = [] } = json as { properties?: Record<string, JsonSchema>; required?: string[] }
  if (properties === undefined) return json
  const optional = Object.keys(properties).filter((name) => !required.includes(name))
  if (optional.length === 0) return json
  const changed = Object.entries(properties).map(([name, property]) => [
    name,
    optional.includes(name) ? orNull(property) : property,
  ])
  return { ...json, properties: Object.fromEntries(changed) as JsonSchema, 'x-null-is-absent': true }
}
