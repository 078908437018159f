/**
 * A document in the one form that two of them are compared in. The same can be said in several ways (a reference or
 * its target, `anyOf` with null or a list of types), and only what is said is compared.
 */

/** The document without references to schemas and responses, and with each schema, and what each operation requires, said in one way. */
export function canonicalOf(document) {
  const { security: common, ...rest } = document
  const { schemas, responses, ...components } = inline(document.components, document)
  const paths = mapValues(inline(document.paths, document), (operations) =>
    mapValues(operations, (operation) => canonicalOperation({ security: common, ...operation })),
  )
  return { ...rest, paths, components: { ...components, schemas: mapValues(schemas, canonicalSchema) } }
}

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object ?? {}).map(([name, value]) => [name, change(value)]))

function inline(part, document) {
  if (Array.isArray(part)) return part.map((item) => inline(item, document))
  if (typeof part !== 'object' || part === null) return part
  const { $ref, ...beside } = part
  if (typeof $ref !== 'string') return mapValues(beside, (value) => inline(value, document))
  const target = $ref
    .replace('#/', '')
    .split('/')
    .reduce((node, step) => node[step], document)
  return { ...inline(target, document), ...inline(beside, document) }
}

/** The scopes where 1.0.0 had them, beside each scheme. */
function canonicalOperation({ 'x-scopes': scopes, parameters = [], requestBody, responses, security, ...rest }) {
  return {
    ...rest,
    parameters: parameters.map((one) => ({ ...one, schema: canonicalSchema(one.schema) })),
    ...(requestBody && { requestBody: canonicalBody(requestBody) }),
    responses: mapValues(responses, canonicalBody),
    security: scopes === undefined ? security : security.map((one) => mapValues(one, () => scopes)),
  }
}

const canonicalBody = ({ content, ...rest }) => ({
  ...rest,
  ...(content && {
    content: mapValues(content, ({ schema }) => (schema === undefined ? {} : { schema: canonicalSchema(schema) })),
  }),
})

function canonicalSchema(schema) {
  if (Array.isArray(schema)) return schema.map(canonicalSchema)
  if (typeof schema !== 'object' || schema === null) return schema
  const { 'x-conditions': conditions, discriminator, example, examples, const: only, ...kept } = schema
  const said = only === undefined ? kept : { ...kept, enum: [only] }
  const inner = mapValues(withNull(withPattern(said)), (value) => value)
  for (const keyword of ['properties', 'patternProperties'])
    if (inner[keyword]) inner[keyword] = mapValues(inner[keyword], canonicalSchema)
  for (const keyword of ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'anyOf', 'allOf', 'oneOf'])
    if (inner[keyword] !== undefined) inner[keyword] = canonicalSchema(inner[keyword])
  if (inner.anyOf) inner.anyOf = sorted(inner.anyOf)
  if (conditions === undefined) return inner
  const [{ anyOf: oneOfThem }] = conditions
  // A body that has to have one of several fields, and so has some.
  if (oneOfThem) return { ...inner, minProperties: undefined, anyOf: oneOfThem }
  return { ...inner, allOf: conditions.map(canonicalSchema).map(withoutField) }
}

const sorted = (schemas) => [...schemas].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

/** `{ not: { required: [field] } }` is `{ properties: { field: false } }`, also as a part of a condition. */
function withoutField(schema) {
  const changed = mapValues(schema, (value) => (isObject(value) ? withoutField(value) : value))
  const { not, properties, ...rest } = changed
  const names = not?.required
  if (names?.length !== 1 || Object.keys(not).length !== 1 || 'if' in changed || isCondition(changed)) return changed
  return { ...rest, properties: { [names[0]]: false, ...properties } }
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
/** The `if` of a rule about a field that is not there has fields beside it that are. */
const isCondition = ({ properties, required }) => required !== undefined && properties !== undefined

/** `anyOf` of something and null as one schema. */
function withNull(schema) {
  const { anyOf, ...rest } = schema
  if (anyOf?.length !== 2) return schema
  const [one] = anyOf.filter(({ type }) => type !== 'null')
  if (anyOf.every(({ type }) => type !== 'null') || one === undefined) return schema
  const { enum: values, type, ...kept } = one
  if (kept.anyOf) return { ...kept, ...rest, anyOf: [...kept.anyOf, { type: 'null' }] }
  return { ...kept, ...rest, type: [type, 'null'], ...(values && { enum: [...values, null] }) }
}

const UUID = /^\^\[0-9(A-Fa-f|a-f)\]\{8\}-/
const FORMATS = ['uuid', 'date-time', 'date']

/** A pattern or a least length that a format says as well is left to the format; digits are `\d`. */
function withPattern({ 'x-pattern': exact, pattern, format, minLength, maxLength, ...schema }) {
  const text = (exact ?? pattern)?.replaceAll('[0-9]', '\\d')
  const known = UUID.test(pattern ?? '') ? 'uuid' : pattern === '^\\d{4}-\\d{2}-\\d{2}$' ? 'date' : format
  return {
    ...schema,
    ...(known === undefined || known === 'decimal' ? {} : { format: known }),
    ...(text === undefined || FORMATS.includes(known) ? {} : { pattern: text }),
    ...(minLength === undefined || FORMATS.includes(known) ? {} : { minLength }),
    ...(maxLength === undefined || exact !== undefined ? {} : { maxLength }),
  }
}
