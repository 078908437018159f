/** The sums of an adapter's reports: by them alone, a wallet must hold what it holds. */
import { negate, usd as dollars } from '../../../src/core/values/decimal.js'
import type { Direction } from '../../../src/core/model/account/position.js'
import type { VenueFill } from '../../../src/core/model/live/venue-request.js'
import type { PlacedLog, WalletState } from '../../../src/venues/port.js'

interface Holding {
  quantity: bigint
  collateral: bigint
}

interface BookedPosition extends Holding {
  /** Ostium's, by their ids. */
  readonly trades: Map<string, Holding>
}

/** One request as far as its money and its place at the venue go. */
interface BookedRequest {
  /** USDC that went along, and is with the venue until the request ends. */
  escrow: bigint
  /** Wei for the keeper, likewise. */
  value: bigint
  venueOrderId: string | null
  isAtVenue: boolean
  isFrozen: boolean
}

export interface VenueBooks {
  book(log: PlacedLog, requestId: string | null): void
  /** A transaction of a request: wei for its gas and sent along, and USDC that the venue took with it. */
  send(requestId: string, sent: { readonly gas: bigint; readonly value: bigint; readonly usdc: bigint }): void
  /** Says what a wallet's state must say. */
  expected(): ComparableState
}

const NOT_YET: BookedRequest = { escrow: 0n, value: 0n, venueOrderId: null, isAtVenue: false, isFrozen: false }

export interface ComparableState {
  readonly positions: Readonly<Record<string, Holding>>
  readonly trades: Readonly<Record<string, Holding>>
  readonly orders: readonly string[]
  readonly frozen: readonly string[]
  readonly usdc: bigint
  readonly native: bigint
}

export function createVenueBooks(start: { readonly usdc: bigint; readonly native: bigint }): VenueBooks {
  const requests = new Map<string, BookedRequest>()
  const positions = new Map<string, BookedPosition>()
  let { usdc, native } = start

  const bookFill = (fill: VenueFill): void => {
    const key = `${fill.symbol} ${directionOf(fill)}`
    const held = positions.get(key) ?? { quantity: 0n, collateral: 0n, trades: new Map<string, Holding>() }
    const sign = fill.isClosing ? -1n : 1n
    held.quantity += sign * fill.quantity
    held.collateral += fill.collateralChange ?? 0n
    if (fill.tradeId !== null) {
      const trade = held.trades.get(fill.tradeId) ?? { quantity: 0n, collateral: 0n }
      trade.quantity += sign * fill.quantity
      trade.collateral += fill.collateralChange ?? 0n
      if (trade.collateral !== fill.collateral) throw new Error(`trade ${fill.tradeId}: ${fill.collateral} reported`)
      if (trade.quantity === 0n) held.trades.delete(fill.tradeId)
      else held.trades.set(fill.tradeId, trade)
    } else if (held.collateral !== fill.collateral) throw new Error(`${key}: ${fill.collateral} reported`)
    if (held.quantity < 0n) throw new Error(`${key}: more closed than held`)
    if (held.quantity === 0n && held.collateral === 0n) positions.delete(key)
    else positions.set(key, held)
  }

  /** Nothing of a request is with the venue any more; what a keeper keeps is not given back. */
  const release = (request: BookedRequest | undefined, keeperFee: bigint): void => {
    native -= keeperFee
    if (request !== undefined) Object.assign(request, { value: 0n, escrow: 0n, isFrozen: false, isAtVenue: false })
  }

  const bookExecution = (fill: VenueFill): void => {
    bookFill(fill)
    const { isClosing, realizedPnl, collateralChange = dollars(0n), payout } = fill
    if (!isClosing) usdc += chargesOf(fill) - collateralChange
    usdc += payout ?? 0n
    if (isClosing && realizedPnl !== undefined && payout !== negate(collateralChange) + realizedPnl + chargesOf(fill))
      throw new Error(`payout ${payout}: of ${collateralChange}, profit ${realizedPnl}, charges ${chargesOf(fill)}`)
  }

  return {
    send(requestId, sent) {
      const request = requests.get(requestId) ?? { ...NOT_YET }
      native -= sent.gas
      request.value += sent.value
      request.escrow += sent.usdc
      requests.set(requestId, request)
    },
    book(log, requestId) {
      const request = requestId === null ? undefined : requests.get(requestId)
      switch (log.kind) {
        case 'accepted':
          if (request === undefined) throw new Error(`accepted, and nobody asked: ${log.venueOrderId}`)
          usdc -= log.fee ?? 0n
          request.escrow -= log.fee ?? 0n
          request.venueOrderId = log.venueOrderId
          request.isAtVenue = true
          return
        case 'executed':
          release(request, log.keeperFee ?? 0n)
          bookExecution(log.fill)
          return
        case 'collateral':
          throw new Error(`nobody asked for collateral of ${log.change.symbol}`)
        case 'levels':
          return // they cost nothing
        case 'updated':
          usdc -= log.fee
          if (request !== undefined) request.isFrozen = false
          return
        case 'frozen':
          // The fee for one execution is used up; the collateral stays with the order.
          native -= log.keeperFee ?? 0n
          if (request !== undefined) Object.assign(request, { value: 0n, isFrozen: true })
          return
        case 'cancelled':
        case 'timed_out':
          release(request, log.keeperFee ?? 0n)
          usdc -= log.fee
      }
    },
    expected() {
      const atVenue = [...requests.values()].filter((request) => request.isAtVenue && !isExit(request.venueOrderId))
      const sum = (amount: (request: BookedRequest) => bigint): bigint =>
        [...requests.values()].reduce((total, request) => total + amount(request), 0n)
      return {
        positions: Object.fromEntries([...positions].map(([key, held]) => [key, holdingOf(held)])),
        trades: Object.fromEntries([...positions.values()].flatMap(({ trades }) => [...trades])),
        orders: atVenue.map(({ venueOrderId }) => venueOrderId!).sort(),
        frozen: atVenue.flatMap(({ isFrozen, venueOrderId }) => (isFrozen ? [venueOrderId!] : [])).sort(),
        usdc: usdc - sum(({ escrow }) => escrow),
        native: native - sum(({ value }) => value),
      }
    },
  }
}

/** Ostium's take-profits and stop-losses are part of a trade, and no orders. */
const isExit = (venueOrderId: string | null): boolean => venueOrderId === null || /^(tp|sl|trade):/.test(venueOrderId)

const directionOf = ({ side, isClosing }: VenueFill): Direction => ((side === 'BUY') === isClosing ? 'SHORT' : 'LONG')

/** Funding earned on GMX waits there to be claimed, and is not paid out. */
function chargesOf({ venue, charges }: VenueFill): bigint {
  const paid = venue === 'GMX' && charges.funding > 0n ? { ...charges, funding: dollars(0n) } : charges
  return Object.values<bigint>({ ...paid }).reduce((sum, amount) => sum + amount, 0n)
}

/** A wallet's state in the same words. */
export function comparable(state: WalletState): ComparableState {
  const trades = state.positions.flatMap((position) => position.trades).filter(({ tradeId }) => tradeId !== null)
  return {
    positions: Object.fromEntries(
      state.positions.map((position) => [`${position.symbol} ${position.direction}`, holdingOf(position)]),
    ),
    trades: Object.fromEntries(trades.map((trade) => [trade.tradeId ?? '', holdingOf(trade)])),
    orders: state.orders.map(({ venueOrderId }) => venueOrderId).sort(),
    frozen: state.orders.flatMap(({ isFrozen, venueOrderId }) => (isFrozen ? [venueOrderId] : [])).sort(),
    usdc: state.usdc,
    native: state.native,
  }
}

const holdingOf = ({ quantity, collateral }: Holding): Holding => ({ quantity, collateral })
