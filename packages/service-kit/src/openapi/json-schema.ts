import type Joi from 'joi'

export type JsonSchema = Record<string, unknown>

/**
 * JSON Schema (2020-12) of a joi schema, as joi itself derives it. What it cannot say (`.when()`, a `custom` rule) is
 * said by the schema's own `.meta({ jsonSchema: {...} })`, whose keywords are laid over the derived ones.
 */
export function jsonSchemaOf(schema: Joi.Schema): JsonSchema {
  const derived = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
  return overlay(derived, schema.describe())
}

function overlay(derived: JsonSchema, description: Joi.Description): JsonSchema {
  const { keys, items, matches } = description as {
    keys?: Record<string, Joi.Description>
    items?: Joi.Description[]
    matches?: { schema?: Joi.Description }[]
  }
  const result = { ...derived }
  const properties = derived['properties'] as Record<string, JsonSchema> | undefined
  if (keys !== undefined && properties !== undefined) {
    result['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, overlayKnown(property, keys[name])]),
    )
  }
  if (items?.length === 1 && isSchema(derived['items'])) result['items'] = overlayKnown(derived['items'], items[0])
  const options = derived['anyOf']
  if (matches !== undefined && Array.isArray(options) && options.length === matches.length) {
    result['anyOf'] = options.map((option: JsonSchema, index) => overlayKnown(option, matches[index]?.schema))
  }
  return Object.assign(result, ...ownKeywords(description)) as JsonSchema
}

function overlayKnown(derived: JsonSchema, description: Joi.Description | undefined): JsonSchema {
  return description === undefined ? derived : overlay(derived, description)
}

function ownKeywords(description: Joi.Description): JsonSchema[] {
  const metas = (description['metas'] ?? []) as { jsonSchema?: JsonSchema }[]
  return metas.flatMap(({ jsonSchema }) => (jsonSchema === undefined ? [] : [jsonSchema]))
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
