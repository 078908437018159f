/** Examples of bodies: made of the schemas themselves, so that each fits its schema whatever a schema comes to be. */
import type { OpenApiContent, OpenApiDocument, OpenApiOperation, OpenApiResponse } from './document.js'
import type { JsonSchema } from './json-schema.js'

/** Values by the name of a schema or of a field, of the field of one schema (`Order.status`) before all others. */
export type ExampleValues = Readonly<Record<string, unknown>>

/** By operation and name. */
export type ExampleBodies = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const COMMON: ExampleValues = {
  id: '01a20917-f9a1-7f37-84f0-467c471c9698',
  request_id: '01a20917-fa3c-7b9e-9b1c-5b4d1c1f6a52',
  message: 'what is wrong, and what would be right',
  'Issue.path': ['quantity'],
  'Issue.code': 'any.required',
  'Issue.message': 'quantity is required',
  'Readiness.ready': true,
  'Readiness.checks': { database: 'ok' },
}

type Schemas = Readonly<Record<string, JsonSchema>>

/** The paths and responses with an example of each JSON body. */
export function withExamples<P extends Pick<OpenApiDocument, 'paths' | 'components'>>(
  document: P,
  values: ExampleValues,
  bodies: ExampleBodies = {},
): P {
  const { paths, components } = document
  const make = createExamples(components.schemas, { ...COMMON, ...values })
  const ofContent = (content: OpenApiContent, isRequest: boolean): OpenApiContent =>
    mapValues(content, (media, type) =>
      type === JSON_TYPE && media.schema !== undefined ? { ...media, example: make(media.schema, isRequest) } : media,
    )
  const ofBody = <B extends { readonly content?: OpenApiContent }>(body: B, isRequest: boolean): B =>
    body.content === undefined ? body : { ...body, content: ofContent(body.content, isRequest) }
  type RequestBody = NonNullable<OpenApiOperation['requestBody']>
  const ofRequest = (operationId: string, body: RequestBody): RequestBody => {
    const named = bodies[operationId]
    if (named === undefined) return ofBody(body, true)
    const examples = mapValues(named, (value) => ({ value }))
    return {
      ...body,
      content: mapValues(body.content, (media, type) => (type === JSON_TYPE ? { ...media, examples } : media)),
    }
  }
  const ofOperation = (operation: OpenApiOperation): OpenApiOperation => ({
    ...operation,
    ...(operation.requestBody === undefined
      ? {}
      : { requestBody: ofRequest(operation.operationId, operation.requestBody) }),
    responses: mapValues(operation.responses, (response) =>
      '$ref' in response ? response : ofBody<OpenApiResponse>(response, false),
    ),
  })
  return {
    ...document,
    paths: mapValues(paths, (methods) => mapValues(methods, ofOperation)),
    components: {
      ...components,
      responses: mapValues(components.responses ?? {}, (response) => ofBody(response, false)),
    },
  }
}

const JSON_TYPE = 'application/json'

const mapValues = <T, R>(object: Readonly<Record<string, T>>, change: (value: T, name: string) => R) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))

const nameIn = (reference: string): string => reference.replace('#/components/schemas/', '')

function createExamples(schemas: Schemas, values: ExampleValues) {
  /** Names the schema that is being made, and its field. */
  interface Place {
    readonly of: string
    readonly field: string
    /** Tells a request, of which only what it needs is made. */
    readonly isRequest: boolean
  }

  function make(schema: JsonSchema, place: Place): unknown {
    const named = [`${place.of}.${place.field}`, place.field].find((name) => Object.hasOwn(values, name))
    if (named !== undefined && fits(values[named], schema)) return values[named]
    const { $ref, const: only, enum: list, anyOf } = schema
    if (typeof $ref === 'string') return ofNamed(nameIn($ref), place)
    if (only !== undefined) return only
    if (Array.isArray(list)) return list[0]
    if (Array.isArray(anyOf)) {
      const [first = {}, ...others] = anyOf as readonly JsonSchema[]
      const isOptional = others.some(({ type }) => type === 'null')
      return isOptional && !isObject(first) ? null : make(first, place)
    }
    return ofType(schema, place)
  }

  /** A field of the same name may be of another kind elsewhere. */
  function fits(value: unknown, { $ref, const: only, enum: list, anyOf, type }: JsonSchema): boolean {
    if (typeof $ref === 'string') return fits(value, schemas[nameIn($ref)] ?? {})
    if (only !== undefined) return value === only
    if (Array.isArray(list)) return list.includes(value)
    if (Array.isArray(anyOf)) return (anyOf as readonly JsonSchema[]).some((option) => fits(value, option))
    return [type].flat().includes(kindOf(value)) || (kindOf(value) === 'integer' && [type].flat().includes('number'))
  }

  const isObject = ({ $ref }: JsonSchema): boolean =>
    typeof $ref === 'string' && schemas[nameIn($ref)]?.['type'] === 'object'

  function ofNamed(name: string, { isRequest }: Place): unknown {
    if (Object.hasOwn(values, name)) return values[name]
    return make(schemas[name] ?? {}, { of: name, field: '', isRequest })
  }

  function ofType(schema: JsonSchema, place: Place): unknown {
    const { type, format, pattern = '', minimum = 1, items, minItems = 1, properties = {}, required = [] } = schema
    switch (type) {
      case 'object':
        return ofFields(properties as Record<string, JsonSchema>, required as readonly string[], place)
      case 'array':
        return Array.from({ length: minItems as number }, () =>
          make((items ?? {}) as JsonSchema, { ...place, field: '' }),
        )
      case 'integer':
      case 'number':
        return minimum
      case 'boolean':
        return false
      case 'string':
        return FORMATS[format as string] ?? TEXTS.find((text) => new RegExp(pattern as string).test(text)) ?? 'text'
      default:
        return null
    }
  }

  function ofFields(
    properties: Readonly<Record<string, JsonSchema>>,
    required: readonly string[],
    { of, isRequest }: Place,
  ): object {
    const isNamed = (name: string): boolean => Object.hasOwn(values, `${of}.${name}`)
    const wanted = Object.entries(properties).filter(
      ([name]) => required.includes(name) || (isRequest && isNamed(name)),
    )
    return Object.fromEntries(wanted.map(([field, schema]) => [field, make(schema, { of, field, isRequest })]))
  }

  return (schema: JsonSchema, isRequest: boolean): unknown => make(schema, { of: '', field: '', isRequest })
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

/** Texts of which one fits the pattern of most fields: a decimal, a digest. */
const TEXTS = ['text', '100000', '9f'.repeat(32)]

const FORMATS: Readonly<Record<string, string>> = {
  uuid: '01a20917-f9a1-7f37-84f0-467c471c9698',
  'date-time': '2026-03-02T12:00:00.000Z',
  date: '2026-03-02',
  uri: 'https://example.com/hook',
}
