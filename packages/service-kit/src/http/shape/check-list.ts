/** Checks the body of a route that takes a file: a list of many items, some in each turn of the event loop. */
import type { Issue } from '@ats/contracts'
import { ISSUES_MAX } from '../../process/errors.js'
import { createTurns, takeTurn as takeCommonTurn, type TakeTurn, type Visitor } from '../../async/turns.js'
import type { BodyList, RawRequest } from '../route.js'
import { checksOfBody, problemsOf, type Checks, type Values } from './checks.js'
import { jsonTextOf } from './parse-body.js'
import { withoutUndefined } from './sanitize.js'
import { screenListInTurns, type Pause } from './screen-list.js'

export interface ListChecks {
  readonly name: string
  readonly itemsMax: number
  readonly part: Checks
  readonly outline: Checks
}

export const listChecksOf = ({ name, itemsMax, part, outline }: BodyList): ListChecks => ({
  name,
  itemsMax,
  part: checksOfBody(part),
  outline: checksOfBody(outline),
})

export interface GivenList extends Pick<RawRequest, 'body' | 'headers'> {
  readonly keepNulls: boolean
  readonly isGone: Visitor['isGone']
}

const takeTurn = createTurns()

/** Adds to the issues what a check of the whole body in one go would; of many, the first. */
export async function checkListInTurns(checks: ListChecks, given: GivenList, issues: Issue[]): Promise<Values> {
  const visitor = { owner: '', isGone: given.isGone }
  const pause = (): Promise<void> => takeTurn(visitor)
  await pause()
  const text = jsonTextOf(given.body, given.headers)
  if ('issue' in text) {
    issues.push(text.issue)
    return {}
  }
  const { name, itemsMax } = checks
  const list = { name, itemsMax, keepNulls: given.keepNulls }
  const { value, issues: found, hadNulls, isUnread } = await screenListInTurns(text.text, list, pause)
  issues.push(...found)
  return isUnread ? {} : validateInTurns(checks, value, issues, pause, hadNulls)
}

/** The same of a value that was not sent as JSON: adds all that is wrong to the issues; of much, the first. */
export function createListCheck<Body extends object>(list: BodyList<Body>, take: TakeTurn = takeCommonTurn) {
  const checks = listChecksOf(list)
  return async (value: Values, issues: Issue[], visitor: Visitor): Promise<Body> =>
    (await validateInTurns(checks, value, issues, () => take(visitor), false)) as Body
}

async function validateInTurns(
  { name, part, outline }: ListChecks,
  value: Values,
  issues: Issue[],
  pause: Pause,
  hadNulls: boolean,
): Promise<Values> {
  const reported = new Set(issues.map(({ path }) => path.join('\0')))
  const report = (problems: readonly Issue[]): void => {
    issues.push(...problems.filter(({ path }) => !reported.has(path.join('\0'))))
  }
  const { [name]: list, ...beside } = value
  const items: unknown[] = []
  for (const some of Array.isArray(list) ? groupsOf(list) : []) {
    await pause()
    if (issues.length > ISSUES_MAX) return value
    const { error, value: checked } = part.quick.validate({ [name]: some }) as { error?: unknown; value: Values }
    if (error !== undefined) report(problemsOf(part, { [name]: some }).map((issue) => moved(issue, name, items.length)))
    const right = error === undefined ? (checked[name] as readonly unknown[]) : some
    for (const item of right) items.push(hadNulls ? withoutUndefined(item) : item)
  }
  await pause()
  const whole = Array.isArray(list) ? { ...value, [name]: items } : value
  if (outline.quick.validate(whole).error !== undefined) report(problemsOf(outline, whole))
  return hadNulls ? { ...(withoutUndefined(beside) as Values), [name]: whole[name] } : whole
}

/** Fields and items, at all depths, that are checked in a turn; an item of the list counts for some. */
const VALUES_AT_A_TIME = 500
const VALUES_OF_ITEM = 10

/** The items in order, as many at a time as have so many values together; one that has more goes alone. */
function* groupsOf(items: readonly unknown[]): Generator<readonly unknown[]> {
  let group: unknown[] = []
  let values = 0
  for (const item of items) {
    const size = VALUES_OF_ITEM + valuesOf(item)
    if (values + size > VALUES_AT_A_TIME && group.length > 0) {
      yield group
      group = []
      values = 0
    }
    group.push(item)
    values += size
  }
  if (group.length > 0) yield group
}

const valuesOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, field) => sum + 1 + valuesOf(field), 0)
    : 0

/** The issue of an item that was checked in a part of the list, as one of the whole list. */
function moved({ path, code, message }: Issue, name: string, start: number): Issue {
  const [, index] = path
  if (typeof index !== 'number') return { path, code, message }
  const place = start + index
  return {
    path: [name, place, ...path.slice(2)],
    code,
    message: message.replace(`${name}[${index}]`, `${name}[${place}]`),
  }
}
