/** The order that brings a position to where an alert wants it. */
import type { HookAction } from '@ats/contracts'
import { abs, min, quantity, roundToStep, type Price, type Quantity } from '../values/decimal.js'
import { openingSide, type Position } from '../model/account/position.js'
import { opposite, type Side } from '../model/order/order.js'
import type { Bracket } from './prepare-bracket.js'

/** A well-formed alert. */
export interface Alert {
  readonly action: HookAction
  readonly symbol: string
  /** Null where none was sent: `buy` and `sell` have one. */
  readonly quantity: Quantity | null
  /** For `position`: more than 0 is long, less is short; null for the other actions. */
  readonly target: bigint | null
  /** Other kinds than MARKET are for `buy` and `sell`. */
  readonly kind: 'MARKET' | 'LIMIT' | 'STOP'
  readonly price: Price | null
  readonly triggerPrice: Price | null
  /** The stop and the target of what it opens. */
  readonly bracket?: Bracket
}

export interface Move {
  readonly side: Side
  readonly size: Quantity
  /** The part of it that opens or adds, or may do so later. */
  readonly opens: Quantity
  /** The position that it can only reduce. */
  readonly closes: Position | null
}

const NOTHING = quantity(0n)
const cut = (size: bigint, lotSize: Quantity): Quantity => quantity(roundToStep(abs(size), lotSize, 'FLOOR'))

/** Null where there is nothing to do. `position` is the one in the symbol of the alert. */
export function moveOf(alert: Alert, position: Position | null, lotSize: Quantity): Move | null {
  switch (alert.action) {
    case 'buy':
      return trade(alert, 'BUY', position, lotSize)
    case 'sell':
      return trade(alert, 'SELL', position, lotSize)
    case 'flat':
      return position === null ? null : closing(position, position.quantity)
    case 'close':
      return position === null ? null : closing(position, partOf(position, alert.quantity, lotSize))
    case 'reverse':
      return position === null ? null : toTarget(reversed(position, alert.quantity), position, lotSize)
    default:
      return toTarget(alert.target ?? 0n, position, lotSize)
  }
}

/** Less than a lot is left as it is, to be refused with the quantities that are possible. */
function trade({ quantity: asked, kind }: Alert, side: Side, position: Position | null, lotSize: Quantity): Move {
  const wanted = asked ?? NOTHING
  const size = cut(wanted, lotSize) === 0n ? wanted : cut(wanted, lotSize)
  const isAgainst = kind === 'MARKET' && position !== null && openingSide(position.direction) !== side
  const reduces = isAgainst ? min(position.quantity, size) : NOTHING
  return { side, size, opens: quantity(size - reduces), closes: null }
}

const partOf = (position: Position, asked: Quantity | null, lotSize: Quantity): Quantity =>
  asked === null || asked >= position.quantity ? position.quantity : cut(asked, lotSize)

const closing = (position: Position, size: Quantity): Move | null =>
  size === 0n ? null : { side: opposite(openingSide(position.direction)), size, opens: NOTHING, closes: position }

const signed = (position: Position | null): bigint => {
  if (position === null) return 0n
  return position.direction === 'LONG' ? position.quantity : 0n - position.quantity
}

const reversed = (position: Position, asked: Quantity | null): bigint => {
  const size = asked ?? position.quantity
  return position.direction === 'LONG' ? 0n - size : size
}

function toTarget(asked: bigint, position: Position | null, lotSize: Quantity): Move | null {
  const wanted = cut(asked, lotSize)
  const target = asked < 0n ? 0n - wanted : wanted
  const current = signed(position)
  const difference = target - current
  if (position !== null && current * target >= 0n && abs(target) < abs(current))
    return closing(position, target === 0n ? position.quantity : cut(difference, lotSize))
  const size = cut(difference, lotSize)
  if (size === 0n) return null
  const isFlip = current * target < 0n
  return { side: difference > 0n ? 'BUY' : 'SELL', size, opens: isFlip ? wanted : size, closes: null }
}
