import type { Balances, Order, Position, Trade } from 'ccxt'
import { MarketWatch } from './market-watch.js'
import { parseJsonExactly } from './parse-json.js'
import { isRow, rowOf, textOf, type Row } from './rows/row.js'
import { connect, type Connection } from './streams/connection.js'
import type { Frame } from './streams/frames.js'
import type { Updates } from './streams/updates.js'
import type { Params } from './transport.js'

interface AccountSink {
  readonly onFrame: (event: string, row: Row) => void
  readonly onEnd: (error: Error) => void
}

/** Orders, fills, positions and balance of the account as they change. No event is missed where a stream was cut. */
export class AccountWatch extends MarketWatch {
  private accountStream: Connection | undefined
  private accountOpening: Promise<void> | undefined
  private lastSequence: string | undefined
  private readonly accountSinks = new Map<string, AccountSink>()

  /** Orders that were placed, filled or ended, each as it then was. */
  override async watchOrders(symbol?: string, since?: number, limit?: number, params: Params = {}): Promise<Order[]> {
    const wanted = await this.symbolOrNone(symbol)
    const updates = await this.accountUpdates<Order>(`orders ${wanted}`, 'ordersLimit', params, (row) => {
      const order = dataOf(row, 'order')
      return order === undefined ? [] : [this.parseOrder({ ...order })].filter((found) => isOf(found, wanted))
    })
    return this.newsOf(updates, wanted, since, limit)
  }

  override async watchMyTrades(symbol?: string, since?: number, limit?: number, params: Params = {}): Promise<Trade[]> {
    const wanted = await this.symbolOrNone(symbol)
    const updates = await this.accountUpdates<Trade>(`fills ${wanted}`, 'tradesLimit', params, (row) => {
      const fill = dataOf(row, 'trade')
      return fill === undefined ? [] : [this.parseTrade({ ...fill })].filter((found) => isOf(found, wanted))
    })
    return this.newsOf(updates, wanted, since, limit)
  }

  /** First the open positions, then those that fills have changed; one that has closed comes without contracts. */
  override async watchPositions(
    symbols?: string[],
    since?: number,
    limit?: number,
    params: Params = {},
  ): Promise<Position[]> {
    await this.loadMarkets()
    const wanted = this.marketSymbols(symbols)
    const name = `positions ${wanted?.join(',') ?? ''}`
    const options = { max: 1_000, keyOf: idOf }
    const updates = this.namedUpdates<Position>(name, options)
    if (!this.accountSinks.has(name)) {
      const refresh = this.positionReader(updates, wanted, params)
      this.accountSinks.set(name, {
        onFrame: (event, row) => {
          if (event === 'account' && isOfPosition(row)) refresh()
        },
        onEnd: (error) => updates.fail(error),
      })
      await this.openAccountStream()
      refresh()
    } else await this.openAccountStream()
    return this.newsOf(updates, undefined, since, limit)
  }

  /** Reads the positions after whatever may have changed them: one reading at a time, and again when more has come. */
  private positionReader(updates: Updates<Position>, symbols: string[] | undefined, params: Params): () => void {
    const known = new Map<string, Position>()
    let isReading = false
    let isStale = false
    const read = async (): Promise<void> => {
      const positions = await this.fetchPositions(symbols, params)
      const open = new Set(positions.map(idOf))
      const closed = [...known.values()].filter((position) => !open.has(idOf(position)))
      const changed = positions.filter((position) => hasChanged(known.get(idOf(position)), position))
      for (const position of closed) known.delete(idOf(position))
      for (const position of positions) known.set(idOf(position), position)
      updates.push([...changed, ...closed.map((position) => this.withoutContracts(position))])
    }
    return () => {
      isStale = true
      if (isReading) return
      isReading = true
      void (async () => {
        while (isStale) {
          isStale = false
          await read().catch((error: unknown) => updates.fail(error as Error))
        }
        isReading = false
      })()
    }
  }

  private withoutContracts(position: Position): Position {
    const none = this.toNumber('0')
    return { ...position, contracts: none, notional: none, initialMargin: none, collateral: none, unrealizedPnl: none }
  }

  override async watchBalance(params: Params = {}): Promise<Balances> {
    const name = 'balance'
    const updates = this.namedUpdates<Balances>(name, { max: 1, keyOf: () => name })
    this.accountSinks.set(name, {
      onFrame: (event, row) => {
        if (event === 'summary') updates.push([this.balanceOf(row)])
      },
      onEnd: (error) => updates.fail(error),
    })
    await this.openAccountStream(params)
    return (await updates.next()).at(-1) as Balances
  }

  override async unWatchOrders(symbol?: string, _params: Params = {}): Promise<void> {
    this.endAccountUpdates(`orders ${await this.symbolOrNone(symbol)}`)
  }

  override async unWatchMyTrades(symbol?: string, _params: Params = {}): Promise<void> {
    this.endAccountUpdates(`fills ${await this.symbolOrNone(symbol)}`)
  }

  override async unWatchPositions(symbols?: string[], _params: Params = {}): Promise<void> {
    await this.loadMarkets()
    this.endAccountUpdates(`positions ${this.marketSymbols(symbols)?.join(',') ?? ''}`)
  }

  /** The stream closes with the last of its names; the account's next one starts from the present. */
  private endAccountUpdates(name: string): void {
    this.endUpdates(name)
    if (!this.accountSinks.delete(name) || this.accountSinks.size > 0) return
    this.closeAccountStream()
    this.lastSequence = undefined
  }

  private async accountUpdates<T extends { readonly id: string | undefined }>(
    name: string,
    limit: string,
    params: Params,
    parse: (row: Row) => T[],
  ): Promise<Updates<T>> {
    const updates = this.namedUpdates<T>(name, { max: this.keptMax(limit), keyOf: idOf })
    this.accountSinks.set(name, {
      onFrame: (event, row) => {
        if (event === 'account') updates.push(parse(row))
      },
      onEnd: (error) => updates.fail(error),
    })
    await this.openAccountStream(params)
    return updates
  }

  /** Opens the stream unless it is open; after one that was given up it goes on behind the last event it had. */
  private openAccountStream(params: Params = {}): Promise<void> {
    this.accountOpening ??= this.startAccountStream(params).catch((error: unknown) => {
      this.accountOpening = undefined
      throw error
    })
    return this.accountOpening
  }

  private async startAccountStream(params: Params): Promise<void> {
    const { account_id } = await this.accountParams()
    const path = 'account/{account_id}/stream'
    this.accountStream = connect({
      ...this.streamOptions(),
      open: (lastEventId, signal) => {
        const resume: Record<string, string> = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }
        return this.openStream(path, 'private', { ...params, account_id }, resume, signal)
      },
      onFrame: (frame) => this.onAccountFrame(frame),
      onEnd: (error) => this.endAccountStream(this.streamError(error)),
      lastEventId: this.lastSequence,
      needsId: true,
    })
  }

  private onAccountFrame({ event, data }: Frame): void {
    const row = parseJsonExactly(data)
    if (isRow(row)) for (const { onFrame } of this.accountSinks.values()) onFrame(event, row)
  }

  private endAccountStream(error: Error): void {
    this.lastSequence = this.accountStream?.lastEventId() ?? this.lastSequence
    this.accountStream = undefined
    this.accountOpening = undefined
    for (const { onEnd } of this.accountSinks.values()) onEnd(error)
  }

  override async close(cleanInstanceCache: boolean = false): Promise<void> {
    this.closeAccountStream()
    this.accountSinks.clear()
    await super.close(cleanInstanceCache)
  }

  private closeAccountStream(): void {
    this.accountStream?.close()
    this.accountStream = undefined
    this.accountOpening = undefined
  }

  private async symbolOrNone(symbol: string | undefined): Promise<string | undefined> {
    await this.loadMarkets()
    return symbol === undefined ? undefined : this.market(symbol).symbol
  }
}

const idOf = ({ id }: { readonly id?: string | undefined }): string => id ?? ''

const isOf = (found: { readonly symbol: string | undefined }, symbol: string | undefined): boolean =>
  symbol === undefined || found.symbol === symbol

const dataOf = (event: Row, field: string): Row | undefined => rowOf(rowOf(event, 'data'), field)

const OF_POSITIONS = ['order.fill', 'position.close']
const isOfPosition = (event: Row): boolean => OF_POSITIONS.includes(textOf(event, 'type') ?? '')

const FIELDS = ['side', 'contracts', 'entryPrice', 'leverage', 'stopLossPrice', 'takeProfitPrice'] as const
const hasChanged = (before: Position | undefined, after: Position): boolean =>
  before === undefined || FIELDS.some((field) => Reflect.get(before, field) !== Reflect.get(after, field))
