/**
 * Accounts with open positions, each looked at with every mark: what an account is worth depends on all it holds, so no
 * single price can be waited for.
 */
import type { Account } from '../core/account.js'
import type { Usd } from '../core/decimal.js'
import type { Micros } from '../core/market-view.js'
import { measureFor, type Measure } from '../core/supervise.js'
import type { World } from '../core/world.js'

export interface Marks {
  /** As it is now. */
  set(account: Account): void
  forget(accountId: string): void
  /** Accounts about which something has to be done. */
  reached(world: World): readonly string[]
  readonly peakOf: (accountId: string) => Usd | null
}

/** Marks change with the ticks of the market. */
const MARK_MICROS = 250_000
/** A new high is written, and what cannot be closed is tried, no more often. */
const PATIENT_MICROS = 1_000_000
const PATIENT: readonly Measure['kind'][] = ['RAISE', 'CLOSE']

export function createMarks(): Marks {
  const held = new Map<string, Account>()
  /** New highs that are not written yet. */
  const peaks = new Map<string, Usd>()
  const triedAt = new Map<string, Micros>()
  let markedAt: Micros = -Infinity

  const isDue = (account: Account, world: World): boolean => {
    const measure = measureFor(account, world, peaks.get(account.id) ?? null)
    if (measure === null) return false
    if (measure.kind === 'RAISE') peaks.set(account.id, measure.equity)
    if (!PATIENT.includes(measure.kind)) return true
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
  }
}
