import type { Operation } from './operations.js'
import type { Snapshot } from './snapshot.js'

export interface Evidence {
  readonly operations: readonly Operation[]
  readonly snapshot: Snapshot
}

/**
 * lost: something acknowledged is missing. doubled: something exists more than once. late: a response or an effect took
 * too long.
 */
export interface Finding {
  readonly kind: 'lost' | 'doubled' | 'inconsistent' | 'late'
  readonly message: string
}

export interface Check {
  /** The invariant that was checked. */
  readonly name: string
  readonly find: (evidence: Evidence) => readonly Finding[]
}

export const lost = (message: string): Finding => ({ kind: 'lost', message })
export const doubled = (message: string): Finding => ({ kind: 'doubled', message })
export const inconsistent = (message: string): Finding => ({ kind: 'inconsistent', message })

export function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return groups
}
