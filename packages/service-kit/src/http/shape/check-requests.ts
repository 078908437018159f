/**
 * Checks a body of several requests. What is wrong with one of them is said as it would be if it had come alone, its
 * paths and names beginning at the request itself.
 */
import type { Issue } from '@ats/contracts'
import Joi from 'joi'
import { invalidPayload } from '../../process/errors.js'
import { createTurns, type Visitor } from '../../async/turns.js'
import type { BodyRequests, Checked, RawRequest } from '../route.js'
import { checksOfBody, validate, type Checks, type Values } from './checks.js'
import { findDuplicateKeys } from './duplicate-keys.js'
import { valuesMaxOf } from './json-size.js'
import { parseBody } from './parse-body.js'
import { sanitize, withoutUndefined } from './sanitize.js'

export interface RequestChecks extends Pick<BodyRequests, 'name' | 'countMax' | 'identity'> {
  /** The body, whatever its list holds. */
  readonly outline: Checks
  readonly item: Checks
}

export const requestChecksOf = (body: Joi.ObjectSchema, requests: BodyRequests): RequestChecks => {
  const anyList = body.keys({ [requests.name]: ANYTHING })
  return { ...requests, outline: checksOfBody(anyList), item: checksOfBody(requests.item) }
}

export interface GivenRequests extends Pick<RawRequest, 'body' | 'headers'> {
  readonly keepNulls: boolean
  readonly bytesMax: number | undefined
  readonly isGone: Visitor['isGone']
}

/** Saying what is wrong with a request takes several times as long as seeing that nothing is. */
const SLICE_MS = 3

const takeTurn = createTurns()
const ANYTHING = Joi.any()

/** Adds to the issues what is wrong with the whole body; `values` has a `Checked` for each request. */
export async function checkRequestsInTurns(
  checks: RequestChecks,
  given: GivenRequests,
  issues: Issue[],
): Promise<{ readonly values: Values; readonly count: number }> {
  const { name, outline } = checks
  const parsed = parseBody(given.body, given.headers, valuesMaxOf(given.bytesMax))
  if ('issue' in parsed) {
    issues.push(parsed.issue)
    return NOTHING
  }
  const { [name]: list, ...beside } = parsed.value
  const screened = sanitize(beside, given.keepNulls)
  issues.push(...screened.issues)
  const values = validate(outline, screened.value, issues)
  const requests = listedRequests(checks, list, issues)
  const items = requests.map((item, index) => screenRequest(item, index, given.keepNulls))
  const fields = items.reduce((sum, item) => sum + item.fields, screened.fields + (list === undefined ? 0 : 1))
  if (parsed.names !== fields)
    for (const issue of findDuplicateKeys(given.body.toString())) place(issue, checks, items, issues)
  const checked = await checkInTurns(checks, items, issues, given.isGone)
  return { values: { ...(withoutUndefined(values) as Values), [name]: checked }, count: checked.length }
}

const NOTHING = { values: {}, count: 1 }

function listedRequests({ name, countMax }: RequestChecks, list: unknown, issues: Issue[]): readonly unknown[] {
  const refuse = (code: string, message: string): readonly unknown[] => {
    issues.push({ path: [name], code, message: `${name} ${message}` })
    return []
  }
  if (list === undefined || list === null) return refuse('any.required', 'is required')
  if (!Array.isArray(list)) return refuse('array.base', 'must be a list')
  if (list.length === 0) return refuse('array.min', 'must have at least 1 item')
  if (list.length > countMax)
    return refuse('array.max', `must have at most ${countMax} items; there are ${list.length}`)
  return list
}

/** A request on its way: what it says, and what is wrong with it so far. */
interface Item {
  readonly index: number
  readonly value: unknown
  readonly hadNulls: boolean
  /** Fields, at all depths. */
  readonly fields: number
  readonly issues: Issue[]
}

function screenRequest(given: unknown, index: number, keepNulls: boolean): Item {
  const { value, issues, fields, hadNulls } = sanitize(given, keepNulls)
  return { index, value, fields, hadNulls, issues: [...issues] }
}

/** Tells a problem of the text to the request that it is in, if it is in one. */
function place(issue: Issue, { name, identity }: RequestChecks, items: readonly Item[], issues: Issue[]): void {
  const [list, index, ...path] = issue.path
  const item = list === name && typeof index === 'number' && path[0] !== identity ? items[index] : undefined
  if (item === undefined || path.length === 0) issues.push(issue)
  else item.issues.push({ ...issue, path })
}

async function checkInTurns(
  checks: RequestChecks,
  items: readonly Item[],
  issues: Issue[],
  isGone: Visitor['isGone'],
): Promise<readonly Checked<Values>[]> {
  const visitor = { owner: '', isGone }
  const seen = new Map<unknown, number>()
  const checked: Checked<Values>[] = []
  let startedAt = performance.now()
  for (const item of items) {
    const values = validate(checks.item, item.value, item.issues)
    issues.push(...ofWhole(checks, item, values, seen))
    checked.push(
      item.issues.length > 0
        ? { error: invalidPayload(item.issues) }
        : { values: item.hadNulls ? (withoutUndefined(values) as Values) : values },
    )
    if (performance.now() - startedAt < SLICE_MS) continue
    await takeTurn(visitor)
    startedAt = performance.now()
  }
  return checked
}

/** The issues of all of them: of one that is no request at all, or cannot be told from the others. */
function ofWhole(
  { name, identity }: RequestChecks,
  { index, issues }: Item,
  values: Values,
  seen: Map<unknown, number>,
): readonly Issue[] {
  const at = [name, index]
  const shared = issues.filter(({ path, code }) => code === 'object.base' || path[0] === identity)
  if (shared.length > 0)
    return shared.map(({ path, code, message }) => ({
      path: [...at, ...path],
      code,
      message: `${name}[${index}]${path.length === 0 ? message.replace(/^value/, '') : `.${message}`}`,
    }))
  const id = values[identity]
  const first = seen.get(id)
  if (first === undefined) {
    seen.set(id, index)
    return []
  }
  const message = `${name}[${index}].${identity} is that of ${name}[${first}] too; each needs one of its own`
  return [{ path: [...at, identity], code: 'array.unique', message }]
}
