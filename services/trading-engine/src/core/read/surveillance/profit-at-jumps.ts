/**
 * Accounts whose profit comes from jumps of the price just after they opened: those who see a price before the service
 * does. A trade counts when it was closed within 2 s of its opening with a profit of at least 10 basis points of what
 * it opened. An account is reported from 10 such trades that made half of what its winning trades made.
 */
import type { Micros } from '../../values/time.js'

export const JUMP_WITHIN_MICROS: Micros = 2_000_000
export const JUMP_MIN = 0.001
export const JUMPS_MIN = 10
export const JUMPS_SHARE_MIN = 0.5

export interface TradeResult {
  readonly openedAt: Micros
  readonly closedAt: Micros
  /** Before fees and charges for time. */
  readonly profit: number
  readonly openedNotional: number
}

export interface JumpProfit {
  readonly trades: number
  /** The part of the sum of all profits. */
  readonly share: number
}

export interface JumpCount {
  add(result: TradeResult): void
  sum(): JumpProfit
}

/** Sums up the trades of one account. */
export function countProfitAtJumps(): JumpCount {
  let [trades, atJumps, all] = [0, 0, 0]
  return {
    add({ openedAt, closedAt, profit, openedNotional }) {
      if (profit <= 0) return
      all += profit
      if (closedAt - openedAt > JUMP_WITHIN_MICROS || profit < JUMP_MIN * openedNotional) return
      trades += 1
      atJumps += profit
    },
    sum: () => ({ trades, share: all === 0 ? 0 : atJumps / all }),
  }
}

export const profitsAtJumps = ({ trades, share }: JumpProfit): boolean =>
  trades >= JUMPS_MIN && share >= JUMPS_SHARE_MIN
