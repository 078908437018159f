/** Tells what the faults of a run met, and what its trader did then. */
import type { Micros } from '../../../core/values/time.js'
import type { FaultAction } from './fault.js'

export interface FaultHit {
  /** The place of the fault in the list of the run, from 1. */
  readonly fault: number
  readonly do: FaultAction
  readonly at: Micros
  readonly method: string
  readonly path: string
  /** The number of commands before a request that was carried out. Null: it was not. */
  readonly before: number | null
  /** The text that was sent; null: nothing, or a stream. */
  readonly body: string | null
}

/** A command of the run, as far as it is looked at here. */
interface SentCommand {
  readonly at: Micros
  readonly method: string
  readonly path: string
  readonly body: string | null
}

/**
 * REPEATED: the same request came again, with the same client_id where it was carried out; DOUBLED: what it wanted was
 * asked for again, and may now be there twice; NOTHING: neither. Null: nothing was asked for.
 */
export const REACTIONS = ['REPEATED', 'DOUBLED', 'NOTHING'] as const
export type Reaction = (typeof REACTIONS)[number]

export function reactionTo(hit: FaultHit, commands: readonly SentCommand[]): Reaction | null {
  if (hit.method === 'GET' || hit.body === null) return null
  const later = commands.filter(({ at }, place) => (hit.before === null ? at >= hit.at : place > hit.before))
  const [wanted, clientId] = wishOf(hit.body)
  const again = later.find(({ path, method, body }) => {
    return path === hit.path && method === hit.method && body !== null && wishOf(body)[0] === wanted
  })
  if (again === undefined) return 'NOTHING'
  const isSafe =
    hit.before === null ||
    hit.do === 'REJECT' ||
    hit.do === 'ORACLE_CANCEL' ||
    (clientId !== null && wishOf(again.body ?? '')[1] === clientId)
  return isSafe ? 'REPEATED' : 'DOUBLED'
}

/** Finds what is asked for, whatever it is called, and its client_id. */
function wishOf(body: string): readonly [wish: string, clientId: string | null] {
  const value = parsed(body)
  if (value === null) return [body, null]
  const { client_id: clientId, ...wish } = value
  return [JSON.stringify(Object.entries(wish).sort()), typeof clientId === 'string' ? clientId : null]
}

export const clientIdOf = (body: string): string | null => wishOf(body)[1]

function parsed(body: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null
  } catch {
    return null
  }
}
