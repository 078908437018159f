import { ArgumentsRequired, BadRequest, OperationRejected, type Leverage, type Order } from 'ccxt'
import { withDetails } from './platform/failures.js'
import { rowsOf, textOf, withoutUndefined, type Fields, type Row } from './platform/row.js'
import { Trading } from './trading.js'

/** An order to cancel, in ccxt's words. */
interface CancelledOrder {
  readonly id: string
  readonly symbol: string
}

const SWITCH = 'account/{account_id}/dead-man-switch'
const LEVERAGE = 'account/{account_id}/leverage'

/** Cancelling orders, and the settings of an account. */
export class OrderControl extends Trading {
  /** Cancels by id, or by `params.clientOrderId`; safe to repeat. An order that has ended is an `OrderNotFound`. */
  override async cancelOrder(id: string | undefined, _symbol?: string, params: Row = {}): Promise<Order> {
    await this.loadMarkets()
    const clientOrderId = textOf(params, 'clientOrderId')
    let found = id
    if (clientOrderId !== undefined) {
      found = textOf(await this.orderByClientId(clientOrderId), 'id')
    }
    const orderId = this.needsId('cancelOrder', found)
    const body = { ...(await this.accountParams()), order_id: orderId, ...this.omit(params, ['clientOrderId']) }
    return this.parseOrder(await this.send('POST', 'account/{account_id}/orders/{order_id}/cancel', body))
  }

  /** Tries all of them, and throws the first error after that; `error.orders` has those that were cancelled. */
  override async cancelOrders(ids: string[], symbol?: string, params: Row = {}): Promise<Order[]> {
    return this.cancelEach(ids, symbol, params)
  }

  /** As `cancelOrders`, of rows of `{id, symbol}`. */
  override async cancelOrdersForSymbols(orders: readonly CancelledOrder[], params: Row = {}): Promise<Order[]> {
    const ids = orders.map((order) => textOf({ ...order }, 'id') ?? '')
    return this.cancelEach(ids, undefined, params)
  }

  private async cancelEach(ids: readonly string[], symbol: string | undefined, params: Row): Promise<Order[]> {
    const cancelled: Order[] = []
    let failure: unknown = undefined
    for (const id of ids) {
      try {
        cancelled.push(await this.cancelOrder(id, symbol, params))
      } catch (error) {
        failure = failure ?? error
      }
    }
    if (failure !== undefined) {
      throw withDetails(failure, { orders: cancelled })
    }
    return cancelled
  }

  /** Cancels every working order, or every one of a symbol, in one step. */
  override async cancelAllOrders(symbol?: string, params: Row = {}): Promise<Order[]> {
    await this.loadMarkets()
    const body = { ...(await this.accountParams()), symbol: this.marketIdOf(symbol), ...params }
    const answer = await this.send('POST', 'account/{account_id}/orders/cancel-all', withoutUndefined(body))
    return this.parseOrders(rowsOf(answer['cancelled']))
  }

  /**
   * Cancels what could open a position unless it is called again within `timeout` ms, 5,000 to 3,600,000; 0 ends that.
   * `params.action`: `CANCEL_OPENING`, `CANCEL_ALL` or `FLATTEN`.
   */
  override async cancelAllOrdersAfter(timeout: number, params: Row = {}): Promise<Fields> {
    const account = await this.accountParams()
    if (timeout === 0) {
      return { ...(await this.send('DELETE', SWITCH, { ...account, ...params })) }
    }
    return {
      ...(await this.send('PUT', SWITCH, { ...account, timeout_ms: timeout, action: 'CANCEL_OPENING', ...params })),
    }
  }

  /** Sets the leverage of a symbol: of new positions, of working orders, and of the open position. */
  override async setLeverage(leverage: number | string, symbol?: string, params: Row = {}): Promise<Leverage> {
    if (symbol === undefined) {
      throw new ArgumentsRequired(`${this.id} setLeverage() needs a symbol`)
    }
    await this.loadMarkets()
    const account = await this.tradingAccount()
    const body = withoutUndefined({
      ...this.omit(params, ['venue']),
      account_id: account.id,
      symbol: this.market(symbol).id,
      platform_id: this.venueOf(params),
      leverage: this.asText(leverage),
    })
    return this.leverageOf(await this.send('PUT', LEVERAGE, body), account.marginMode)
  }

  /** The plan of an account decides: what it says already is fine, anything else is an `OperationRejected`. */
  override async setMarginMode(marginMode: string, symbol?: string, _params: Row = {}): Promise<Fields> {
    const account = await this.tradingAccount()
    const wanted = marginMode.toLowerCase()
    if (wanted !== 'cross' && wanted !== 'isolated') {
      throw new BadRequest(`${this.id} setMarginMode() takes cross or isolated, not ${marginMode}`)
    }
    if (account.marginMode !== wanted) {
      throw new OperationRejected(`${this.id} the plan of the account has ${account.marginMode} margin`)
    }
    return { info: { account_id: account.id }, symbol, marginMode: wanted }
  }
}
