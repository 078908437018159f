import { ArgumentsRequired, InvalidOrder } from 'ccxt'
import { isRow, numberOf, textOf, withoutUndefined, type Fields, type Row } from './platform/row.js'
import { isClientOrderId, isDecimal, makeClientOrderId } from './platform/texts.js'
import { isoOf } from './platform/times.js'
import { toGrid } from './platform/to-grid.js'

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

/** Parameters that are read here; all others go to the engine as they are. */
const KNOWN = [
  ...['clientOrderId', 'client_id', 'venue', 'timeInForce', 'postOnly', 'reduceOnly', 'expiresAt', 'positionId'],
  ...['parentOrderId', 'triggerPrice', 'stopPrice', 'triggerDirection', 'triggerPriceType', 'stopLossPrice'],
  ...['takeProfitPrice', 'stopLoss', 'takeProfit', 'flags', 'trailingAmount', 'trailingPercent'],
  ...['trailingTriggerPrice', 'leverage', 'marginMode', 'tif', 'hedged'],
]

const TIMES_IN_FORCE = ['GTC', 'GTD', 'GTX', 'IOC', 'FOK', 'PO']
const MARKETS = ['market', 'stop', 'stop_loss', 'take_profit', 'stop_market', 'stop_loss_market', 'take_profit_market']

/**
 * The body of `POST /v1/order`, without the account, for what a caller of ccxt asks for; `client_id` is its id. Throws
 * `ArgumentsRequired` or `InvalidOrder`.
 */
export function orderRequest(given: OrderArguments): Row {
  const params = given.params
  const side = sideOf(given.side)
  const trail = trailOf(params)
  const trigger = trail === undefined ? triggerOf(given, side) : {}
  const tif = timeInForce(params)
  const flags = flagsOf(params, trigger, tif)
  const exits = exitsOf(params)
  if (Object.keys(exits).length > 0 && flags['reduce_only'] === true) {
    throw new InvalidOrder('an order that only reduces a position can have no stopLoss or takeProfit attached')
  }
  const rest: Fields = {}
  for (const [name, value] of Object.entries(params)) {
    if (!KNOWN.includes(name)) {
      rest[name] = value
    }
  }
  return withoutUndefined({
    ...rest,
    symbol: given.marketId,
    side,
    quantity: quantityOf(given.amount, given.lotSize),
    ...(trail === undefined ? pricing(given, trigger) : trailing(given, trail)),
    tif: tif === 'PO' ? undefined : tif,
    expires_at: expiryOf(params) ?? textOf(params, 'expires_at'),
    flags: Object.keys(flags).length === 0 ? undefined : flags,
    client_id: clientIdOf(params),
    platform_id: textOf(params, 'venue') ?? textOf(params, 'platform_id') ?? given.venue,
    position_id: textOf(params, 'positionId') ?? textOf(params, 'position_id'),
    parent_order_id: textOf(params, 'parentOrderId') ?? textOf(params, 'parent_order_id'),
    ...exits,
  })
}

/** The id that a caller gave, else a new one. */
export function clientIdOf(params: Row): string {
  const given = textOf(params, 'clientOrderId') ?? textOf(params, 'client_id')
  if (given !== undefined && !isClientOrderId(given)) {
    throw new InvalidOrder(`clientOrderId must be 1 to 64 characters of A-Z a-z 0-9 . _ : -, not ${given}`)
  }
  return given === undefined ? makeClientOrderId() : given
}

function sideOf(side: string | undefined): string {
  const upper = (side ?? '').toUpperCase()
  if (upper !== 'BUY' && upper !== 'SELL') {
    throw new ArgumentsRequired(`side must be buy or sell, not ${side}`)
  }
  return upper
}

export function quantityOf(amount: string | undefined, lotSize: string): string {
  const size = decimalOf('amount', amount)
  if (size === undefined) {
    throw new ArgumentsRequired('an order needs an amount')
  }
  const quantity = toGrid(size, lotSize, 'down')
  if (quantity === '0') {
    throw new InvalidOrder(`amount ${size} is less than the lot size, ${lotSize}`)
  }
  return quantity
}

/** A decimal that a caller gave; undefined where there is none. Throws `InvalidOrder` for any other text. */
export function decimalOf(name: string, text: string | undefined): string | undefined {
  if (text !== undefined && !isDecimal(text)) {
    throw new InvalidOrder(`${name} must be a number above 0, not ${text}`)
  }
  return text
}

function decimalIn(params: Row, name: string): string | undefined {
  return decimalOf(name, textOf(params, name))
}

/** The `trail` of a trailing order; undefined of every other order. */
export function trailOf(params: Row): Row | undefined {
  const offset = decimalIn(params, 'trailingAmount')
  const percent = decimalIn(params, 'trailingPercent')
  if (offset === undefined && percent === undefined) {
    return undefined
  }
  if (offset !== undefined && percent !== undefined) {
    throw new InvalidOrder('send one of trailingAmount and trailingPercent')
  }
  const activation = decimalIn(params, 'trailingTriggerPrice')
  return withoutUndefined({ offset, offset_pct: percent, activation_price: activation })
}

function trailing(given: OrderArguments, trail: Row): Row {
  const others = ['triggerPrice', 'stopPrice', 'stopLossPrice', 'takeProfitPrice']
  if (typeOf(given).endsWith('limit')) {
    throw new InvalidOrder('a trailing order is a market order once it fires')
  }
  if (others.some((name) => textOf(given.params, name) !== undefined)) {
    throw new InvalidOrder('the trigger of a trailing order follows from its distance: leave the others out')
  }
  return { kind: 'STOP', trail }
}

function typeOf(given: OrderArguments): string {
  return given.type.toLowerCase().replaceAll('-', '_').replaceAll(' ', '_')
}

/** `kind`, `price` and `isExit` of the trigger; empty without one. Without a direction it follows the market. */
function triggerOf(given: OrderArguments, side: string): Row {
  const params = given.params
  const stopLoss = decimalIn(params, 'stopLossPrice')
  const takeProfit = decimalIn(params, 'takeProfitPrice')
  if (stopLoss !== undefined && takeProfit !== undefined) {
    throw new InvalidOrder('one order has one trigger: attach stopLoss and takeProfit, or send two orders')
  }
  if (stopLoss !== undefined) {
    return { kind: 'STOP', price: stopLoss, isExit: true }
  }
  if (takeProfit !== undefined) {
    return { kind: 'TAKE_PROFIT', price: takeProfit, isExit: true }
  }
  return plainTrigger(given, side)
}

function plainTrigger(given: OrderArguments, side: string): Row {
  const type = typeOf(given)
  const price = decimalIn(given.params, 'triggerPrice') ?? decimalIn(given.params, 'stopPrice')
  const isTakeProfit = type.startsWith('take_profit')
  if (price === undefined && (isTakeProfit || type.startsWith('stop'))) {
    throw new ArgumentsRequired(`a ${given.type} order needs params.triggerPrice`)
  }
  if (price === undefined) {
    return {}
  }
  const follows = !isTakeProfit && followsMarket(textOf(given.params, 'triggerDirection'), side)
  return { kind: follows ? 'STOP' : 'TAKE_PROFIT', price, isExit: false }
}

/** A stop buys on the way up and sells on the way down; the other way round it takes profit. */
function followsMarket(direction: string | undefined, side: string): boolean {
  if (direction === undefined) {
    return true
  }
  const isUp = ['ascending', 'above', 'up'].includes(direction)
  if (!isUp && !['descending', 'below', 'down'].includes(direction)) {
    throw new InvalidOrder(`triggerDirection must be ascending or descending, not ${direction}`)
  }
  return isUp === (side === 'BUY')
}

function pricing(given: OrderArguments, trigger: Row): Row {
  const type = typeOf(given)
  const isLimit = type.endsWith('limit')
  if (!isLimit && !MARKETS.includes(type)) {
    throw new InvalidOrder(`order type ${given.type} is none of market, limit, stop and take_profit`)
  }
  const price = type.endsWith('market') ? undefined : decimalOf('price', given.price)
  if (isLimit && price === undefined) {
    throw new ArgumentsRequired('a limit order needs a price')
  }
  const kind = textOf(trigger, 'kind') ?? (isLimit ? 'LIMIT' : 'MARKET')
  return { kind, price, trigger_price: textOf(trigger, 'price') }
}

function timeInForce(params: Row): string | undefined {
  const given = textOf(params, 'timeInForce') ?? textOf(params, 'tif')
  const tif = given === undefined ? undefined : given.toUpperCase()
  if (tif !== undefined && !TIMES_IN_FORCE.includes(tif)) {
    throw new InvalidOrder(`timeInForce must be one of ${TIMES_IN_FORCE.join(', ')}, not ${tif}`)
  }
  return tif
}

/** `LAST`, `MARK` or `INDEX`, where a caller names what a trigger is compared with. */
function sourceOf(params: Row): string | undefined {
  const source = textOf(params, 'triggerPriceType')
  const upper = source === undefined ? undefined : source.toUpperCase()
  if (upper !== undefined && !['LAST', 'MARK', 'INDEX'].includes(upper)) {
    throw new InvalidOrder(`triggerPriceType must be last, mark or index, not ${source}`)
  }
  return upper
}

function flagsOf(params: Row, trigger: Row, tif: string | undefined): Fields {
  const given = params['flags']
  const flags: Fields = isRow(given) ? { ...given } : {}
  const source = sourceOf(params)
  const isExit = trigger['isExit'] === true && params['reduceOnly'] !== false
  if (params['postOnly'] === true || tif === 'PO') {
    flags['post_only'] = true
  }
  if (params['reduceOnly'] === true || isExit) {
    flags['reduce_only'] = true
  }
  if (source === 'INDEX') {
    flags['trigger_on_index'] = true
  }
  if (source === 'MARK') {
    flags['trigger_on_mark'] = true
  }
  return flags
}

/** `params.expiresAt`: milliseconds since the epoch, or a text that goes as it is. */
export function expiryOf(params: Row): string | undefined {
  const given = params['expiresAt']
  return typeof given === 'number' ? isoOf(numberOf(params, 'expiresAt') ?? 0) : textOf(params, 'expiresAt')
}

/** The exits of an entry, in the same request: placed together, or not at all. */
function exitsOf(params: Row): Row {
  const stopLoss = exitOf('stopLoss', params['stopLoss'])
  const takeProfit = exitOf('takeProfit', params['takeProfit'])
  return withoutUndefined({ stop_loss: stopLoss, take_profit: takeProfit })
}

function exitOf(name: string, terms: unknown): Row | undefined {
  if (terms === undefined || terms === null) {
    return undefined
  }
  if (!isRow(terms)) {
    throw new InvalidOrder(`params.${name} must be an object with a triggerPrice`)
  }
  const trail = name === 'stopLoss' ? trailOf(terms) : undefined
  const trigger = decimalIn(terms, 'triggerPrice') ?? decimalIn(terms, 'stopPrice')
  if (trigger === undefined && trail === undefined) {
    throw new ArgumentsRequired(`params.${name} needs a triggerPrice`)
  }
  const price = decimalIn(terms, 'price')
  if (textOf(terms, 'type') === 'limit' && price === undefined) {
    throw new ArgumentsRequired(`params.${name} is a limit: it needs a price`)
  }
  return withoutUndefined({
    trail,
    trigger_price: trigger,
    price: textOf(terms, 'type') === 'market' ? undefined : price,
    trigger_by: sourceOf(terms),
  })
}
