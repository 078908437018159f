/** Requests of a trader, in dollars and as much of them as a case says. */
import { decimal, price, quantity, rate, usd, type Price } from '../../../src/core/values/decimal.js'
import type { VenueAction } from '../../../src/core/model/live/venue-request.js'
import type { Direction } from '../../../src/core/model/account/position.js'

type ActionOf<Kind extends VenueAction['kind']> = Extract<VenueAction, { kind: Kind }>

interface OpenTerms {
  readonly symbol: string
  readonly direction?: Direction
  readonly type?: ActionOf<'open'>['type']
  readonly quantity: string
  readonly price: string
  /** Default: 2 % beyond the price. */
  readonly worstPrice?: string
  readonly collateral?: string
  readonly leverage?: string
}

export function open({ direction = 'LONG', type = 'MARKET', leverage = '10', ...terms }: OpenTerms): ActionOf<'open'> {
  const at = decimal(terms.price)
  const size = (decimal(terms.quantity) * at) / decimal('1')
  return {
    kind: 'open',
    symbol: terms.symbol,
    direction,
    type,
    quantity: quantity(decimal(terms.quantity)),
    price: price(at),
    worstPrice: terms.worstPrice === undefined ? beyond(at, direction === 'LONG') : price(decimal(terms.worstPrice)),
    leverage: rate(decimal(leverage)),
    collateral: usd(
      terms.collateral === undefined ? (size * decimal('1')) / decimal(leverage) : decimal(terms.collateral),
    ),
    takeProfit: null,
    stopLoss: null,
  }
}

interface CloseTerms {
  readonly symbol: string
  readonly direction?: Direction
  readonly type?: ActionOf<'close'>['type']
  readonly quantity: bigint
  /** Default: `quantity`, so all of it. */
  readonly ofQuantity?: bigint
  readonly price: string
}

export function close({ direction = 'LONG', type = 'MARKET', ...terms }: CloseTerms): ActionOf<'close'> {
  const at = decimal(terms.price)
  return {
    kind: 'close',
    symbol: terms.symbol,
    direction,
    type,
    quantity: quantity(terms.quantity),
    ofQuantity: quantity(terms.ofQuantity ?? terms.quantity),
    price: price(at),
    worstPrice: beyond(at, direction === 'SHORT'),
  }
}

const beyond = (at: bigint, isBuying: boolean): Price => price((at * (isBuying ? 102n : 98n)) / 100n)

export const cancel = (symbol: string, requestId: string): VenueAction => ({ kind: 'cancel', symbol, requestId })
