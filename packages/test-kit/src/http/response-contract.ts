import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { RawResponse } from './send-request.js'
import { wordingFaults } from './wording.js'

/** The part of an OpenAPI 3.1 document that says which answers exist. */
export interface OpenApiLike {
  readonly paths?: object | undefined
}

/** One that is made when the first response is checked, and never if another of that name has been. */
export interface NamedDocument {
  /** Documents of the same name are the same. */
  readonly name: string
  readonly make: () => OpenApiLike
}

/** Throws an error a human can read when the response is not one the document promises for this method and path. */
export type ResponseContract = (method: string, path: string, response: RawResponse) => void

declare global {
  var responseContracts: Map<string, ResponseContract> | undefined
}

interface Node {
  readonly [key: string]: unknown
}

const DOCUMENT = 'openapi.json'
const ERROR_FIELDS = ['error', 'message', 'request_id']

export function responseContract(document: OpenApiLike | NamedDocument): ResponseContract {
  return 'make' in document ? namedContract(document) : contractOf(document)
}

const namedContract =
  ({ name, make }: NamedDocument): ResponseContract =>
  (method, path, response) => {
    const contract = contracts.get(name) ?? contractOf(make())
    contracts.set(name, contract)
    contract(method, path, response)
  }

function contractOf(document: OpenApiLike): ResponseContract {
  const known = byDocument.get(document)
  if (known !== undefined) return known
  const text = JSON.stringify(document)
  const contract = contracts.get(text) ?? createContract(text)
  contracts.set(text, contract)
  byDocument.set(document, contract)
  return contract
}

const byDocument = new WeakMap<OpenApiLike, ResponseContract>()

/**
 * By the text of the document, or its name. Compiling it takes seconds, so what a worker has is kept from file to file
 * (one-realm-environment.ts).
 */
const contracts = globalThis.responseContracts ?? new Map<string, ResponseContract>()

function createContract(text: string): ResponseContract {
  const root = JSON.parse(text) as Node
  const validatorAt = compiler(root)
  const routes = readRoutes(root)
  return (method, path, response) => {
    const where = `${method} ${path} → ${response.status}`
    const template = routes.find(({ pattern }) => pattern.test(path.split('?')[0] ?? path))?.template
    const operation = template === undefined ? undefined : at(root, ['paths', template, operationKey(method)])
    if (template === undefined || operation === undefined) return checkUndocumented(where, method, response)
    checkDocumented(root, ['paths', template, operationKey(method), 'responses'], where, method, response, validatorAt)
  }
}

function checkDocumented(
  root: Node,
  responsesAt: readonly string[],
  where: string,
  method: string,
  response: RawResponse,
  validatorAt: (pointer: readonly string[]) => ValidateFunction,
): void {
  const [pointer, declared] = followReference(root, [...responsesAt, String(response.status)])
  if (declared === undefined) throw new Error(`${where}: the status is not documented. Body: ${response.text}`)
  const isBodiless = method === 'HEAD' || response.status === 204
  if (isBodiless || declared['content'] === undefined) return checkEmpty(where, response)
  const content = declared['content'] as Node
  if (STREAM in content) return checkStream(where, response)
  if (!('application/json' in content)) return checkType(where, Object.keys(content), response)
  const body = parseJson(where, response)
  const validate = validatorAt([...pointer, 'content', 'application/json', 'schema'])
  if (validate(body)) return checkWording(where, response.status, body)
  const faults = (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `  ${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  )
  throw new Error(`${where}: the body is not as documented:\n${faults.join('\n')}\nBody: ${response.text}`)
}

// Routes and methods that do not exist are answered too, always with the error body.
function checkUndocumented(where: string, method: string, response: RawResponse): void {
  if (response.status < 400) throw new Error(`${where}: succeeded, but the route is not documented`)
  if (method === 'HEAD') return checkEmpty(where, response)
  const body = parseJson(where, response)
  const missing = ERROR_FIELDS.filter((field) => typeof (body as Node | null)?.[field] !== 'string')
  if (missing.length > 0)
    throw new Error(`${where}: the error body lacks ${missing.join(', ')}. Body: ${response.text}`)
  checkWording(where, response.status, body)
}

function checkWording(where: string, status: number, body: unknown): void {
  const faults = status < 400 ? [] : wordingFaults(body)
  if (faults.length > 0) throw new Error(`${where}: the message should read otherwise:\n${faults.join('\n')}`)
}

function checkEmpty(where: string, response: RawResponse): void {
  if (response.text !== '') throw new Error(`${where}: should have no body. Body: ${response.text}`)
}

const STREAM = 'text/event-stream'

function checkStream(where: string, { headers, text }: RawResponse): void {
  if (!headers['content-type']?.startsWith(STREAM))
    throw new Error(`${where}: is no stream: ${headers['content-type']}`)
  if (!/^retry: \d+\n\n/.test(text)) throw new Error(`${where}: does not say when to come back: ${text}`)
}

function checkType(where: string, documented: readonly string[], { headers }: RawResponse): void {
  const type = headers['content-type']?.split(';')[0]
  if (type === undefined || !documented.includes(type))
    throw new Error(`${where}: content type is ${type ?? 'none'}, not ${documented.join(' or ')}`)
}

function parseJson(where: string, response: RawResponse): unknown {
  const type = response.headers['content-type'] ?? 'none'
  if (!/^application\/json\b/.test(type))
    throw new Error(`${where}: content type is ${type}, not JSON. Body: ${response.text}`)
  try {
    return JSON.parse(response.text)
  } catch {
    throw new Error(`${where}: the body is not JSON: ${response.text}`)
  }
}

function compiler(root: Node): (pointer: readonly string[]) => ValidateFunction {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    logger: false,
    validateSchema: false,
    code: { optimize: false },
  })
  addFormats(ajv)
  ajv.addSchema(root, DOCUMENT)
  const compiled = new Map<string, ValidateFunction>()
  return (pointer) => {
    const reference = `${DOCUMENT}#${pointer.map((part) => `/${escapePointer(part)}`).join('')}`
    const validate = compiled.get(reference) ?? ajv.compile({ $ref: reference })
    compiled.set(reference, validate)
    return validate
  }
}

function escapePointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
}

function readRoutes(root: Node): readonly { template: string; pattern: RegExp }[] {
  const literalFirst = (a: string, b: string) => a.split('{').length - b.split('{').length
  return Object.keys((root['paths'] ?? {}) as Node)
    .sort(literalFirst)
    .map((template) => ({
      template,
      pattern: new RegExp(`^${template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}$`),
    }))
}

// HEAD is answered by the GET route.
function operationKey(method: string): string {
  return method === 'HEAD' ? 'get' : method.toLowerCase()
}

function followReference(root: Node, pointer: readonly string[]): [readonly string[], Node | undefined] {
  const node = at(root, pointer)
  const reference = node?.['$ref']
  if (typeof reference !== 'string') return [pointer, node]
  return followReference(root, reference.replace('#/', '').split('/'))
}

function at(root: Node, pointer: readonly string[]): Node | undefined {
  return pointer.reduce<Node | undefined>((node, key) => node?.[key] as Node | undefined, root)
}
