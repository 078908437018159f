import type { JsonSchema } from './json-schema.js'

type Schemas = Readonly<Record<string, JsonSchema>>

/**
 * The schemas without the words of a field that an earlier schema says of its field of that name: many resources share
 * fields, and the document is to stay small enough to be read.
 */
export function describeOnce(schemas: Schemas): Schemas {
  const said = new Set<string>()
  const ofField = (name: string, field: JsonSchema): JsonSchema => {
    const { description, ...rest } = field
    const words = `${name}: ${String(description)}`
    if (description === undefined || !said.has(words)) {
      said.add(words)
      return field
    }
    return rest
  }
  return mapValues(schemas, (schema) => {
    const { properties } = schema
    if (properties === undefined) return schema
    return { ...schema, properties: mapValues(properties as Schemas, (field, name) => ofField(name, field)) }
  })
}

const mapValues = (schemas: Schemas, change: (schema: JsonSchema, name: string) => JsonSchema): Schemas =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema, name)]))
