import { chunksOf } from './chunks-of.js'
import { RequestAborted } from './request-aborted.js'

/** The caller of a slice of work. */
export interface Visitor {
  /** The owner of the slices: owners have them in turn. */
  readonly owner: string
  /** Owners with the same value share one turn and take it in rotation. Absent: the owner has a turn of its own. */
  readonly among?: string
  /** The caller no longer waits: the connection is closed, or the time to answer is over. */
  readonly isGone: () => boolean
}

/** Waits for the turn of one slice of work. @throws RequestAborted when the caller no longer waits */
export type TakeTurn = (visitor?: Visitor) => Promise<void>

export interface TurnsOptions {
  readonly schedule?: (run: () => void) => unknown
  /** The share of time for all slices: after a burst they pause to keep to it. Default: all of it. */
  readonly share?: number
  /** Work that may be done without a pause, in ms. Default 250: an occasional request does not wait. */
  readonly burstMs?: number
  readonly now?: () => number
  readonly rest?: (run: () => void, ms: number) => unknown
}

const BURST_MS = 250
const NOBODY: Visitor = { owner: '', isGone: () => false }

interface Waiting {
  readonly begin: () => void
  readonly abandon: (reason: Error) => void
  readonly visitor: Visitor
}

/**
 * Work that would block the event loop for too long is done in slices. Each turn of the loop runs one slice, however
 * many requests wait for theirs, so other work waits for no more than one. Callers take turns: one with many slices
 * gets its next when all others that wait have had one.
 */
export function createTurns(options: TurnsOptions = {}): TakeTurn {
  const { schedule = setImmediate, share = 1, burstMs = BURST_MS } = options
  const { now = () => performance.now(), rest = setTimeout } = options
  /** By turn: the owners that share it, and the slices that each waits for. */
  const waiting = new Map<string, Map<string, Waiting[]>>()
  let isScheduled = false
  let credit = burstMs
  let creditAt = now()

  const scheduleNext = (): void => {
    if (waiting.size === 0 || isScheduled) return
    isScheduled = true
    const missing = share < 1 ? missingCredit() : 0
    if (missing > 0) rest(run, Math.ceil(missing / share))
    else schedule(run)
  }
  const missingCredit = (): number => {
    const time = now()
    credit = Math.min(burstMs, credit + (time - creditAt) * share)
    creditAt = time
    return -credit
  }
  /** Takes the next slice; those whose callers no longer wait are rejected. */
  const next = (): Waiting | undefined => {
    for (const [turn, owners] of waiting) {
      waiting.delete(turn)
      for (const [owner, slices] of owners) {
        owners.delete(owner)
        const slice = slices.shift()
        if (slices.length > 0) owners.set(owner, slices)
        if (slice?.visitor.isGone() === false) {
          if (owners.size > 0) waiting.set(turn, owners)
          return slice
        }
        slice?.abandon(new RequestAborted('the caller no longer waits for the answer'))
      }
    }
    return undefined
  }
  const run = (): void => {
    const startedAt = now()
    next()?.begin()
    // `nextTick` inside a microtask runs after all microtasks: by then the slice is done, or waits for I/O.
    queueMicrotask(() =>
      process.nextTick(() => {
        credit -= now() - startedAt
        isScheduled = false
        scheduleNext()
      }),
    )
  }
  return (visitor = NOBODY) =>
    new Promise((begin, abandon) => {
      const turn = visitor.among ?? visitor.owner
      const owners = waiting.get(turn) ?? new Map<string, Waiting[]>()
      waiting.set(turn, owners)
      owners.set(visitor.owner, [...(owners.get(visitor.owner) ?? []), { begin, abandon, visitor }])
      scheduleNext()
    })
}

/** The turns of all work that has no `createTurns` of its own, in this process. */
export const takeTurn: TakeTurn = createTurns()

/** Rows that are mapped, or written as JSON, in a turn. */
const ROWS_AT_A_TIME = 50

/** As `map`; of many, some in each turn. */
export async function mapInTurns<T, R>(
  items: readonly T[],
  map: (item: T) => R,
  visitor?: Visitor,
  take: TakeTurn = takeTurn,
): Promise<readonly R[]> {
  if (items.length <= ROWS_AT_A_TIME) return items.map(map)
  const mapped: R[] = []
  for (const some of chunksOf(items, ROWS_AT_A_TIME)) {
    await take(visitor)
    for (const item of some) mapped.push(map(item))
  }
  return mapped
}

/** Sorted in a turn; and merged, which is one comparison each. */
const SORTED_AT_A_TIME = 500
const MERGED_AT_A_TIME = 4_000

/** As `toSorted`, stable; of many, some in each turn. */
export async function sortInTurns<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  visitor?: Visitor,
  take: TakeTurn = takeTurn,
): Promise<readonly T[]> {
  if (items.length <= SORTED_AT_A_TIME) return items.toSorted(compare)
  const isBefore = (a: T, b: T): boolean => compare(a, b) <= 0
  let runs: (readonly T[])[] = []
  for (const some of chunksOf(items, SORTED_AT_A_TIME)) {
    await take(visitor)
    runs.push(some.toSorted(compare))
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = []
    for (const [one = [], other = []] of chunksOf(runs, 2))
      merged.push(await mergeInTurns(one, other, isBefore, () => take(visitor)))
    runs = merged
  }
  return runs[0] ?? []
}

async function mergeInTurns<T>(
  one: readonly T[],
  other: readonly T[],
  isBefore: (a: T, b: T) => boolean,
  take: () => Promise<void>,
): Promise<readonly T[]> {
  if (other.length === 0) return one
  const merged: T[] = []
  let [left, right] = [0, 0]
  while (merged.length < one.length + other.length) {
    if (merged.length % MERGED_AT_A_TIME === 0) await take()
    const isLeft = right === other.length || (left < one.length && isBefore(one[left] as T, other[right] as T))
    merged.push((isLeft ? one[left++] : other[right++]) as T)
  }
  return merged
}

/** A list as JSON, made of that of its items. A long one comes as bytes: encoding all of its text at a time blocks. */
export async function writeInTurns<T>(
  items: readonly T[],
  json: (item: T) => string,
  visitor?: Visitor,
  take: TakeTurn = takeTurn,
): Promise<{ readonly text: string } | { readonly bytes: Buffer }> {
  if (items.length <= ROWS_AT_A_TIME) return { text: `[${items.map((item) => json(item)).join(',')}]` }
  const pieces: Buffer[] = []
  for (const some of chunksOf(items, ROWS_AT_A_TIME)) {
    await take(visitor)
    pieces.push(Buffer.from(`${pieces.length === 0 ? '[' : ','}${some.map((item) => json(item)).join(',')}`))
  }
  return { bytes: Buffer.concat([...pieces, Buffer.from(']')]) }
}
