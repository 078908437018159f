/**
 * Plays a table of orders, each on an account of its own, through the same market, and compares each result with the
 * expected one.
 */
import { draw } from '@ats/test-kit'
import type { TriggerSource } from '../../src/core/model/order/trigger.js'
import { TRIGGER_SOURCES } from '../../src/core/model/order/trigger.js'
import type { OrderRow } from './account-calls.js'
import {
  closeReasonOf,
  eventsOf,
  expectedOf,
  feeOf,
  GAP,
  openedAt,
  openerOf,
  QUANTITY,
  quotesAt,
  QUOTES_AT_START,
  realizedBy,
  requestOf,
  reservedBy,
  waitsAbove,
  WALK,
  type Expected,
  type Leg,
  type OrderCase,
} from './order-table.js'
import type { Quotes } from './market/scripted-feed.js'
import { inTurns, startStage, type Actor, type Stage } from './stage.js'

interface Played {
  readonly order: OrderCase
  readonly actor: Actor
  readonly orderId: string
  /** As it was on arrival and after each leg. */
  readonly states: State[]
}

interface Journey {
  readonly title: string
  readonly legs: readonly Leg[]
  readonly watched: TriggerSource
}

const JOURNEYS: readonly Journey[] = [
  // All prices go together: which of them an order watches is nothing to it.
  { title: 'walks through', legs: WALK, watched: 'LAST' },
  ...TRIGGER_SOURCES.map((watched) => ({ title: `gaps through, and ${watched} tells`, legs: GAP, watched })),
]

/** A thirtieth of the table is played; `SUITE=whole` plays all of it. */
const SHARE = 30

export function playTable(table: readonly OrderCase[]): void {
  const cases = draw(table, SHARE, ({ name }) => name)
  let stage: Stage
  beforeAll(async () => {
    stage = await startStage('2026-03-02T12:00:00Z', QUOTES_AT_START)
  })
  afterAll(() => stage.close())

  for (const journey of JOURNEYS) {
    for (const isUp of [true, false]) {
      const group = cases.filter((order) => order.watches === journey.watched && waitsAbove(order) === isUp)
      if (group.length > 0) playGroup(() => stage, journey, group, isUp)
    }
  }
}

function playGroup(
  stageOf: () => Stage,
  { title, legs, watched }: Journey,
  group: readonly OrderCase[],
  isUp: boolean,
): void {
  describe(`the market ${title}, ${isUp ? 'up' : 'down'}`, () => {
    let played: ReadonlyMap<OrderCase, Played>
    beforeAll(async () => {
      const stage = stageOf()
      stage.set(QUOTES_AT_START)
      const all = await inTurns(group, (order) => place(stage, order))
      for (const leg of legs) {
        const working = all.filter(({ states }) => states.at(-1)?.[0] === 'OPEN')
        await stage.step(
          working.map(({ actor }) => actor),
          quotesAt(leg, watched, isUp),
        )
        await inTurns(working, async ({ actor, orderId, states }) => states.push(stateOf(await actor.order(orderId))))
      }
      played = new Map(all.map((each) => [each.order, each]))
    })

    test.each(group)('$name', async (order) => {
      const { actor, orderId, states } = played.get(order)!
      const expected = expectedOf(order, legs)
      expect(states).toEqual(untilOver(expected).map(shownBy))
      await expectOutcome(actor, orderId, order, expected.at(-1)!, quotesAt(legs.at(-1)!, watched, isUp))
    })
  })
}

async function place(stage: Stage, order: OrderCase): Promise<Played> {
  const actor = await stage.actor()
  if (order.isReduceOnly) await actor.placed(openerOf(order))
  const { order: placed, trades, violations } = await actor.placed(requestOf(order))
  const arrived = expectedOf(order, [])[0]!
  expect({ order: order.name, violations, trades: trades.length }).toEqual({
    order: order.name,
    violations: [],
    trades: arrived.fill === null ? 0 : 1,
  })
  const { reserved_margin: reserved } = await actor.summary()
  expect([order.name, reserved]).toEqual([order.name, reservedBy(order, arrived, QUOTES_AT_START)])
  return { order, actor, orderId: placed.id, states: [stateOf(placed)] }
}

/** An order that has ended is not looked at again until the market has been everywhere. */
const untilOver = (expected: readonly Expected[]): readonly Expected[] => {
  const over = expected.findIndex(({ status }) => status !== 'OPEN')
  return over < 0 ? expected : expected.slice(0, over + 1)
}

/** The final state of an order, as its API fields show it. */
type State = readonly [status: string, reason: string | null, triggerState: string | null, averagePrice: number | null]
const stateOf = (row: OrderRow): State => [row.status, row.reason, row.trigger_state, row.average_price]
const shownBy = ({ status, reason, triggerState, fill }: Expected): State => [
  status,
  reason,
  triggerState,
  fill?.price ?? null,
]

async function expectOutcome(
  actor: Actor,
  orderId: string,
  order: OrderCase,
  expected: Expected,
  quotes: Quotes,
): Promise<void> {
  const { fill } = expected
  const isFlat = order.isReduceOnly === (fill !== null)
  const [row, trades, positions, closed, ledger, summary, events] = await Promise.all([
    actor.order(orderId),
    actor.trades(),
    actor.positions(),
    actor.closedPositions(),
    actor.ledger(),
    actor.summary(),
    actor.events(),
  ])
  const tif = order.kind === 'MARKET' && order.tif !== 'FOK' ? 'IOC' : order.tif
  expect(stateOf(row)).toEqual(shownBy(expected))
  expect(row).toMatchObject({
    tif,
    trigger_by: order.watches,
    filled_quantity: fill === null ? 0 : QUANTITY,
    remaining_quantity: fill === null ? QUANTITY : 0,
    fees: fill === null ? 0 : feeOf(fill),
    flags: { post_only: order.isPostOnly || order.tif === 'GTX', reduce_only: order.isReduceOnly },
  })
  const own = trades.filter((trade) => trade.order_id === orderId)
  expect(
    own.map(({ price, quantity, liquidity, fee, realized_pnl: pnl }) => [price, quantity, liquidity, fee, pnl]),
  ).toEqual(fill === null ? [] : [[fill.price, QUANTITY, fill.liquidity, feeOf(fill), realizedBy(order, fill)]])
  const before = order.isReduceOnly ? ['order.ack', 'order.fill'] : []
  expect(events).toEqual([...before, ...eventsOf(order, expected)])
  expect(positions.map(({ side, quantity, entry_price: entry }) => [side, quantity, entry])).toEqual(
    isFlat
      ? []
      : [order.isReduceOnly ? [opposite(order), QUANTITY, openedAt(order)] : [order.side, QUANTITY, fill?.price]],
  )
  expect(closed.map(({ close_reason: reason, exit_price: exit }) => [reason, exit])).toEqual(
    order.isReduceOnly && fill !== null ? [[closeReasonOf(order), fill.price]] : [],
  )
  const ownRows = ledger.filter(({ fill_id: id }) => own.some((trade) => trade.id === id))
  const realized = fill === null ? 0 : realizedBy(order, fill)
  expect(ownRows.map(({ house, amount }) => [house, amount])).toEqual(
    fill === null ? [] : [['fees', -feeOf(fill)], ...(realized === 0 ? [] : [['realized_pnl', realized]])],
  )
  expect(summary.balance).toBe(ledger[0]?.balance_after)
  expect(summary.reserved_margin).toBe(reservedBy(order, expected, quotes))
}

const opposite = ({ side }: OrderCase): string => (side === 'BUY' ? 'SELL' : 'BUY')
