/**
 * Closed positions of many accounts, in columns: a million of them take 30 MB. What looks through them is written as
 * generators that yield every few milliseconds, so that a caller can let other work have its turn.
 */
import type { Micros } from '../../values/time.js'

/** Trades that one report looks at. */
export const TRADES_MAX = 1_000_000

export interface TradingAccount {
  readonly id: string
  readonly userId: string
  /** Where its trades begin in the columns, and how many they are. */
  readonly start: number
  readonly trades: number
}

/** A position from its first fill to the one that closed it. */
export interface ClosedTrade {
  readonly symbol: string
  readonly isLong: boolean
  readonly openedAt: Micros
  readonly closedAt: Micros
}

export interface TradeTable {
  readonly accounts: readonly TradingAccount[]
  readonly symbols: readonly string[]
  readonly length: number
  /** By trade: the places of its account and its symbol in the lists above. */
  readonly account: Int32Array
  readonly symbol: Int32Array
  readonly isLong: Uint8Array
  readonly openedAt: Float64Array
  readonly closedAt: Float64Array
}

export interface TradeTableBuilder {
  /** Takes trades of one account, all of them before those of the next. False: there is no room, nothing was added. */
  add(account: Pick<TradingAccount, 'id' | 'userId'>, trades: readonly ClosedTrade[]): boolean
  build(): TradeTable
}

export function createTradeTable(capacity: number): TradeTableBuilder {
  const accounts: TradingAccount[] = []
  const symbols = new Map<string, number>()
  const account = new Int32Array(capacity)
  const symbol = new Int32Array(capacity)
  const isLong = new Uint8Array(capacity)
  const openedAt = new Float64Array(capacity)
  const closedAt = new Float64Array(capacity)
  let length = 0

  const numberOf = (name: string): number => {
    const known = symbols.get(name) ?? symbols.size
    symbols.set(name, known)
    return known
  }

  return {
    add({ id, userId }, trades) {
      if (length + trades.length > capacity) return false
      const last = accounts.at(-1)
      const known = last?.id === id ? last : { id, userId, start: length, trades: 0 }
      const number = last === known ? accounts.length - 1 : accounts.length
      for (const [index, trade] of trades.entries()) {
        const place = length + index
        account[place] = number
        symbol[place] = numberOf(trade.symbol)
        isLong[place] = trade.isLong ? 1 : 0
        openedAt[place] = trade.openedAt
        closedAt[place] = trade.closedAt
      }
      accounts[number] = { ...known, trades: known.trades + trades.length }
      length += trades.length
      return true
    },
    build: () => ({ accounts, symbols: [...symbols.keys()], length, account, symbol, isLong, openedAt, closedAt }),
  }
}

export type Steps<T> = Generator<undefined, T, undefined>

const SORTED_AT_A_TIME = 256
const MERGED_AT_A_TIME = 4_096

/** The trades by symbol, then by when they were opened. */
export function* orderTrades({ length, symbol, openedAt }: TradeTable): Steps<Int32Array> {
  const compare = (one: number, other: number): number =>
    (symbol[one] ?? 0) - (symbol[other] ?? 0) || (openedAt[one] ?? 0) - (openedAt[other] ?? 0) || one - other
  let from = new Int32Array(length)
  for (let start = 0; start < length; start += SORTED_AT_A_TIME) {
    const end = Math.min(length, start + SORTED_AT_A_TIME)
    for (let index = start; index < end; index += 1) from[index] = index
    from.subarray(start, end).sort(compare)
    yield
  }
  let into = new Int32Array(length)
  for (let width = SORTED_AT_A_TIME; width < length; width *= 2) {
    for (let start = 0; start < length; start += 2 * width) {
      const middle = Math.min(length, start + width)
      const end = Math.min(length, start + 2 * width)
      let [left, right] = [start, middle]
      for (let place = start; place < end; place += 1) {
        const isLeft = right >= end || (left < middle && compare(from[left] ?? 0, from[right] ?? 0) <= 0)
        into[place] = (isLeft ? from[left++] : from[right++]) ?? 0
        if (place % MERGED_AT_A_TIME === 0) yield
      }
    }
    ;[from, into] = [into, from]
  }
  return from
}
