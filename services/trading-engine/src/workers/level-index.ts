/**
 * Finds the accounts that a price has reached without looking at the others: for each symbol and watched price a heap,
 * nearest level on top. A tick that reaches nothing looks at a handful of tops, however many levels there are.
 * A level that is gone stays in its heap, marked, until it surfaces or most of the heap is like it.
 */
import type { Level } from '../core/read/trigger-levels.js'
import { priceAt, type PriceName, type Quote } from '../core/model/market-view.js'
import { createHeap, type Heap } from './heap.js'

export interface LevelIndex {
  /** Levels now watched. */
  readonly size: number
  /** Symbols that have any. */
  symbols(): Iterable<string>
  /** Replaces what is watched of the account; none forgets it. */
  set(accountId: string, levels: readonly Level[]): void
  /** Accounts with a level the quote has reached. Such a level is not watched any more until it is set again. */
  reached(quote: Quote): ReadonlySet<string>
}

interface Entry {
  readonly accountId: string
  readonly level: Level
  isGone: boolean
}

interface Ladder {
  readonly watched: PriceName
  readonly isAbove: boolean
  readonly heap: Heap<Entry>
  gone: number
}

/** Below this, marked levels are not worth clearing out. */
const CLEARED_FROM = 64

export function createLevelIndex(): LevelIndex {
  const accounts = new Map<string, Map<string, Entry>>()
  const ladders = new Map<string, Map<string, Ladder>>()
  let size = 0

  const ladderOf = ({ symbol, watched, isAbove }: Level): Ladder => {
    let ofSymbol = ladders.get(symbol)
    if (ofSymbol === undefined) ladders.set(symbol, (ofSymbol = new Map<string, Ladder>()))
    const name = `${watched} ${isAbove}`
    let ladder = ofSymbol.get(name)
    if (ladder === undefined) ofSymbol.set(name, (ladder = newLadder(watched, isAbove)))
    return ladder
  }

  const remove = (entry: Entry): void => {
    entry.isGone = true
    size -= 1
    const ladder = ladderOf(entry.level)
    ladder.gone += 1
    if (ladder.gone < CLEARED_FROM || ladder.gone * 2 < ladder.heap.size) return
    ladder.heap.keep(({ isGone }) => !isGone)
    ladder.gone = 0
  }

  const add = (accountId: string, level: Level): Entry => {
    const entry = { accountId, level, isGone: false }
    ladderOf(level).heap.push(entry)
    size += 1
    return entry
  }

  const takeReached = (ladder: Ladder, quote: Quote, into: Set<string>): void => {
    const price = priceAt(quote, ladder.watched)
    for (let top = ladder.heap.top(); top !== undefined; top = ladder.heap.top()) {
      if (!top.isGone && !(ladder.isAbove ? price >= top.level.price : price <= top.level.price)) return
      ladder.heap.pop()
      if (top.isGone) {
        ladder.gone -= 1
        continue
      }
      size -= 1
      accounts.get(top.accountId)?.delete(top.level.key)
      into.add(top.accountId)
    }
  }

  return {
    get size() {
      return size
    },
    symbols: () => ladders.keys(),
    set(accountId, levels) {
      const before = accounts.get(accountId)
      if (levels.length === 0 && before === undefined) return
      const after = new Map<string, Entry>()
      for (const level of levels) {
        after.set(level.key, before?.get(level.key) ?? add(accountId, level))
        before?.delete(level.key)
      }
      for (const entry of before?.values() ?? []) remove(entry)
      if (after.size === 0) accounts.delete(accountId)
      else accounts.set(accountId, after)
    },
    reached(quote) {
      const found = new Set<string>()
      for (const ladder of ladders.get(quote.symbol)?.values() ?? []) takeReached(ladder, quote, found)
      return found
    },
  }
}

const newLadder = (watched: PriceName, isAbove: boolean): Ladder => ({
  watched,
  isAbove,
  heap: createHeap<Entry>(isAbove ? (a, b) => a.level.price < b.level.price : (a, b) => a.level.price > b.level.price),
  gone: 0,
})
