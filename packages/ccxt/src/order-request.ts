import { ArgumentsRequired, InvalidOrder } from 'ccxt'
import { isClientOrderId, makeClientOrderId } from './client-order-id.js'
import { isRow, textOf, type Row } from './rows/row.js'
import { isDecimal, toGrid } from './to-grid.js'

/** Arguments of `createOrder`, numbers as text. */
export interface OrderArguments {
  /** The engine's symbol: `BTC-USD`. */
  readonly marketId: string
  readonly lotSize: string
  readonly type: string
  readonly side: string | undefined
  readonly amount: string | undefined
  readonly price: string | undefined
  readonly params: Row
  /** The venue of the exchange's options. */
  readonly venue: string | undefined
}

export type ExitName = 'stopLoss' | 'takeProfit'

/** Bodies of `POST /v1/order`, without the account: the entry, and what is attached to it. */
export interface OrderRequest {
  readonly clientOrderId: string
  readonly entry: Row
  /** To be sent with the id of the entry as `parent_order_id`. */
  readonly exits: readonly { readonly name: ExitName; readonly body: Row }[]
}

/** Parameters that are read here; all others go to the engine as they are. */
const KNOWN = [
  ...['clientOrderId', 'client_id', 'venue', 'timeInForce', 'postOnly', 'reduceOnly', 'expiresAt', 'positionId'],
  ...['parentOrderId', 'triggerPrice', 'stopPrice', 'triggerDirection', 'triggerPriceType', 'stopLossPrice'],
  ...[
    'takeProfitPrice',
    'stopLoss',
    'takeProfit',
    'flags',
    'trailingAmount',
    'trailingPercent',
    'trailingTriggerPrice',
  ],
]

/** Puts what a caller of ccxt asks for as the engine takes it. Throws `ArgumentsRequired` or `InvalidOrder`. */
export function orderRequest(given: OrderArguments): OrderRequest {
  const { params, venue } = given
  const side = sideOf(given.side)
  const clientOrderId = textOf(params, 'clientOrderId') ?? textOf(params, 'client_id') ?? makeClientOrderId()
  if (!isClientOrderId(clientOrderId))
    throw new InvalidOrder(`clientOrderId must be 1 to 64 characters of A-Z a-z 0-9 . _ : -, not ${clientOrderId}`)
  const quantity = quantityOf(given.amount, given.lotSize)
  const trail = trailOf(params)
  const trigger = trail === undefined ? triggerOf(given, side) : undefined
  const tif = timeInForce(params)
  const flags = flagsOf(params, trigger, tif)
  const entry = withoutUndefined({
    ...Object.fromEntries(Object.entries(params).filter(([name]) => !KNOWN.includes(name))),
    symbol: given.marketId,
    side,
    quantity,
    ...(trail === undefined ? pricing(given, trigger) : trailing(given, trail)),
    tif: tif === 'PO' ? undefined : tif,
    expires_at: expiry(params['expiresAt']),
    flags: Object.keys(flags).length === 0 ? undefined : flags,
    client_id: clientOrderId,
    platform_id: textOf(params, 'venue') ?? textOf(params, 'platform_id') ?? venue,
    position_id: textOf(params, 'positionId') ?? textOf(params, 'position_id'),
    parent_order_id: textOf(params, 'parentOrderId') ?? textOf(params, 'parent_order_id'),
  })
  const exits = (['stopLoss', 'takeProfit'] as const).flatMap((name) => {
    const terms = params[name]
    if (terms === undefined || terms === null) return []
    return [{ name, body: exitBody(name, terms, { marketId: given.marketId, side, quantity, clientOrderId }) }]
  })
  if (exits.length > 0 && flags.reduce_only === true)
    throw new InvalidOrder('an order that only reduces a position can have no stopLoss or takeProfit attached')
  return { clientOrderId, entry, exits }
}

function sideOf(side: string | undefined): 'BUY' | 'SELL' {
  const upper = side?.toUpperCase()
  if (upper !== 'BUY' && upper !== 'SELL') throw new ArgumentsRequired(`side must be buy or sell, not ${side}`)
  return upper
}

export function quantityOf(amount: string | undefined, lotSize: string): string {
  const size = decimalOf('amount', amount)
  if (size === undefined) throw new ArgumentsRequired('an order needs an amount')
  const quantity = toGrid(size, lotSize, 'down')
  if (quantity === '0') throw new InvalidOrder(`amount ${size} is less than the lot size, ${lotSize}`)
  return quantity
}

/** A decimal that a caller gave; undefined where there is none. Throws `InvalidOrder` for any other text. */
export function decimalOf(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!isDecimal(text)) throw new InvalidOrder(`${name} must be a number above 0, not ${text}`)
  return text
}

/** The `trail` of a trailing order; undefined of every other order. */
export function trailOf(params: Row): Row | undefined {
  const at = (name: string): string | undefined => decimalOf(name, textOf(params, name))
  const [offset, pct, activation] = [at('trailingAmount'), at('trailingPercent'), at('trailingTriggerPrice')]
  if (offset === undefined && pct === undefined) return undefined
  if (offset !== undefined && pct !== undefined)
    throw new InvalidOrder('send one of trailingAmount and trailingPercent')
  return withoutUndefined({ offset, offset_pct: pct, activation_price: activation })
}

function trailing(given: OrderArguments, trail: Row): Row {
  const { params } = given
  const others = ['triggerPrice', 'stopPrice', 'stopLossPrice', 'takeProfitPrice']
  if (typeOf(given).endsWith('limit')) throw new InvalidOrder('a trailing order is a market order once it fires')
  if (others.some((name) => textOf(params, name) !== undefined))
    throw new InvalidOrder('the trigger of a trailing order follows from its distance: leave the others out')
  return { kind: 'STOP', trail }
}

interface Trigger {
  readonly kind: 'STOP' | 'TAKE_PROFIT'
  readonly price: string
  readonly isExit: boolean
}

const typeOf = ({ type }: OrderArguments): string => type.toLowerCase().replaceAll(/[\s-]/g, '_')

/** The trigger of an order, if it has one. Without a direction it is a stop: it follows the market. */
function triggerOf(given: OrderArguments, side: string): Trigger | undefined {
  const { params } = given
  const named = (['stopLossPrice', 'takeProfitPrice'] as const).filter((name) => textOf(params, name) !== undefined)
  if (named.length > 1)
    throw new InvalidOrder('one order has one trigger: attach stopLoss and takeProfit, or send two orders')
  const plain = decimalOf('triggerPrice', textOf(params, 'triggerPrice') ?? textOf(params, 'stopPrice'))
  if (named[0] !== undefined) {
    const kind = named[0] === 'stopLossPrice' ? 'STOP' : 'TAKE_PROFIT'
    return { kind, price: decimalOf(named[0], textOf(params, named[0])) ?? '', isExit: true }
  }
  const type = typeOf(given)
  const isTakeProfit = type.startsWith('take_profit')
  if (plain === undefined) {
    if (isTakeProfit || type.startsWith('stop'))
      throw new ArgumentsRequired(`a ${given.type} order needs params.triggerPrice`)
    return undefined
  }
  const follows = !isTakeProfit && followsMarket(textOf(params, 'triggerDirection'), side)
  return { kind: follows ? 'STOP' : 'TAKE_PROFIT', price: plain, isExit: false }
}

/** A stop buys on the way up and sells on the way down; the other way round it takes profit. */
function followsMarket(direction: string | undefined, side: string): boolean {
  if (direction === undefined) return true
  const isUp = ['ascending', 'above', 'up'].includes(direction)
  if (!isUp && !['descending', 'below', 'down'].includes(direction))
    throw new InvalidOrder(`triggerDirection must be ascending or descending, not ${direction}`)
  return isUp === (side === 'BUY')
}

function pricing(given: OrderArguments, trigger: Trigger | undefined): Row {
  const type = typeOf(given)
  const isLimit = type.endsWith('limit')
  if (!isLimit && !/^(?:market|stop(?:_loss)?|take_profit)(?:_market)?$/.test(type))
    throw new InvalidOrder(`order type ${given.type} is none of market, limit, stop and take_profit`)
  const isMarket = type.endsWith('market')
  const price = isMarket ? undefined : decimalOf('price', given.price)
  if (isLimit && price === undefined) throw new ArgumentsRequired('a limit order needs a price')
  const kind = trigger?.kind ?? (isLimit ? 'LIMIT' : 'MARKET')
  return { kind, price, trigger_price: trigger?.price }
}

const TIMES_IN_FORCE = ['GTC', 'GTD', 'GTX', 'IOC', 'FOK', 'PO']

function timeInForce(params: Row): string | undefined {
  const tif = (textOf(params, 'timeInForce') ?? textOf(params, 'tif'))?.toUpperCase()
  if (tif !== undefined && !TIMES_IN_FORCE.includes(tif))
    throw new InvalidOrder(`timeInForce must be one of ${TIMES_IN_FORCE.join(', ')}, not ${tif}`)
  return tif
}

interface Flags {
  post_only?: boolean
  reduce_only?: boolean
  trigger_on_index?: boolean
  trigger_on_mark?: boolean
}

function flagsOf(params: Row, trigger: Trigger | undefined, tif: string | undefined): Flags {
  const source = textOf(params, 'triggerPriceType')?.toLowerCase()
  if (source !== undefined && !['last', 'mark', 'index'].includes(source))
    throw new InvalidOrder(`triggerPriceType must be last, mark or index, not ${source}`)
  const isReduceOnly = params['reduceOnly'] === true || (trigger?.isExit === true && params['reduceOnly'] !== false)
  return {
    ...(isRow(params['flags']) ? params['flags'] : {}),
    ...(params['postOnly'] === true || tif === 'PO' ? { post_only: true } : {}),
    ...(isReduceOnly ? { reduce_only: true } : {}),
    ...(source === 'index' ? { trigger_on_index: true } : {}),
    ...(source === 'mark' ? { trigger_on_mark: true } : {}),
  }
}

/** Milliseconds since the epoch, or a text that goes as it is. */
export function expiry(value: unknown): string | undefined {
  if (typeof value === 'number') return new Date(value).toISOString()
  return typeof value === 'string' ? value : undefined
}

interface Entry {
  readonly marketId: string
  readonly side: 'BUY' | 'SELL'
  readonly quantity: string
  readonly clientOrderId: string
}

const SUFFIXES: Readonly<Record<ExitName, string>> = { stopLoss: '-sl', takeProfit: '-tp' }

function exitBody(name: ExitName, terms: unknown, entry: Entry): Row {
  if (!isRow(terms)) throw new InvalidOrder(`params.${name} must be an object with a triggerPrice`)
  const clientOrderId = entry.clientOrderId + SUFFIXES[name]
  if (!isClientOrderId(clientOrderId))
    throw new InvalidOrder(`clientOrderId may have 61 characters when stopLoss or takeProfit is attached`)
  const trigger = decimalOf(`${name}.triggerPrice`, textOf(terms, 'triggerPrice') ?? textOf(terms, 'stopPrice'))
  if (trigger === undefined) throw new ArgumentsRequired(`params.${name} needs a triggerPrice`)
  const price = decimalOf(`${name}.price`, textOf(terms, 'price'))
  if (textOf(terms, 'type') === 'limit' && price === undefined)
    throw new ArgumentsRequired(`params.${name} is a limit: it needs a price`)
  return withoutUndefined({
    symbol: entry.marketId,
    side: entry.side === 'BUY' ? 'SELL' : 'BUY',
    kind: name === 'stopLoss' ? 'STOP' : 'TAKE_PROFIT',
    quantity: entry.quantity,
    trigger_price: trigger,
    price: textOf(terms, 'type') === 'market' ? undefined : price,
    client_id: clientOrderId,
  })
}

export const withoutUndefined = (fields: Row): Row =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
