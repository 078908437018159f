/** As much of a JSON Schema as a form is made of. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly (string | number | boolean | null)[]
  readonly default?: unknown
  readonly format?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

interface DocumentedParameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

interface Reference {
  readonly $ref: string
}

interface DocumentedOperation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly DocumentedParameter[]
  readonly requestBody?: Content & { readonly required?: boolean }
  readonly responses: Readonly<Record<string, Content>>
}

interface UnreadOperation extends Omit<DocumentedOperation, 'parameters' | 'responses'> {
  readonly parameters?: readonly (DocumentedParameter | Reference)[]
  readonly responses: Readonly<Record<string, Content | Reference>>
}

/** As much of an OpenAPI document as the playground reads. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, UnreadOperation>>>>
  readonly components?: object
}

/** The operation with what it refers to in the place of the references, and each schema as a form is made of it. */
export const readOperation = (operation: UnreadOperation, document: OpenApiDocument): DocumentedOperation =>
  inlined(operation, document) as DocumentedOperation

function inlined(part: unknown, document: OpenApiDocument): unknown {
  if (Array.isArray(part)) return part.map((item) => inlined(item, document))
  if (!isObject(part)) return part
  const { $ref, ...beside } = part
  const own = Object.fromEntries(Object.entries(beside).map(([name, value]) => [name, inlined(value, document)]))
  if (typeof $ref === 'string') return { ...(inlined(targetOf($ref, document), document) as object), ...own }
  return withoutAbsent(asOne(asList(own)))
}

const isObject = (part: unknown): part is Readonly<Record<string, unknown>> => typeof part === 'object' && part !== null

const targetOf = (reference: string, document: OpenApiDocument): unknown =>
  reference
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((node, step) => (isObject(node) ? node[step] : undefined), document)

/** A single value, as a list of one. */
const asList = ({ const: only, ...schema }: Schema & { readonly const?: string }): Schema =>
  only === undefined ? schema : { ...schema, enum: [only] }

/** A type that may be null, whose document says so by an alternative. */
function asOne({ anyOf, ...schema }: Schema): Schema {
  const others = anyOf?.filter(({ type }) => type !== 'null') ?? []
  const [one] = others
  if (anyOf === undefined || one === undefined || others.length > 1 || others.length === anyOf.length)
    return anyOf === undefined ? schema : { ...schema, anyOf }
  const { type, enum: values, anyOf: alternatives } = one
  return {
    ...one,
    ...schema,
    ...(type === undefined ? {} : { type: [type, 'null'].flat() }),
    ...(values === undefined ? {} : { enum: [...values, null] }),
    ...(alternatives === undefined ? {} : { anyOf: [...alternatives, { type: 'null' }] }),
  }
}

/** Fields that are left out rather than null are not offered as null. */
function withoutAbsent(schema: Schema & { readonly 'x-null-is-absent'?: boolean }): Schema {
  const { properties, required = [] } = schema
  if (schema['x-null-is-absent'] !== true || properties === undefined) return schema
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    required.includes(name) ? field : withoutNull(field),
  ])
  return { ...schema, properties: Object.fromEntries(fields) as Record<string, Schema> }
}

function withoutNull({ type, enum: values, anyOf, ...schema }: Schema): Schema {
  const types = [type].flat().filter((one) => one !== undefined && one !== 'null') as readonly string[]
  const [only] = types
  return {
    ...schema,
    ...(only === undefined ? {} : { type: types.length === 1 ? only : types }),
    ...(values === undefined ? {} : { enum: values.filter((value) => value !== null) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.filter((one) => one.type !== 'null') }),
  }
}

export type Service = 'engine' | 'wallet'
