import type { Order, Position } from '@ats/sdk/types'
import { text } from '../../../text/en/market.js'
import { text as orderText } from '../../../text/en/orders.js'
import { formatDecimal } from '../../../ui/figures/format.js'

/** A price that is marked across the chart. */
export interface PriceMark {
  readonly key: string
  readonly price: string
  readonly title: string
  /** A variable of the theme. */
  readonly color: string
  readonly style: 'solid' | 'dashed' | 'dotted'
}

/** The prices of one account in this market: entry and liquidation of its position, and its working orders. */
export function priceMarks(positions: readonly Position[], orders: readonly Order[]): readonly PriceMark[] {
  return [...positions.flatMap(marksOfPosition), ...orders.flatMap(marksOfOrder)]
}

function marksOfPosition({ id, direction, quantity, entry_price, liquidation_price }: Position): PriceMark[] {
  const isLong = direction === 'LONG'
  const entry: PriceMark = {
    key: `${id} entry`,
    price: entry_price,
    title: `${orderText.sides[direction]} ${formatDecimal(quantity)}`,
    color: isLong ? '--up' : '--down',
    style: 'solid',
  }
  if (liquidation_price === null) return [entry]
  return [
    entry,
    { key: `${id} liquidation`, price: liquidation_price, title: text.liquidation, color: '--down', style: 'dotted' },
  ]
}

function marksOfOrder({ id, side, kind, remaining_quantity, price, trigger_price, trigger_state }: Order): PriceMark[] {
  const waits = trigger_price !== null && trigger_state !== 'TRIGGERED'
  const at = waits ? trigger_price : price
  if (at === null) return []
  return [
    {
      key: id,
      price: at,
      title: `${orderText.sides[side]} ${orderText.kinds[kind]} ${formatDecimal(remaining_quantity)}`,
      color: side === 'BUY' ? '--up' : '--down',
      style: 'dashed',
    },
  ]
}
