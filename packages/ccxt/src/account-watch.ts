import type { Balances, Order, Position, Trade } from 'ccxt'
import { MarketWatch } from './market-watch.js'
import { textOf, type Fields, type Row } from './platform/row.js'
import type { News } from './platform/stream-runtime.js'
import { errorOf, streamError } from './refusal.js'

const BALANCE = 'balance'
const FIELDS = ['side', 'contracts', 'entryPrice', 'leverage', 'stopLossPrice', 'takeProfitPrice']
const GONE = ['contracts', 'notional', 'initialMargin', 'collateral', 'unrealizedPnl']

/** Orders, fills, positions and balance of the account as they change. No event is missed where a stream was cut. */
export class AccountWatch extends MarketWatch {
  /** Orders that were placed, filled or ended, each as it then was. */
  override async watchOrders(symbol?: string, since?: number, limit?: number, params: Row = {}): Promise<Order[]> {
    await this.loadMarkets()
    const rows = await this.accountNews(this.orderNews(symbol), params)
    const orders = rows.map((row) => this.parseOrder(row))
    return this.filterBySymbolSinceLimit(orders, undefined, since, limit, true) as Order[]
  }

  override async watchMyTrades(symbol?: string, since?: number, limit?: number, params: Row = {}): Promise<Trade[]> {
    await this.loadMarkets()
    const rows = await this.accountNews(this.fillNews(symbol), params)
    const fills = rows.map((row) => this.parseTrade(row))
    return this.filterBySymbolSinceLimit(fills, undefined, since, limit, true) as Trade[]
  }

  /** First the open positions, then those that fills have changed; one that has closed comes without contracts. */
  override async watchPositions(
    symbols?: string[],
    since?: number,
    limit?: number,
    params: Row = {},
  ): Promise<Position[]> {
    await this.loadMarkets()
    const news = this.positionNews(symbols)
    const isFirst = this.toldPositions[news.name] === undefined
    await this.followAccount(news, params)
    if (!isFirst) {
      await this.accountNews(news, params)
    }
    let changed = await this.changedPositions(news.name, symbols, params)
    while (changed.length === 0) {
      await this.accountNews(news, params)
      changed = await this.changedPositions(news.name, symbols, params)
    }
    return this.filterBySymbolSinceLimit(changed, undefined, since, limit, true) as Position[]
  }

  private async changedPositions(name: string, symbols: string[] | undefined, params: Row): Promise<Position[]> {
    const told = this.toldPositions[name] ?? []
    const open = await this.fetchPositions(symbols, params)
    this.toldPositions[name] = open
    const changed = open.filter((position) => !told.some((before) => isSame(before, position)))
    const ids = open.map((position) => position.id)
    const closed = told.filter((position) => !ids.includes(position.id))
    return [...changed, ...closed.map((position) => this.withoutContracts(position))]
  }

  private withoutContracts(position: Position): Position {
    const fields: Fields = { ...position }
    for (const name of GONE) {
      fields[name] = this.toNumber('0')
    }
    return fields as unknown as Position
  }

  override async watchBalance(params: Row = {}): Promise<Balances> {
    const rows = await this.accountNews(this.balanceNews(), params)
    return this.balanceOf(rows[0] as Row)
  }

  override async unWatchOrders(symbol?: string, _params: Row = {}): Promise<void> {
    await this.loadMarkets()
    this.endAccountNews(this.orderNews(symbol).name)
  }

  override async unWatchMyTrades(symbol?: string, _params: Row = {}): Promise<void> {
    await this.loadMarkets()
    this.endAccountNews(this.fillNews(symbol).name)
  }

  override async unWatchPositions(symbols?: string[], _params: Row = {}): Promise<void> {
    await this.loadMarkets()
    const name = this.positionNews(symbols).name
    delete this.toldPositions[name]
    this.endAccountNews(name)
  }

  async unWatchBalance(_params: Row = {}): Promise<void> {
    this.endAccountNews(BALANCE)
  }

  private orderNews(symbol: string | undefined): News {
    const marketId = this.marketIdOf(symbol)
    const name = `orders ${marketId ?? ''}`
    return { name, max: this.keptMax('ordersLimit'), key: ['id'], event: 'account', at: 'order', marketId }
  }

  private fillNews(symbol: string | undefined): News {
    const marketId = this.marketIdOf(symbol)
    const name = `fills ${marketId ?? ''}`
    return { name, max: this.keptMax('tradesLimit'), key: ['id'], event: 'account', at: 'trade', marketId }
  }

  private positionNews(symbols: string[] | undefined): News {
    const wanted = this.marketSymbols(symbols) ?? []
    const types = ['order.fill', 'position.close']
    return { name: `positions ${wanted.join(',')}`, max: 1, key: [], event: 'account', types }
  }

  private balanceNews(): News {
    return { name: BALANCE, max: 1, key: [], event: 'summary', take: 1 }
  }

  protected override streamRefusal(status: number, body: Row | undefined): Error {
    if (status !== 0) {
      return errorOf(this.id, 'stream', status, body, undefined)
    }
    return streamError(this.id, textOf(body, 'error') ?? '', textOf(body, 'message') ?? '')
  }
}

function isSame(before: Position, after: Position): boolean {
  const names = ['id', ...FIELDS]
  const one: Row = { ...before }
  const other: Row = { ...after }
  return !names.some((name) => one[name] !== other[name])
}
