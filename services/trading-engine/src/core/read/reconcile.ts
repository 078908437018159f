/**
 * Compares the books of a LIVE account with what a venue holds of its wallet, at one block that the books have been
 * advanced to. Sides, sizes, trades and orders have to be equal; collateral may differ by what has accrued since it was
 * last told, and by one unit of the venues' money. Of a token that the account holds, the wallet has at least that
 * amount: anybody may send it more. What is under way is neither here nor there: it is left out on both
 * sides. One reading proves nothing; a difference that a reading 20 blocks later still has is a mismatch.
 */
import type { Account } from '../model/account/account.js'
import { holdingOf } from '../model/account/token-holding.js'
import type { VenueId } from '../model/market/instrument.js'
import { isAtVenue, isKeptWithTrade, isLevelKept, requestOf } from '../model/live/live-order.js'
import { liveQuantity, type Order } from '../model/order/order.js'
import type { Position } from '../model/account/position.js'
import type { Direction } from '../model/order/side.js'
import type { TradingWallet } from '../model/live/trading-wallet.js'
import { abs, decimal, formatDecimal, usd, type Price, type Quantity, type Usd } from '../values/decimal.js'

export interface HeldTrade {
  readonly tradeId: string | null
  readonly quantity: Quantity
  /** Ostium's levels of the trade; null: it has none. Absent: the venue has exits as orders. */
  readonly takeProfit?: Price | null
  readonly stopLoss?: Price | null
}

export interface HeldAtVenue {
  readonly symbol: string
  readonly direction: Direction
  readonly quantity: Quantity
  readonly collateral: Usd
  /** Signed as the trader sees it: negative is owed. */
  readonly pendingFunding: Usd
  readonly pendingBorrowing: Usd
  readonly pendingRollover: Usd
  readonly trades: readonly HeldTrade[]
}

export interface HeldToken {
  readonly token: string
  readonly amount: Quantity
}

/** All that a venue holds of a wallet, at one block. */
export interface VenueHoldings {
  readonly block: number
  readonly positions: readonly HeldAtVenue[]
  readonly orders: readonly { readonly symbol: string; readonly venueOrderId: string; readonly isClosing: boolean }[]
  /** The tokens that the account holds, as its wallet has them. Absent: none was read. */
  readonly tokens?: readonly HeldToken[]
}

export interface VenueDifference {
  readonly subject: 'position' | 'trades' | 'collateral' | 'order' | 'exit' | 'token'
  /** The name of a token, where it is one. */
  readonly symbol: string
  /** Both sides in words; null where there is nothing. */
  readonly books: string | null
  readonly venue: string | null
}

export interface VenueReading {
  readonly block: number
  readonly differences: readonly VenueDifference[]
}

/** Null: nothing was read of the wallet's venue yet, or live execution is off. */
export type ReadDifferences = (wallet: TradingWallet) => Promise<VenueReading | null>

const BLOCKS_APART = 20

/** The smallest amount of the venues' money. */
const USDC_UNIT = usd(decimal('0.000001'))

export function compareWithVenue(account: Account, venue: VenueId, holdings: VenueHoldings): VenueReading {
  const held = new Map(holdings.positions.map((position) => [position.symbol, position]))
  const booked = new Map(
    [...account.positions.values()].filter(isOf(venue)).map((position) => [position.symbol, position]),
  )
  const symbols = new Set([...held.keys(), ...booked.keys()])
  const differences = [...symbols].flatMap((symbol) =>
    ofPosition(account, symbol, booked.get(symbol), held.get(symbol)),
  )
  return {
    block: holdings.block,
    differences: [...differences, ...ofOrders(account, venue, holdings), ...ofTokens(account, venue, holdings)],
  }
}

const isOf =
  (venue: VenueId) =>
  (position: Pick<Position, 'venue'>): boolean =>
    position.venue === venue

function ofPosition(
  account: Account,
  symbol: string,
  booked: Position | undefined,
  held: HeldAtVenue | undefined,
): readonly VenueDifference[] {
  const sides = [booked, held].map((side) =>
    side === undefined ? null : `${side.direction} ${formatDecimal(side.quantity)}`,
  )
  const [books = null, venue = null] = sides
  if (books !== venue) return [{ subject: 'position', symbol, books, venue }]
  if (booked === undefined || held === undefined) return []
  return [
    ...ofTrades(symbol, booked, held),
    ...ofCollateral(symbol, booked, held),
    ...ofLevels(account, symbol, booked, held),
  ]
}

/** Each trade has the stop and the target that the books say, or one that is reached earlier. */
function ofLevels(
  account: Account,
  symbol: string,
  booked: Position,
  { trades }: HeldAtVenue,
): readonly VenueDifference[] {
  const exits = [...account.orders.values()].filter(
    (order) =>
      order.positionId === booked.id &&
      order.bracketId !== null &&
      isKeptWithTrade(order) &&
      liveQuantity(order) === booked.quantity,
  )
  return exits.flatMap((exit): readonly VenueDifference[] => {
    const wanted = exit.triggerPrice ?? exit.limitPrice
    if (wanted === null || exit.live?.kind !== 'at_venue' || isUnderWay(exit)) return []
    const isStop = exit.kind === 'STOP'
    const levels = trades.flatMap(({ stopLoss, takeProfit }) => (isStop ? stopLoss : takeProfit) ?? null)
    const lost = levels.filter((level) => !isLevelKept(exit, wanted, level))
    if (lost.length === 0) return []
    const name = isStop ? 'stop' : 'target'
    const venue = lost.map((level) => (level === null ? 'none' : formatDecimal(level))).join(', ')
    return [{ subject: 'exit', symbol, books: `${name} ${formatDecimal(wanted)}`, venue: `${name} ${venue}` }]
  })
}

function ofTrades(symbol: string, booked: Position, held: HeldAtVenue): readonly VenueDifference[] {
  const books = tradesIn(booked.live?.trades ?? [])
  const venue = tradesIn(held.trades)
  return books === venue || held.trades.length === 0 ? [] : [{ subject: 'trades', symbol, books, venue }]
}

const tradesIn = (trades: readonly HeldTrade[]): string =>
  trades
    .map((trade) => `${trade.tradeId ?? 'all'}: ${formatDecimal(trade.quantity)}`)
    .sort()
    .join(', ')

function ofCollateral(symbol: string, booked: Position, held: HeldAtVenue): readonly VenueDifference[] {
  const books = usd((booked.live?.trades ?? []).reduce((sum, { collateral }) => sum + collateral, 0n))
  const accrued = abs(held.pendingFunding) + abs(held.pendingBorrowing) + abs(held.pendingRollover)
  if (abs(books - held.collateral) <= accrued + USDC_UNIT) return []
  return [{ subject: 'collateral', symbol, books: formatDecimal(books), venue: formatDecimal(held.collateral) }]
}

/** Orders that rest at the venue; Ostium keeps exits with their trades. */
function ofOrders(account: Account, venue: VenueId, { orders }: VenueHoldings): readonly VenueDifference[] {
  const mine = [...account.orders.values()].filter((order) => order.venue === venue && isAtVenue(order))
  const isMoving = (symbol: string): boolean => mine.some((order) => order.symbol === symbol && isUnderWay(order))
  const known = new Map(
    mine.flatMap((order) => (isResting(order) ? [[order.live?.request.venueOrderId, order] as const] : [])),
  )
  const there = new Set(orders.map(({ venueOrderId }) => venueOrderId))
  const unknown = orders
    .filter(({ venueOrderId, symbol }) => !known.has(venueOrderId) && !isMoving(symbol))
    .map(({ symbol, venueOrderId }) => ({ subject: 'order', symbol, books: null, venue: venueOrderId }) as const)
  const gone = [...known]
    .filter(([id, { symbol }]) => id !== null && id !== undefined && !there.has(id) && !isMoving(symbol))
    .map(([id, { symbol }]) => ({ subject: 'order', symbol, books: id ?? null, venue: null }) as const)
  return [...unknown, ...gone]
}

function ofTokens(
  { tokenHoldings }: Account,
  venue: VenueId,
  { tokens = [] }: VenueHoldings,
): readonly VenueDifference[] {
  return tokens.flatMap(({ token, amount }): readonly VenueDifference[] => {
    const booked = holdingOf(tokenHoldings, { venue, token })
    if (booked === undefined || amount >= booked.amount) return []
    const [books, there] = [booked.amount, amount].map((one) => formatDecimal(one))
    return [{ subject: 'token', symbol: booked.name, books: books ?? null, venue: there ?? null }]
  })
}

/** The venue may have it, or may have it no more, by the next block. */
const isUnderWay = ({ kind, live }: Order): boolean =>
  live !== undefined &&
  (kind === 'MARKET' ||
    live.request.state !== 'ACCEPTED' ||
    requestOf(live, 'cancellation') !== null ||
    requestOf(live, 'change') !== null)

const isResting = (order: Order): boolean => {
  const { kind, live } = order
  return (
    kind !== 'MARKET' &&
    !isKeptWithTrade(order) &&
    live?.request.state === 'ACCEPTED' &&
    live.request.venueOrderId !== null
  )
}

/** The differences that an earlier reading, far enough back, had as well; null for `earlier`: there is none. */
export function confirmedDifferences(earlier: VenueReading | null, now: VenueReading): readonly VenueDifference[] {
  if (earlier === null || now.block - earlier.block < BLOCKS_APART) return []
  const before = new Set(earlier.differences.map(nameOf))
  return now.differences.filter((difference) => before.has(nameOf(difference)))
}

const nameOf = ({ subject, symbol, books, venue }: VenueDifference): string =>
  JSON.stringify([subject, symbol, books, venue])

/** The reading that a later one is compared with: the first one that had these differences. */
export function keptReading(earlier: VenueReading | null, now: VenueReading): VenueReading | null {
  if (now.differences.length === 0) return null
  const isSame =
    earlier !== null &&
    now.differences.every((one) => earlier.differences.some((before) => nameOf(before) === nameOf(one)))
  return isSame ? earlier : now
}

export const inWords = (differences: readonly VenueDifference[]): string =>
  differences
    .map(
      ({ subject, symbol, books, venue }) =>
        `${subject} of ${symbol}: ${books ?? 'none'} in the books, ${venue ?? 'none'} at the venue`,
    )
    .join('; ')
