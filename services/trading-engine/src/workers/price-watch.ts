/** Levels of one listing that follow one of its prices. Nearly every tick is between all of them: two comparisons. */
import type { PriceName } from '../core/model/market/market-view.js'
import type { Peak } from '../core/model/order/trail.js'
import type { Level, LevelTrail } from '../core/read/trigger-levels.js'
import { LIMIT, max, min, price, type Price } from '../core/values/decimal.js'
import type { Micros } from '../core/values/time.js'
import { createHeap, type Heap, type HeapItem } from './heap.js'
import type { TrailNode } from './trail-node.js'
import { createTrailLadder, type TrailLadder } from './trail-ladder.js'

export interface Entry extends HeapItem {
  readonly accountId: string
  readonly level: Level
}

/** A stop that trails is a node of its ladder. */
export interface TrailEntry extends Entry, TrailNode {
  readonly level: TrailLevel
  /** The last peak that was noted; the index leaves it to others. */
  noted: Peak
}

export type TrailLevel = Level & { readonly trail: LevelTrail }

export interface PriceWatch {
  readonly watched: PriceName
  add(entry: Entry): void
  /** The entry must have been added, and not have been reached. */
  remove(entry: Entry): void
  /** Whether a price does nothing to any of them. */
  isBetweenLevels(at: Price): boolean
  /**
   * Hands on what a price reaches, at the price of the level or of the trigger that it met, and takes it out, without
   * what it would have reached before its time if it was there until `until`.
   */
  pass(at: Price, until: Micros, onReached: (entry: Entry, price: Price) => void): void
}

export const isOfTrail = (entry: Entry): entry is TrailEntry => entry.level.trail !== undefined

export function createPriceWatch(watched: PriceName): PriceWatch {
  const above = createHeap<Entry>((a, b) => a.level.price < b.level.price)
  const below = createHeap<Entry>((a, b) => a.level.price > b.level.price)
  const trails = new Map<string, TrailLadder<TrailEntry>>()
  /** No price above the first and below the second does anything; unknown after a change. */
  let [from, to, isKnown]: [Price, Price, boolean] = [LOWEST, HIGHEST, true]

  const trailsOf = ({ side, offset, tickSize }: LevelTrail): TrailLadder<TrailEntry> => {
    const name = `${side} ${offset === undefined ? 'share' : 'amount'}`
    let ladder = trails.get(name)
    if (ladder === undefined) trails.set(name, (ladder = createTrailLadder(side, tickSize)))
    return ladder
  }

  const renew = (): void => {
    from = below.top()?.level.price ?? LOWEST
    to = above.top()?.level.price ?? HIGHEST
    for (const ladder of trails.values()) {
      const [low, high] = ladder.between()
      from = max(from, low ?? LOWEST)
      to = min(to, high ?? HIGHEST)
    }
    isKnown = true
  }

  return {
    watched,
    add(entry) {
      isKnown = false
      if (isOfTrail(entry)) trailsOf(entry.level.trail).add(entry, entry.level.trail.peak.price)
      else (entry.level.isAbove ? above : below).push(entry)
    },
    remove(entry) {
      isKnown = false
      if (isOfTrail(entry)) trailsOf(entry.level.trail).remove(entry)
      else (entry.level.isAbove ? above : below).remove(entry)
    },
    isBetweenLevels(at) {
      if (!isKnown) renew()
      return at > from && at < to
    },
    pass(at, until, onReached) {
      isKnown = false
      takeReached(above, (level) => at >= level, until, onReached)
      takeReached(below, (level) => at <= level, until, onReached)
      for (const ladder of trails.values()) ladder.pass(at, until, onReached)
    },
  }
}

function takeReached(
  levels: Heap<Entry>,
  isReached: (level: Price) => boolean,
  until: Micros,
  onReached: (entry: Entry, price: Price) => void,
): void {
  let early: Entry[] | null = null
  for (let top = levels.top(); top !== undefined && isReached(top.level.price); top = levels.top()) {
    levels.remove(top)
    if (top.level.since > until) (early ??= []).push(top)
    else onReached(top, top.level.price)
  }
  for (const entry of early ?? []) levels.push(entry)
}

const LOWEST = price(-LIMIT)
const HIGHEST = price(LIMIT)
