import {
  ArgumentsRequired,
  OrderNotFound,
  Precise,
  type Account,
  type Balances,
  type Leverage,
  type MarginMode,
  type Market,
  type Order,
  type Position,
  type Trade,
} from 'ccxt'
import { MarketMetrics } from './market-metrics.js'
import { rowsOf, textOf, type Row } from './platform/row.js'
import { SETTLE } from './rows/market-row.js'
import { fillFields, orderFields } from './rows/order-row.js'
import { closedPositionFields, POSITION_NUMBERS, positionFields } from './rows/position-row.js'

const ORDERS = 'account/{account_id}/orders'

/** Balance, positions, leverage, orders and fills of the account, as they are. */
export class AccountData extends MarketMetrics {
  override async fetchAccounts(params: Row = {}): Promise<Account[]> {
    const rows = await this.list('accounts', params, 'private')
    return rows.map((row) => ({ id: textOf(row, 'id'), type: 'swap', code: textOf(row, 'currency'), info: row }))
  }

  /** `total` is the balance without floating profit, `free` what no margin binds; `info.equity` has the equity. */
  override async fetchBalance(params: Row = {}): Promise<Balances> {
    const query = { ...(await this.accountParams()), ...params }
    return this.balanceOf(await this.read('account/{account_id}/summary', query, 'private'))
  }

  protected balanceOf(summary: Row): Balances {
    const used = Precise.stringAdd(textOf(summary, 'used_margin') ?? '0', textOf(summary, 'reserved_margin') ?? '0')
    const currency = textOf(summary, 'currency') ?? SETTLE
    return this.safeBalance({
      info: summary,
      timestamp: undefined,
      datetime: undefined,
      [currency]: { total: textOf(summary, 'balance'), used },
    })
  }

  override async fetchPositions(symbols?: string[], params: Row = {}): Promise<Position[]> {
    await this.loadMarkets()
    const wanted = this.marketSymbols(symbols)
    const venue = this.venueOf(params)
    const account = await this.tradingAccount()
    const query = { account_id: account.id, ...this.omit(params, ['venue']) }
    const rows = await this.list('account/{account_id}/positions', query, 'private')
    const there = rows.filter((row) => venue === undefined || textOf(row, 'venue') === venue)
    const positions = there.map((row) => this.positionOf(row, account.marginMode))
    return positions.filter((position) => wanted === undefined || wanted.includes(position.symbol ?? ''))
  }

  /** The open position of a symbol; without one, one without contracts. Held on both venues, name one. */
  override async fetchPosition(symbol: string, params: Row = {}): Promise<Position> {
    const positions = await this.fetchPositions([symbol], params)
    if (positions.length > 1) {
      const message = `${symbol} is held on both venues, name one in params.venue`
      throw new ArgumentsRequired(`${this.id} fetchPosition(): ${message}`)
    }
    if (positions.length === 1) {
      return positions[0] as Position
    }
    return this.positionOf({ symbol: this.market(symbol).id, quantity: '0' }, undefined)
  }

  override async fetchPositionsForSymbol(symbol: string, params: Row = {}): Promise<Position[]> {
    return this.fetchPositions([symbol], params)
  }

  protected positionOf(row: Row, marginMode: string | undefined): Position {
    return this.parsePosition({ ...row, margin_mode: marginMode })
  }

  override parsePosition(position: Row, market?: Market): Position {
    const row = this.omit(position, ['margin_mode'])
    const symbol = this.safeMarket(textOf(row, 'symbol'), market).symbol
    const marginMode = textOf(position, 'margin_mode')
    const isClosed = textOf(row, 'closed_at') !== undefined
    const fields = isClosed ? closedPositionFields(row, symbol, marginMode) : positionFields(row, symbol, marginMode)
    for (const name of POSITION_NUMBERS) {
      fields[name] = this.toNumber(textOf(fields, name))
    }
    const leverage = textOf(row, 'leverage')
    const share = leverage === undefined ? undefined : Precise.stringDiv('1', leverage, 8)
    return this.safePosition({ ...fields, initialMarginPercentage: this.toNumber(share) })
  }

  override async fetchLeverage(symbol: string, params: Row = {}): Promise<Leverage> {
    await this.loadMarkets()
    const account = await this.tradingAccount()
    const query = {
      ...{ account_id: account.id, symbol: this.market(symbol).id, platform_id: this.venueOf(params) },
      ...this.omit(params, ['venue']),
    }
    const row = await this.read('account/{account_id}/leverage', query, 'private')
    return this.leverageOf(row, account.marginMode)
  }

  protected leverageOf(row: Row, marginMode: string | undefined): Leverage {
    const leverage = this.toNumber(textOf(row, 'leverage'))
    const symbol = this.safeMarket(textOf(row, 'symbol')).symbol
    return { info: row, symbol, marginMode, longLeverage: leverage, shortLeverage: leverage }
  }

  /** The same of every symbol: the plan of the account decides. */
  override async fetchMarginMode(symbol: string, _params: Row = {}): Promise<MarginMode> {
    await this.loadMarkets()
    const account = await this.tradingAccount()
    const info = { account_id: account.id, margin_mode: account.marginMode }
    return { info, symbol: this.market(symbol).symbol, marginMode: account.marginMode }
  }

  /** An order by its id, or by `params.clientOrderId`. */
  override async fetchOrder(id: string | undefined, _symbol?: string, params: Row = {}): Promise<Order> {
    await this.loadMarkets()
    const clientOrderId = textOf(params, 'clientOrderId')
    if (clientOrderId !== undefined) {
      return this.parseOrder(await this.orderByClientId(clientOrderId))
    }
    if (id === undefined || id === '') {
      throw new ArgumentsRequired(`${this.id} fetchOrder() needs an id or params.clientOrderId`)
    }
    const query = { ...(await this.accountParams()), order_id: id, ...params }
    return this.parseOrder(await this.read('account/{account_id}/orders/{order_id}', query, 'private'))
  }

  protected async orderByClientId(clientOrderId: string): Promise<Row> {
    const query = { ...(await this.accountParams()), client_id: clientOrderId }
    const rows = await this.list(ORDERS, query, 'private')
    if (rows.length === 0) {
      throw new OrderNotFound(`${this.id} there is no order with the clientOrderId ${clientOrderId}`)
    }
    return rows[0] as Row
  }

  /** An order that is open; any other is an `OrderNotFound`. */
  async fetchOpenOrder(id: string, symbol?: string, params: Row = {}): Promise<Order> {
    const order = await this.fetchOrder(id, symbol, params)
    if (order.status !== 'open') {
      throw new OrderNotFound(`${this.id} order ${id} is ${order.status}`)
    }
    return order
  }

  /** An order that has ended; any other is an `OrderNotFound`. */
  async fetchClosedOrder(id: string, symbol?: string, params: Row = {}): Promise<Order> {
    const order = await this.fetchOrder(id, symbol, params)
    if (order.status === 'open') {
      throw new OrderNotFound(`${this.id} order ${id} is open`)
    }
    return order
  }

  /** All working orders, those that wait for their trigger or their entry too. */
  override async fetchOpenOrders(symbol?: string, since?: number, limit?: number, params: Row = {}): Promise<Order[]> {
    await this.loadMarkets()
    const market = this.marketOrNone(symbol)
    const marketId = this.marketIdOf(symbol)
    const rows = await this.list(ORDERS, { ...(await this.accountParams()), ...params }, 'private')
    const wanted = rows.filter((row) => marketId === undefined || textOf(row, 'symbol') === marketId)
    return this.parseOrders(wanted, market, since, limit)
  }

  override parseOrder(order: Row, market?: Market): Order {
    const found = this.safeMarket(textOf(order, 'symbol'), market)
    const fields = orderFields(this.omit(order, ['trades']), found.symbol)
    const fills = rowsOf(order['trades'])
    if (fills.length > 0) {
      // The fees of its fills are its fees: ccxt adds them up itself.
      fields['fees'] = undefined
      fields['trades'] = fills.map((fill) => ({ ...fill }))
    }
    return this.safeOrder(fields, found)
  }

  /** Fills name their order; what does not is of the public tape. */
  override parseTrade(trade: Row, market?: Market): Trade {
    if (textOf(trade, 'order_id') === undefined) {
      return super.parseTrade(trade, market)
    }
    const found = this.safeMarket(textOf(trade, 'symbol'), market)
    return this.safeTrade(fillFields(trade, found.symbol), found)
  }
}
