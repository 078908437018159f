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
  /** The text that was sent, to the service or by a webhook; null: nothing, or a stream. */
  readonly body: string | null
}

/** Tells what was done then as well, as `reactionTo` does. */
export interface ToldHit extends FaultHit {
  readonly reaction: Reaction | null
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
  if (hit.path.startsWith(WEBHOOKS)) return reactionToWebhook(hit, commands)
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

const WEBHOOKS = '/webhooks/'

/** The path of a webhook, as faults and the report have it. */
export const webhookPath = (type: string): string => WEBHOOKS + type

/** The requests that have webhooks sent again, and ask for nothing else. */
export const isRedelivery = (path: string): boolean => path.startsWith('/v1/webhook-deliveries/')

/**
 * Tells of a webhook that was lost whether it was asked for again, and of one that came twice whether the same was
 * asked for twice at that moment of the run, by one client_id or by none in common.
 */
function reactionToWebhook({ do: action, at, before }: FaultHit, commands: readonly SentCommand[]): Reaction {
  const later = commands.slice(before ?? 0)
  if (action !== 'DUPLICATE_EVENT') return later.some(({ path }) => isRedelivery(path)) ? 'REPEATED' : 'NOTHING'
  const then = later.filter((command) => command.at === at && command.body !== null)
  const known = new Map<string, string | null>()
  let reaction: Reaction = 'NOTHING'
  for (const { method, path, body } of then) {
    const [wanted, clientId] = wishOf(body ?? '')
    const wish = `${method} ${path} ${wanted}`
    const first = known.get(wish)
    if (first === undefined) known.set(wish, clientId)
    else if (first === null || first !== clientId) return 'DOUBLED'
    else reaction = 'REPEATED'
  }
  return reaction
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
