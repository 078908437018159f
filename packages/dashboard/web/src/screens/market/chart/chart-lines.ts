import type { Order, Position } from '@ats/sdk/types'
import { trailText } from '../../../account/trading/trail-text.js'
import { text } from '../../../text/en/market.js'
import { text as orderText } from '../../../text/en/orders.js'
import { formatDecimal } from '../../../ui/figures/format.js'
import { isAmount } from '../../../ui/forms/decimal-input.js'

/** A price that is marked across the chart. */
export interface PriceMark {
  readonly key: string
  readonly price: string
  readonly title: string
  /** A variable of the theme. */
  readonly color: string
  readonly style: 'solid' | 'dashed' | 'dotted'
}

/**
 * The prices of one account in this market: entry and liquidation of its position, and its working orders. A stop that
 * trails is marked where its trigger is now.
 */
export function priceMarks(positions: readonly Position[], orders: readonly Order[]): readonly PriceMark[] {
  return [...positions.flatMap(marksOfPosition), ...orders.flatMap(marksOfOrder)]
}

/** The prices of an order that is being filled in, as they are typed. */
export interface TypedPrices {
  readonly entry: string
  readonly stop: string
  readonly target: string
}

export const NOTHING_TYPED: TypedPrices = { entry: '', stop: '', target: '' }

const TYPED = [
  ['entry', text.typed.entry, '--warn'],
  ['stop', text.typed.stop, '--down'],
  ['target', text.typed.target, '--up'],
] as const

/** Marks what is a price of it so far. */
export const typedMarks = (typed: TypedPrices): readonly PriceMark[] =>
  TYPED.flatMap(([name, title, color]) => {
    const price = typed[name].trim()
    return isAmount(price) ? [{ key: `typed ${name}`, price, title, color, style: 'dotted' as const }] : []
  })

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

function marksOfOrder(order: Order): PriceMark[] {
  const { id, side, kind, remaining_quantity, price, trigger_price, trigger_state, trail } = order
  const waits = trigger_price !== null && trigger_state !== 'TRIGGERED'
  // A stop that does not follow the market yet begins at its activation.
  const begins = trigger_price === null ? (trail?.activation_price ?? null) : null
  const at = begins ?? (waits ? trigger_price : price)
  if (at === null) return []
  const what = `${orderText.sides[side]} ${orderText.kinds[kind]} ${formatDecimal(remaining_quantity)}`
  const how = trail === undefined ? [] : [trailText(trail), ...(begins === null ? [] : [text.trailBegins])]
  return [
    {
      key: id,
      price: at,
      title: [what, ...how].join(', '),
      color: side === 'BUY' ? '--up' : '--down',
      style: begins === null ? 'dashed' : 'dotted',
    },
  ]
}
