import type Joi from 'joi'
import { memoizeByObject } from '../../process/memoize.js'
import { termsOf } from '../../unsafe/joi.js'

export type JsonSchema = Record<string, unknown>

/** Changes the JSON Schema of a joi schema, once those of its parts are in it. */
export type PlaceSchema = (json: JsonSchema, schema: Joi.Schema) => JsonSchema

/**
 * JSON Schema (2020-12) of a joi schema, as joi itself derives it. What it cannot say (`.when()`, a `custom` rule) is
 * said by the schema's own `.meta({ jsonSchema: {...} })`, whose keywords are laid over the derived ones; `items` of
 * `.meta({ items })` is the joi schema of the items of a list that joi takes for anything.
 */
export const jsonSchemaOf: (schema: Joi.Schema) => JsonSchema = memoizeByObject((schema) =>
  derive(schema, (json) => json),
)

/** The same with each schema in it, the inner ones first, as `place` changes it. */
export const derive = (schema: Joi.Schema, place: PlaceSchema): JsonSchema =>
  overlay(schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' }), schema, place)

function overlay(derived: JsonSchema, schema: Joi.Schema, place: PlaceSchema): JsonSchema {
  const { keys, items, matches, metas } = termsOf(schema)
  const inner = (json: JsonSchema, known: Joi.Schema | undefined): JsonSchema =>
    known === undefined ? json : overlay(json, known, place)
  const result = { ...derived }
  const properties = derived['properties'] as Record<string, JsonSchema> | undefined
  if (keys && properties !== undefined) {
    const schemas = new Map(keys.map((entry) => [entry.key, entry.schema]))
    result['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, inner(property, schemas.get(name))]),
    )
  }
  if (items?.length === 1 && isSchema(derived['items'])) result['items'] = inner(derived['items'], items[0])
  const options = derived['anyOf']
  if (matches !== undefined && Array.isArray(options)) {
    const known = matches.flatMap(({ schema: one, then, otherwise }) =>
      one === undefined ? [then, otherwise].filter((of) => of !== undefined) : [one],
    )
    // Joi puts what `.allow()` adds before the alternatives.
    const added = options.length - known.length
    result['anyOf'] = options.map((option: JsonSchema, index) => inner(option, known[index - added]))
  }
  const own = (metas ?? []).flatMap(({ jsonSchema = [], items: listed }) => [
    jsonSchema as JsonSchema | [],
    listed === undefined ? [] : { items: derive(listed as Joi.Schema, place) },
  ])
  return place(Object.assign(result, ...own.flat()) as JsonSchema, schema)
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
