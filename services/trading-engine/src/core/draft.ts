/**
 * A decision being written: the account as it will be, and the rows that will make it so. Everything a decision does
 * goes through here, so no row can be forgotten, no timestamp or sequence repeated and no transition made up.
 */
import { abs, quantity, usd, type Usd } from './decimal.js'
import type { Account, TakenDepth, TradingDay } from './account.js'
import type { AccountEvent, EventBody } from './events.js'
import type { Fill } from './fill.js'
import { assertInvariant } from './invariant.js'
import type { HouseAccount, Transfer } from './ledger.js'
import type { Micros } from './market-view.js'
import type { Order } from './order.js'
import { canMove, isWorking } from './order-status.js'
import { positionKey, type Position } from './position.js'
import type { World } from './world.js'

/** What a decision changes: the next account and the rows to write, all in one transaction. */
export interface Changes {
  readonly account: Account
  readonly orders: readonly Order[]
  readonly positions: readonly Position[]
  readonly fills: readonly Fill[]
  readonly transfers: readonly Transfer[]
  readonly events: readonly AccountEvent[]
  /** Set when the decision began a trading day. */
  readonly tradingDay: TradingDay | null
}

export interface Draft {
  readonly account: Account
  /** The next timestamp of the account: the clock's, or one microsecond after the last where that is later. */
  stamp(): Micros
  putOrder(order: Order): void
  putPosition(position: Position): void
  addFill(fill: Fill): void
  /** Moves a signed amount between a house account and the trading account; 0 moves nothing. */
  post(house: HouseAccount, amount: Usd, cause: { fillId?: string; positionId?: string }): void
  emit(body: EventBody): void
  takeDepth(taken: TakenDepth): void
  beginDay(day: TradingDay): void
  /** Null when nothing was changed. */
  changes(): Changes | null
}

export function openDraft(before: Account, world: World): Draft {
  let account = before
  let tradingDay: TradingDay | null = null
  const orders = new Map<string, Order>()
  const positions = new Map<string, Position>()
  const fills: Fill[] = []
  const transfers: Transfer[] = []
  const events: AccountEvent[] = []
  let isChanged = false

  const change = (fields: Partial<Account>): void => {
    account = { ...account, ...fields }
    isChanged = true
  }

  const stamp = (): Micros => {
    const at = Math.max(world.now, account.clock + 1)
    change({ clock: at })
    return at
  }

  return {
    get account() {
      return account
    },
    stamp,
    putOrder(order) {
      const previous = account.orders.get(order.id)
      assertInvariant(
        previous === undefined || canMove(previous.status, order.status),
        `an order moves along the transition table, not ${previous?.status} → ${order.status}`,
      )
      const working = new Map(account.orders)
      if (isWorking(order.status)) working.set(order.id, order)
      else working.delete(order.id)
      orders.set(order.id, order)
      change({ orders: working })
    },
    putPosition(position) {
      const open = new Map(account.positions)
      const key = positionKey(position.venue, position.symbol)
      if (position.closedAt === null) open.set(key, position)
      else open.delete(key)
      positions.set(position.id, position)
      change({ positions: open })
    },
    addFill(fill) {
      fills.push(fill)
      change({})
    },
    post(house, amount, { fillId = null, positionId = null }: { fillId?: string | null; positionId?: string | null }) {
      if (amount === 0n) return
      const balanceAfter = usd(account.balance + amount)
      transfers.push({
        id: world.newId(),
        accountId: account.id,
        house,
        direction: amount > 0n ? 'IN' : 'OUT',
        amount: abs(amount),
        fillId,
        positionId,
        balanceAfter,
        at: stamp(),
      })
      change({ balance: balanceAfter })
    },
    emit(body) {
      const sequence = account.eventSequence + 1
      events.push({ id: world.newId(), sequence, at: stamp(), ...body })
      change({ eventSequence: sequence })
    },
    takeDepth(taken) {
      const isOfSymbol = ({ symbol }: TakenDepth) => symbol === taken.symbol
      const isGone = (earlier: TakenDepth) => isOfSymbol(earlier) && earlier.sequence !== taken.sequence
      const isSameSide = (earlier: TakenDepth) => isOfSymbol(earlier) && !isGone(earlier) && earlier.side === taken.side
      const already = account.takenDepth.find(isSameSide)?.quantity ?? 0n
      const others = account.takenDepth.filter((earlier) => !isGone(earlier) && !isSameSide(earlier))
      change({ takenDepth: [...others, { ...taken, quantity: quantity(already + taken.quantity) }] })
    },
    beginDay(day) {
      tradingDay = day
      change({ day })
    },
    changes: () =>
      isChanged
        ? {
            account: { ...account, version: before.version + 1 },
            orders: [...orders.values()],
            positions: [...positions.values()],
            fills,
            transfers,
            events,
            tradingDay,
          }
        : null,
  }
}
