/**
 * Accounts with open positions, each looked at with every mark: what an account is worth depends on all it holds, so no
 * single price can be waited for.
 */
import type { TrailedHighs } from '../core/decide/market/market-event.js'
import type { Account } from '../core/model/account/account.js'
import { areSameHighs, highestOf, highsAbove, risenTo, withHighs, type Highs } from '../core/model/account/peak.js'
import { isMaintenanceDue } from '../core/margin/cross-margin.js'
import type { Usd } from '../core/values/decimal.js'
import { isAnyClosedByOrderRules } from '../core/execution/close-by-order-rules.js'
import { isAnyLiquidatable } from '../core/execution/liquidate.js'
import type { Micros } from '../core/values/time.js'
import { safeEquityRangeOf, evaluateAccount, lastKnownEquity, type SafeEquityRange } from '../core/risk/supervise.js'
import type { Instruments, DecisionContext } from '../core/model/decision-context.js'
import { tickAt } from '../core/values/tick.js'
import {
  createFloatMarks,
  estimateOf,
  floatRange,
  isWithinSafeRange,
  type EquityEstimate,
  type FloatRange,
} from '../core/risk/equity-estimate.js'

export interface MarkMonitor {
  /** As it is now. */
  set(account: Account, instruments: Instruments): void
  forget(accountId: string): void
  /**
   * Accounts about which something has to be done at the tick of the context; to be called with ticks in order.
   * `filling`: accounts of which the same tick has reached an order. A tick fills before it marks, so what they held
   * before is worth no high at its price; the decision notes that of what they hold then.
   */
  reached(context: DecisionContext, filling?: ReadonlySet<string>): readonly string[]
  /** The same of one account, at a tick of an earlier call. */
  readonly reachedBy: (accountId: string, context: DecisionContext) => readonly string[]
  /** The highs that floors of a watched account trail, as far as they were seen; null when none is kept of it. */
  readonly trailedBy: (accountId: string) => TrailedHighs | null
  /** Highs of the account above those it knows; null when there are none. */
  readonly seenOf: (accountId: string) => Highs | null
  /** New highs since the last call. */
  readonly takeHighs: () => ReadonlyMap<string, Highs>
}

const NOBODY: ReadonlySet<string> = new Set()

/** Interval between attempts to close a position that could not be closed. */
const PATIENT_MICROS = 1_000_000

interface Held {
  account: Account
  /** Highs seen above those that the account knows. */
  seen: Highs | null
  /** As long as the account and its highs stay what they are. */
  safeRange: Range | null
  readonly estimate: EquityEstimate
  triedAt: Micros
}

interface Range {
  readonly exact: SafeEquityRange
  readonly float: FloatRange
}

const rangeOf = (account: Account, seen: Highs | null): Range | null => {
  const exact = safeEquityRangeOf(account, seen)
  return exact && { exact, float: floatRange(exact) }
}

export function createMarkMonitor(): MarkMonitor {
  const held = new Map<string, Held>()
  const floatMarks = createFloatMarks()
  let untaken = new Map<string, Highs>()
  let lastTick = -Infinity

  const isSafe = ({ account, safeRange, estimate }: Held, context: DecisionContext): boolean =>
    safeRange !== null &&
    (isWithinSafeRange(estimate, safeRange.float, floatMarks.marks) ||
      (isWithin(safeRange.exact, lastKnownEquity(account, context.market)) && !isMaintenanceDue(account, context)))

  const isDue = (watched: Held, context: DecisionContext, isFilling: boolean): boolean =>
    !isSafe(watched, context) && isActedOn(watched, context, isFilling)

  /** A lower one, of an account that has closed and opened again, never takes the place of one not written yet. */
  const note = ({ id }: Account, highs: Highs): void => void untaken.set(id, highestOf(highs, untaken.get(id)))

  const isActedOn = (watched: Held, context: DecisionContext, isFilling = false): boolean => {
    const { action, highs } = evaluateAccount(watched.account, context, watched.seen)
    if (highs !== null && !isFilling && !areSameHighs(highs, watched.seen)) {
      watched.seen = highs
      watched.safeRange = rangeOf(watched.account, highs)
      note(watched.account, highs)
    }
    if (action?.kind !== 'CLOSE')
      return (
        action !== null ||
        isAnyLiquidatable(watched.account, context) ||
        isAnyClosedByOrderRules(watched.account, context)
      )
    if (context.now - watched.triedAt < PATIENT_MICROS) return false
    watched.triedAt = context.now
    return true
  }

  return {
    set(account, instruments) {
      const before = held.get(account.id)
      if (account.positions.size === 0) {
        // No mark moves it any more: what it was closed at may be a high.
        const highs = highsAbove(account, risenTo(withHighs(account, before?.seen ?? null), account.balance))
        if (highs !== null) note(account, highs)
        return void held.delete(account.id)
      }
      const seen = highsAbove(account, withHighs(account, before?.seen ?? null))
      const [safeRange, estimate] = [rangeOf(account, seen), estimateOf(account, floatMarks, instruments)]
      held.set(account.id, { account, seen, safeRange, estimate, triedAt: before?.triedAt ?? -Infinity })
    },
    forget: (accountId) => void held.delete(accountId),
    reached(context, filling = NOBODY) {
      // By its number: marks 250 ms apart and looks 100 ms apart would leave out one tick in six.
      const tick = tickAt(context.now)
      if (tick === lastTick) return []
      lastTick = tick
      floatMarks.read(context.market)
      const reached: string[] = []
      for (const watched of held.values()) {
        const { id, clock } = watched.account
        if (isDue(watched, context, filling.has(id)) && tickAt(clock) <= tick) reached.push(id)
      }
      return reached
    },
    reachedBy(accountId, context) {
      const watched = held.get(accountId)
      return watched !== undefined && isActedOn(watched, context) ? [accountId] : []
    },
    trailedBy(accountId) {
      const watched = held.get(accountId)
      if (watched === undefined) return null
      const { highWaterMark, day } = withHighs(watched.account, watched.seen)
      return { mark: highWaterMark, day: day.high }
    },
    seenOf: (accountId) => held.get(accountId)?.seen ?? null,
    takeHighs() {
      const taken = untaken
      untaken = new Map()
      return taken
    },
  }
}

/** An account with an unknown mark counts as within: no action is possible. */
const isWithin = ({ above, upTo }: SafeEquityRange, equity: Usd | null): boolean =>
  equity === null || (equity > above && (upTo === null || equity <= upTo))
