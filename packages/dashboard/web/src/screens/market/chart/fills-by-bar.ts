import { add, compare } from '@ats/sdk/numbers/decimal'
import type { Trade } from '@ats/sdk/types'
import { text } from '../../../text/en/market.js'
import { text as orderText } from '../../../text/en/orders.js'
import { formatDecimal } from '../../../ui/figures/format.js'
import { barTime } from './bars.js'

type Fill = Pick<Trade, 'timestamp' | 'side' | 'quantity' | 'price'>

/** The fills of one side within one bar, which share a marker. */
export interface BarFills {
  /** Start of the bar, in seconds since the epoch. */
  readonly time: number
  readonly side: Trade['side']
  readonly count: number
  readonly quantity: string
  readonly lowest: string
  readonly highest: string
}

/** At most two a bar, one for each side, in the order of the bars. */
export function fillsByBar(fills: readonly Fill[], intervalSeconds: number): readonly BarFills[] {
  const groups = new Map<string, BarFills>()
  for (const { timestamp, side, quantity, price } of fills) {
    const time = barTime(timestamp, intervalSeconds)
    const key = `${time} ${side}`
    const known = groups.get(key)
    groups.set(
      key,
      known === undefined
        ? { time, side, count: 1, quantity, lowest: price, highest: price }
        : {
            ...known,
            count: known.count + 1,
            quantity: add(known.quantity, quantity),
            lowest: compare(price, known.lowest) < 0 ? price : known.lowest,
            highest: compare(price, known.highest) > 0 ? price : known.highest,
          },
    )
  }
  return [...groups.values()].sort((a, b) => a.time - b.time)
}

/** All fills of a bar in words: `Buy 0.3 at 64,000 to 64,010 (3 fills)`. */
export const describeFills = (bars: readonly BarFills[], time: number | null): string =>
  bars
    .filter((bar) => bar.time === time)
    .map(({ side, count, quantity, lowest, highest }) => {
      const [from, to] = [formatDecimal(lowest), formatDecimal(highest)]
      return text.ownFills(
        orderText.sides[side],
        formatDecimal(quantity),
        from === to ? from : `${from} to ${to}`,
        count,
      )
    })
    .join(' · ')
