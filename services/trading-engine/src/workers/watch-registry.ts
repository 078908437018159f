/**
 * The triggers of each watched account: price levels, marks that affect its risk, and timers. Every tick counts: those
 * that passed since the last look are looked at as well, and an account that is registered late is compared with the
 * ticks since it was committed.
 */
import { dueAt } from '../core/execution/advance.js'
import { nextTimeLimit } from '../core/execution/time-limits.js'
import { flattenLookAt } from '../core/execution/switch-actions.js'
import { orderRulesLookAt } from '../core/execution/close-by-order-rules.js'
import { overnightLookAt } from '../core/execution/close-overnight.js'
import type { Reached } from '../core/decide/market/market-event.js'
import { priceAt } from '../core/model/market/market-view.js'
import { peakAt, withPeaks } from '../core/model/order/follow-peak.js'
import { betterPeak, trailTrigger, type Peak } from '../core/model/order/trail.js'
import { isLevelReached, levelsOf, type Level, type LevelTrail } from '../core/read/trigger-levels.js'
import type { Account } from '../core/model/account/account.js'
import type { Highs } from '../core/model/account/peak.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import { ordersHeldByNews } from '../core/calendar/news.js'
import type { Micros } from '../core/values/time.js'
import { riskActionFor } from '../core/risk/supervise.js'
import { endOfTick, tickAt } from '../core/values/tick.js'
import { createAccountTimers } from './account-timers.js'
import { createLevelIndex, type LevelIndex } from './level-index.js'
import { createMarkMonitor } from './mark-monitor.js'
import { createReachedTicks, type ReachedTicks } from './reached-ticks.js'
import { createRecentQuotes, type QuoteAt, type RecentQuotes } from './recent-quotes.js'

export interface WatchRegistry {
  /**
   * To be gone through before an account is registered for the first time: asks the market for the quotes that it is
   * compared with, one at a time; those of others that hold the same are known by then.
   */
  readonly readAhead: (account: Account, context: DecisionContext, isLate: boolean) => Iterator<unknown>
  /** Watches an account; of one that is late only what is reached from here on counts. */
  readonly register: (account: Account, context: DecisionContext, isLate: boolean) => Registered
  readonly forget: (accountId: string) => void
  /** Accounts with orders that news held back when they were registered. */
  readonly heldByNews: () => readonly string[]
  /** Ticks that have passed since the last look, each by its last moment, oldest first. */
  readonly missed: (now: Micros) => readonly Micros[]
  /** Looks at the tick of the context. */
  readonly look: (context: DecisionContext) => void
  /** Accounts that the clock has reached, or the market at any tick; reported again after they are registered again. */
  readonly reached: (now: Micros) => ReadonlySet<string>
  readonly reachedOf: (accountId: string) => Reached
  readonly clearReached: (accountId: string, processed: Reached) => void
  readonly seenOf: (accountId: string) => Highs | null
  readonly takeHighs: () => ReadonlyMap<string, Highs>
  /** Peaks of stops that trail and are to be noted, as of the last tick that was looked at; each is then noted. */
  readonly takePeaks: (context: DecisionContext) => Iterable<NotedPeak | null>
}

export interface Registered {
  /** Whether anything of the account is watched: it has orders or positions. */
  readonly isWatched: boolean
  /** The orders, positions, and comparisons of them with a tick that it took. */
  readonly work: number
}

/** The peak of an order that began to trail at a tick. */
export interface NotedPeak extends Peak {
  readonly orderId: string
  readonly sinceTick: number
}

/** Half a minute. What only an older tick has reached is not found, as after a stop of the service. */
const TICKS_BACK = 120
/** Ten minutes. A peak that does not move is noted so seldom: who begins later goes through the ticks since then. */
const NOTED_TICKS = 2_400

export function createWatchRegistry(): WatchRegistry {
  const levels = createLevelIndex()
  const marks = createMarkMonitor()
  const deadlines = createAccountTimers()
  const found = createReachedTicks()
  const quotes = createRecentQuotes(TICKS_BACK + 2)
  /** The tick at which each account was registered last. */
  const registered = new Map<string, number>()
  /** By account and order: until when news held it back, as the calendar then was. */
  const held = new Map<string, ReadonlyMap<string, Micros>>()
  /** The last tick looked at. */
  let latest: number | null = null

  const note = (accountId: string, level: Level, tick: number): void => {
    const highs = marks.trailedBy(accountId)
    if (level.orderId !== null) found.noteLevel(accountId, level.orderId, level, endOfTick(tick))
    else if (highs !== null) found.noteMarks(accountId, endOfTick(tick), highs)
  }

  /**
   * Compares the account with the ticks that were looked at before it was registered as it is now. Returns how many
   * comparisons that were.
   */
  const catchUp = (account: Account, added: readonly Level[], context: DecisionContext, isLate: boolean): number => {
    let compared = 0
    const now = tickAt(context.now)
    const heldUntil = held.get(account.id)
    const last = latest ?? now - 1
    const before = isLate ? now : registered.get(account.id)
    for (const level of added) {
      // A freeze that is over before its time, its event being changed, was in force until now.
      const heldTo = Math.min(context.now, heldUntil?.get(level.orderId ?? '') ?? -Infinity)
      const from = Math.max(before ?? 0, tickAt(Math.max(level.since, heldTo)), last - TICKS_BACK)
      compared += Math.max(0, last + 1 - from)
      const reached = firstReached(quotes.at, level, [from, last], context)
      if (reached !== null) note(account.id, reached.level, reached.tick)
    }
    if (before === undefined) return compared
    for (let tick = Math.max(before, tickAt(account.clock) + 1, last - TICKS_BACK); tick <= last; tick += 1) {
      compared += account.positions.size
      noteMarks(marks.reachedBy(account.id, context.earlier(endOfTick(tick))), tick)
    }
    return compared
  }

  const noteMarks = (accounts: readonly string[], tick: number): void => {
    for (const accountId of accounts) {
      const highs = marks.trailedBy(accountId)
      if (highs !== null) found.noteMarks(accountId, endOfTick(tick), highs)
    }
  }

  return {
    readAhead: (account, context, isLate) =>
      readAhead(account, isLate || registered.has(account.id) ? null : latest, quotes, context),
    register(account, context, isLate) {
      const isQuiet = account.orders.size === 0 && account.positions.size === 0
      const added = levels.set(
        account.id,
        isQuiet ? [] : levelsOf(withPeaks(account, lookedAt(context, latest)), context),
      )
      marks.set(account, context.instruments)
      // What a fill has done may have to be acted on though nothing is left that a mark could change.
      const isOver = account.positions.size === 0 && riskActionFor(account, context) !== null
      const heldNow = ordersHeldByNews(account, context)
      const next = Math.min(nextLookAt(account, context), ...heldNow.values())
      deadlines.set(account.id, isOver ? context.now : isQuiet ? nextOfQuiet(account) : next)
      const compared = catchUp(account, added, context, isLate)
      if (heldNow.size > 0) held.set(account.id, heldNow)
      else held.delete(account.id)
      found.tellAgain(account.id)
      if (isQuiet) {
        registered.delete(account.id)
        found.forget(account.id)
      } else registered.set(account.id, tickAt(context.now))
      return { isWatched: !isQuiet, work: 1 + account.orders.size + account.positions.size + compared }
    },
    forget(accountId) {
      levels.set(accountId, [])
      marks.forget(accountId)
      deadlines.set(accountId, null)
      registered.delete(accountId)
      held.delete(accountId)
      found.forget(accountId)
    },
    heldByNews: () => [...held.keys()],
    missed(now) {
      const last = tickAt(now) - 1
      const first = Math.max((latest ?? last) + 1, last + 1 - TICKS_BACK)
      return Array.from({ length: Math.max(0, last + 1 - first) }, (_, index) => endOfTick(first + index))
    },
    look(context) {
      const tick = tickAt(context.now)
      const filling = new Set<string>()
      for (const listing of levels.listings()) {
        const quote = quotes.at(listing, tick, context)
        if (quote === null) continue
        for (const { accountId, level } of levels.reached(quote, endOfTick(tick))) {
          note(accountId, level, tick)
          if (level.orderId !== null) filling.add(accountId)
        }
      }
      noteMarks(marks.reached(context, filling), tick)
      latest = tick
    },
    reached: (now) => new Set([...deadlines.take(now), ...found.take()]),
    reachedOf: found.of,
    clearReached: found.clear,
    seenOf: marks.seenOf,
    takeHighs: marks.takeHighs,
    takePeaks: (context) => peaksOf(levels, found, latest, context),
  }
}

/** Has the market make the quotes that an account will be compared with. `last`: the latest tick; null: with none. */
function* readAhead(
  account: Account,
  last: number | null,
  quotes: RecentQuotes,
  context: DecisionContext,
): Generator<unknown> {
  if (last === null) return
  for (const level of levelsOf(account, context))
    yield* quotes.read(level, [Math.max(tickAt(level.since), last - TICKS_BACK), last], context)
}

interface ReachedAt {
  readonly level: Level
  readonly tick: number
}

/** The first tick of a span that has reached a level. */
function firstReached(
  quoteAt: QuoteAt,
  level: Level,
  span: readonly [from: number, last: number],
  context: DecisionContext,
): ReachedAt | null {
  if (level.trail !== undefined) return firstFired(quoteAt, level, level.trail, span, context)
  for (let [tick, last] = span; tick <= last; tick += 1) {
    const quote = quoteAt(level, tick, context)
    if (quote !== null && isLevelReached(level, quote)) return { level, tick }
  }
  return null
}

/** The first tick of a span at which a stop has reached the trigger that it then had. */
function firstFired(
  quoteAt: QuoteAt,
  level: Level,
  { side, start, tickSize, ...terms }: LevelTrail,
  [from, last]: readonly [from: number, last: number],
  context: DecisionContext,
): ReachedAt | null {
  let peak = from > last ? start : peakAt(level, level.watched, side, start, from - 1, context)
  for (let tick = from; tick <= last; tick += 1) {
    const quote = quoteAt(level, tick, context)
    if (quote === null || tick <= start.tick) continue
    const price = trailTrigger({ ...terms, peak }, side, tickSize)
    if (price !== null && isLevelReached({ ...level, price }, quote)) return { level: { ...level, price }, tick }
    peak = betterPeak(side, peak, { price: priceAt(quote, level.watched), priceTick: tick, tick })
  }
  return null
}

/** The context as of the last tick that was looked at: stops join others at the peak that those have. */
const lookedAt = (context: DecisionContext, latest: number | null): DecisionContext =>
  context.earlier(endOfTick(latest ?? tickAt(context.now) - 1))

/** The peak of each stop that trails, as of a tick, where it is to be noted; else null. */
function* peaksOf(
  levels: LevelIndex,
  found: ReachedTicks,
  tick: number | null,
  context: DecisionContext,
): Generator<NotedPeak | null> {
  if (tick === null) return
  for (const entry of levels.trailing()) {
    const { orderId, watched, trail } = entry.level
    const peak = peakAt(entry.level, watched, trail.side, entry.noted, tick, context)
    const isMoved = peak.price !== entry.noted.price || tick - entry.noted.tick >= NOTED_TICKS
    // What fires it is told as of the tick that reached it.
    const isDue = isMoved && orderId !== null && !found.has(entry.accountId, orderId)
    if (isDue) entry.noted = peak
    yield isDue ? { ...peak, orderId, sinceTick: trail.sinceTick } : null
  }
}

/** When time alone does something to an account that holds nothing and waits for nothing. */
function nextOfQuiet(account: Account): Micros | null {
  const limit = nextTimeLimit(account)
  if (!isJudgedAtReset(account.plan)) return limit
  return Math.min(account.day.endsAt, limit ?? Infinity)
}

/** Nothing else lets a day of a flat account end in time. */
const isJudgedAtReset = ({ risk: { maxDrawdown, dailyLoss } }: Account['plan']): boolean =>
  maxDrawdown.evaluation === 'END_OF_DAY' || dailyLoss?.evaluation === 'END_OF_DAY'

/** When time alone does something to the account. */
function nextLookAt(account: Account, context: DecisionContext): Micros {
  const due = dueAt(account, context)
  const looks = [
    overnightLookAt(account, context),
    flattenLookAt(account, context.now),
    orderRulesLookAt(account, context),
  ]
  return Math.min(due, ...looks.map((at) => at ?? due))
}
