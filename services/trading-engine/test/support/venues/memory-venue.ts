/**
 * A venue in memory, for the decisions of the core, without chain and adapter: it keeps positions and money by
 * arithmetic of its own and answers requests as a test says, at other quantities and prices than were asked for, late,
 * or not at all. What it holds is what the books must say.
 */
import { decideVenueReport } from '../../../src/core/decide/live/decide-venue-report.js'
import type { Changes } from '../../../src/core/model/draft.js'
import { isEnded } from '../../../src/core/model/live/venue-request-states.js'
import { listingKey } from '../../../src/core/model/market/listing.js'
import { openingSide, type Direction } from '../../../src/core/model/account/position.js'
import { opposite } from '../../../src/core/model/order/order.js'
import type {
  ChainPlace,
  VenueCause,
  VenueCharges,
  VenueFill,
  VenueReport,
  VenueRequest,
} from '../../../src/core/model/live/venue-request.js'
import {
  decimal,
  min,
  multiply,
  multiplyDivide,
  price,
  quantity,
  rate,
  usd,
  type Price,
  type Quantity,
  type Usd,
} from '../../../src/core/values/decimal.js'
import { aPlan, type PlanFields } from '../plans/plans.js'
import { aTrader, type Trader, type TraderFields } from '../trader.js'

interface Held {
  readonly venue: VenueRequest['venue']
  readonly symbol: string
  direction: Direction
  quantity: Quantity
  cost: Usd
  collateral: Usd
}

interface Terms {
  readonly quantity: Quantity
  readonly price: Price
}

export interface ExecutionFields {
  readonly quantity?: string
  readonly price?: string
  readonly charges?: Partial<Record<keyof VenueCharges, string>>
  readonly isLast?: boolean
  readonly unswapped?: VenueFill['unswapped']
}

const ZERO = usd(0n)
export const NO_CHARGES: VenueCharges = {
  fees: ZERO,
  funding: ZERO,
  borrowing: ZERO,
  rollover: ZERO,
  oracleFees: ZERO,
  priceImpact: ZERO,
  execution: ZERO,
}

export const livePlan = (fields: PlanFields = {}) => ({
  ...aPlan(fields),
  live: { slippagePctMax: rate(decimal('1')) },
})

export type MemoryVenue = ReturnType<typeof aMemoryVenue>

export function aMemoryVenue(fields: Omit<TraderFields, 'plan'> & { readonly plan?: PlanFields } = {}) {
  const trader: Trader = aTrader({ ...fields, plan: livePlan(fields.plan) })
  const requests = new Map<string, VenueRequest>()
  const positions = new Map<string, Held>()
  const parts = new Map<string, bigint>()
  const changes = new Map<string, Terms>()
  const keep = trader.keep.bind(trader)
  trader.keep = (changes: Changes | null) => {
    for (const request of changes?.requests ?? []) requests.set(request.id, request)
    keep(changes)
  }
  let block = 100
  const venue = {
    trader,
    requests,
    positions,
    /** How much of a request was executed that goes on. */
    parts,
    /** Confirms a change: from now on the order is executed as that says. */
    update({ id: requestId, action }: VenueRequest, cost = '0') {
      if (action.kind !== 'update') throw new Error(`a ${action.kind} changes no order`)
      changes.set(action.requestId, action)
      const charges = venue.charge({ execution: `-${cost}` })
      venue.report({ kind: 'updated', requestId, place: venue.place(), reason: '', charges })
    },
    /** The quantity and price at which the venue has an order that opens or closes. */
    termsOf({ id, action }: VenueRequest): Terms {
      if (action.kind !== 'open' && action.kind !== 'close') throw new Error(`a ${action.kind} is not executed`)
      return changes.get(id) ?? action
    },
    /** Money in the wallet, and wei already spent, in dollars. */
    money: trader.account.balance,
    get wealth(): Usd {
      let sum: bigint = venue.money
      for (const { collateral } of positions.values()) sum += collateral
      return usd(sum)
    },
    place(): ChainPlace {
      block += 1
      return { chainId: 31_337, block, blockHash: `0x${block}`, txHash: `0xtx${block}`, logIndex: 0 }
    },
    /** The request of the order, or the newest one about it of that kind. */
    of(orderId: string, kind?: VenueRequest['action']['kind']): VenueRequest {
      const found = [...requests.values()].findLast(
        (request) => request.orderId === orderId && (kind === undefined || request.action.kind === kind),
      )
      if (found === undefined) throw new Error(`no request of order ${orderId}`)
      return found
    },
    report(report: VenueReport) {
      const found = report.requestId === null ? null : (requests.get(report.requestId) ?? null)
      return trader.apply((account, context) => decideVenueReport(account, report, found, context))
    },
    send(request: VenueRequest): boolean {
      const txHash = `0xsent-${request.id}`
      const { isWanted } = venue.report({ kind: 'signed', requestId: request.id, txHash })
      if (isWanted) venue.report({ kind: 'sent', requestId: request.id, txHash })
      return isWanted
    },
    accept(request: VenueRequest) {
      if (!venue.send(request)) throw new Error('the request is no longer wanted')
      venue.report({ kind: 'accepted', requestId: request.id, place: venue.place(), venueOrderId: `key-${request.id}` })
    },
    refuse(request: VenueRequest, kind: 'cancelled' | 'frozen' | 'timed_out', reason = 'SLIPPAGE', cost = '0') {
      const charges = venue.charge({ execution: `-${cost}` })
      venue.report({ kind, requestId: request.id, place: venue.place(), reason, charges })
    },
    fail(request: VenueRequest, reason = 'reverted') {
      venue.report({ kind: 'failed', requestId: request.id, reason })
    },
    /** Takes what an execution costs in native tokens from the wallet. */
    charge(fields: ExecutionFields['charges'] = {}): VenueCharges {
      const charges = Object.fromEntries(
        Object.keys(NO_CHARGES).map((name) => [name, usd(decimal(fields[name as keyof VenueCharges] ?? '0'))]),
      ) as unknown as VenueCharges
      venue.money = usd(venue.money + charges.execution)
      return charges
    },
    /** Executes the request as it says or was changed to, or as the fields say. */
    execute(request: VenueRequest, told: ExecutionFields = {}) {
      const { action } = request
      if (action.kind !== 'open' && action.kind !== 'close') throw new Error(`a ${action.kind} is not executed`)
      const isClosing = action.kind === 'close'
      const terms = venue.termsOf(request)
      const size = quantity(told.quantity === undefined ? terms.quantity : decimal(told.quantity))
      const at = price(told.price === undefined ? terms.price : decimal(told.price))
      const sent = action.kind === 'open' ? action.collateral : ZERO
      if (told.isLast === false) parts.set(request.id, (parts.get(request.id) ?? 0n) + size)
      else parts.delete(request.id)
      venue.fill(request, action, isClosing, size, at, sent, told, 'order', request.id)
    },
    /** The venue acts by itself: it closes all of a position. */
    act(cause: VenueCause, symbol: string, at: string, charges: ExecutionFields['charges'] = {}) {
      const held = [...positions.values()].find((position) => position.symbol === symbol)
      if (held === undefined) throw new Error(`nothing of ${symbol} is held`)
      venue.fill(held, held, true, held.quantity, price(decimal(at)), ZERO, { charges }, cause, null)
    },
    fill(
      { venue: name }: Pick<VenueRequest, 'venue'>,
      { symbol, direction }: { readonly symbol: string; readonly direction: Direction },
      isClosing: boolean,
      asked: Quantity,
      at: Price,
      sent: Usd,
      told: ExecutionFields,
      cause: VenueCause,
      requestId: string | null,
    ) {
      const key = listingKey({ venue: name, symbol })
      const held = positions.get(key) ?? {
        venue: name,
        symbol,
        direction,
        quantity: quantity(0n),
        cost: ZERO,
        collateral: ZERO,
      }
      const size = isClosing ? min(asked, held.quantity) : asked
      const charges = venue.charge(told.charges)
      const owed = charges.fees + charges.funding + charges.borrowing + charges.rollover + charges.oracleFees
      const isFlat = isClosing && size === held.quantity
      const before = held.collateral
      let payout: Usd | null = null
      let realizedPnl: Usd | undefined
      if (isClosing) {
        const released = isFlat ? held.cost : usd(multiplyDivide(held.cost, size, held.quantity, 'HALF_EVEN'))
        const proceeds = multiply(size, at, 'HALF_EVEN')
        realizedPnl = usd(held.direction === 'LONG' ? proceeds - released : released - proceeds)
        held.cost = usd(held.cost - released)
        held.quantity = quantity(held.quantity - size)
        const share = isFlat ? before : usd(multiplyDivide(before, size, size + held.quantity, 'FLOOR'))
        held.collateral = usd(before - share)
        payout = usd(share + realizedPnl + owed + charges.priceImpact)
        const inTokens = (told.unswapped ?? []).reduce((sum, { value }) => sum + value, 0n)
        venue.money = usd(venue.money + payout - inTokens)
      } else {
        held.direction = direction
        held.quantity = quantity(held.quantity + size)
        held.cost = usd(held.cost + multiply(size, at, 'CEIL'))
        held.collateral = usd(before + sent + owed + charges.priceImpact)
        venue.money = usd(venue.money - sent)
      }
      if (held.quantity === 0n) positions.delete(key)
      else positions.set(key, held)
      const opening = openingSide(direction)
      const fill = {
        venue: name,
        symbol,
        side: isClosing ? opposite(opening) : opening,
        isClosing,
        quantity: size,
        price: at,
        charges,
        collateral: held.collateral,
        collateralChange: usd(held.collateral - before),
        payout,
        tradeId: null,
        ...(realizedPnl === undefined ? {} : { realizedPnl }),
        ...(told.unswapped === undefined ? {} : { unswapped: told.unswapped }),
      }
      venue.report({ kind: 'executed', requestId, cause, place: venue.place(), fill, isLast: told.isLast ?? true })
    },
    /** Requests that wait for somebody to do something. */
    open: (): readonly VenueRequest[] => [...requests.values()].filter((request) => !isEnded(request)),
  }
  return venue
}
