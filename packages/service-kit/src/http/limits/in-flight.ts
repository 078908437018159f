/**
 * How many requests may be in flight, and which is next. The requests of one user, or of one address without a known
 * user, are a group. A group has a limit, and each of its keys a smaller one; of the requests within it some run and
 * the others wait. Groups that wait take turns, so that one group's many requests do not delay others. When the process
 * is full, requests of the group that has most are refused.
 */
import type { LoopLag } from '../../process/loop-lag.js'
import { addTo } from './counts.js'
import { createRefusalDelays, type RefusalDelay } from './refusal-delays.js'
import { createTurnQueue, type TurnTaker } from './turn-queue.js'

export interface Party {
  /** The caller of a request, as far as that is known before authentication. */
  readonly group: string
  /** One of several keys of the group; null: it has none. */
  readonly key: string | null
  readonly room: Room
}

export interface Room {
  /** Under way and waiting, of the whole group. */
  readonly inFlight: number
  /** Likewise, of one key. */
  readonly perKey: number
  /** Under way at a time, of the whole group. */
  readonly running: number
}

/** The limit that was met: `key`, `group` and `share` are the caller's own, `all` is everybody's. */
export type ShedReason = 'key' | 'group' | 'share' | 'all'

export interface Refusal {
  readonly kind: 'refused'
  readonly reason: ShedReason
  /** The limit of that reason; for `all`, that of the process. */
  readonly limit: number
}

export interface Visit {
  readonly kind: 'admitted'
  /** Undefined: it may go on. Else resolves when it may, with null, or when it has waited too long. */
  turn(): Promise<Refusal | null> | undefined
  /** It turns out to be so many requests more, in one: null when there is room for all of them; else for none. */
  grow(more: number): Refusal | null
  /** Once, when nothing is done for it any more. */
  leave(): void
}

export interface InFlight {
  arrive(party: Party): Visit | Refusal
  /** When the refusal of a request of the group may be sent. */
  hold(group: string): RefusalDelay
  /** Admitted and not yet ended. */
  readonly count: number
  readonly waiting: number
}

export interface InFlightOptions {
  readonly inFlightMax: number
  readonly runningMax: number
  /** A request that has waited so long is refused. */
  readonly waitMs: number
  readonly lag: LoopLag
  /** Runs it in the next turn of the event loop; for tests. */
  readonly soon?: (work: () => void) => void
}

/** A loop that is later than this has too much to do: in proportion, less of it may be under way. */
const LAG_MAX_MS = 50
/** However late the loop is. */
const FLOOR = 32

interface Group extends TurnTaker<Refusal> {
  readonly name: string
  readonly room: Room
  inFlight: number
  readonly keys: Map<string, number>
}

const refused = (reason: ShedReason, limit: number): Refusal => ({ kind: 'refused', reason, limit })

export function createInFlight(options: InFlightOptions): InFlight {
  const { inFlightMax, runningMax, waitMs, lag, soon = setImmediate } = options
  const groups = new Map<string, Group>()
  const delays = createRefusalDelays()
  let inFlight = 0

  const allowed = (max: number): number => {
    const lagMs = lag.ms()
    return lagMs <= LAG_MAX_MS ? max : Math.min(max, Math.max(FLOOR, Math.floor((max * LAG_MAX_MS) / lagMs)))
  }
  const share = (): number => Math.max(1, Math.floor(allowed(inFlightMax) / Math.max(1, groups.size)))

  /** The reason: the caller's own limit for a group over its share, or over what it may run, else everybody's. */
  const refusedFor = (group: Group | undefined): Refusal => {
    const part = share()
    return group !== undefined && (group.inFlight >= part || group.inFlight > group.room.running)
      ? refused('share', Math.min(part, group.room.inFlight))
      : refused('all', inFlightMax)
  }

  const turns = createTurnQueue<Refusal, Group>({
    ...{ waitMs, soon, onWaitedInVain: refusedFor },
    runningMax: () => allowed(runningMax),
  })

  const isOverShare = (): boolean => {
    const part = share()
    for (const group of groups.values()) if (group.inFlight > part) return true
    return false
  }
  /** A group within its share is admitted as long as another takes more: all that can be lost by it is memory. */
  const mayEnter = (own: number): boolean =>
    inFlight < allowed(inFlightMax) || makeRoom(own) || (own < share() && isOverShare())

  /** Makes room where most of it is taken, if that is not where it is asked for. */
  const makeRoom = (own: number): boolean => {
    let most: Group | undefined
    for (const group of turns.groups()) if (group.inFlight > (most?.inFlight ?? own + 1)) most = group
    return most !== undefined && turns.dismissLast(most, refused('share', share()))
  }

  const add = (group: Group, key: string | null, count: number): void => {
    group.inFlight += count
    inFlight += count
    if (key !== null) addTo(group.keys, key, count)
  }

  /** No waiting request gives way to more of a request in flight, unless that one's group is within its share. */
  const refusalOfMore = (group: Group, key: string | null, more: number): Refusal | null => {
    const { room } = group
    if (key !== null && (group.keys.get(key) ?? 0) + more > room.perKey) return refused('key', room.perKey)
    if (group.inFlight + more > room.inFlight) return refused('group', room.inFlight)
    const hasRoom = inFlight + more <= allowed(inFlightMax) || (group.inFlight + more <= share() && isOverShare())
    return hasRoom ? null : refusedFor(group)
  }

  const groupOf = ({ group: name, room }: Party): Group => {
    const known = groups.get(name)
    if (known !== undefined) return known
    const group: Group = {
      ...{ name, room, inFlight: 0, keys: new Map<string, number>() },
      ...{ runningMax: room.running, running: 0, waiting: new Set() },
    }
    groups.set(name, group)
    return group
  }

  const enter = (party: Party): Visit => {
    const group = groupOf(party)
    const { key } = party
    add(group, key, 1)
    const turn = turns.join(group)
    let size = 1
    return {
      kind: 'admitted',
      turn: () => turn.take(),
      grow(more) {
        const refusal = refusalOfMore(group, key, more)
        if (refusal === null) add(group, key, more)
        size += refusal === null ? more : 0
        return refusal
      },
      leave() {
        add(group, key, -size)
        if (group.inFlight === 0) groups.delete(group.name)
        turn.end()
      },
    }
  }

  return {
    arrive(party) {
      const group = groups.get(party.group)
      const own = group?.inFlight ?? 0
      if (party.key !== null && (group?.keys.get(party.key) ?? 0) >= party.room.perKey)
        return refused('key', party.room.perKey)
      if (own >= party.room.inFlight) return refused('group', party.room.inFlight)
      if (!mayEnter(own)) return refusedFor(group)
      return enter(party)
    },
    hold: (group) => delays.hold(group),
    get count() {
      return inFlight
    },
    get waiting() {
      return turns.waiting
    },
  }
}
