/** The first difference of two reports of each kind: where two runs went apart, and why. */
import type { LabReport } from '@ats/sdk/types'

export interface Difference {
  readonly kind: 'recipe' | 'command' | 'event'
  /** The field of the recipe, or the number of the request or of the event, from 1. */
  readonly place: string
  readonly first: string | null
  readonly second: string | null
}

type Log = Pick<LabReport, 'recipe' | 'commands' | 'trace' | 'events' | 'events_hash'>

export type Likeness = 'EQUAL' | 'DIFFERENT' | 'EMPTY' | 'UNKNOWN'

/** Equal are runs whose events are, byte for byte. */
export function likenessOf(first: Log, second: Log): Likeness {
  if (first.events_hash === null || second.events_hash === null) return 'UNKNOWN'
  if (first.events_hash !== second.events_hash) return 'DIFFERENT'
  return first.events === 0 ? 'EMPTY' : 'EQUAL'
}

/** In the order of cause and effect. */
export const firstDifferences = (first: Log, second: Log): readonly Difference[] =>
  [
    fieldOf(first.recipe?.request, second.recipe?.request, ''),
    itemOf('command', first.commands, second.commands, ({ at, method, path, body }) =>
      `${at} ${method} ${path} ${body ?? ''}`.trim(),
    ),
    itemOf('event', first.trace, second.trace, ({ at, type, hash }) => `${at} ${type} ${hash}`),
  ].filter((difference) => difference !== null)

function itemOf<T>(
  kind: Difference['kind'],
  first: readonly T[] | null,
  second: readonly T[] | null,
  write: (item: T) => string,
): Difference | null {
  if (first === null || second === null) return null
  for (let place = 0; place < Math.max(first.length, second.length); place += 1) {
    const [a, b] = [first[place], second[place]]
    const [one, other] = [a === undefined ? null : write(a), b === undefined ? null : write(b)]
    if (one !== other) return { kind, place: String(place + 1), first: one, second: other }
  }
  return null
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The name that a person has given to a run decides nothing. */
const NAMES = ['name', 'campaign_id']

function fieldOf(first: unknown, second: unknown, field: string): Difference | null {
  if (!isObject(first) || !isObject(second)) {
    const [one, other] = [written(first), written(second)]
    return one === other ? null : { kind: 'recipe', place: field, first: one, second: other }
  }
  for (const name of new Set([...Object.keys(first), ...Object.keys(second)])) {
    if (field === '' && NAMES.includes(name)) continue
    const found = fieldOf(first[name], second[name], field === '' ? name : `${field}.${name}`)
    if (found !== null) return found
  }
  return null
}

const written = (value: unknown): string | null =>
  value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value)
