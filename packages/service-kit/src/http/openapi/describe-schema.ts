/** JSON Schema in words, as a list of fields. Patterns and limits are left to the document itself. */
import type { JsonSchema } from './json-schema.js'

/** Objects with so many fields are listed once; where they come again, the place is named. */
const FIELDS_LISTED_AGAIN = 5

/** Where each large object was listed, by its schema. */
export type ListedObjects = Map<string, string>

/** The kind of value in a few words: `text`, `"BUY"` or `"SELL"`, list of objects. */
export function typeOf(schema: JsonSchema): string {
  const { type, enum: values, anyOf, format, items } = schema
  if ('const' in schema) return `\`${JSON.stringify(schema['const'])}\``
  if (Array.isArray(values)) return values.map((value) => `\`${JSON.stringify(value)}\``).join(' or ')
  if (Array.isArray(anyOf)) return isDecimal(anyOf as JsonSchema[]) ? decimalOf(anyOf as JsonSchema[]) : either(anyOf)
  if (Array.isArray(type)) return either(type.map((one: unknown) => ({ ...schema, type: one })))
  if (type === 'array') return items === undefined ? 'list' : `list of ${typeOf(items as JsonSchema)}`
  if (type === 'string') return typeof format === 'string' ? format : 'text'
  return typeof type === 'string' ? type : 'any value'
}

const either = (schemas: unknown[]): string => [...new Set((schemas as JsonSchema[]).map(typeOf))].join(' or ')

/** A number, or the same as text. */
const isDecimal = (schemas: readonly JsonSchema[]): boolean =>
  schemas.some(({ type }) => type === 'number') &&
  schemas.every(({ type, pattern }) => type === 'number' || type === 'null' || typeof pattern === 'string')

const decimalOf = (schemas: readonly JsonSchema[]): string =>
  schemas.some(({ type }) => type === 'null') ? 'decimal or null' : 'decimal'

/** The fields of a value, one a line, those of objects in it below; `place` names it where it is listed again. */
export function describeFields(schema: JsonSchema, place: string, listed: ListedObjects): readonly string[] {
  const objects = objectsIn(schema)
  return objects.flatMap((object, index) => [...(index === 0 ? [] : ['or:']), ...fieldsOf(object, place, listed)])
}

function fieldsOf(object: JsonSchema, place: string, listed: ListedObjects): readonly string[] {
  const properties = Object.entries((object['properties'] ?? {}) as Record<string, JsonSchema>)
  const name = JSON.stringify(object['properties'])
  const known = listed.get(name)
  if (known !== undefined) return [`- the fields of ${known}`]
  if (properties.length >= FIELDS_LISTED_AGAIN) listed.set(name, place)
  const required = (object['required'] ?? []) as readonly string[]
  const lines = properties.flatMap(([field, value]) => {
    const { description } = value
    const words = [
      `- \`${field}\`: ${typeOf(value)}${required.includes(field) ? '' : ', optional'}`,
      ...(typeof description === 'string' ? [description] : []),
    ]
    const inside = describeFields(value, `${place}, \`${field}\``, listed)
    return [words.join('. '), ...inside.map((line) => `  ${line}`)]
  })
  return [...lines, ...conditionsOf(object)]
}

/** The objects that a value is, or is a list of. */
function objectsIn(schema: JsonSchema): readonly JsonSchema[] {
  const { properties, items, anyOf } = schema
  if (properties !== undefined) return [schema]
  if (items !== undefined) return objectsIn(items as JsonSchema)
  return Array.isArray(anyOf) ? (anyOf as JsonSchema[]).flatMap(objectsIn) : []
}

/** `price` is required where `kind` is … */
function conditionsOf({ 'x-conditions': conditions }: JsonSchema): readonly string[] {
  return ((conditions ?? []) as readonly Record<string, JsonSchema>[]).flatMap(({ if: condition, then }) => {
    const required = (then?.['required'] ?? []) as readonly string[]
    const tests = Object.entries((condition?.['properties'] ?? {}) as Record<string, JsonSchema>)
    const isPlain = tests.every(([, test]) => 'enum' in test || 'const' in test) && !('not' in (condition ?? {}))
    if (required.length === 0 || tests.length === 0 || !isPlain) return []
    const where = tests.map(([field, test]) => `\`${field}\` is ${typeOf(test)}`).join(' and ')
    return [`- required where ${where}: ${required.map((field) => `\`${field}\``).join(', ')}`]
  })
}
