/**
 * Accounts with open positions, each looked at with every mark: what an account is worth depends on all it holds, so no
 * single price can be waited for.
 */
import type { Account } from '../core/account.js'
import type { Usd } from '../core/decimal.js'
import type { Micros } from '../core/market-view.js'
import { calmOf, judge, knownEquity, type Calm } from '../core/supervise.js'
import type { World } from '../core/world.js'

export interface Marks {
  /** As it is now. */
  set(account: Account): void
  forget(accountId: string): void
  /** Accounts about which something has to be done. */
  reached(world: World): readonly string[]
  /** The highest equity of the account above its high-water mark, without capital; null when there is none. */
  readonly peakOf: (accountId: string) => Usd | null
  /** New highs since the last call. */
  readonly takeHighs: () => ReadonlyMap<string, Usd>
}

/** Marks change with the ticks of the market. */
const MARK_MICROS = 250_000
/** What cannot be closed is tried no more often. */
const PATIENT_MICROS = 1_000_000

interface Held {
  account: Account
  /** The highest equity seen above the account's high-water mark. */
  peak: Usd | null
  /** As long as the account and its peak stay what they are. */
  calm: Calm | null
  triedAt: Micros
}

export function createMarks(): Marks {
  const held = new Map<string, Held>()
  let untaken = new Map<string, Usd>()
  let markedAt: Micros = -Infinity

  const isDue = (each: Held, world: World): boolean => {
    if (each.calm !== null && isWithin(each.calm, knownEquity(each.account, world.market))) return false
    const { measure, high } = judge(each.account, world, each.peak)
    if (high !== null && high !== each.peak) {
      each.peak = high
      each.calm = calmOf(each.account, high)
      untaken.set(each.account.id, high)
    }
    if (measure?.kind !== 'CLOSE') return measure !== null
    if (world.now - each.triedAt < PATIENT_MICROS) return false
    each.triedAt = world.now
    return true
  }

  return {
    set(account) {
      if (account.positions.size === 0) return void held.delete(account.id)
      const before = held.get(account.id)
      const seen = before?.peak ?? null
      const peak = seen !== null && seen > account.highWaterMark ? seen : null
      held.set(account.id, { account, peak, calm: calmOf(account, peak), triedAt: before?.triedAt ?? -Infinity })
    },
    forget: (accountId) => void held.delete(accountId),
    reached(world) {
      if (world.now - markedAt < MARK_MICROS) return []
      markedAt = world.now
      const reached: string[] = []
      for (const each of held.values()) if (isDue(each, world)) reached.push(each.account.id)
      return reached
    },
    peakOf: (accountId) => held.get(accountId)?.peak ?? null,
    takeHighs() {
      const taken = untaken
      untaken = new Map()
      return taken
    },
  }
}

/** Of an account whose marks are not all known nothing can be said, and nothing is done. */
const isWithin = ({ above, upTo }: Calm, equity: Usd | null): boolean =>
  equity === null || (equity > above && (upTo === null || equity <= upTo))
