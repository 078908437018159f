import { add, expand } from '@ats/sdk/numbers/decimal'
import { leavesOf, parseJson, type JsonNode } from './json/parse-json.js'
import { fieldAt } from './plan-fields.js'

export interface PlanDifference {
  /** The path, joined by dots. */
  readonly name: string
  /** As it is written; null where it is not there. */
  readonly before: string | null
  readonly after: string | null
}

/** The leaves in which two documents differ: `5` and `"5.0"` are the same, and so are sets in another order. */
export function planDifferences(before: string, after: string): readonly PlanDifference[] {
  const [old, now] = [leavesByName(before), leavesByName(after)]
  const names = [...new Set([...old.keys(), ...now.keys()])]
  return names.flatMap((name) => {
    const [left, right] = [old.get(name) ?? null, now.get(name) ?? null]
    return left?.meaning === right?.meaning ? [] : [{ name, before: left?.shown ?? null, after: right?.shown ?? null }]
  })
}

interface Leaf {
  readonly shown: string
  /** The same for values that the engine takes for the same. */
  readonly meaning: string
}

function leavesByName(text: string): ReadonlyMap<string, Leaf> {
  const { root } = parseJson(text)
  if (root === undefined) return new Map()
  const leaves = leavesOf(root).map(({ path, node }): [string, Leaf] => [path.join('.'), leafOf(path.join('.'), node)])
  return new Map(leaves.filter(([, { shown }]) => shown !== 'null'))
}

function leafOf(name: string, node: JsonNode): Leaf {
  if (node.kind === 'array') {
    const items = node.items.map((item) => leafOf(name, item))
    return {
      shown: items.map(({ shown }) => shown).join(', '),
      meaning: [...items.map((item) => item.meaning)].sort().join(),
    }
  }
  if (node.kind === 'object') return { shown: '{}', meaning: '{}' }
  const isDecimal = ['decimal', 'whole'].includes(fieldAt(name)?.kind ?? '')
  return { shown: node.text, meaning: isDecimal ? canonical(node.text) : node.text }
}

/** `5`, `5.0` and `5e0` as one. */
function canonical(text: string): string {
  const value = expand(text)
  return /^-?\d{1,60}(?:\.\d{1,60})?$/.test(value) ? add(value, '0') : text
}
