/**
 * How many requests may be under way, and whose turn is next. All requests of one user, or of one address that nobody
 * knows, are a group. A group has its room, and each of its keys a part of it; of what is in the room some run and the
 * others wait, and the groups that wait take turns, so that one group's many are nobody else's delay. Where it is too
 * much for the process, room is made where most of it is taken.
 */
import type { LoopLag } from '../../loop-lag.js'

export interface Party {
  /** For whom a request is, as far as that is known before it is looked at. */
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
  /** Undefined: it may go on. Else resolves when it may, with null, or when it has waited in vain. */
  turn(): Promise<Refusal | null> | undefined
  /** It turns out to be so many requests more, in one: null when there is room for all of them; else for none. */
  grow(more: number): Refusal | null
  /** Once, when nothing is done for it any more. */
  leave(): void
}

export interface InFlight {
  arrive(party: Party): Visit | Refusal
  /**
   * The ms until a refused request should be told: a client that retries on every response would keep the process busy
   * with refusals. Null: there are too many to be told at all. `told` is called when it was.
   */
  hold(group: string): { readonly ms: number | null; readonly told: () => void }
  /** Let in and not gone. */
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
/** Refusals that wait to be told; beyond it they are not. */
const HELD_MAX = 8_000
/** So a group is told at most a hundred times a second, however often it asks. */
const HOLD_STEP_MS = 10
const HOLD_MAX_MS = 5_000

interface Group {
  readonly name: string
  readonly room: Room
  inFlight: number
  running: number
  readonly keys: Map<string, number>
  /** In the order they came. */
  readonly waiting: Set<Waiting>
}

interface Waiting {
  readonly end: (refusal: Refusal | null) => void
}

export function createInFlight(options: InFlightOptions): InFlight {
  const { inFlightMax, runningMax, waitMs, lag, soon = setImmediate } = options
  const groups = new Map<string, Group>()
  /** The groups with waiting requests; the first is the next to have a turn. */
  const turns = new Set<Group>()
  const held = new Map<string, number>()
  let heldCount = 0
  let inFlight = 0
  let running = 0
  let waiting = 0
  let isCalling = false

  const allowed = (max: number): number => {
    const lagMs = lag.ms()
    return lagMs <= LAG_MAX_MS ? max : Math.min(max, Math.max(FLOOR, Math.floor((max * LAG_MAX_MS) / lagMs)))
  }
  const share = (): number => Math.max(1, Math.floor(allowed(inFlightMax) / Math.max(1, groups.size)))
  const canRun = (group: Group): boolean => group.running < group.room.running && running < allowed(runningMax)

  const isOverShare = (): boolean => {
    const part = share()
    for (const group of groups.values()) if (group.inFlight > part) return true
    return false
  }
  /** A group within its share is admitted as long as another takes more: all that can be lost by it is memory. */
  const mayEnter = (own: number): boolean =>
    inFlight < allowed(inFlightMax) || makeRoom(own) || (own < share() && isOverShare())

  const refused = (reason: ShedReason, limit: number): Refusal => ({ kind: 'refused', reason, limit })
  /** The reason: the caller's own limit for a group over its share, or over what it may run, else everybody's. */
  const refusedFor = (group: Group | undefined): Refusal => {
    const part = share()
    return group !== undefined && (group.inFlight >= part || group.inFlight > group.room.running)
      ? refused('share', Math.min(part, group?.room.inFlight ?? part))
      : refused('all', inFlightMax)
  }

  /** Makes room where most of it is taken, if that is not where it is asked for. */
  const makeRoom = (own: number): boolean => {
    let most: Group | undefined
    for (const group of turns) if (group.inFlight > (most?.inFlight ?? own + 1)) most = group
    const last = most === undefined ? undefined : [...most.waiting].at(-1)
    if (most === undefined || last === undefined) return false
    last.end(refused('share', share()))
    return true
  }

  const wait = (group: Group): Promise<Refusal | null> =>
    new Promise((resolve) => {
      const mine: Waiting = {
        end(refusal) {
          clearTimeout(timer)
          group.waiting.delete(mine)
          waiting -= 1
          if (group.waiting.size === 0) turns.delete(group)
          resolve(refusal)
        },
      }
      const timer = setTimeout(() => mine.end(refusedFor(group)), waitMs)
      group.waiting.add(mine)
      waiting += 1
      turns.add(group)
    })

  const run = (group: Group): void => {
    group.running += 1
    running += 1
  }

  /** One of each group, then the next of each; false: none may go on. */
  const callOne = (): boolean => {
    for (const group of turns) {
      if (running >= allowed(runningMax)) return false
      if (group.running >= group.room.running) continue
      const [next] = group.waiting
      if (next === undefined) continue
      turns.delete(group)
      turns.add(group)
      run(group)
      next.end(null)
      return true
    }
    return false
  }

  /** Calls one in a turn of the event loop: other work, such as new connections, waits for one and not for a dozen. */
  const callNext = (): void => {
    if (isCalling || waiting === 0) return
    isCalling = true
    soon(() => {
      isCalling = false
      if (callOne()) callNext()
    })
  }

  const enter = (party: Party): Visit => {
    const group = groupOf(party)
    const { key } = party
    add(group, key, 1)
    let isRunning = false
    let size = 1
    return {
      kind: 'admitted',
      grow(more) {
        const refusal = refusalOfMore(group, key, more)
        if (refusal === null) add(group, key, more)
        size += refusal === null ? more : 0
        return refusal
      },
      turn() {
        if (group.waiting.size === 0 && canRun(group)) {
          isRunning = true
          return run(group) as undefined
        }
        return wait(group).then((refusal) => {
          isRunning = refusal === null
          return refusal
        })
      },
      leave() {
        add(group, key, -size)
        if (group.inFlight === 0) groups.delete(group.name)
        if (!isRunning) return
        group.running -= 1
        running -= 1
        callNext()
      },
    }
  }

  const add = (group: Group, key: string | null, count: number): void => {
    group.inFlight += count
    inFlight += count
    if (key !== null) addTo(group.keys, key, count)
  }

  /** Nobody makes room for more of a request that is under way, unless its group is within its share. */
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
    const group = { name, room, inFlight: 0, running: 0, keys: new Map(), waiting: new Set<Waiting>() }
    groups.set(name, group)
    return group
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
    hold(group) {
      if (heldCount >= HELD_MAX) return { ms: null, told: () => undefined }
      // The first one waits too: it would otherwise be gone before the next, and all of them be the first.
      addTo(held, group, 1)
      const count = held.get(group) ?? 1
      heldCount += 1
      const told = (): void => {
        addTo(held, group, -1)
        heldCount -= 1
      }
      return { ms: Math.min(HOLD_MAX_MS, count * HOLD_STEP_MS), told }
    },
    get count() {
      return inFlight
    },
    get waiting() {
      return waiting
    },
  }
}

function addTo(counts: Map<string, number>, name: string, count: number): void {
  const sum = (counts.get(name) ?? 0) + count
  if (sum > 0) counts.set(name, sum)
  else counts.delete(name)
}
