/**
 * Finds the accounts that a price has reached without looking at the others: for each listing and watched price a heap,
 * nearest level on top. A tick that reaches nothing looks at a handful of tops, however many levels there are.
 */
import { isLevelReached, type Level, type LevelTrail } from '../core/read/trigger-levels.js'
import type { Peak } from '../core/model/order/trail.js'
import { listingKey, type Listing } from '../core/model/market/listing.js'
import { priceAt, type PriceName, type Quote } from '../core/model/market/market-view.js'
import type { Micros } from '../core/values/time.js'
import { createHeap, type Heap, type HeapItem } from './heap.js'
import { unlinked, type TrailNode } from './trail-heap.js'
import { createTrailLadder, type TrailLadder } from './trail-ladder.js'

export interface LevelIndex {
  /** Levels now watched. */
  readonly size: number
  /** Listings that have had any. */
  listings(): Iterable<Listing>
  /**
   * Replaces what is watched of the account; none forgets it. Returns what was not watched yet. A level that is moved
   * away and back between two calls counts as never moved.
   */
  set(accountId: string, levels: readonly Level[]): readonly Level[]
  /**
   * The levels the quote has reached, without those that it would have reached before their time if it was there until
   * `until`. They are not watched any more until they are set again.
   */
  reached(quote: Quote, until?: Micros): readonly ReachedLevel[]
  /** Stops that trail, with the last peak of each that was noted: `noted` may be set. */
  trailing(): Iterable<TrailEntry>
}

export interface ReachedLevel {
  readonly accountId: string
  readonly level: Level
}

interface Entry extends HeapItem {
  readonly accountId: string
  readonly level: Level
}

/** A stop that trails is a node of its ladder. */
export interface TrailEntry extends Entry, TrailNode {
  readonly level: TrailLevel
  noted: Peak
}

export type TrailLevel = Level & { readonly trail: LevelTrail }

/** The ladders of one listing, by the watched price and the side it is reached from. */
interface Ladders {
  readonly listing: Listing
  readonly ladders: Map<string, Heap<Entry>>
  readonly trails: Map<string, WatchedTrails>
}

interface WatchedTrails {
  readonly watched: PriceName
  readonly ladder: TrailLadder<TrailEntry>
}

export function createLevelIndex(): LevelIndex {
  const accounts = new Map<string, Map<string, Entry>>()
  const { byListing, ladderOf, trailsOf } = createLadders()
  let size = 0

  const remove = (entry: Entry): void => {
    size -= 1
    if (isOfTrail(entry)) trailsOf(entry.level).remove(entry)
    else ladderOf(entry.level).remove(entry)
  }

  const add = (accountId: string, level: Level): Entry => {
    size += 1
    if (isTrailLevel(level)) return addTrail(accountId, level)
    const entry = { accountId, level, place: -1 }
    ladderOf(level).push(entry)
    return entry
  }

  const addTrail = (accountId: string, level: TrailLevel): TrailEntry => {
    const { trail: terms, since } = level
    const entry: TrailEntry = { accountId, level, terms, since, noted: terms.start, ...unlinked() }
    trailsOf(level).add(entry, terms.peak.price)
    return entry
  }

  const takeFired = ({ watched, ladder }: WatchedTrails, quote: Quote, until: Micros, into: ReachedLevel[]): void =>
    ladder.pass(priceAt(quote, watched), until, ({ accountId, level }, price) => {
      size -= 1
      accounts.get(accountId)?.delete(level.key)
      into.push({ accountId, level: { ...level, price } })
    })

  const takeReached = (ladder: Heap<Entry>, quote: Quote, until: Micros, into: ReachedLevel[]): void => {
    let tooEarly: Entry[] | null = null
    for (let top = ladder.top(); top !== undefined && isLevelReached(top.level, quote); top = ladder.top()) {
      ladder.remove(top)
      if (top.level.since > until) (tooEarly ??= []).push(top)
      else {
        size -= 1
        accounts.get(top.accountId)?.delete(top.level.key)
        into.push(top)
      }
    }
    for (const entry of tooEarly ?? []) ladder.push(entry)
  }

  return {
    get size() {
      return size
    },
    listings: () => [...byListing.values()].map(({ listing }) => listing),
    set(accountId, levels) {
      const before = accounts.get(accountId)
      if (levels.length === 0 && before === undefined) return []
      const after = new Map<string, Entry>()
      const added: Level[] = []
      for (const level of levels) {
        const known = before?.get(level.key)
        if (known === undefined) added.push(level)
        after.set(level.key, known ?? add(accountId, level))
        before?.delete(level.key)
      }
      for (const entry of before?.values() ?? []) remove(entry)
      if (after.size === 0) accounts.delete(accountId)
      else accounts.set(accountId, after)
      return added
    },
    reached(quote, until = Infinity) {
      const found: ReachedLevel[] = []
      const ofListing = byListing.get(listingKey(quote))
      for (const ladder of ofListing?.ladders.values() ?? []) takeReached(ladder, quote, until, found)
      for (const trails of ofListing?.trails.values() ?? []) takeFired(trails, quote, until, found)
      return found
    },
    *trailing() {
      for (const entries of accounts.values()) for (const entry of entries.values()) if (isOfTrail(entry)) yield entry
    },
  }
}

/** The ladders of all listings, each made when a level of it is first watched. */
function createLadders() {
  const byListing = new Map<string, Ladders>()

  const listingOf = ({ symbol, venue }: Level): Ladders => {
    const key = listingKey({ symbol, venue })
    let ofListing = byListing.get(key)
    if (ofListing === undefined)
      byListing.set(key, (ofListing = { listing: { symbol, venue }, ladders: new Map(), trails: new Map() }))
    return ofListing
  }

  const ladderOf = (level: Level): Heap<Entry> => {
    const { ladders } = listingOf(level)
    const name = `${level.watched} ${level.isAbove}`
    let ladder = ladders.get(name)
    if (ladder === undefined) ladders.set(name, (ladder = newLadder(level.isAbove)))
    return ladder
  }

  const trailsOf = (level: TrailLevel): TrailLadder<TrailEntry> => {
    const { watched, trail } = level
    const { trails } = listingOf(level)
    const name = `${watched} ${trail.side} ${trail.offset === undefined ? 'share' : 'amount'}`
    let found = trails.get(name)
    if (found === undefined)
      trails.set(name, (found = { watched, ladder: createTrailLadder<TrailEntry>(trail.side, trail.tickSize) }))
    return found.ladder
  }

  return { byListing, ladderOf, trailsOf }
}

const isTrailLevel = (level: Level): level is TrailLevel => level.trail !== undefined
const isOfTrail = (entry: Entry): entry is TrailEntry => isTrailLevel(entry.level)

const newLadder = (isAbove: boolean): Heap<Entry> =>
  createHeap(isAbove ? (a, b) => a.level.price < b.level.price : (a, b) => a.level.price > b.level.price)
