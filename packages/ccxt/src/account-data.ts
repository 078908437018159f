import {
  ArgumentsRequired,
  OrderNotFound,
  Precise,
  type Account,
  type Balances,
  type FundingHistory,
  type Leverage,
  type Market,
  type Order,
  type Position,
  type Trade,
} from 'ccxt'
import { MarketData } from './market-data.js'
import { SETTLE } from './rows/market-row.js'
import { fillFields, orderFields, orderStatus } from './rows/order-row.js'
import { positionFields } from './rows/position-row.js'
import { isRow, rowOf, rowsOf, textOf, timesOf, type Row } from './rows/row.js'
import type { HistoryWindow, Params } from './transport.js'

/** Balance, positions, orders, fills and funding of the account. */
export class AccountData extends MarketData {
  override async fetchAccounts(params: Params = {}): Promise<Account[]> {
    const rows = await this.list('accounts', params, 'private')
    return rows.map((row) => ({ id: textOf(row, 'id'), type: 'swap', code: textOf(row, 'currency'), info: row }))
  }

  /** `total` is the balance without floating profit, `free` what no margin binds; `info.equity` has the equity. */
  override async fetchBalance(params: Params = {}): Promise<Balances> {
    const path = 'account/{account_id}/summary'
    return this.balanceOf(await this.read(path, { ...(await this.accountParams()), ...params }, 'private'))
  }

  protected balanceOf(summary: Row): Balances {
    const used = ['used_margin', 'reserved_margin'].map((field) => textOf(summary, field) ?? '0')
    const [inUse = '0', reserved = '0'] = used
    const currency = textOf(summary, 'currency') ?? SETTLE
    return this.safeBalance({
      info: summary,
      timestamp: undefined,
      datetime: undefined,
      [currency]: { total: textOf(summary, 'balance'), used: Precise.stringAdd(inUse, reserved) },
    })
  }

  override async fetchPositions(symbols?: string[], params: Params = {}): Promise<Position[]> {
    await this.loadMarkets()
    const wanted = this.marketSymbols(symbols)
    const venue = this.venueOf(params)
    const { id: account_id, marginMode } = await this.tradingAccount()
    const query = { account_id, ...this.omit(params, ['venue']) }
    const rows = await this.list('account/{account_id}/positions', query, 'private')
    const positions = rows
      .filter((row) => venue === undefined || textOf(row, 'venue') === venue)
      .map((row) => this.positionOf(row, marginMode))
    return this.filterByArrayPositions(positions, 'symbol', wanted, false)
  }

  /** The open position of a symbol; without one, one without contracts. Held on both venues, name one. */
  override async fetchPosition(symbol: string, params: Params = {}): Promise<Position> {
    const positions = await this.fetchPositions([symbol], params)
    if (positions.length > 1)
      throw new ArgumentsRequired(
        `${this.id} fetchPosition(): ${symbol} is held on both venues, name one in params.venue`,
      )
    return positions[0] ?? this.positionOf({ symbol: this.market(symbol).id, quantity: '0' }, undefined)
  }

  protected positionOf(row: Row, marginMode: string | undefined): Position {
    return this.parsePosition({ ...row, margin_mode: marginMode })
  }

  override parsePosition(position: Record<string, unknown>, market?: Market): Position {
    const { margin_mode: marginMode, ...row } = position
    const { symbol } = this.safeMarket(textOf(row, 'symbol'), market)
    const mode = typeof marginMode === 'string' ? marginMode : undefined
    const fields = positionFields(row, symbol, mode, (text) => this.toNumber(text))
    const leverage = textOf(row, 'leverage')
    const share = leverage === undefined ? undefined : Precise.stringDiv('1', leverage, 8)
    return this.safePosition({ ...fields, initialMarginPercentage: this.toNumber(share) })
  }

  /** An order by its id, or by `params.clientOrderId`. */
  override async fetchOrder(id: string | undefined, _symbol?: string, params: Params = {}): Promise<Order> {
    await this.loadMarkets()
    const clientOrderId = textOf(params, 'clientOrderId')
    if (clientOrderId !== undefined) return this.parseOrder({ ...(await this.orderByClientId(clientOrderId)) })
    if (id === undefined || id === '')
      throw new ArgumentsRequired(`${this.id} fetchOrder() needs an id or params.clientOrderId`)
    const path = 'account/{account_id}/orders/{order_id}'
    return this.parseOrder({
      ...(await this.read(path, { ...(await this.accountParams()), order_id: id, ...params }, 'private')),
    })
  }

  protected async orderByClientId(clientOrderId: string): Promise<Row> {
    const query = { ...(await this.accountParams()), client_id: clientOrderId }
    const [row] = await this.list('account/{account_id}/orders', query, 'private')
    if (row === undefined)
      throw new OrderNotFound(`${this.id} there is no order with the clientOrderId ${clientOrderId}`)
    return row
  }

  override async fetchOrders(symbol?: string, since?: number, limit?: number, params: Params = {}): Promise<Order[]> {
    return this.ordersOf(symbol, since, limit, params, () => true)
  }

  override async fetchClosedOrders(
    symbol?: string,
    since?: number,
    limit?: number,
    params: Params = {},
  ): Promise<Order[]> {
    return this.ordersOf(symbol, since, limit, params, (status) => status === 'closed')
  }

  override async fetchCanceledOrders(
    symbol?: string,
    since?: number,
    limit?: number,
    params: Params = {},
  ): Promise<Order[]> {
    return this.ordersOf(symbol, since, limit, params, (status) => status === 'canceled')
  }

  private async ordersOf(
    symbol: string | undefined,
    since: number | undefined,
    limit: number | undefined,
    params: Params,
    isWanted: (status: string | undefined) => boolean,
  ): Promise<Order[]> {
    const query = { status: 'all', ...params }
    const rows = await this.history('account/{account_id}/orders', query, { symbol, since, limit }, (row) =>
      isWanted(orderStatus(textOf(row, 'status'))),
    )
    return this.parseOrders(rows, this.marketOrNone(symbol), since, limit)
  }

  /** All working orders, those that wait for their trigger or their entry too. */
  override async fetchOpenOrders(
    symbol?: string,
    since?: number,
    limit?: number,
    params: Params = {},
  ): Promise<Order[]> {
    await this.loadMarkets()
    const query = { ...(await this.accountParams()), ...params }
    const rows = await this.list('account/{account_id}/orders', query, 'private')
    const market = this.marketOrNone(symbol)
    const wanted = rows.filter((row) => market === undefined || textOf(row, 'symbol') === market.id)
    return this.parseOrders(wanted, market, since, limit)
  }

  override parseOrder(order: Record<string, unknown>, market?: Market): Order {
    const found = this.safeMarket(textOf(order, 'symbol'), market)
    const { trades, ...row } = order
    const fields = orderFields(row, found.symbol)
    const fills = rowsOf(trades)
    if (fills.length === 0) return this.safeOrder(fields, found)
    // The fees of its fills are its fees: ccxt adds them up itself.
    return this.safeOrder({ ...fields, fees: undefined, trades: fills.map((fill) => ({ ...fill })) }, found)
  }

  override async fetchMyTrades(symbol?: string, since?: number, limit?: number, params: Params = {}): Promise<Trade[]> {
    const rows = await this.history('account/{account_id}/trades', params, { symbol, since, limit })
    return this.parseTrades(rows, this.marketOrNone(symbol), since, limit)
  }

  /** Fills name their order; what does not is of the public tape. */
  override parseTrade(trade: Record<string, unknown>, market?: Market): Trade {
    if (textOf(trade, 'order_id') === undefined) return super.parseTrade(trade, market)
    const found = this.safeMarket(textOf(trade, 'symbol'), market)
    return this.safeTrade(fillFields(trade, found.symbol), found)
  }

  /** Funding payments: above 0 received, below 0 paid. */
  override async fetchFundingHistory(
    symbol?: string,
    since?: number,
    limit?: number,
    params: Params = {},
  ): Promise<FundingHistory[]> {
    const rows = await this.history(
      'account/{account_id}/funding',
      params,
      { symbol, since, limit },
      () => true,
      paymentsOf,
    )
    const entries = rows.map((row) => this.fundingOf(row)).sort((a, b) => (a.timestamp ?? 0) - (b.timestamp ?? 0))
    return this.filterBySymbolSinceLimit(entries, symbol, since, limit) as FundingHistory[]
  }

  private fundingOf(row: Row): FundingHistory {
    return {
      info: row,
      symbol: this.safeMarket(textOf(row, 'symbol')).symbol,
      code: SETTLE,
      ...timesOf(row, 'timestamp'),
      id: textOf(row, 'id'),
      amount: this.toNumber(textOf(row, 'amount')),
    }
  }

  override async fetchLeverage(symbol: string, params: Params = {}): Promise<Leverage> {
    await this.loadMarkets()
    const market = this.market(symbol)
    const { id: account_id } = await this.tradingAccount()
    const query = { account_id, symbol: market.id, platform_id: this.venueOf(params), ...this.omit(params, ['venue']) }
    return this.leverageOf(await this.read('account/{account_id}/leverage', query, 'private'))
  }

  protected async leverageOf(row: Row): Promise<Leverage> {
    const leverage = this.toNumber(textOf(row, 'leverage'))
    const { marginMode } = await this.tradingAccount()
    const { symbol } = this.safeMarket(textOf(row, 'symbol'))
    return { info: row, symbol, marginMode, longLeverage: leverage, shortLeverage: leverage }
  }

  private async history(
    path: string,
    params: Params,
    { symbol, since, limit }: { symbol: string | undefined; since: number | undefined; limit: number | undefined },
    isWanted: (row: Row) => boolean = () => true,
    rows?: HistoryWindow['rowsOf'],
  ): Promise<Row[]> {
    await this.loadMarkets()
    const id = this.marketOrNone(symbol)?.id
    const until = params['until'] as number | undefined
    const query = { ...(await this.accountParams()), ...this.omit(params, ['until']) }
    const keep = (row: Row): boolean => (id === undefined || textOf(row, 'symbol') === id) && isWanted(row)
    return this.pages(path, query, { since, until, limit, keep, ...(rows === undefined ? {} : { rowsOf: rows }) })
  }

  protected marketOrNone(symbol: string | undefined): Market | undefined {
    return symbol === undefined ? undefined : this.market(symbol)
  }
}

/** The payments of all asset classes. */
function paymentsOf(answer: Row | readonly unknown[]): readonly Row[] {
  const classes = isRow(answer) ? rowOf(answer, 'by_asset_class') : undefined
  return Object.values(classes ?? {}).flatMap((group) => (isRow(group) ? rowsOf(group['payments']) : []))
}
