/** Schemas that the OpenAPI document has once, under a name of its own, and refers to wherever they come. */
import type Joi from 'joi'
import { memoizeByObject } from '../../process/memoize.js'
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
  const keepAll = ({ json, components }: Referring): JsonSchema => {
    for (const [name, component] of Object.entries(components)) keep(schemas, name, component)
    return json
  }
  return {
    schemas,
    refer: (schema) => keepAll(referring(schema)),
    referToBody: (schema) => keepAll(referringBody(schema)),
  }
}

function keep(schemas: Record<string, JsonSchema>, name: string, json: JsonSchema): void {
  const known = schemas[name]
  if (known !== undefined && known !== json && JSON.stringify(known) !== JSON.stringify(json))
    throw new Error(`two schemas are named ${name}: the one that was changed needs another name`)
  schemas[name] = json
}

/** A JSON Schema with references in it, and the components they lead to. */
interface Referring {
  readonly json: JsonSchema
  readonly components: Readonly<Record<string, JsonSchema>>
}

/** Kept, because listeners share most of their routes: to derive a schema takes most of the time of a document. */
const referringAs = (finish: (json: JsonSchema) => JsonSchema): ((schema: Joi.Schema) => Referring) =>
  memoizeByObject((schema) => {
    const components: Record<string, JsonSchema> = {}
    const json = derive(schema, (inner, of) => place(inner, of, finish, components))
    return { json, components }
  })

const referring = referringAs((json) => json)
const referringBody = referringAs(nullIsAbsent)

function place(
  json: JsonSchema,
  schema: Joi.Schema,
  finish: (json: JsonSchema) => JsonSchema,
  components: Record<string, JsonSchema>,
): JsonSchema {
  const name = nameOf(schema)
  const mayBeNull = allowsNull(schema)
  const { description, default: preset, ...own } = tidied(mayBeNull ? withoutNull(json) : json)
  const beside = {
    ...(description === undefined ? {} : { description }),
    ...(preset === undefined ? {} : { default: preset }),
  }
  if (name === undefined) return { ...(mayBeNull ? orNull(own) : finish(own)), ...beside }
  keep(components, name, finish(own))
  const reference = { $ref: `#/components/schemas/${name}` }
  return { ...(mayBeNull ? orNull(reference) : reference), ...beside }
}

function nameOf(schema: Joi.Schema): string | undefined {
  const names = (termsOf(schema).metas ?? []).map(({ component }) => component)
  return names.findLast((name): name is string => typeof name === 'string')
}

/** Formats that most tools know, and that say more than a pattern. */
const KNOWN_FORMATS: readonly unknown[] = ['uuid', 'date-time', 'date']

function tidied({ pattern, minLength, enum: values, ...json }: JsonSchema): JsonSchema {
  const isKnown = KNOWN_FORMATS.includes(json['format'])
  return {
    ...json,
    ...(pattern === undefined || isKnown ? {} : { pattern }),
    ...(minLength === undefined || isKnown ? {} : { minLength }),
    ...(Array.isArray(values) ? valuesOf(values) : {}),
  }
}

/** Generators make a type of each list of values, and none of a single one. */
const valuesOf = (values: readonly unknown[]): JsonSchema =>
  values.length === 1 ? { const: values[0] } : { enum: values }

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
const ALTERNATIVES = ['enum', 'const', 'properties']

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
  const isPlain = type !== undefined && !ALTERNATIVES.some((keyword) => json[keyword] !== undefined)
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
