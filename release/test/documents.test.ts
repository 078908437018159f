/** The OpenAPI documents as generators of clients need them; what redocly and spectral look at, they look at. */
import type {
  JsonSchema,
  OpenApiContent,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiResponse,
} from '@ats/service-kit/http'
import { engineDocument, labDocument, operatorDocument } from '@ats/trading-engine'
import { walletDocument } from '@ats/wallet'
import { createBodyCheck } from '../../services/trading-engine/test/support/engine/json-schema.js'

const DOCUMENTS: Readonly<Record<string, OpenApiDocument>> = {
  engine: engineDocument(),
  wallet: walletDocument(),
  lab: labDocument(),
}
const ENGINE_BYTES_MAX = 350 * 1024
const NAMES = Object.keys(DOCUMENTS)

const operationsOf = ({ paths }: OpenApiDocument): readonly OpenApiOperation[] =>
  Object.values(paths).flatMap((methods) => Object.values(methods))

const UNREAD = ['x-conditions', 'x-events', 'example', 'const', 'enum', 'mapping']

/** Every schema of the document with its place; not those beside it for readers, and no examples. */
function schemasOf(document: OpenApiDocument): readonly { readonly place: string; readonly schema: JsonSchema }[] {
  const found: { place: string; schema: JsonSchema }[] = []
  const visit = (node: unknown, place: string, isSchema: boolean): void => {
    if (Array.isArray(node)) return node.forEach((item, index) => visit(item, `${place}/${index}`, isSchema))
    if (typeof node !== 'object' || node === null) return
    if (isSchema) found.push({ place, schema: node as JsonSchema })
    for (const [key, value] of Object.entries(node)) {
      if (UNREAD.includes(key)) continue
      const isMap = key === 'properties' || key === 'patternProperties'
      if (isMap && isSchema)
        for (const [name, inner] of Object.entries(value as object)) visit(inner, `${place}/${name}`, true)
      else visit(value, `${place}/${key}`, isSchema ? SCHEMA_KEYWORDS.includes(key) : key === 'schema')
    }
  }
  visit(document.paths, '', false)
  for (const [name, schema] of Object.entries(document.components.schemas)) visit(schema, name, true)
  return found
}
const responseAt = (reference: string, { components }: OpenApiDocument): OpenApiResponse | undefined =>
  components.responses?.[reference.replace('#/components/responses/', '')]

const exampleAt = (reference: string, { components }: OpenApiDocument): unknown =>
  components.examples?.[reference.replace('#/components/examples/', '')]?.value

const examplesOf = ({ example, examples = {} }: OpenApiContent[string], document: OpenApiDocument): unknown[] =>
  example !== undefined
    ? [example]
    : Object.values(examples).map((one) => ('value' in one ? one.value : exampleAt(one.$ref, document)))

const SCHEMA_KEYWORDS = ['items', 'anyOf', 'allOf', 'oneOf', 'additionalProperties']

test('the document of the engine is small enough to be read', () => {
  expect(JSON.stringify(DOCUMENTS['engine']).length).toBeLessThanOrEqual(ENGINE_BYTES_MAX)
})

describe.each(NAMES)('%s', (name) => {
  const document = DOCUMENTS[name]!
  const schemas = schemasOf(document)
  const placesWhere = (isWrong: (schema: JsonSchema, place: string) => boolean): readonly string[] =>
    schemas.filter(({ schema, place }) => isWrong(schema, place)).map(({ place }) => place)

  test('each object is a component, and so is each list of values of one', () => {
    expect(schemas.length).toBeGreaterThan(100)
    // Rules as a file of plans has them are one object to who reads them.
    const isInline = (place: string) => !(place in document.components.schemas) && !place.includes('/risk_config/')
    expect(placesWhere(({ properties }, place) => properties !== undefined && isInline(place))).toEqual([])
    const isQuery = (place: string) => place.includes('/parameters/')
    expect(placesWhere((schema, place) => 'enum' in schema && isInline(place) && !isQuery(place))).toEqual([])
  })

  test('no condition, no schema that is true or false, and null is no value of a list', () => {
    const keywords = ['if', 'then', 'else', 'not', 'dependentSchemas', 'unevaluatedProperties']
    expect(placesWhere((schema) => keywords.some((keyword) => keyword in schema))).toEqual([])
    const isBoolean = ({ properties = {}, items }: JsonSchema) =>
      Object.values({ ...(properties as object), items }).some((one) => typeof one === 'boolean')
    expect(placesWhere(isBoolean)).toEqual([])
    expect(placesWhere(({ enum: values }) => Array.isArray(values) && values.includes(null))).toEqual([])
  })

  test('patterns are in what ECMAScript, Python, RE2 and Java have in common', () => {
    const patterns = schemas.flatMap(({ schema }) => (typeof schema['pattern'] === 'string' ? [schema['pattern']] : []))
    expect(patterns.length).toBeGreaterThan(name === 'engine' ? 10 : 2)
    expect(patterns.filter((pattern) => /\\[pPkuZAzGb]|\(\?(?!:)|[*+?}]\+/.test(pattern))).toEqual([])
  })

  test('each operation has an id of a verb and a noun', () => {
    const ids = operationsOf(document).map(({ operationId }) => operationId)
    const verbs =
      'advance|arm|cancel|change|check|close|create|delete|disarm|end|enter|get|issue|lift|list|modify|move|place|preview|protect|redeliver'
    const others = 'prove|release|rename|request|reset|revoke|rotate|send|set|start|stream|sync|update|use'
    expect(ids.filter((id) => !new RegExp(`^(?:${verbs}|${others})[A-Z][A-Za-z]+$`).test(id))).toEqual([])
  })
})

test.each([...NAMES, 'operator'])('%s: each body of JSON has examples, which fit its schema', (name) => {
  const document = DOCUMENTS[name] ?? operatorDocument()
  const fits = createBodyCheck(document)
  const unfit: string[] = []
  let bodies = 0
  for (const { operationId, requestBody, responses } of operationsOf(document)) {
    for (const part of [requestBody, ...Object.values(responses)]) {
      const body = part !== undefined && '$ref' in part ? responseAt(part.$ref, document) : part
      const json = body !== undefined && 'content' in body ? body.content?.['application/json'] : undefined
      if (json?.schema === undefined) continue
      const examples = examplesOf(json, document)
      if (examples.length === 0 || !examples.every((example) => fits(json.schema ?? {}, example)))
        unfit.push(operationId)
      bodies += 1
    }
  }
  expect(unfit).toEqual([])
  expect(bodies).toBeGreaterThan(50)
})

test('orders of each kind have an example', () => {
  const { requestBody } = operationsOf(DOCUMENTS['engine']!).find(({ operationId }) => operationId === 'placeOrder')!
  const orders = examplesOf(requestBody!.content['application/json']!, DOCUMENTS['engine']!) as { kind: string }[]
  const { enum: kinds } = DOCUMENTS['engine']!.components.schemas['OrderKind'] as { enum: string[] }
  expect(new Set(orders.map(({ kind }) => kind))).toEqual(new Set(kinds))
  expect(orders.filter((order) => 'trail' in order || 'stop_loss' in order || 'expires_at' in order)).toHaveLength(3)
})
