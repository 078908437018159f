/**
 * Finds the accounts that a price has reached without looking at the others. A tick that reaches nothing makes two
 * comparisons for each watched price of its listing, however many levels there are.
 */
import type { Listing } from '../core/model/market/listing.js'
import { priceAt, type Quote } from '../core/model/market/market-view.js'
import type { Level, LevelTrail } from '../core/read/trigger-levels.js'
import { price, type Price } from '../core/values/decimal.js'
import type { Micros } from '../core/values/time.js'
import {
  createPriceWatch,
  isOfTrail,
  type Entry,
  type PriceWatch,
  type TrailEntry,
  type TrailLevel,
} from './price-watch.js'

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
  /** Stops that trail; `noted` may be set. */
  trailing(): Iterable<TrailEntry>
}

export interface ReachedLevel {
  readonly accountId: string
  readonly level: Level
}

interface OfListing {
  readonly listing: Listing
  readonly prices: PriceWatch[]
}

export function createLevelIndex(): LevelIndex {
  const accounts = new Map<string, Map<string, Entry>>()
  const { listings, find, watchOf } = createListings()
  let size = 0

  const remove = (entry: Entry): void => {
    size -= 1
    watchOf(entry.level).remove(entry)
  }

  const add = (accountId: string, level: Level): Entry => {
    size += 1
    const entry =
      level.trail === undefined ? { accountId, level, place: -1 } : trailEntry(accountId, level, level.trail)
    watchOf(level).add(entry)
    return entry
  }

  const takeReached = (prices: PriceWatch, at: Price, until: Micros, into: ReachedLevel[]): void =>
    prices.pass(at, until, ({ accountId, level }, price) => {
      size -= 1
      accounts.get(accountId)?.delete(level.key)
      into.push({ accountId, level: level.trail === undefined ? level : { ...level, price } })
    })

  return {
    get size() {
      return size
    },
    listings,
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
      let found: ReachedLevel[] | null = null
      for (const prices of find(quote)?.prices ?? []) {
        const at = priceAt(quote, prices.watched)
        if (!prices.isBetweenLevels(at)) takeReached(prices, at, until, (found ??= []))
      }
      return found ?? NONE
    },
    *trailing() {
      for (const entries of accounts.values()) for (const entry of entries.values()) if (isOfTrail(entry)) yield entry
    },
  }
}

/** Keeps what is watched of each listing, made when a level of it is first watched. */
function createListings() {
  // Two short maps: to put a key together for every quote would cost more than all the rest.
  const byVenue = new Map<string, Map<string, OfListing>>()

  const find = ({ symbol, venue }: Listing): OfListing | undefined => byVenue.get(venue)?.get(symbol)

  const listingOf = ({ symbol, venue }: Listing): OfListing => {
    let bySymbol = byVenue.get(venue)
    if (bySymbol === undefined) byVenue.set(venue, (bySymbol = new Map<string, OfListing>()))
    let ofListing = bySymbol.get(symbol)
    if (ofListing === undefined) bySymbol.set(symbol, (ofListing = { listing: { symbol, venue }, prices: [] }))
    return ofListing
  }

  const watchOf = (level: Level): PriceWatch => {
    const { prices } = listingOf(level)
    let found = prices.find(({ watched }) => watched === level.watched)
    if (found === undefined) prices.push((found = createPriceWatch(level.watched)))
    return found
  }

  function* listings(): Generator<Listing> {
    for (const bySymbol of byVenue.values()) for (const { listing } of bySymbol.values()) yield listing
  }

  return { listings, find, watchOf }
}

/** All fields in one literal: put together of two objects it takes half as much again. */
const trailEntry = (accountId: string, level: Level, terms: LevelTrail): TrailEntry => ({
  accountId,
  level: level as TrailLevel,
  terms,
  since: level.since,
  noted: terms.start,
  place: -1,
  left: null,
  right: null,
  parent: null,
  weight: 0,
  nearest: null,
  peak: ZERO,
  own: null,
  trigger: ZERO,
})

const NONE: readonly ReachedLevel[] = []
const ZERO = price(0n)
