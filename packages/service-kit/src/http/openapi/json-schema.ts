import type Joi from 'joi'
import { memoizeByObject } from '../../process/memoize.js'
import { termsOf } from '../../unsafe/joi.js'

export type JsonSchema = Record<string, unknown>

/**
 * JSON Schema (2020-12) of a joi schema, as joi itself derives it. What it cannot say (`.when()`, a `custom` rule) is
 * said by the schema's own `.meta({ jsonSchema: {...} })`, whose keywords are laid over the derived ones.
 */
export const jsonSchemaOf: (schema: Joi.Schema) => JsonSchema = memoizeByObject((schema) =>
  overlay(schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' }), schema),
)

function overlay(derived: JsonSchema, schema: Joi.Schema): JsonSchema {
  const { keys, items, matches, metas } = termsOf(schema)
  const result = { ...derived }
  const properties = derived['properties'] as Record<string, JsonSchema> | undefined
  if (keys && properties !== undefined) {
    const schemas = new Map(keys.map((entry) => [entry.key, entry.schema]))
    result['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, overlayKnown(property, schemas.get(name))]),
    )
  }
  if (items?.length === 1 && isSchema(derived['items'])) result['items'] = overlayKnown(derived['items'], items[0])
  const options = derived['anyOf']
  if (matches !== undefined && Array.isArray(options) && options.length === matches.length) {
    result['anyOf'] = options.map((option: JsonSchema, index) => overlayKnown(option, matches[index]?.schema))
  }
  return Object.assign(
    result,
    ...(metas ?? []).flatMap(({ jsonSchema }) => (jsonSchema as JsonSchema | undefined) ?? []),
  ) as JsonSchema
}

function overlayKnown(derived: JsonSchema, schema: Joi.Schema | undefined): JsonSchema {
  return schema === undefined ? derived : overlay(derived, schema)
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
