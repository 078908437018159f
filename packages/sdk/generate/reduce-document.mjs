/**
 * Makes of an OpenAPI document what types can show: parameters, request bodies and 2xx answers, with the named schemas
 * apart. The SDK itself asks for decimals as text and never for ETags, so neither is a parameter.
 */
export function reduceDocument({ openapi, info, paths }, names) {
  const calls = mapValues(paths, (operations) => mapValues(keepIf(operations, isCallable), describeCall))
  const bodies = Object.fromEntries(
    Object.values(calls)
      .flatMap(Object.values)
      .map(({ operationId, responses }) => [operationId, answerOf(responses)]),
  )
  const named = Object.entries(names).map(([name, place]) => ({ name, schema: schemaAt(bodies, place) }))
  const hoisted = new Map(named.map(({ name, schema }) => [keyOf(schema), name]))
  const schemas = Object.fromEntries(named.map(({ name, schema }) => [name, refer(schema, hoisted, true)]))
  const reduced = mapValues(calls, (operations) => mapValues(operations, (call) => referInCall(call, hoisted)))
  return {
    openapi,
    info,
    paths: keepIf(reduced, (operations) => Object.keys(operations).length > 0),
    components: { schemas },
  }
}

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))
const keepIf = (object, isKept) => Object.fromEntries(Object.entries(object).filter(([, value]) => isKept(value)))

const JSON_TYPE = 'application/json'
const jsonOf = ({ content }) => content?.[JSON_TYPE]?.schema
const isCallable = ({ responses }) =>
  Object.entries(responses).some(([status, response]) => status.startsWith('2') && jsonOf(response) !== undefined)
const answerOf = (responses) => jsonOf(Object.values(responses)[0])

function describeCall({ operationId, summary, parameters = [], requestBody, responses }) {
  const json = (schema) => ({ [JSON_TYPE]: { schema: withoutConditions(schema) } })
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return {
    operationId,
    description: summary,
    parameters: parameters
      .filter(({ in: place, name }) => place !== 'header' && name !== 'decimals')
      .map((parameter) => ({ ...parameter, schema: withoutConditions(parameter.schema) })),
    ...(requestBody && { requestBody: { required: requestBody.required, content: json(jsonOf(requestBody)) } }),
    responses: Object.fromEntries(
      successes.map(([status, response]) => [
        status,
        { description: response.description, content: json(jsonOf(response)) },
      ]),
    ),
  }
}

const CONDITIONS = ['allOf', 'if', 'then', 'else', 'not', 'format', 'pattern', 'default', 'patternProperties']

/** Conditions say when something is refused; a type does without, and so it does without presets. */
function withoutConditions(schema) {
  const { patternProperties } = schema
  const pattern = patternProperties === undefined ? {} : { additionalProperties: Object.values(patternProperties)[0] }
  const own = Object.entries({ ...schema, ...pattern }).filter(([keyword]) => !CONDITIONS.includes(keyword))
  return mapSchemas(Object.fromEntries(own), withoutConditions)
}

/** The schema with each one inside it changed. */
function mapSchemas(schema, change) {
  const { properties, items, anyOf, additionalProperties } = schema
  return {
    ...schema,
    ...(properties && { properties: mapValues(properties, change) }),
    ...(items && { items: change(items) }),
    ...(anyOf && { anyOf: anyOf.map(change) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: change(additionalProperties) }),
  }
}

/** The schema at a place such as `listTrades[].flags`: of what may be null, the other. */
function schemaAt(bodies, place) {
  const [operation, ...steps] = place.replaceAll('[]', '.[]').split('.')
  const found = steps.reduce(
    (schema, step) => notNull(step === '[]' ? schema?.items : schema?.properties?.[step]),
    bodies[operation],
  )
  if (found === undefined) throw new Error(`no schema at ${place}: correct packages/sdk/generate/names.mjs`)
  return found
}

function notNull(schema) {
  if (schema?.anyOf !== undefined) return schema.anyOf.find(({ type }) => type === 'object') ?? schema
  return isObjectOrNull(schema) ? { ...schema, type: 'object' } : schema
}

const isObjectOrNull = ({ type } = {}) => Array.isArray(type) && type.includes('null') && type.includes('object')

/** Alike schemas are one type, however a place describes its own. */
const keyOf = (schema) => JSON.stringify({ ...schema, description: undefined })

function refer(schema, hoisted, isName = false) {
  const name = hoisted.get(keyOf(schema))
  if (name !== undefined && !isName) return { $ref: `#/components/schemas/${name}` }
  // Null beside an object is a type of its own, so that the object can have a name.
  if (isObjectOrNull(schema)) return { anyOf: [refer({ ...schema, type: 'object' }, hoisted), { type: 'null' }] }
  return mapSchemas(schema, (inner) => refer(inner, hoisted))
}

function referInCall(call, hoisted) {
  const inContent = (part) => ({
    ...part,
    content: mapValues(part.content, ({ schema }) => ({ schema: refer(schema, hoisted) })),
  })
  return { ...call, responses: mapValues(call.responses, inContent) }
}
