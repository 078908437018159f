/**
 * Every legal combination of kind, side, time in force, limit, flags and watched price, in a market that walks and in
 * one that jumps. What must come of each is computed here from the contract's words alone, in plain numbers. All are
 * orders of half a bitcoin at 20,000, in a book that holds more than that; distances are dollars towards the price that
 * the order waits for.
 */
import { decimal, formatDecimal, price } from '../values/decimal.js'
import { entryPrice, openingSide } from '../model/account/position.js'
import {
  averagePrice,
  ORDER_KINDS,
  SIDES,
  TIMES_IN_FORCE,
  type Order,
  type OrderKind,
  type Side,
  type TimeInForce,
} from '../model/order/order.js'
import { TRIGGER_SOURCES, isConditional, type TriggerSource } from '../model/order/trigger.js'
import { market } from '../../../test/support/commands.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

interface OrderCase {
  readonly kind: OrderKind
  readonly side: Side
  readonly tif: TimeInForce
  readonly hasLimit: boolean
  readonly isPostOnly: boolean
  readonly isReduceOnly: boolean
  readonly watches: TriggerSource
}

const START = 20_000
const QUANTITY = 0.5
const HALF_SPREAD = 2
const TRIGGER = 200
/** Beyond the trigger: what a STOP that has fired still pays, and what a TAKE_PROFIT that has fired still waits for. */
const LIMIT_BEHIND_TRIGGER = 300
const TAKER_FEE = 0.0006
const MAKER_FEE = 0.0004
const LEVERAGE = 20
const BOTH = [false, true] as const

const product = <T extends object, K extends string, V>(
  cases: readonly T[],
  name: K,
  values: (each: T) => readonly V[],
) => cases.flatMap((each) => values(each).map((value) => ({ ...each, [name]: value }) as T & Record<K, V>))

/** A MARKET order has no limit, a LIMIT order has one; post-only is for an order that can rest. */
function legalCases(): readonly OrderCase[] {
  const kinds = ORDER_KINDS.map((kind) => ({ kind }))
  const withSide = product(kinds, 'side', () => SIDES)
  const withTif = product(withSide, 'tif', () => TIMES_IN_FORCE)
  const withLimit = product(withTif, 'hasLimit', ({ kind }) => (isConditional(kind) ? BOTH : [kind === 'LIMIT']))
  const withPostOnly = product(withLimit, 'isPostOnly', () => BOTH)
  const withReduceOnly = product(withPostOnly, 'isReduceOnly', () => BOTH)
  return product(withReduceOnly, 'watches', () => TRIGGER_SOURCES).filter(
    ({ tif, hasLimit, isPostOnly }) => !(isPostOnly || tif === 'GTX') || (hasLimit && tif !== 'IOC' && tif !== 'FOK'),
  )
}

const nameOf = ({ kind, side, tif, hasLimit, isPostOnly, isReduceOnly, watches }: OrderCase): string =>
  [
    kind === 'LIMIT' || !hasLimit ? kind : `${kind} with a limit`,
    side,
    tif,
    ...(isPostOnly ? ['post-only'] : []),
    ...(isReduceOnly ? ['reduce-only'] : []),
    `on ${watches}`,
  ].join(' ')

/** Whether the price that the order waits for lies above the market. */
const waitsAbove = ({ kind, side }: OrderCase): boolean => (kind === 'STOP') === (side === 'BUY')
const priceAt = (order: OrderCase, distance: number): number => START + (waitsAbove(order) ? distance : -distance)
const limitOf = (order: OrderCase): number | null =>
  order.hasLimit ? priceAt(order, order.kind === 'LIMIT' ? TRIGGER : LIMIT_BEHIND_TRIGGER) : null
const triggerOf = (order: OrderCase): number | null => (isConditional(order.kind) ? priceAt(order, TRIGGER) : null)

/** How far the book and the watched price have gone, and how far the two other prices. */
interface Leg {
  readonly to: number
  readonly others: number
}
const WALK: readonly Leg[] = [200, 240, 320].map((to) => ({ to, others: to }))
/** The other prices pass the trigger first; then book and watched price jump, and come back part of the way. */
const JUMP: readonly Leg[] = [
  { to: 180, others: 300 },
  { to: 600, others: 0 },
  { to: 240, others: 0 },
]

interface Expected {
  readonly status: string
  readonly reason: string | null
  readonly triggerState: string | null
  readonly fill: { readonly price: number; readonly liquidity: 'MAKER' | 'TAKER' } | null
}

/** On arrival, and after each leg. */
function expectedOf(order: OrderCase, legs: readonly Leg[]): readonly Expected[] {
  const open = { status: 'OPEN', reason: null, fill: null }
  const meetBook = (to: number, triggerState: string | null): Expected => {
    const touch = touchOf(order, to)
    const isOver = order.tif === 'IOC' || order.tif === 'FOK'
    if (!isWithinLimit(order, touch)) {
      return { triggerState, ...(isOver ? { status: 'EXPIRED', reason: 'time_in_force', fill: null } : open) }
    }
    return order.isPostOnly || order.tif === 'GTX'
      ? { triggerState, status: 'REJECTED', reason: 'post_only', fill: null }
      : { triggerState, status: 'FILLED', reason: null, fill: { price: touch, liquidity: 'TAKER' } }
  }
  const states = [isConditional(order.kind) ? { ...open, triggerState: 'ARMED' } : meetBook(0, null)]
  for (const { to } of legs) {
    const before = states.at(-1)!
    if (before.status === 'OPEN' && before.triggerState === 'ARMED') {
      states.push(to < TRIGGER ? before : meetBook(to, 'TRIGGERED'))
    } else if (before.status === 'OPEN' && isWithinLimit(order, touchOf(order, to))) {
      // What rests fills at its own price.
      states.push({ ...before, status: 'FILLED', fill: { price: limitOf(order)!, liquidity: 'MAKER' } })
    } else states.push(before)
  }
  return states
}

/** The price at which the order would trade as a taker. */
const touchOf = (order: OrderCase, to: number): number =>
  priceAt(order, to) + (order.side === 'BUY' ? HALF_SPREAD : -HALF_SPREAD)
function isWithinLimit(order: OrderCase, touch: number): boolean {
  const limit = limitOf(order)
  return limit === null || (order.side === 'BUY' ? touch <= limit : touch >= limit)
}

/** A BUY reserves at its limit, else its trigger; a SELL at the highest of limit, trigger and mark; a close nothing. */
function reservedBy(order: OrderCase, { status }: Expected, mark: number): number {
  if (status !== 'OPEN' || order.isReduceOnly) return 0
  const [limit, trigger] = [limitOf(order), triggerOf(order)]
  const at = order.side === 'BUY' ? (limit ?? trigger ?? 0) : Math.max(limit ?? 0, trigger ?? 0, mark)
  return (at * QUANTITY) / LEVERAGE
}

const opposite = (side: Side): Side => (side === 'BUY' ? 'SELL' : 'BUY')
const numberOf = (value: bigint): number => Number(formatDecimal(value))
const priceOf = (value: number | null) => (value === null ? null : price(decimal(String(value))))

function setMarket({ script }: Trader, order: OrderCase, { to, others }: Leg): void {
  const at = (distance: number): string => String(priceAt(order, distance))
  const said = (source: TriggerSource): string => at(source === order.watches ? to : others)
  script.passTime(1_000)
  script.setPrice('BTC-USD', at(to), { spread: String(2 * HALF_SPREAD) })
  script.setLast('BTC-USD', said('LAST'))
  script.setMark('BTC-USD', said('MARK'))
  script.setIndex('BTC-USD', said('INDEX'))
}

function place(trader: Trader, order: OrderCase): string {
  const { side, kind, tif } = order
  const flags = {
    ...{ postOnly: order.isPostOnly, reduceOnly: order.isReduceOnly },
    ...{ triggerOnIndex: order.watches === 'INDEX', triggerOnMark: order.watches === 'MARK' },
  }
  const prices = { price: priceOf(limitOf(order)), triggerPrice: priceOf(triggerOf(order)) }
  const expiresAt = tif === 'GTD' ? trader.script.now + 3_600_000_000 : null
  return trader.placed(market(side, String(QUANTITY), { kind, tif, flags, expiresAt, ...prices })).id
}

const stateOf = (order: Order): unknown => {
  const average = averagePrice(order)
  return [order.status, order.reason, order.triggerState, average === null ? null : numberOf(average)]
}

function play(order: OrderCase, legs: readonly Leg[]): void {
  const trader = aTrader()
  setMarket(trader, order, { to: 0, others: 0 })
  if (order.isReduceOnly) trader.placed(market(opposite(order.side), String(QUANTITY)))
  const openedAt = START + (order.side === 'BUY' ? -HALF_SPREAD : HALF_SPREAD)
  const before = { fills: trader.fills.length, transfers: trader.transfers.length, events: trader.events.length }
  const id = place(trader, order)
  const expected = expectedOf(order, legs)
  const marks = [{ to: 0, others: 0 }, ...legs].map(({ to, others }) =>
    priceAt(order, order.watches === 'MARK' ? to : others),
  )
  const states = expected.map((_state, index) => {
    if (index > 0) {
      setMarket(trader, order, legs[index - 1]!)
      trader.fillResting()
    }
    return [stateOf(trader.order(id)), numberOf(trader.figures().reservedMargin)]
  })
  expect(states).toEqual(
    expected.map((state, index) => [
      [state.status, state.reason, state.triggerState, state.fill?.price ?? null],
      reservedBy(order, state, marks[index]!),
    ]),
  )

  const { status, fill } = expected.at(-1)!
  const fee = fill === null ? 0 : fill.price * QUANTITY * (fill.liquidity === 'TAKER' ? TAKER_FEE : MAKER_FEE)
  const gain = fill === null ? 0 : (fill.price - openedAt) * (order.side === 'BUY' ? -QUANTITY : QUANTITY)
  const realized = order.isReduceOnly ? gain : 0
  const placed = trader.order(id)
  expect([placed.tif, placed.flags.postOnly, numberOf(placed.filledQuantity)]).toEqual([
    order.kind === 'MARKET' && order.tif !== 'FOK' ? 'IOC' : order.tif,
    order.isPostOnly || order.tif === 'GTX',
    fill === null ? 0 : QUANTITY,
  ])
  const fills = trader.fills.slice(before.fills)
  expect(fills.map((each) => [numberOf(each.price), each.liquidity, numberOf(each.fee)])).toEqual(
    fill === null ? [] : [[fill.price, fill.liquidity, expect.closeTo(fee, 9)]],
  )
  const booked = trader.transfers
    .slice(before.transfers)
    .reduce((sum, { amount, direction }) => sum + (direction === 'IN' ? 1 : -1) * numberOf(amount), 0)
  expect(booked).toBeCloseTo(realized - fee, 9)
  const closes = order.isReduceOnly ? ['position.close'] : []
  expect(trader.events.slice(before.events).map(({ type }) => type)).toEqual(
    fill !== null
      ? ['order.ack', 'order.fill', ...closes]
      : status === 'OPEN'
        ? ['order.ack']
        : ['order.ack', 'order.cancel'],
  )
  const open = [...trader.account.positions.values()].map((each) => [
    openingSide(each.direction),
    numberOf(entryPrice(each)),
  ])
  const isFlat = order.isReduceOnly === (fill !== null)
  expect(open).toEqual(
    isFlat ? [] : [order.isReduceOnly ? [opposite(order.side), openedAt] : [order.side, fill!.price]],
  )
  const closed = [...trader.positions.values()].filter(({ closedAt }) => closedAt !== null)
  const reason = { STOP: 'STOP_LOSS', TAKE_PROFIT: 'TAKE_PROFIT', MARKET: 'USER', LIMIT: 'USER' }[order.kind]
  expect(closed.map(({ closeReason }) => closeReason)).toEqual(order.isReduceOnly && fill !== null ? [reason] : [])
}

const cases = legalCases()

test('has every legal combination', () => {
  expect(cases.length).toBe(432)
})

describe.each(ORDER_KINDS)('%s', (kind) => {
  test.each(cases.filter((order) => order.kind === kind).map((order) => [nameOf(order), order] as const))(
    '%s',
    (_name, order) => {
      play(order, WALK)
      play(order, JUMP)
    },
  )
})
