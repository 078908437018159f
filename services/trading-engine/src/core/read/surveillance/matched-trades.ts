/**
 * Pairs of accounts of different owners that trade together.
 *
 * Two trades match when they are of the same symbol, opened within 5 s of each other and closed within 5 s of each
 * other; in the same direction one may be a copy, in the opposite one a hedge. A trade counts in one match of a pair.
 * A pair is reported from 10 matches that are 80 % of the trades of the account which has fewer.
 *
 * Cost: trades are ordered by symbol and opening (n log n); each is compared with its neighbours within 5 s, at most
 * `NEIGHBOURS_MAX` on each side, the nearest in time: where everyone trades in the same second, a copier is near.
 */
import type { Steps, TradeTable, TradingAccount } from './trade-table.js'

export const MATCH_WITHIN_MICROS = 5_000_000
export const MATCHES_MIN = 10
export const SHARE_MIN = 0.8
export const NEIGHBOURS_MAX = 256
/** Pairs that one report finds. */
export const PAIRS_MAX = 10_000
/** Matches of a pair that are listed. */
export const LISTED_MAX = 100

/** Comparisons before other work has its turn. */
const WORK_AT_A_TIME = 5_000

export interface MatchedPair {
  readonly first: TradingAccount
  readonly second: TradingAccount
  readonly matched: number
  /** The matches in the same direction. */
  readonly sameSide: number
  /** A part of the trades of the account that has fewer, from 0 to 1. */
  readonly share: number
  /** The first matches: places in the table, of the first account and the second. */
  readonly matches: readonly (readonly [first: number, second: number])[]
}

export interface MatchedPairs {
  readonly pairs: readonly MatchedPair[]
  /** Trades that had more neighbours within 5 s than they were compared with. */
  readonly crowded: number
  /** Not all pairs were looked for: there are more than `PAIRS_MAX`. */
  readonly isCut: boolean
}

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= MATCH_WITHIN_MICROS

export function* findMatchedPairs(table: TradeTable, order: Int32Array): Steps<MatchedPairs> {
  const { accounts, account, symbol, openedAt, closedAt } = table
  const place = new Int32Array(table.length)
  for (const [index, trade] of order.entries()) {
    place[trade] = index
    if (index % WORK_AT_A_TIME === 0) yield
  }
  const ordered = yield* orderWithinAccounts(table, order)
  const owners = numberOwners(accounts)
  /** The last trade that was counted for an account: of one trade, each account counts once. */
  const countedFor = new Int32Array(accounts.length).fill(-1)
  const pairs: MatchedPair[] = []
  let crowded = 0
  let work = 0

  for (const [index, { start, trades }] of accounts.entries()) {
    if (trades < MATCHES_MIN) continue
    const counts = new Map<number, number>()
    for (let trade = start; trade < start + trades; trade += 1) {
      const [opened, closed, of] = [openedAt[trade] ?? 0, closedAt[trade] ?? 0, symbol[trade]]
      let isCrowded = false
      work += 1
      for (const step of [1, -1]) {
        let at = (place[trade] ?? 0) + step
        for (let seen = 0; ; seen += 1, at += step) {
          const other = order[at]
          if (other === undefined || symbol[other] !== of || !isNear(openedAt[other] ?? 0, opened)) break
          if (seen === NEIGHBOURS_MAX) {
            isCrowded = true
            break
          }
          work += 1
          const partner = account[other] ?? 0
          if (partner <= index || owners[partner] === owners[index] || countedFor[partner] === trade) continue
          if (!isNear(closedAt[other] ?? 0, closed)) continue
          countedFor[partner] = trade
          counts.set(partner, (counts.get(partner) ?? 0) + 1)
        }
      }
      if (isCrowded) crowded += 1
      if (work >= WORK_AT_A_TIME) {
        work = 0
        yield
      }
    }
    for (const [partner, count] of counts) {
      const [first, second] = [accounts[index], accounts[partner]]
      if (first === undefined || second === undefined || !isMany(count, first, second)) continue
      work = 0
      yield
      const pair = yield* matchPair(table, ordered, first, second)
      if (!isMany(pair.matched, first, second)) continue
      if (pairs.length === PAIRS_MAX) return { pairs, crowded, isCut: true }
      pairs.push(pair)
    }
  }
  return { pairs, crowded, isCut: false }
}

const smallerOf = (first: TradingAccount, second: TradingAccount): number => Math.min(first.trades, second.trades)

const isMany = (count: number, first: TradingAccount, second: TradingAccount): boolean =>
  count >= MATCHES_MIN && count >= SHARE_MIN * smallerOf(first, second)

function numberOwners(accounts: readonly TradingAccount[]): Int32Array {
  const numbers = new Map<string, number>()
  return Int32Array.from(accounts, ({ userId }) => {
    const number = numbers.get(userId) ?? numbers.size
    numbers.set(userId, number)
    return number
  })
}

/** The trades of each account, where its own are, by symbol and opening. */
function* orderWithinAccounts({ accounts, account, length }: TradeTable, order: Int32Array): Steps<Int32Array> {
  const ordered = new Int32Array(length)
  const next = Int32Array.from(accounts, ({ start }) => start)
  for (const [index, trade] of order.entries()) {
    const of = account[trade] ?? 0
    ordered[next[of] ?? 0] = trade
    next[of] = (next[of] ?? 0) + 1
    if (index % WORK_AT_A_TIME === 0) yield
  }
  return ordered
}

/** Each trade of the first, in order, is matched with the earliest one of the second that is still free. */
function* matchPair(
  { symbol, isLong, openedAt, closedAt }: TradeTable,
  ordered: Int32Array,
  first: TradingAccount,
  second: TradingAccount,
): Steps<MatchedPair> {
  const taken = new Set<number>()
  const matches: [number, number][] = []
  const end = second.start + second.trades
  let [matched, sameSide, low, work] = [0, 0, second.start, 0]
  for (const trade of ordered.subarray(first.start, first.start + first.trades)) {
    const [of, opened, closed] = [symbol[trade] ?? 0, openedAt[trade] ?? 0, closedAt[trade] ?? 0]
    const isBefore = (other: number): boolean =>
      (symbol[other] ?? 0) < of || (symbol[other] === of && (openedAt[other] ?? 0) < opened - MATCH_WITHIN_MICROS)
    if (work >= WORK_AT_A_TIME) {
      work = 0
      yield
    }
    work += 1
    while (low < end && isBefore(ordered[low] ?? 0)) {
      low += 1
      work += 1
    }
    for (let at = low; at < end; at += 1) {
      work += 1
      const other = ordered[at] ?? 0
      if (symbol[other] !== of || (openedAt[other] ?? 0) > opened + MATCH_WITHIN_MICROS) break
      if (taken.has(other) || !isNear(closedAt[other] ?? 0, closed)) continue
      taken.add(other)
      matched += 1
      if (isLong[trade] === isLong[other]) sameSide += 1
      if (matches.length < LISTED_MAX) matches.push([trade, other])
      break
    }
  }
  return { first, second, matched, sameSide, share: matched / smallerOf(first, second), matches }
}
