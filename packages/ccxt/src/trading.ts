import { ArgumentsRequired, BaseError, type Leverage, type Num, type Order, type OrderSide } from 'ccxt'
import { AccountData } from './account-data.js'
import { isClientOrderId, makeClientOrderId } from './client-order-id.js'
import {
  decimalOf,
  expiry,
  orderRequest,
  quantityOf,
  trailOf,
  withoutUndefined,
  type OrderRequest,
} from './order-request.js'
import {
  errorOf,
  isUnknownOutcome,
  unknownOutcome,
  violationError,
  withDetails,
  type RefusalDetails,
} from './refusal.js'
import { isRow, rowsOf, rowOf, textOf, type Row } from './rows/row.js'
import type { Params } from './transport.js'

const EXIT_ATTEMPTS = 3

/** Arguments of `createOrder`, as `createOrders` takes them. */
interface NewOrder {
  readonly symbol: string
  readonly type: string | undefined
  readonly side: OrderSide | undefined
  readonly amount?: number | string | undefined
  readonly price?: number | string | undefined
  readonly params?: Params
}

/** Orders, positions and leverage: what changes something. */
export class Trading extends AccountData {
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
    params: Params = {},
  ): Promise<Order> {
    await this.loadMarkets()
    const request = this.requestOf({ symbol, type, side, amount, price, params })
    const account = await this.accountParams()
    const answer = await this.place('createOrder', 'order', { ...account, ...request.entry }, request.clientOrderId)
    const order = this.placedOrder(answer)
    await this.attachExits(order, request, account)
    return order
  }

  /**
   * Places up to 50 orders in one request, each decided on what the ones before it leave; then what is attached to
   * them. All are tried; if one failed, its error is thrown after that: `error.orders` has those that were placed, and
   * `error.clientOrderIds` the ids of all, in their order, to repeat the call with.
   */
  override async createOrders(orders: NewOrder[], params: Params = {}): Promise<Order[]> {
    await this.loadMarkets()
    const requests = orders.map((order) => this.requestOf({ ...order, params: { ...params, ...order.params } }))
    const clientOrderIds = requests.map(({ clientOrderId }) => clientOrderId)
    const account = await this.accountParams()
    const body = { ...account, orders: requests.map(({ entry }) => entry) }
    const results = await this.placeAll(body, clientOrderIds)
    const ends = await Promise.allSettled(
      requests.map(async (request, index) => {
        const { status, body: answer } = results[index] ?? {}
        const order = this.placedOrder(this.answerOf(Number(status), isRow(answer) ? answer : {}, request))
        await this.attachExits(order, request, account)
        return order
      }),
    )
    const placed = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed !== undefined) throw Object.assign(failed.reason as Error, { orders: placed, clientOrderIds })
    return placed
  }

  private async placeAll(body: Params, clientOrderIds: readonly string[]): Promise<readonly Row[]> {
    try {
      return rowsOf((await this.send('POST', 'orders/batch', body))['results'])
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const thrown = isUnknownOutcome(error) ? unknownOutcome(error, 'createOrders', clientOrderIds.join()) : error
      throw Object.assign(thrown, { orders: [], clientOrderIds })
    }
  }

  /** The answer that `POST /v1/order` would have given to one of a batch. Throws as `createOrder` does. */
  private answerOf(status: number, answer: Row, { clientOrderId }: OrderRequest): Row {
    const violations = rowsOf(answer['violations'])
    if (status === 200 && violations.length === 0) return answer
    const error = errorOf(this.id, { url: '/v1/order', status, body: answer })
    throw isUnknownOutcome(error)
      ? unknownOutcome(error, 'createOrders', clientOrderId)
      : withDetails<Error>(error, { clientOrderId })
  }

  private requestOf({ symbol, type, side, amount, price, params = {} }: NewOrder): OrderRequest {
    return orderRequest({
      marketId: this.market(symbol).id ?? '',
      lotSize: this.gridOf(symbol, 'lot_size'),
      type: type ?? '',
      side,
      amount: this.asText(amount),
      price: this.asText(price),
      params: this.withTexts(params),
      venue: textOf(this.options, 'venue'),
    })
  }

  /** Numbers among the parameters as text, in attached orders too. */
  private withTexts(params: Params): Row {
    const texts = (fields: Row): Row =>
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toText(name, value)]))
    const toText = (name: string, value: unknown): unknown => {
      if (typeof value === 'number' && name !== 'expiresAt') return this.numberToString(value)
      return isRow(value) ? texts(value) : value
    }
    return texts(params)
  }

  private async place(action: string, path: string, body: Params, clientOrderId: string): Promise<Row> {
    try {
      const answer = await this.send('POST', path, body)
      const violations = rowsOf(answer['violations'])
      if (violations.length > 0) throw violationError(this.id, violations)
      return answer
    } catch (error) {
      if (isUnknownOutcome(error)) throw unknownOutcome(error, action, clientOrderId)
      throw error instanceof BaseError ? withDetails(error, { clientOrderId }) : error
    }
  }

  private placedOrder(answer: Row): Order {
    return this.parseOrder({ ...rowOf(answer, 'order'), trades: answer['trades'] })
  }

  /**
   * Places what is attached to an entry. If a part of it is refused, the entry is cancelled as far as it has not
   * filled, and the error says so: no entry stays without its requested exits unless the error says so.
   */
  private async attachExits(entry: Order, { exits }: OrderRequest, account: Params): Promise<void> {
    if (exits.length === 0 || (entry.status !== 'open' && !hasFilled(entry))) return
    for (const { name, body } of exits) {
      try {
        await this.placeExit(name, { ...account, ...body, parent_order_id: entry.id })
      } catch (error) {
        throw error instanceof Error ? await this.withoutExit(entry, name, error) : error
      }
    }
  }

  /** Tries again where the outcome is not known: its `client_id` makes that one order. */
  private async placeExit(name: string, body: Params): Promise<void> {
    const clientId = textOf(body, 'client_id') ?? ''
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.place(`createOrder (${name})`, 'order', body, clientId)
        return
      } catch (error) {
        if (!isUnknownOutcome(error) || attempt === EXIT_ATTEMPTS) throw error
      }
    }
  }

  /** The error of an exit, with what has become of its entry and the id to repeat `createOrder` with. */
  private async withoutExit(entry: Order, name: string, error: Error): Promise<Error> {
    const left = isUnknownOutcome(error) ? { order: entry, message: 'the order stands' } : await this.cancelEntry(entry)
    error.message = `${error.message}; ${name} of order ${entry.id} is not confirmed: ${left.message}`
    const details: RefusalDetails = { order: left.order }
    if (entry.clientOrderId !== undefined) details.clientOrderId = entry.clientOrderId
    return withDetails(error, details)
  }

  private async cancelEntry(entry: Order): Promise<{ order: Order; message: string }> {
    try {
      const order = entry.status === 'open' ? await this.cancelOrder(entry.id ?? '', entry.symbol) : entry
      const message = hasFilled(order) ? 'what the order has filled is open without it' : 'the order is cancelled'
      return { order, message }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return { order: entry, message: `the order could not be cancelled: ${reason}` }
    }
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
    params: Params = {},
  ): Promise<Order> {
    await this.loadMarkets()
    const trigger = this.asText(params['triggerPrice'] ?? params['stopPrice'])
    const lot = this.gridOf(symbol, 'lot_size')
    const changes = withoutUndefined({
      ...this.omit(params, ['triggerPrice', 'stopPrice', 'expiresAt', 'trailingAmount', 'trailingPercent']),
      price: decimalOf('price', this.asText(price)),
      quantity: amount === undefined ? undefined : quantityOf(this.asText(amount), lot),
      trigger_price: decimalOf('triggerPrice', trigger),
      trail: trailOf(this.omit(params, ['trailingTriggerPrice'])),
      expires_at: expiry(params['expiresAt']),
    })
    const path = 'account/{account_id}/orders/{order_id}/modify'
    const row = await this.send('POST', path, { ...(await this.accountParams()), order_id: id, ...changes })
    return this.parseOrder({ ...row })
  }

  /** Cancels by id, or by `params.clientOrderId`; safe to repeat. An order that has ended is an `OrderNotFound`. */
  override async cancelOrder(id: string | undefined, _symbol?: string, params: Params = {}): Promise<Order> {
    await this.loadMarkets()
    const clientOrderId = textOf(params, 'clientOrderId')
    const found = clientOrderId === undefined ? id : textOf(await this.orderByClientId(clientOrderId), 'id')
    if (found === undefined || found === '')
      throw new ArgumentsRequired(`${this.id} cancelOrder() needs an id or params.clientOrderId`)
    const rest = this.omit(params, ['clientOrderId'])
    const path = 'account/{account_id}/orders/{order_id}/cancel'
    const row = await this.send('POST', path, { ...(await this.accountParams()), order_id: found, ...rest })
    return this.parseOrder({ ...row })
  }

  /** Tries all of them, and throws the first error after that; `error.orders` has those that were cancelled. */
  override async cancelOrders(ids: string[], symbol?: string, params: Params = {}): Promise<Order[]> {
    const results = await Promise.allSettled(ids.map((id) => this.cancelOrder(id, symbol, params)))
    const orders = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed !== undefined) throw Object.assign(failed.reason as Error, { orders })
    return orders
  }

  /** Cancels every working order, or every one of a symbol, in one step. */
  override async cancelAllOrders(symbol?: string, params: Params = {}): Promise<Order[]> {
    await this.loadMarkets()
    const body = { ...(await this.accountParams()), symbol: this.marketOrNone(symbol)?.id, ...params }
    const answer = await this.send('POST', 'account/{account_id}/orders/cancel-all', body)
    return this.parseOrders(rowsOf(answer['cancelled']))
  }

  /**
   * Closes the position of a symbol at the market, or `params.amount` of it; with `params.price` by a limit order. Held
   * on both venues, name one in `params.venue`.
   */
  override async closePosition(symbol: string, _side?: OrderSide, params: Params = {}): Promise<Order> {
    await this.loadMarkets()
    const clientOrderId = textOf(params, 'clientOrderId') ?? makeClientOrderId()
    if (!isClientOrderId(clientOrderId))
      throw new ArgumentsRequired(`${this.id} clientOrderId ${clientOrderId} is too long`)
    const [amount, price] = [this.asText(params['amount']), this.asText(params['price'])]
    const body = withoutUndefined({
      ...this.omit(params, ['clientOrderId', 'amount', 'price', 'venue', 'positionId', 'timeInForce']),
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
    return this.placedOrder(
      await this.place('closePosition', 'account/{account_id}/close-position', body, clientOrderId),
    )
  }

  /** Sets the leverage of a symbol: of new positions, of working orders, and of the open position. */
  override async setLeverage(leverage: number, symbol?: string, params: Params = {}): Promise<Leverage> {
    if (symbol === undefined) throw new ArgumentsRequired(`${this.id} setLeverage() needs a symbol`)
    await this.loadMarkets()
    const body = withoutUndefined({
      ...this.omit(params, ['venue']),
      ...(await this.accountParams()),
      symbol: this.market(symbol).id,
      platform_id: this.venueOf(params),
      leverage: this.asText(leverage),
    })
    return this.leverageOf(await this.send('PUT', 'account/{account_id}/leverage', body))
  }
}

/** `filled` is a text where the caller has set `number` to String. */
const hasFilled = (order: Order): boolean => Number((order as { filled?: Num }).filled ?? 0) > 0
