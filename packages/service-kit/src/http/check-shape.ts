import type { Issue } from '@ats/contracts'
import type Joi from 'joi'
import { invalidPayload, RequestError } from '../errors.js'
import { countNames, findDuplicateKeys } from './duplicate-keys.js'
import { parseBody, parseText } from './parse-body.js'
import { BODY_BYTES_MAX } from './read-body.js'
import type { RawRequest, Route } from './route.js'
import { isPlainText, sanitize, withoutUndefined, type ScreenedValue } from './sanitize.js'

export interface Shape {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
  readonly text?: string
}

type Values = Readonly<Record<string, unknown>>

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** For every request; types may have words of their own. Messages must not repeat what was sent: it may be a secret. */
const REQUEST_MESSAGES = {
  'object.base': '{{#label}} must be an object',
  'object.unknown': '{{#label}} is not a field of this request',
  'object.prototype': '__proto__ is not a field of this request',
  'object.missing': 'at least one of these must be sent: {{#peers}}',
  'string.base': '{{#label}} must be text, given once',
  'boolean.base': '{{#label}} must be true or false',
}

/** How joi finds all there is to say about a request. */
export const REQUEST_PREFERENCES: Joi.ValidationOptions = {
  abortEarly: false,
  messages: REQUEST_MESSAGES,
  errors: { wrap: { label: false, array: false } },
}

/** One check that only tells right from wrong, and others that say what is wrong: words cost more than the check. */
interface Checks {
  readonly quick: Joi.ObjectSchema
  /** Says what is wrong first. */
  readonly first: Joi.ObjectSchema
  /** Says all that is wrong, which could take long for what is larger than any request that was meant well. */
  readonly thorough: Joi.ObjectSchema
  readonly thoroughSizeMax: number
}

/** Fields and items for each 16 KB that a body may have. */
const THOROUGH_SIZE_MAX = 500

const checksOf = (schema: Joi.ObjectSchema, options: Joi.ValidationOptions, bytesMax = BODY_BYTES_MAX): Checks => ({
  quick: schema.prefs(options),
  first: schema.prefs({ ...options, ...REQUEST_PREFERENCES, abortEarly: true }),
  thorough: schema.prefs({ ...options, ...REQUEST_PREFERENCES }),
  thoroughSizeMax: (THOROUGH_SIZE_MAX * bytesMax) / BODY_BYTES_MAX,
})

/**
 * Prepares the check of everything about a route's input that the bytes alone decide.
 * @returns a function that throws RequestError: not_found for a malformed path, else invalid_payload with all issues
 */
export function createShapeCheck<P>(
  route: Route<P>,
): (request: RawRequest, params: Readonly<Record<string, string>>) => Shape {
  const known = new Set(((route.query?.$_terms['keys'] ?? []) as { readonly key: string }[]).map(({ key }) => key))
  const query = route.query && checksOf(route.query, { convert: true, stripUnknown: true })
  const body = route.body && checksOf(route.body, { convert: false }, route.bodyBytesMax)
  const queryOf = query && rememberQueries((text, issues) => checkQuery(query, parseQuery(text, known), route, issues))
  return (request, rawParams) => {
    const params = checkParams(route, rawParams)
    const issues: Issue[] = []
    const shape = {
      params,
      query: queryOf?.(request.rawUrl, issues) ?? {},
      ...(body === undefined ? { body: {} } : checkBody(body, route, request, issues)),
    }
    if (issues.length > 0) throw invalidPayload(issues)
    return shape
  }
}

function checkParams<P>(route: Route<P>, params: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const checked: Record<string, string> = {}
  for (const [name, value] of Object.entries(params)) {
    const isUuid = route.params?.[name] === 'uuid'
    if (isUuid ? !UUID.test(value) : !isPlainText(value)) throw notFound(nounOf(route, name))
    checked[name] = isUuid ? value.toLowerCase() : value
  }
  return checked
}

/** The error for an id that does not exist, or has another owner: nobody can tell the two apart. `what` is its noun. */
export const notFound = (what: string): RequestError => new RequestError('not_found', `no such ${what}`)

export const NO_SUCH_PATH = 'no such path, see /docs'
export const noSuchPath = (): RequestError => new RequestError('not_found', NO_SUCH_PATH)

/** The noun for a parameter of the path: an `account_id` an account. */
const nounOf = <P>({ nouns }: Route<P>, name: string): string => nouns?.[name] ?? name.replace(/_?id$/i, '')

function checkQuery<P>(checks: Checks, given: Values, route: Route<P>, issues: Issue[]): Values {
  if (route.controlCharacters === true) return validate(checks, { value: given, size: 0 }, issues)
  const screened = sanitize(given, true)
  issues.push(...screened.issues)
  return validate(checks, screened, issues)
}

type QueryOf = (query: string, issues: Issue[]) => Values

const REMEMBERED_QUERIES = 1_000
const REMEMBERED_LENGTH = 200

/** Bots send the same few queries again and again, and the same text always has the same values. */
function rememberQueries(check: QueryOf): (url: string, issues: Issue[]) => Values {
  const remembered = new Map<string, Values>()
  return (url, issues) => {
    const start = url.indexOf('?')
    const query = start < 0 ? '' : url.slice(start + 1)
    const known = remembered.get(query)
    if (known !== undefined) return known
    const before = issues.length
    const values = Object.freeze(check(query, issues))
    if (issues.length > before || query.length > REMEMBERED_LENGTH) return values
    if (remembered.size >= REMEMBERED_QUERIES) remembered.clear()
    remembered.set(query, values)
    return values
  }
}

/**
 * The parameters the route names; what the others hold is not even looked at. One given several times becomes an array,
 * which no schema of a single value accepts.
 */
function parseQuery(query: string, known: ReadonlySet<string>): Values {
  if (query === '') return {}
  const values = new Map<string, string | string[]>()
  for (const [name, value] of new URLSearchParams(query)) {
    if (!known.has(name)) continue
    const earlier = values.get(name)
    if (Array.isArray(earlier)) earlier.push(value)
    else values.set(name, earlier === undefined ? value : [earlier, value])
  }
  return Object.fromEntries(values)
}

function checkBody<P>(
  checks: Checks,
  route: Route<P>,
  request: RawRequest,
  issues: Issue[],
): Pick<Shape, 'body' | 'text'> {
  const text = route.textType === undefined ? null : parseText(request.body, request.headers, route.textType)
  if (text === null) return { body: checkJson(checks, route, request, issues) }
  if ('text' in text) return { body: {}, text: text.text }
  issues.push(text.issue)
  return { body: {} }
}

function checkJson<P>(checks: Checks, route: Route<P>, request: RawRequest, issues: Issue[]): Values {
  if (request.body.length === 0 && route.bodyOptional === true) return validate(checks, { value: {}, size: 0 }, issues)
  const parsed = parseBody(request.body, request.headers)
  if ('issue' in parsed) {
    issues.push(parsed.issue)
    return {}
  }
  const screened = sanitize(parsed.value, route.keepNulls === true)
  issues.push(...screened.issues)
  if (countNames(request.body) !== screened.fields) issues.push(...findDuplicateKeys(request.body.toString()))
  const values = validate(checks, screened, issues)
  return screened.hadNulls ? (withoutUndefined(values) as Values) : values
}

/** A field that was already reported is not reported a second time. */
function validate(checks: Checks, given: Pick<ScreenedValue, 'value' | 'size'>, issues: Issue[]): Values {
  const { error, value } = checks.quick.validate(given.value) as { error?: Joi.ValidationError; value: Values }
  if (error === undefined) return value
  const telling = given.size > checks.thoroughSizeMax ? checks.first : checks.thorough
  const reported = new Set(issues.map(({ path }) => path.join('\0')))
  for (const { path, type, message } of telling.validate(given.value).error?.details ?? []) {
    if (!reported.has(path.join('\0'))) issues.push({ path, code: type, message })
  }
  return value
}
