/** Checks the body of a route that takes a file: a list of many items, some in each turn of the event loop. */
import type { Issue } from '@ats/contracts'
import { chunksOf } from '../../chunks-of.js'
import { ISSUES_MAX } from '../../errors.js'
import { createTurns, mapInTurns, type Visitor } from '../../turns.js'
import type { BodyList, RawRequest } from '../route.js'
import { checksOf, tellingOf, type Checks, type Values } from './checks.js'
import { countNames, duplicateKeys } from './duplicate-keys.js'
import { parseBody } from './parse-body.js'
import { sanitize, withoutUndefined, type ScreenedValue } from './sanitize.js'

export interface ListChecks {
  readonly name: string
  readonly part: Checks
  readonly outline: Checks
}

export const listChecksOf = ({ name, part, outline }: BodyList, bytesMax?: number): ListChecks => ({
  name,
  part: checksOf(part, { convert: false }, bytesMax),
  outline: checksOf(outline, { convert: false }, bytesMax),
})

export interface GivenList extends Pick<RawRequest, 'body' | 'headers'> {
  readonly keepNulls: boolean
  readonly isGone: Visitor['isGone']
}

const takeTurn = createTurns()
const AT_A_TIME = 50

/** Adds to the issues what a check of the whole body in one go would, in the same order; of many, the first. */
export async function checkListInTurns(checks: ListChecks, given: GivenList, issues: Issue[]): Promise<Values> {
  const { body, headers, keepNulls, isGone } = given
  const visitor = { owner: '', isGone }
  const pause = (): Promise<void> => takeTurn(visitor)
  await pause()
  const parsed = parseBody(body, headers)
  if ('issue' in parsed) {
    issues.push(parsed.issue)
    return {}
  }
  const screened = await sanitizeInTurns(parsed.value, checks.name, keepNulls, pause)
  issues.push(...screened.issues)
  await pause()
  if (countNames(body) !== screened.fields) {
    for (const issue of duplicateKeys(body.toString())) {
      if (issue === null) await pause()
      else issues.push(issue)
    }
  }
  const values = await validateInTurns(checks, screened, issues, pause)
  if (!screened.hadNulls) return values
  const items = await mapInTurns(listOf(values, checks.name), withoutUndefined, visitor, takeTurn)
  return { ...(withoutUndefined({ ...values, [checks.name]: [] }) as Values), [checks.name]: items }
}

/** The same of a value that was not sent as JSON: adds all that is wrong to the issues; of much, the first. */
export function createListCheck<Body extends object>(list: BodyList<Body>) {
  const checks = listChecksOf(list)
  return async (value: Values, issues: Issue[], visitor: Visitor): Promise<Body> =>
    (await validateInTurns(checks, { value, size: 0 }, issues, () => takeTurn(visitor))) as Body
}

type Pause = () => Promise<void>

interface ScreenedValues extends ScreenedValue {
  readonly value: Values
}

const listOf = (values: Values, name: string): readonly unknown[] => {
  const list = values[name]
  return Array.isArray(list) ? list : []
}

async function sanitizeInTurns(given: Values, name: string, keepNulls: boolean, pause: Pause): Promise<ScreenedValues> {
  const value: Record<string, unknown> = {}
  const issues: Issue[] = []
  const seen = { fields: 0, size: 0, hadNulls: false }
  const add = (part: ScreenedValue): unknown => {
    issues.push(...part.issues)
    seen.fields += part.fields
    seen.size += part.size
    seen.hadNulls ||= part.hadNulls
    return part.value
  }
  for (const fields of chunksOf(Object.entries(given), AT_A_TIME)) {
    await pause()
    for (const [field, content] of fields) {
      const isList = field === name && Array.isArray(content)
      Object.assign(value, add(sanitize({ [field]: isList ? [] : content }, keepNulls)))
      if (!isList) continue
      seen.size += content.length
      const items: unknown[] = []
      for (const some of chunksOf(content as readonly unknown[], AT_A_TIME)) {
        await pause()
        for (const item of some) items.push(add(sanitize(item, keepNulls, [name, items.length])))
      }
      value[field] = items
    }
  }
  return { value, issues, ...seen }
}

async function validateInTurns(
  { name, part, outline }: ListChecks,
  { value, size }: Pick<ScreenedValues, 'value' | 'size'>,
  issues: Issue[],
  pause: Pause,
): Promise<Values> {
  const reported = new Set(issues.map(({ path }) => path.join('\0')))
  const tell = (told: readonly Issue[]): void => {
    issues.push(...told.filter(({ path }) => !reported.has(path.join('\0'))))
  }
  const isFirstAlone = size > part.thoroughSizeMax
  const list = value[name]
  const items: unknown[] = []
  let isRight = true
  if (Array.isArray(list)) {
    for (let start = 0; start < list.length; start += AT_A_TIME) {
      await pause()
      const some = { [name]: list.slice(start, start + AT_A_TIME) }
      const { error, value: checked } = part.quick.validate(some) as { error?: unknown; value: Values }
      if (error === undefined) {
        items.push(...listOf(checked, name))
        continue
      }
      isRight = false
      tell(tellingOf(part, size)(some).map((issue) => moved(issue, name, start)))
      if (isFirstAlone || issues.length > ISSUES_MAX) return value
    }
  }
  await pause()
  const whole = isRight && Array.isArray(list) ? { ...value, [name]: items } : value
  // Where only the first is told, two fields tell as much as many: one of them is not known.
  const first = isFirstAlone
    ? { ...Object.fromEntries(Object.entries(whole).slice(0, 2)), ...pick(whole, name) }
    : whole
  const { error } = outline.quick.validate(first)
  if (error !== undefined) tell(tellingOf(outline, size)(first))
  return whole
}

const pick = (values: Values, name: string): Values => (name in values ? { [name]: values[name] } : {})

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
