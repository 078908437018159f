import {
  Precise,
  type FundingHistory,
  type LedgerEntry,
  type Liquidation,
  type Order,
  type Position,
  type Trade,
} from 'ccxt'
import { AccountData } from './account-data.js'
import { textOf, type Fields, type Row } from './platform/row.js'
import { timesOf } from './platform/times.js'
import { SETTLE } from './rows/market-row.js'
import { PAGE } from './transport.js'

const ENDED = ['FILLED', 'CANCELLED', 'EXPIRED', 'REJECTED']

/** ccxt's words for what moved money. */
const LEDGER_TYPES: Readonly<Record<string, string>> = {
  realized_pnl: 'trade',
  price_impact: 'trade',
  rounding: 'trade',
  fees: 'fee',
  oracle_fees: 'fee',
  execution: 'fee',
  funding: 'funding',
  borrowing: 'funding',
  rollover: 'funding',
}

/** The past: orders, fills, closed positions, funding and every movement of money. */
export class AccountHistory extends AccountData {
  override async fetchOrders(symbol?: string, since?: number, limit?: number, params: Row = {}): Promise<Order[]> {
    return this.ordersOf(symbol, since, limit, params, undefined)
  }

  override async fetchClosedOrders(
    symbol?: string,
    since?: number,
    limit?: number,
    params: Row = {},
  ): Promise<Order[]> {
    return this.ordersOf(symbol, since, limit, params, ['FILLED'])
  }

  override async fetchCanceledOrders(
    symbol?: string,
    since?: number,
    limit?: number,
    params: Row = {},
  ): Promise<Order[]> {
    return this.ordersOf(symbol, since, limit, params, ['CANCELLED'])
  }

  /** All that have ended, also those that have expired. */
  override async fetchCanceledAndClosedOrders(
    symbol?: string,
    since?: number,
    limit?: number,
    params: Row = {},
  ): Promise<Order[]> {
    return this.ordersOf(symbol, since, limit, params, ENDED)
  }

  private async ordersOf(
    symbol: string | undefined,
    since: number | undefined,
    limit: number | undefined,
    params: Row,
    statuses: readonly string[] | undefined,
  ): Promise<Order[]> {
    const query = { status: 'all', ...params }
    const wanted = statuses === undefined ? {} : { field: 'status', values: statuses }
    const rows = await this.history('account/{account_id}/orders', query, { symbol, since, limit, ...wanted })
    return this.parseOrders(rows, this.marketOrNone(symbol), since, limit)
  }

  override async fetchMyTrades(symbol?: string, since?: number, limit?: number, params: Row = {}): Promise<Trade[]> {
    const rows = await this.history('account/{account_id}/trades', params, { symbol, since, limit })
    return this.parseTrades(rows, this.marketOrNone(symbol), since, limit)
  }

  /** The fills of an order. */
  override async fetchOrderTrades(
    id: string,
    symbol?: string,
    since?: number,
    limit?: number,
    params: Row = {},
  ): Promise<Trade[]> {
    const order = await this.fetchOrder(id, symbol)
    const from = since ?? order.timestamp
    const asked = { symbol: order.symbol, since: from, field: 'order_id', values: [id] }
    const rows = await this.history('account/{account_id}/trades', params, asked)
    return this.parseTrades(rows, this.marketOrNone(order.symbol), since, limit)
  }

  /** Positions that have closed. */
  override async fetchPositionsHistory(
    symbols?: string[],
    since?: number,
    limit?: number,
    params: Row = {},
  ): Promise<Position[]> {
    await this.loadMarkets()
    const wanted = (this.marketSymbols(symbols) ?? []).map((symbol) => this.market(symbol).id ?? '')
    const asked = symbols === undefined ? {} : { field: 'symbol', values: wanted }
    return this.closedPositions({ symbol: undefined, since, limit, ...asked }, params)
  }

  override async fetchPositionHistory(
    symbol: string,
    since?: number,
    limit?: number,
    params: Row = {},
  ): Promise<Position[]> {
    return this.closedPositions({ symbol, since, limit }, params)
  }

  private async closedPositions(asked: Row, params: Row): Promise<Position[]> {
    const rows = await this.history('account/{account_id}/positions/history', params, asked)
    const account = await this.tradingAccount()
    const positions = rows.map((row) => this.positionOf(row, account.marginMode))
    const sorted = this.sortBy(positions, 'lastUpdateTimestamp') as Position[]
    const limit = asked['limit'] as number | undefined
    if (limit === undefined) {
      return sorted
    }
    return asked['since'] === undefined ? sorted.slice(-limit) : sorted.slice(0, limit)
  }

  /** Positions that were liquidated: the side is that of the order which closed them, the price that of the exit. */
  override async fetchMyLiquidations(
    symbol?: string,
    since?: number,
    limit?: number,
    params: Row = {},
  ): Promise<Liquidation[]> {
    const asked = { symbol, since, limit, field: 'close_reason', values: ['LIQUIDATION'] }
    const rows = await this.history('account/{account_id}/positions/history', params, asked)
    const liquidations = rows.map((row) => this.liquidationOf(row))
    const sorted = this.sortBy(liquidations, 'timestamp')
    return this.filterBySymbolSinceLimit(sorted, symbol, since, limit) as Liquidation[]
  }

  private liquidationOf(row: Row): Liquidation {
    const market = this.safeMarket(textOf(row, 'symbol'))
    const fields = {
      ...{ info: row, symbol: market.symbol, ...timesOf(row, 'closed_at') },
      ...{ contracts: textOf(row, 'quantity'), price: textOf(row, 'exit_price') },
      side: textOf(row, 'direction') === 'LONG' ? 'sell' : 'buy',
    }
    return this.safeLiquidation(fields, market)
  }

  /** Funding payments: above 0 received, below 0 paid. */
  override async fetchFundingHistory(
    symbol?: string,
    since?: number,
    limit?: number,
    params: Row = {},
  ): Promise<FundingHistory[]> {
    const rows = await this.history('account/{account_id}/funding', params, { symbol, since, limit })
    const payments = rows.map((row) => this.fundingOf(row))
    const sorted = this.sortBy(payments, 'timestamp')
    return this.filterBySymbolSinceLimit(sorted, symbol, since, limit) as FundingHistory[]
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

  /** Every movement of money, with the balance after it. */
  override async fetchLedger(code?: string, since?: number, limit?: number, params: Row = {}): Promise<LedgerEntry[]> {
    const rows = await this.history('account/{account_id}/ledger', params, { symbol: undefined, since, limit })
    const entries = rows.map((row) => this.ledgerEntryOf(row))
    const sorted = this.sortBy(entries, 'timestamp')
    return this.filterByCurrencySinceLimit(sorted, code, since, limit) as LedgerEntry[]
  }

  private ledgerEntryOf(row: Row): LedgerEntry {
    const signed = textOf(row, 'amount') ?? '0'
    const isOut = textOf(row, 'direction') === 'OUT'
    const amount = Precise.stringAbs(signed) ?? '0'
    const after = textOf(row, 'balance_after') ?? '0'
    const before = isOut ? Precise.stringAdd(after, amount) : Precise.stringSub(after, amount)
    const fields = {
      ...{ info: row, id: textOf(row, 'id'), ...timesOf(row, 'created_at'), direction: isOut ? 'out' : 'in' },
      ...{ account: textOf(row, 'account_id'), referenceAccount: undefined },
      referenceId: textOf(row, 'fill_id') ?? textOf(row, 'position_id'),
      type: LEDGER_TYPES[textOf(row, 'house') ?? ''] ?? 'transaction',
      ...{ amount, before, after, status: 'ok', fee: undefined },
    }
    return this.safeLedgerEntry(fields, this.safeCurrency(SETTLE))
  }

  private async history(path: string, params: Row, asked: Row): Promise<Row[]> {
    await this.loadMarkets()
    const query: Fields = { ...(await this.accountParams()), ...this.omit(params, ['until']) }
    return this.pages(path, query, {
      access: 'private',
      page: PAGE,
      since: asked['since'] as number | undefined,
      until: this.untilOf(params),
      limit: asked['limit'] as number | undefined,
      marketId: this.marketIdOf(textOf(asked, 'symbol')),
      field: textOf(asked, 'field'),
      values: (asked['values'] ?? []) as string[],
    })
  }
}
