import type { Issue } from '@ats/contracts'
import { invalidPayload, RequestError } from '../../process/errors.js'
import { createHeapCache } from '../../process/heap-cache.js'
import type { Visitor } from '../../async/turns.js'
import { termsOf } from '../../unsafe/joi.js'
import { checkListInTurns, listChecksOf } from './check-list.js'
import { checksOfBody, checksOfQuery, validate, type Checks, type Values } from './checks.js'
import { findDuplicateKeys } from './duplicate-keys.js'
import { valuesMaxOf } from './json-size.js'
import { checkRequestsInTurns, requestChecksOf } from './check-requests.js'
import { parseBody, parseText } from './parse-body.js'
import type { RawRequest, Route } from '../route.js'
import { isPlainText, sanitize, withoutUndefined } from './sanitize.js'

export interface Shape {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
  readonly text?: string
  readonly bytes?: Buffer
  /** How many requests it is; one when absent. */
  readonly requests?: number
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Prepares the check of everything about a route's input that the bytes alone decide.
 * @returns a function that throws RequestError, or rejects with it where a body has a list that is checked in turns:
 *   not_found for a malformed path, else invalid_payload with all issues
 */
export function createShapeCheck<P>(route: Route<P>): CheckShape {
  const known = new Set(route.query && termsOf(route.query).keys?.map(({ key }) => key))
  const query = route.query && checksOfQuery(route.query)
  const body = route.body && checksOfBody(route.body)
  const queryOf = query && rememberQueries((text, issues) => checkQuery(query, parseQuery(text, known), route, issues))
  const list = route.bodyList && listChecksOf(route.bodyList)
  const requests = route.body && route.bodyRequests && requestChecksOf(route.body, route.bodyRequests)
  return (request, rawParams, isGone) => {
    const issues: Issue[] = []
    const shape = { params: checkParams(route, rawParams), query: queryOf?.(request.rawUrl, issues) ?? {} }
    if (route.rawBody === true) return finished({ ...shape, body: {}, bytes: request.body }, issues)
    if (body === undefined) return finished({ ...shape, body: {} }, issues)
    const text = route.textType === undefined ? null : parseText(request.body, request.headers, route.textType)
    if (text !== null) {
      if ('issue' in text) issues.push(text.issue)
      return finished({ ...shape, body: {}, ...('text' in text ? text : {}) }, issues)
    }
    if (requests !== undefined) {
      const given = { ...request, keepNulls: route.keepNulls === true, bytesMax: route.bodyBytesMax, isGone }
      return checkRequestsInTurns(requests, given, issues).then(({ values, count }) =>
        finished({ ...shape, body: values, requests: count }, issues),
      )
    }
    if (list === undefined) return finished({ ...shape, body: checkJson(body, route, request, issues) }, issues)
    const values = checkListInTurns(list, { ...request, keepNulls: route.keepNulls === true, isGone }, issues)
    return values.then((values) => finished({ ...shape, body: values }, issues))
  }
}

export type CheckShape = (
  request: RawRequest,
  params: Readonly<Record<string, string>>,
  isGone: Visitor['isGone'],
) => Shape | Promise<Shape>

function finished(shape: Shape, issues: readonly Issue[]): Shape {
  if (issues.length > 0) throw invalidPayload(issues)
  return shape
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

/** The error for an id that does not exist or has another owner: callers cannot distinguish the two. */
export const notFound = (noun: string): RequestError => new RequestError('not_found', `no such ${noun}`)

export const NO_SUCH_PATH = 'no such path, see /docs'
export const noSuchPath = (): RequestError => new RequestError('not_found', NO_SUCH_PATH)

/** The noun for a parameter of the path: an `account_id` an account. */
const nounOf = <P>({ nouns }: Route<P>, name: string): string => nouns?.[name] ?? name.replace(/_?id$/i, '')

function checkQuery<P>(checks: Checks, given: Values, route: Route<P>, issues: Issue[]): Values {
  if (route.controlCharacters === true) return validate(checks, given, issues)
  const screened = sanitize(given, true)
  issues.push(...screened.issues)
  return validate(checks, screened.value, issues)
}

type QueryOf = (query: string, issues: Issue[]) => Values

const REMEMBERED_LENGTH = 200

/** Bots send the same few queries again and again, and the same text always has the same values. */
function rememberQueries(check: QueryOf): (url: string, issues: Issue[]) => Values {
  const remembered = createHeapCache<Values>('query texts')
  return (url, issues) => {
    const start = url.indexOf('?')
    const query = start < 0 ? '' : url.slice(start + 1)
    const known = remembered.get(query)
    if (known !== undefined) return known
    const before = issues.length
    const values = Object.freeze(check(query, issues))
    if (issues.length > before || query.length > REMEMBERED_LENGTH) return values
    remembered.set(query, values)
    return values
  }
}

/**
 * The parameters the route names; others are ignored. One given several times becomes an array,
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

function checkJson<P>(checks: Checks, route: Route<P>, request: RawRequest, issues: Issue[]): Values {
  if (request.body.length === 0 && route.bodyOptional === true) return validate(checks, {}, issues)
  const parsed = parseBody(request.body, request.headers, valuesMaxOf(route.bodyBytesMax))
  if ('issue' in parsed) {
    issues.push(parsed.issue)
    return {}
  }
  const screened = sanitize(parsed.value, route.keepNulls === true)
  issues.push(...screened.issues)
  if (parsed.names !== screened.fields) issues.push(...findDuplicateKeys(request.body.toString()))
  const values = validate(checks, screened.value, issues)
  return screened.hadNulls ? (withoutUndefined(values) as Values) : values
}
