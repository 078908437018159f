/** Closes a position, or part of it, with a reduce-only order (spec 4.1): whatever it says, it never opens one. */
import { min, type Price, type Quantity } from '../values/decimal.js'
import type { Account } from '../model/account/account.js'
import { decidePlace, type Placement } from './decide-place.js'
import type { VenueId } from '../model/market/instrument.js'
import { opposite, type TimeInForce } from '../model/order/order.js'
import { invalid, unknownSymbol, type Outcome, type Problem } from '../model/outcome.js'
import { impliesPostOnly } from '../model/order/time-in-force.js'
import { openingSide, type Position } from '../model/account/position.js'
import type { DecisionContext } from '../model/decision-context.js'

export interface ClosePosition {
  readonly symbol: string
  /** Null closes the whole position; more than the position closes it. */
  readonly quantity: Quantity | null
  readonly kind: 'MARKET' | 'LIMIT'
  readonly price: Price | null
  readonly tif: TimeInForce
  readonly expiresAt: number | null
  readonly clientId: string | null
  readonly venue: VenueId | null
  readonly positionId: string | null
}

export function decideClose(account: Account, command: ClosePosition, context: DecisionContext): Outcome<Placement> {
  const instrument = context.instruments.resolve(command.symbol)
  if (instrument === undefined) {
    return { kind: 'problem', problem: unknownSymbol(command.symbol, context.instruments.candidates(command.symbol)) }
  }
  const found = findPosition(account, instrument.symbol, command)
  if ('kind' in found) return { kind: 'problem', problem: found }
  return decidePlace(
    account,
    {
      symbol: instrument.symbol,
      side: opposite(openingSide(found.direction)),
      kind: command.kind,
      quantity: command.quantity === null ? found.quantity : min(command.quantity, found.quantity),
      price: command.price,
      triggerPrice: null,
      tif: command.tif,
      flags: { reduceOnly: true, postOnly: impliesPostOnly(command.tif), triggerOnIndex: false, triggerOnMark: false },
      expiresAt: command.expiresAt,
      clientId: command.clientId,
      venue: found.venue,
      positionId: found.id,
      parentOrderId: null,
    },
    context,
  )
}

function findPosition(account: Account, symbol: string, { venue, positionId }: ClosePosition): Position | Problem {
  const held = [...account.positions.values()].filter((position) => position.symbol === symbol)
  const meant = held.filter(
    (position) => (venue === null || position.venue === venue) && (positionId === null || position.id === positionId),
  )
  const [first, second] = meant
  if (first === undefined) return { kind: 'not_found', message: `no open position in ${symbol}` }
  if (second === undefined) return first
  const venues = meant.map((position) => `${position.venue} (${position.id})`).join(' and ')
  return invalid(
    ['position_id'],
    'position_id.ambiguous',
    `${symbol} is held on ${venues}: send position_id or platform_id`,
  )
}
