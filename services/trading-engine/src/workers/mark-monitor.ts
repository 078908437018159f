/**
 * Accounts with open positions, each looked at with every mark: what an account is worth depends on all it holds, so no
 * single price can be waited for.
 */
import type { Account } from '../core/model/account/account.js'
import { isMaintenanceDue } from '../core/margin/cross-margin.js'
import { max, type Usd } from '../core/values/decimal.js'
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
} from './equity-estimate.js'

export interface MarkMonitor {
  /** As it is now. */
  set(account: Account, instruments: Instruments): void
  forget(accountId: string): void
  /** Accounts about which something has to be done at the tick of the context; to be called with ticks in order. */
  reached(context: DecisionContext): readonly string[]
  /** The same of one account, at a tick of an earlier call. */
  readonly reachedBy: (accountId: string, context: DecisionContext) => readonly string[]
  /** The high-water mark of a watched account, as far as it was seen; null when none is kept of it. */
  readonly highOf: (accountId: string) => Usd | null
  /** The highest equity of the account above its high-water mark, without capital; null when there is none. */
  readonly peakOf: (accountId: string) => Usd | null
  /** New highs since the last call. */
  readonly takeHighs: () => ReadonlyMap<string, Usd>
}

/** Interval between attempts to close a position that could not be closed. */
const PATIENT_MICROS = 1_000_000

interface Held {
  account: Account
  /** The highest equity seen above the account's high-water mark. */
  peak: Usd | null
  /** As long as the account and its peak stay what they are. */
  safeRange: Range | null
  readonly estimate: EquityEstimate
  triedAt: Micros
}

interface Range {
  readonly exact: SafeEquityRange
  readonly float: FloatRange
}

const rangeOf = (account: Account, peak: Usd | null): Range | null => {
  const exact = safeEquityRangeOf(account, peak)
  return exact && { exact, float: floatRange(exact) }
}

export function createMarkMonitor(): MarkMonitor {
  const held = new Map<string, Held>()
  const floatMarks = createFloatMarks()
  let untaken = new Map<string, Usd>()
  let lastTick = -Infinity

  const isSafe = ({ account, safeRange, estimate }: Held, context: DecisionContext): boolean =>
    safeRange !== null &&
    (isWithinSafeRange(estimate, safeRange.float, floatMarks.marks) ||
      (isWithin(safeRange.exact, lastKnownEquity(account, context.market)) && !isMaintenanceDue(account, context)))

  const isDue = (watched: Held, context: DecisionContext): boolean =>
    !isSafe(watched, context) && isActedOn(watched, context)

  const isActedOn = (watched: Held, context: DecisionContext): boolean => {
    const { action, high } = evaluateAccount(watched.account, context, watched.peak)
    if (high !== null && high !== watched.peak) {
      watched.peak = high
      watched.safeRange = rangeOf(watched.account, high)
      untaken.set(watched.account.id, high)
    }
    if (action?.kind !== 'CLOSE') return action !== null || isAnyLiquidatable(watched.account, context)
    if (context.now - watched.triedAt < PATIENT_MICROS) return false
    watched.triedAt = context.now
    return true
  }

  return {
    set(account, instruments) {
      if (account.positions.size === 0) return void held.delete(account.id)
      const before = held.get(account.id)
      const seen = before?.peak ?? null
      const peak = seen !== null && seen > account.highWaterMark ? seen : null
      const [safeRange, estimate] = [rangeOf(account, peak), estimateOf(account, floatMarks, instruments)]
      held.set(account.id, { account, peak, safeRange, estimate, triedAt: before?.triedAt ?? -Infinity })
    },
    forget: (accountId) => void held.delete(accountId),
    reached(context) {
      // By its number: marks 250 ms apart and looks 100 ms apart would leave out one tick in six.
      const tick = tickAt(context.now)
      if (tick === lastTick) return []
      lastTick = tick
      floatMarks.read(context.market)
      const reached: string[] = []
      for (const watched of held.values())
        if (isDue(watched, context) && tickAt(watched.account.clock) <= tick) reached.push(watched.account.id)
      return reached
    },
    reachedBy(accountId, context) {
      const watched = held.get(accountId)
      return watched !== undefined && isActedOn(watched, context) ? [accountId] : []
    },
    highOf(accountId) {
      const watched = held.get(accountId)
      return watched === undefined
        ? null
        : max(watched.account.highWaterMark, watched.peak ?? watched.account.highWaterMark)
    },
    peakOf: (accountId) => held.get(accountId)?.peak ?? null,
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
