/**
 * A decision being written: the account as it will be, and the rows that will make it so. Everything a decision does
 * goes through here, so no row can be forgotten, no timestamp or sequence repeated and no transition made up.
 */
import { abs, quantity, usd, type Usd } from '../values/decimal.js'
import type { Account, ConsumedDepth, TradingDay } from './account/account.js'
import type { Breach } from './plan/breach.js'
import type { AccountEvent, EventBody } from './events.js'
import type { Fill } from './order/fill.js'
import { assertInvariant } from '../values/invariant.js'
import type { Accrual, FundingTime, HouseAccount, Transfer } from './account/ledger.js'
import type { Micros } from '../values/time.js'
import { settledTrail, withPeaks, type ReachedTriggers } from './order/follow-peak.js'
import type { Order } from './order/order.js'
import { canTransition, isWorking } from './order/order-status.js'
import { isSameListing, listingKey } from './market/listing.js'
import type { Payout } from './account/payout.js'
import type { PayoutFigures } from './account/payout-figures.js'
import { type Position } from './account/position.js'
import type { ProfitAdjustment } from './account/profit-adjustment.js'
import type { DayProgress } from './account/progress.js'
import { changedCover } from './account/uncovered.js'
import { keptStrikes, type Strike } from './account/strike.js'
import type { DecisionContext } from './decision-context.js'
import type { VenueRequest } from './live/venue-request.js'

/** The changes of a decision: the next account and the rows to write, all in one transaction. */
export interface Changes {
  readonly account: Account
  readonly orders: readonly Order[]
  readonly positions: readonly Position[]
  readonly fills: readonly Fill[]
  readonly transfers: readonly Transfer[]
  readonly events: readonly AccountEvent[]
  readonly breaches: readonly Breach[]
  /** Set when the decision began a trading day. */
  readonly tradingDay: BegunDay | null
  /** Requests to venues as they now stand; only of a LIVE account. */
  readonly requests?: readonly VenueRequest[]
  /** Payouts that have ended without an operator. */
  readonly payouts?: readonly Payout[]
  readonly adjustments?: readonly ProfitAdjustment[]
  readonly strikes?: readonly Strike[]
  readonly payoutFigures?: PayoutFigures
}

/** A trading day that a decision has begun. */
export interface BegunDay extends TradingDay {
  readonly at: Micros
  /** The tick at whose marks its equity is valued. */
  readonly tick: number
  /** The peak that the drawdown floor trails from then on. */
  readonly highWaterMark: Usd
  /** The sum of payouts until then. */
  readonly paidOut: Usd
  /** The day before, where the account keeps it. */
  readonly previous: DayProgress | null
}

export interface Draft {
  /** As the decision has made it so far: it changes with the draft. */
  readonly account: Account
  /** A working order, or one that this decision has ended. */
  find(orderId: string): Order | undefined
  /** The working orders that are exits of an order, as they were placed; each as it is when its turn comes. */
  exitsOf(orderId: string): Iterable<Order>
  /** A fresh UUID v7. */
  newId(): string
  /** The next timestamp of the account: the clock's, or one microsecond after the last where that is later. */
  stamp(): Micros
  putOrder(order: Order): void
  putPosition(position: Position): void
  addFill(fill: Fill): void
  /** Moves a signed amount between a house account and the trading account; 0 moves nothing. */
  post(house: HouseAccount, amount: Usd, cause?: TransferCause): void
  emit(body: EventBody): void
  consumeDepth(taken: ConsumedDepth): void
  /** `tick`: the one at whose marks its equity is valued; `previous`: the day before, where the account keeps it. */
  beginDay(day: TradingDay, tick: number, previous: DayProgress | null): void
  setAccount(fields: Partial<Pick<Account, Settable>>): void
  addBreach(breach: Breach): void
  /** Asks a venue of something, or notes what has become of it. */
  putRequest(request: VenueRequest): void
  /** Ends the open payout of the account without an operator. */
  endPayout(payout: Payout): void
  /** Keeps what the payout of this decision is decided on. */
  keepPayoutFigures(figures: PayoutFigures): void
  /** Takes something off the profit that can be paid, and returns the line of it. */
  adjustProfit(adjustment: Pick<ProfitAdjustment, 'positionId' | 'rule' | 'amount' | 'reason'>): ProfitAdjustment
  /** Notes a break of a rule, and returns it. */
  addStrike(strike: Pick<Strike, 'rule' | 'positionId'>): Strike
  /** A request as this decision has left it. */
  requested(id: string): VenueRequest | undefined
  /** The order that was filled last, in this decision; null when none was. */
  readonly lastFilledId: string | null
  /** Null when nothing was changed. */
  changes(): Changes | null
}

interface TransferCause {
  readonly fillId?: string
  readonly positionId?: string
  readonly funding?: FundingTime
  readonly accrual?: Accrual
}

type Settable =
  | 'name'
  | 'state'
  | 'stateReason'
  | 'lockedUntil'
  | 'holds'
  | 'netDeposits'
  | 'paidOut'
  | 'compensation'
  | 'plan'
  | 'scaling'
  | 'highWaterMark'
  | 'day'
  | 'tradedDays'
  | 'progress'
  | 'leverages'
  | 'openPayout'
  | 'tokenHoldings'

/**
 * Trailing stops are as of the moment of the decision, or of the tick that has `reached` them; those whose row the
 * decision does not write are stored as they were.
 */
export function openDraft(stored: Account, context: DecisionContext, reached?: ReachedTriggers): Draft {
  const before = withPeaks(stored, context, reached)
  const account: Writable<Account> = { ...before }
  const working = copyOnWrite(before.orders, (copy) => (account.orders = copy))
  const open = copyOnWrite(before.positions, (copy) => (account.positions = copy))
  let tradingDay: BegunDay | null = null
  const orders = new Map<string, Order>()
  const positions = new Map<string, Position>()
  const fills: Fill[] = []
  const transfers: Transfer[] = []
  const events: AccountEvent[] = []
  const breaches: Breach[] = []
  const exits = indexExits(account)
  let isChanged = false
  const stamp = (): Micros => {
    isChanged = true
    return (account.clock = Math.max(context.now, account.clock + 1))
  }
  const rare = collectRareRows(account, context, stamp, () => (isChanged = true))

  return {
    account,
    find: (orderId) => orders.get(orderId) ?? account.orders.get(orderId),
    exitsOf: exits.of,
    get lastFilledId() {
      return fills.at(-1)?.orderId ?? null
    },
    newId: () => context.newId(),
    stamp,
    putOrder(written) {
      const order = written.trail === undefined ? written : settledTrail(written, context, reached)
      const previous = account.orders.get(order.id)
      assertTransition(previous, order)
      if (previous === undefined) exits.note(order)
      if (isWorking(order.status)) working().set(order.id, order)
      else working().delete(order.id)
      orders.set(order.id, order)
      isChanged = true
    },
    putPosition(position) {
      const key = listingKey(position)
      if (position.closedAt === null) open().set(key, position)
      else open().delete(key)
      positions.set(position.id, position)
      isChanged = true
    },
    addFill(fill) {
      fills.push(fill)
      isChanged = true
    },
    post(house, amount, cause = {}) {
      if (amount === 0n) return
      account.balance = usd(account.balance + amount)
      transfers.push(newTransfer(account, house, amount, cause, context.newId(), stamp()))
    },
    emit(body) {
      account.eventSequence += 1
      events.push({ id: context.newId(), sequence: account.eventSequence, at: stamp(), ...body })
    },
    consumeDepth(taken) {
      const isOfBook = (other: ConsumedDepth) => isSameListing(other, taken)
      // A later book has taken the place of this one.
      if (account.consumedDepth.some((earlier) => isOfBook(earlier) && earlier.sequence > taken.sequence)) return
      const isGone = (earlier: ConsumedDepth) => isOfBook(earlier) && earlier.sequence !== taken.sequence
      const isSameSide = (other: ConsumedDepth) => isOfBook(other) && !isGone(other) && other.side === taken.side
      const already = account.consumedDepth.find(isSameSide)?.quantity ?? 0n
      const kept = account.consumedDepth.filter((earlier) => !isGone(earlier) && !isSameSide(earlier))
      account.consumedDepth = [...kept, { ...taken, quantity: quantity(already + taken.quantity) }]
      isChanged = true
    },
    beginDay(day, tick, previous) {
      account.day = day
      const { highWaterMark, paidOut } = account
      // After a stop of the service it begins later than its reset.
      tradingDay = { ...day, at: stamp(), tick, highWaterMark, paidOut, previous }
    },
    setAccount(fields) {
      Object.assign(account, fields)
      isChanged = true
    },
    addBreach(breach) {
      breaches.push(breach)
      isChanged = true
    },
    ...rare.methods,
    changes() {
      if (!isChanged) return null
      for (const position of changedCover(account, orders.values(), positions.values(), context.now)) {
        open().set(listingKey(position), position)
        positions.set(position.id, position)
      }
      return {
        account: { ...account, version: before.version + 1 },
        ...{ orders: [...orders.values()], positions: [...positions.values()] },
        ...{ fills, transfers, events, breaches, tradingDay },
        ...rare.rows(),
      }
    },
  }
}

/** Rows that few decisions write; each kind is left out of the changes where there is none. */
function collectRareRows(
  account: Writable<Account>,
  context: DecisionContext,
  stamp: () => Micros,
  change: () => void,
) {
  const requests = new Map<string, VenueRequest>()
  const payouts: Payout[] = []
  const adjustments: ProfitAdjustment[] = []
  const strikes: Strike[] = []
  let payoutFigures: PayoutFigures | undefined
  const methods: Pick<
    Draft,
    'putRequest' | 'requested' | 'endPayout' | 'keepPayoutFigures' | 'adjustProfit' | 'addStrike'
  > = {
    putRequest(request) {
      requests.set(request.id, request)
      change()
    },
    requested: (id) => requests.get(id),
    endPayout(payout) {
      account.openPayout = null
      payouts.push(payout)
      change()
    },
    keepPayoutFigures(figures) {
      payoutFigures = figures
      change()
    },
    adjustProfit(adjustment) {
      const line = { id: context.newId(), accountId: account.id, ...adjustment, at: stamp() }
      adjustments.push(line)
      return line
    },
    addStrike(noted) {
      stamp()
      const strike = { id: context.newId(), accountId: account.id, ...noted, at: context.now }
      strikes.push(strike)
      account.strikes = keptStrikes([...account.strikes, strike])
      return strike
    },
  }
  return {
    methods,
    rows: (): Pick<Changes, 'requests' | 'payouts' | 'adjustments' | 'strikes' | 'payoutFigures'> => ({
      ...(requests.size === 0 ? {} : { requests: [...requests.values()] }),
      ...(payouts.length === 0 ? {} : { payouts }),
      ...(adjustments.length === 0 ? {} : { adjustments }),
      ...(strikes.length === 0 ? {} : { strikes }),
      ...(payoutFigures === undefined ? {} : { payoutFigures }),
    }),
  }
}

const newTransfer = (
  { id: accountId, balance }: Account,
  house: HouseAccount,
  amount: Usd,
  cause: TransferCause,
  id: string,
  at: Micros,
): Transfer => ({
  id,
  accountId,
  house,
  direction: amount > 0n ? 'IN' : 'OUT',
  amount: abs(amount),
  fillId: cause.fillId ?? null,
  positionId: cause.positionId ?? null,
  funding: cause.funding ?? null,
  accrual: cause.accrual ?? null,
  balanceAfter: balance,
  at,
})

function assertTransition(previous: Order | undefined, { status }: Order): void {
  assertInvariant(
    previous === undefined || canTransition(previous.status, status),
    `an order moves along the transition table, not ${previous?.status} → ${status}`,
  )
}

/** Looks at the orders of the account a single time, when exits are first asked for. */
function indexExits(account: Account) {
  let ids: Map<string, string[]> | undefined
  const note = ({ id, parentOrderId }: Order): void => {
    if (ids === undefined || parentOrderId === null) return
    const exits = ids.get(parentOrderId)
    if (exits === undefined) ids.set(parentOrderId, [id])
    else exits.push(id)
  }
  return {
    /** Takes up an order that is new in this decision. */
    note,
    *of(this: void, orderId: string): Generator<Order> {
      if (ids === undefined) {
        ids = new Map()
        for (const order of account.orders.values()) note(order)
      }
      for (const id of ids.get(orderId) ?? []) {
        const exit = account.orders.get(id)
        if (exit !== undefined) yield exit
      }
    },
  }
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** The map to write to: a copy of the original, made and handed out when it is first needed. */
function copyOnWrite<K, V>(original: ReadonlyMap<K, V>, handOut: (copy: Map<K, V>) => void): () => Map<K, V> {
  let copy: Map<K, V> | undefined
  return () => {
    if (copy === undefined) handOut((copy = new Map(original)))
    return copy
  }
}
