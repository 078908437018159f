import Decimal from 'decimal.js'
import type { ApiClient } from '@ats/test-kit'

export type BookRow = readonly [price: number, quantity: number]

export interface ReadBook {
  /** Best first. */
  readonly bids: readonly BookRow[]
  readonly asks: readonly BookRow[]
}

/** The public book of this moment, as deep as it is shown. */
export async function readBook(api: ApiClient, symbol = 'BTC-USD'): Promise<ReadBook> {
  const { body } = await api.get<ReadBook>(`/v1/orderbook?symbol=${symbol}&depth=100`)
  return body
}

/** The executions of a taker on one side of the book, level by level, after others have taken `skipped`. */
export function takenBy(levels: readonly BookRow[], wanted: number, skipped = 0): readonly BookRow[] {
  let toSkip = new Decimal(skipped)
  let left = new Decimal(wanted)
  const taken: BookRow[] = []
  for (const [price, quantity] of levels) {
    const gone = Decimal.min(toSkip, quantity)
    toSkip = toSkip.minus(gone)
    const part = Decimal.min(left, new Decimal(quantity).minus(gone))
    if (part.isZero()) continue
    left = left.minus(part)
    taken.push([price, part.toNumber()])
  }
  return taken
}
