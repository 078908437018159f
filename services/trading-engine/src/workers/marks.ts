/**
 * Accounts with open positions, each looked at with every mark: what an account is worth depends on all it holds, so no
 * single price can be waited for.
 */
import type { Account } from '../core/account.js'
import type { Usd } from '../core/decimal.js'
import type { Micros } from '../core/market-view.js'
import { judge } from '../core/supervise.js'
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

export function createMarks(): Marks {
  const held = new Map<string, Account>()
  const peaks = new Map<string, Usd>()
  let untaken = new Map<string, Usd>()
  const triedAt = new Map<string, Micros>()
  let markedAt: Micros = -Infinity

  const isDue = (account: Account, world: World): boolean => {
    const peak = peaks.get(account.id) ?? null
    const { measure, high } = judge(account, world, peak)
    if (high !== null && high !== peak) {
      peaks.set(account.id, high)
      untaken.set(account.id, high)
    }
    if (measure?.kind !== 'CLOSE') return measure !== null
    if (world.now - (triedAt.get(account.id) ?? -Infinity) < PATIENT_MICROS) return false
    triedAt.set(account.id, world.now)
    return true
  }

  const forget = (accountId: string): void => {
    for (const map of [held, peaks, triedAt]) map.delete(accountId)
  }

  return {
    set(account) {
      if (account.positions.size === 0) return forget(account.id)
      held.set(account.id, account)
      if ((peaks.get(account.id) ?? 0n) <= account.highWaterMark) peaks.delete(account.id)
    },
    forget,
    reached(world) {
      if (world.now - markedAt < MARK_MICROS) return []
      markedAt = world.now
      const reached: string[] = []
      for (const account of held.values()) if (isDue(account, world)) reached.push(account.id)
      return reached
    },
    peakOf: (accountId) => peaks.get(accountId) ?? null,
    takeHighs() {
      const taken = untaken
      untaken = new Map()
      return taken
    },
  }
}
