import type { RequestIssue } from '../../api/api-error.js'
import { nodeAt, parseJson } from './json/parse-json.js'
import { fieldAt } from './plan-fields.js'

/** A problem of a plan that the engine has found. */
export interface PlanIssue {
  /** The path in the plan, joined by dots. */
  readonly name: string
  readonly path: readonly (string | number)[]
  /** The field of the form that it belongs to; null where it is only in the JSON. */
  readonly field: string | null
  readonly message: string
}

/** The plan is the only one of its file: the paths begin with `plans`, `0`. */
export function planIssue({ path, message }: RequestIssue): PlanIssue {
  const inPlan = path[0] === 'plans' ? path.slice(2) : path
  const name = inPlan.join('.')
  return { name, path: inPlan, field: fieldOf(name.split('.')), message: withoutPath(message) }
}

/** The field at a path, or at the beginning of it. */
function fieldOf(path: readonly string[]): string | null {
  const names = path.map((_, place) => path.slice(0, place + 1).join('.'))
  return names.find((name) => fieldAt(name) !== undefined) ?? null
}

/** The engine begins its sentences with the path: `plans[0].name is required`. */
const withoutPath = (message: string): string => message.replace(/^plans\[0\]\S* /, '')

/** The issues whose place reads as it did when they were found. */
export const issuesLeft = (issues: readonly PlanIssue[], checked: string, text: string): readonly PlanIssue[] =>
  checked === text ? issues : issues.filter(({ path }) => sliceAt(checked, path) === sliceAt(text, path))

function sliceAt(text: string, path: PlanIssue['path']): string | null {
  const node = nodeAt(parseJson(text).root, path)
  return node === undefined ? null : text.slice(node.start, node.end)
}
