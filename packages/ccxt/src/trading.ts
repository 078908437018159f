import { ArgumentsRequired, BaseError, type Order, type OrderSide } from 'ccxt'
import { AccountHistory } from './account-history.js'
import { clientIdOf, decimalOf, expiryOf, orderRequest, quantityOf, trailOf } from './order-request.js'
import { withDetails } from './platform/failures.js'
import { isRow, numberOf, rowOf, rowsOf, textOf, withoutUndefined, type Fields, type Row } from './platform/row.js'
import { errorOf, isUnknownOutcome, unknownOutcome, violationError } from './refusal.js'

/** Arguments of `createOrder`, as `createOrders` takes them. */
interface NewOrder {
  readonly symbol: string
  readonly type: string | undefined
  readonly side: OrderSide | undefined
  readonly amount?: number | string | undefined
  readonly price?: number | string | undefined
  readonly params?: Row
}

const CLOSE = 'account/{account_id}/close-position'

/** Placing orders and closing positions. */
export class Trading extends AccountHistory {
  /**
   * Places an order under `params.clientOrderId`, or an id that is made once. Repeated with its id, the engine answers
   * as it did and places nothing twice. An order that a risk rule refuses throws (`error.violations`); where nobody
   * knows the outcome it throws `RequestTimeout` or `ExchangeNotAvailable`, with `error.clientOrderId`.
   */
  override async createOrder(
    symbol: string,
    type: string,
    side: OrderSide,
    amount: number | string,
    price?: number | string,
    params: Row = {},
  ): Promise<Order> {
    await this.loadMarkets()
    const entry = this.requestOf(symbol, type, side, amount, price, params)
    const account = await this.accountParams()
    const body = { ...account, ...entry }
    return this.placedOrder(await this.place('createOrder', 'order', body, textOf(entry, 'client_id') ?? ''))
  }

  /**
   * Places up to 50 orders in one request, each decided on what the ones before it leave. All are tried; if one failed,
   * its error is thrown after that: `error.orders` has those that were placed, and `error.clientOrderIds` the ids of
   * all, in their order, to repeat the call with.
   */
  override async createOrders(orders: NewOrder[], params: Row = {}): Promise<Order[]> {
    await this.loadMarkets()
    const entries = orders.map((order) => this.entryOf(order, params))
    const clientOrderIds = entries.map((entry) => textOf(entry, 'client_id') ?? '')
    const body = { ...(await this.accountParams()), orders: entries }
    const results = await this.placeAll(body, clientOrderIds)
    const placed: Order[] = []
    let failure: unknown = undefined
    for (let index = 0; index < entries.length; index += 1) {
      try {
        placed.push(this.placedOrder(this.answerOf(results[index], clientOrderIds[index] ?? '')))
      } catch (error) {
        failure = failure ?? error
      }
    }
    if (failure !== undefined) {
      throw withDetails(failure, { orders: placed, clientOrderIds })
    }
    return placed
  }

  private entryOf(order: NewOrder, params: Row): Row {
    const all = { ...params, ...(order.params ?? {}) }
    return this.requestOf(order.symbol, order.type ?? '', order.side, order.amount, order.price, all)
  }

  private async placeAll(body: Row, clientOrderIds: readonly string[]): Promise<readonly Row[]> {
    try {
      const answer = await this.send('POST', 'orders/batch', body)
      return rowsOf(answer['results'])
    } catch (error) {
      const ids = clientOrderIds.join(',')
      const thrown = isUnknownOutcome(error) ? unknownOutcome(error, 'createOrders', ids) : error
      throw withDetails(thrown, { orders: [], clientOrderIds })
    }
  }

  /** The answer that `POST /v1/order` would have given to one of a batch. Throws as `createOrder` does. */
  private answerOf(result: Row | undefined, clientOrderId: string): Row {
    const status = numberOf(result, 'status') ?? 500
    const answer = rowOf(result, 'body') ?? {}
    if (status === 200 && rowsOf(answer['violations']).length === 0) {
      return answer
    }
    const error = errorOf(this.id, '/v1/order', status, answer, undefined)
    if (isUnknownOutcome(error)) {
      throw unknownOutcome(error, 'createOrders', clientOrderId)
    }
    throw withDetails(error, { clientOrderId })
  }

  protected requestOf(
    symbol: string,
    type: string,
    side: OrderSide,
    amount: number | string | undefined,
    price: number | string | undefined,
    params: Row,
  ): Row {
    return orderRequest({
      marketId: this.market(symbol).id ?? '',
      lotSize: this.gridOf(symbol, 'lot_size'),
      type,
      side,
      amount: this.asText(amount),
      price: this.asText(price),
      params: this.withTexts(params),
      venue: textOf(this.options, 'venue'),
    })
  }

  /** Numbers among the parameters as text, in attached orders too. */
  private withTexts(params: Row): Row {
    const texts: Fields = {}
    for (const [name, value] of Object.entries(params)) {
      if (typeof value === 'number' && name !== 'expiresAt') {
        texts[name] = this.numberToString(value)
      } else {
        texts[name] = isRow(value) ? this.withTexts(value) : value
      }
    }
    return texts
  }

  private async place(action: string, path: string, body: Row, clientOrderId: string): Promise<Row> {
    try {
      const answer = await this.send('POST', path, body)
      const violations = rowsOf(answer['violations'])
      if (violations.length > 0) {
        throw violationError(this.id, violations)
      }
      return answer
    } catch (error) {
      if (isUnknownOutcome(error)) {
        throw unknownOutcome(error, action, clientOrderId)
      }
      if (error instanceof BaseError) {
        throw withDetails(error, { clientOrderId })
      }
      throw error
    }
  }

  /** The orders that came with the entry are in `info.children`. */
  private placedOrder(answer: Row): Order {
    const children = answer['children']
    const more = children === undefined ? {} : { children }
    return this.parseOrder({ ...(rowOf(answer, 'order') ?? {}), ...more, trades: answer['trades'] })
  }

  /**
   * Changes a working order in place: price, amount (of the whole), `params.triggerPrice`, `trailingAmount` or
   * `trailingPercent`, `expiresAt`, `version`.
   */
  override async editOrder(
    id: string,
    symbol: string,
    _type?: string,
    _side?: OrderSide,
    amount?: number | string,
    price?: number | string,
    params: Row = {},
  ): Promise<Order> {
    await this.loadMarkets()
    const changes = this.changesOf(symbol, amount, price, this.withTexts(params))
    const path = 'account/{account_id}/orders/{order_id}/modify'
    return this.parseOrder(await this.send('POST', path, { ...(await this.accountParams()), order_id: id, ...changes }))
  }

  private changesOf(
    symbol: string,
    amount: number | string | undefined,
    price: number | string | undefined,
    params: Row,
  ): Row {
    const known = ['triggerPrice', 'stopPrice', 'expiresAt', 'trailingAmount', 'trailingPercent', 'version']
    const trigger = textOf(params, 'triggerPrice') ?? textOf(params, 'stopPrice')
    return withoutUndefined({
      ...this.omit(params, known),
      price: decimalOf('price', this.asText(price)),
      quantity: amount === undefined ? undefined : quantityOf(this.asText(amount), this.gridOf(symbol, 'lot_size')),
      trigger_price: decimalOf('triggerPrice', trigger),
      trail: trailOf(this.omit(params, ['trailingTriggerPrice'])),
      expires_at: expiryOf(params),
      version: numberOf(params, 'version'),
    })
  }

  /** Changes orders one after the other, each as `editOrder` does; stops at the first that fails. */
  override async editOrders(orders: readonly object[], params: Row = {}): Promise<Order[]> {
    const edited: Order[] = []
    for (const given of orders) {
      const order: Row = { ...given }
      const more = { ...params, ...(rowOf(order, 'params') ?? {}) }
      const id = textOf(order, 'id') ?? ''
      const amount = textOf(order, 'amount')
      try {
        const symbol = textOf(order, 'symbol') ?? ''
        edited.push(await this.editOrder(id, symbol, undefined, undefined, amount, textOf(order, 'price'), more))
      } catch (error) {
        throw withDetails(error, { orders: edited })
      }
    }
    return edited
  }

  /**
   * Closes the position of a symbol at the market, or `params.amount` of it; with `params.price` by a limit order. Held
   * on both venues, name one in `params.venue`.
   */
  override async closePosition(symbol: string, _side?: OrderSide, params: Row = {}): Promise<Order> {
    await this.loadMarkets()
    const clientOrderId = clientIdOf(params)
    const amount = this.asText(params['amount'])
    const price = this.asText(params['price'])
    const known = ['amount', 'clientOrderId', 'price', 'venue', 'positionId', 'timeInForce']
    const body = withoutUndefined({
      ...this.omit(params, known),
      ...(await this.accountParams()),
      symbol: this.market(symbol).id,
      quantity: amount === undefined ? undefined : quantityOf(amount, this.gridOf(symbol, 'lot_size')),
      kind: price === undefined ? undefined : 'LIMIT',
      price: decimalOf('price', price),
      tif: textOf(params, 'timeInForce'),
      platform_id: this.venueOf(params),
      position_id: textOf(params, 'positionId'),
      client_id: clientOrderId,
    })
    return this.placedOrder(await this.place('closePosition', CLOSE, body, clientOrderId))
  }

  protected needsId(method: string, id: string | undefined): string {
    if (id === undefined || id === '') {
      throw new ArgumentsRequired(`${this.id} ${method}() needs an id or params.clientOrderId`)
    }
    return id
  }
}
