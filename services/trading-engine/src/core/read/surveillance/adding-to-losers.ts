/**
 * Finds accounts that add to positions which are losing. An addition counts when its price is worse than the average of
 * what is held, and it is at least as large as the first entry; a position counts once. An account is reported from 10
 * such positions that are half of all it opened. Prices are compared as floats: nothing is booked by them.
 */
export const LOSERS_MIN = 10
export const LOSERS_SHARE_MIN = 0.5

/** An order's part in a position. */
export interface PositionEntry {
  readonly positionId: string
  readonly isBuy: boolean
  readonly quantity: number
  readonly price: number
}

export interface LoserCount {
  /** In the order they happened, position after position. */
  add(entry: PositionEntry): void
  /** Positions that were added to while they lost. */
  count(): number
}

interface Held {
  readonly positionId: string
  readonly isBuy: boolean
  readonly firstQuantity: number
  quantity: number
  cost: number
  isCounted: boolean
}

/** Counts the positions of one account. */
export function countLosersAddedTo(): LoserCount {
  let held: Held | null = null
  let counted = 0
  return {
    add({ positionId, isBuy, quantity, price }) {
      if (held?.positionId !== positionId) {
        held = { positionId, isBuy, firstQuantity: quantity, quantity, cost: quantity * price, isCounted: false }
        return
      }
      if (isBuy !== held.isBuy) {
        held.cost *= Math.max(0, 1 - quantity / held.quantity)
        held.quantity = Math.max(0, held.quantity - quantity)
        return
      }
      const average = held.cost / held.quantity
      const isWorse = isBuy ? price < average : price > average
      if (isWorse && quantity >= held.firstQuantity && !held.isCounted) {
        held.isCounted = true
        counted += 1
      }
      held.quantity += quantity
      held.cost += quantity * price
    },
    count: () => counted,
  }
}

export const addsToLosers = (losers: number, trades: number): boolean =>
  losers >= LOSERS_MIN && losers >= LOSERS_SHARE_MIN * trades
