/** The arithmetic of the plain baseline: a market order at a fixed price opens, adds to or reduces a position. */
import { ONE, parseNano } from './fixed-point.js'

export interface OrderBody {
  readonly account_id: string
  readonly symbol: string
  readonly side: 'BUY' | 'SELL'
  readonly kind: 'MARKET'
  readonly quantity: number
  readonly client_id: string
}

/** Quantities are in billionths, money in the square of that. */
export interface OpenPosition {
  readonly id: string
  readonly direction: 'LONG' | 'SHORT'
  readonly quantity: bigint
  readonly cost: bigint
  readonly realizedPnl: bigint
  readonly fees: bigint
  readonly openedQuantity: bigint
  readonly openedNotional: bigint
  readonly closedNotional: bigint
}

export interface Execution {
  readonly quantity: bigint
  readonly price: bigint
  readonly notional: bigint
  readonly fee: bigint
  readonly realizedPnl: bigint
  readonly position: OpenPosition
}

/** Bid and ask: a position that is closed again has lost the difference, which is a row of the ledger. */
const PRICES: Readonly<Record<string, readonly [bid: string, ask: string]>> = {
  'BTC-USD': ['95686.36', '95687.78'],
  'ETH-USD': ['3314.73', '3315.11'],
  'SOL-USD': ['143.254', '143.278'],
  'BNB-USD': ['935.376', '935.537'],
  'XRP-USD': ['2.0738', '2.0742'],
}
const FEE = parseNano('0.0006')
const NOTIONAL_MAX = parseNano('500000') * ONE

/** Or why not. */
export function decideOrder(
  { symbol, side, quantity: requested }: OrderBody,
  standing: OpenPosition | undefined,
  newPositionId: string,
): Execution | string {
  const [bid, ask] = PRICES[symbol] ?? ['0', '0']
  const price = parseNano(side === 'BUY' ? ask : bid)
  const quantity = parseNano(String(requested))
  const notional = quantity * price
  if (notional === 0n) return `${symbol} is not listed`
  const fee = (notional / ONE) * FEE
  const direction = side === 'BUY' ? 'LONG' : 'SHORT'
  const execution = { quantity, price, notional, fee }
  if (standing === undefined || standing.direction === direction) {
    const position = increase(standing ?? empty(newPositionId, direction), execution)
    if (position.cost > NOTIONAL_MAX) return 'the position would be too large'
    return { ...execution, realizedPnl: 0n, position }
  }
  if (quantity > standing.quantity) return 'the order would turn the position around'
  return { ...execution, ...reduce(standing, execution) }
}

type Terms = Pick<Execution, 'quantity' | 'notional' | 'fee'>

const empty = (id: string, direction: 'LONG' | 'SHORT'): OpenPosition => ({
  id,
  direction,
  quantity: 0n,
  cost: 0n,
  realizedPnl: 0n,
  fees: 0n,
  openedQuantity: 0n,
  openedNotional: 0n,
  closedNotional: 0n,
})

const increase = (position: OpenPosition, { quantity, notional, fee }: Terms): OpenPosition => ({
  ...position,
  quantity: position.quantity + quantity,
  cost: position.cost + notional,
  fees: position.fees + fee,
  openedQuantity: position.openedQuantity + quantity,
  openedNotional: position.openedNotional + notional,
})

function reduce(
  position: OpenPosition,
  { quantity, notional, fee }: Terms,
): Pick<Execution, 'realizedPnl' | 'position'> {
  const released = (position.cost * quantity) / position.quantity
  const realizedPnl = position.direction === 'LONG' ? notional - released : released - notional
  return {
    realizedPnl,
    position: {
      ...position,
      quantity: position.quantity - quantity,
      cost: position.cost - released,
      realizedPnl: position.realizedPnl + realizedPnl,
      fees: position.fees + fee,
      closedNotional: position.closedNotional + notional,
    },
  }
}
