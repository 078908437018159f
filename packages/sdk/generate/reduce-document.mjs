import { targetOf } from './references.mjs'

/**
 * Makes of an OpenAPI document what types can show: parameters, request bodies and 2xx answers, and the named schemas
 * that these refer to. The SDK itself asks for decimals as text and never for ETags, so neither is a parameter.
 */
export function reduceDocument(document) {
  const { openapi, info, paths } = document
  const reduced = mapValues(paths, (operations) =>
    mapValues(keepIf(operations, isCallable), (operation) => describeCall(operation, document)),
  )
  const called = keepIf(reduced, (operations) => Object.keys(operations).length > 0)
  return { openapi, info, paths: called, components: { schemas: namedSchemas(called, document) } }
}

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))
const keepIf = (object, isKept) => Object.fromEntries(Object.entries(object).filter(([, value]) => isKept(value)))

const JSON_TYPE = 'application/json'
const jsonOf = ({ content }) => content?.[JSON_TYPE]?.schema
const isCallable = ({ responses }) =>
  Object.entries(responses).some(([status, response]) => status.startsWith('2') && jsonOf(response) !== undefined)

function describeCall({ operationId, summary, parameters = [], requestBody, responses }, document) {
  const json = (schema) => ({ [JSON_TYPE]: { schema: asType(schema, document) } })
  const successes = keepIf(responses, (response) => jsonOf(response) !== undefined)
  return {
    operationId,
    description: summary,
    parameters: parameters
      .map(({ $ref, ...own }) => ($ref === undefined ? own : targetOf($ref, document)))
      .filter(({ in: place, name }) => place !== 'header' && name !== 'decimals')
      .map((parameter) => ({ ...parameter, schema: asType(parameter.schema, document) })),
    ...(requestBody && { requestBody: { required: requestBody.required, content: json(jsonOf(requestBody)) } }),
    responses: mapValues(successes, (response) => ({
      description: response.description,
      content: json(jsonOf(response)),
    })),
  }
}

/** The schemas that are referred to, and those that these refer to, in their order in the document. */
function namedSchemas(paths, document) {
  const found = {}
  const find = (part) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
      if (name in found) continue
      found[name] = asType(document.components.schemas[name], document)
      find(found[name])
    }
  }
  find(paths)
  return Object.fromEntries(
    Object.keys(document.components.schemas).flatMap((name) => (name in found ? [[name, found[name]]] : [])),
  )
}

const CONDITIONS = ['allOf', 'if', 'then', 'else', 'not', 'format', 'pattern', 'default', 'patternProperties']

/** Conditions say when something is refused; a type does without, and so it does without presets. */
function asType(schema, document) {
  if (isDecimal(schema, document)) return { ...targetOf(schema.$ref, document), description: schema.description }
  const { patternProperties } = schema
  const pattern = patternProperties === undefined ? {} : { additionalProperties: Object.values(patternProperties)[0] }
  const own = Object.entries({ ...schema, ...pattern }).filter(([keyword]) => !CONDITIONS.includes(keyword))
  const reduced = mapSchemas(withoutNulls(Object.fromEntries(own)), (inner) => asType(inner, document))
  return reduced.anyOf === undefined
    ? reduced
    : { ...reduced, anyOf: reduced.anyOf.flatMap(({ anyOf, ...one }) => anyOf ?? one) }
}

/** A number or text, which is a type of the SDK's own. */
const isDecimal = ({ $ref }, document) =>
  $ref !== undefined && targetOf($ref, document).anyOf?.some(({ type }) => type === 'number') === true

/** Where a null counts as left out, it is left out. */
function withoutNulls({ 'x-null-is-absent': isAbsent, ...schema }) {
  if (isAbsent !== true) return schema
  const optional = (name) => !(schema.required ?? []).includes(name)
  const properties = Object.entries(schema.properties).map(([name, property]) => [
    name,
    optional(name) ? notNull(property) : property,
  ])
  return { ...schema, properties: Object.fromEntries(properties) }
}

function notNull({ type, anyOf, ...schema }) {
  const types = [type].flat().filter((one) => one !== undefined && one !== 'null')
  const own = { ...schema, ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }) }
  const others = anyOf?.filter(({ type: one }) => one !== 'null') ?? []
  return others.length === 1 ? { ...others[0], ...own } : { ...own, ...(others.length > 1 && { anyOf: others }) }
}

/** The schema with each one inside it changed. */
function mapSchemas(schema, change) {
  const { properties, items, prefixItems, anyOf, additionalProperties } = schema
  return {
    ...schema,
    ...(properties && { properties: mapValues(properties, change) }),
    ...(items && { items: change(items) }),
    ...(prefixItems && { prefixItems: prefixItems.map(change) }),
    ...(anyOf && { anyOf: anyOf.map(change) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: change(additionalProperties) }),
  }
}
