import { bracketOf } from '../../../test/support/worked-examples/take-step.js'
import { aMemoryVenue, type MemoryVenue } from '../../../test/support/venues/memory-venue.js'
import { close, limit, market, REDUCE_ONLY, stop, takeProfit } from '../../../test/support/commands.js'
import { decided } from '../model/outcome.js'
import type { TradeLevels } from '../model/live/venue-request.js'
import { isDue } from '../execution/advance.js'
import { decideCancel } from './decide-cancel.js'
import { decideHalt } from './decide-halt.js'
import { decideKillSwitch } from './decide-kill-switch.js'
import { decideLeverage } from './decide-leverage.js'
import { decideProtect } from './decide-protect.js'
import { decideRelease } from './decide-release.js'
import { dailyFloor, drawdownFloor } from '../margin/floors.js'
import { payable } from '../margin/payable.js'
import { decideRunOut } from './decide-run-out.js'
import { price, decimal, formatDecimal, quantity, rate, usd } from '../values/decimal.js'
import type { PlaceOrder } from './prepare-order.js'
import type { PlanFields } from '../../../test/support/plans/plans.js'

const FEES = { fees: '-12.5', execution: '-0.4', priceImpact: '1.25' }

function opened(venue: MemoryVenue, command: PlaceOrder = market('BUY', '1')) {
  const order = venue.trader.placed(command)
  venue.accept(venue.of(order.id))
  venue.execute(venue.of(order.id), { charges: FEES })
  return order
}

/** The books are the chain's, to the last digit. */
function expectChain({ trader, wealth, positions }: MemoryVenue) {
  expect(formatDecimal(trader.account.balance)).toBe(formatDecimal(wealth))
  const held = [...positions.values()].map(({ symbol, direction, quantity, collateral }) => ({
    ...{ symbol, direction, quantity, collateral },
  }))
  const books = [...trader.account.positions.values()].map(({ symbol, direction, quantity, live }) => ({
    ...{ symbol, direction, quantity, collateral: live?.trades.reduce((sum, trade) => sum + trade.collateral, 0n) },
  }))
  expect(books).toEqual(held)
}
function expectSettled(venue: MemoryVenue) {
  expect(venue.open()).toEqual([])
  expectChain(venue)
}
function expectFlat(venue: MemoryVenue) {
  expect(venue.trader.account.positions.size).toBe(0)
  expectSettled(venue)
}

function aVenue(plan: PlanFields = {}): MemoryVenue {
  const venue = aMemoryVenue({ plan })
  venue.trader.script.setPrice('BTC-USD', '20000')
  return venue
}

/** Holds a BTC that was bought at 20000. */
function holding(plan?: PlanFields): MemoryVenue {
  const venue = aVenue(plan)
  opened(venue)
  return venue
}

const lastPosition = ({ trader }: MemoryVenue) => [...trader.positions.values()].at(-1)

/** The id of a bid at 19000 that the venue has. */
function resting(venue: MemoryVenue): string {
  const { id } = venue.trader.placed(limit('BUY', '1', '19000'))
  venue.accept(venue.of(id))
  return id
}

const moveTo = ({ trader }: MemoryVenue, at: string): void => {
  trader.script.setPrice('BTC-USD', at)
  trader.fillResting()
}
const wait = ({ trader }: MemoryVenue, ms: number): void => {
  trader.script.passTime(ms)
  trader.fillResting()
}
const killSwitch = ({ trader }: MemoryVenue, isFlattening: boolean) =>
  trader.apply((account, context) => decideKillSwitch(account, isFlattening, context))

test('a market order is PENDING with its margin reserved until the venue has answered', () => {
  const venue = aVenue()
  const free = venue.trader.figures().freeMargin
  const placed = venue.trader.place(market('BUY', '1'))
  const order = { status: 'PENDING', live: { request: { state: 'NEW' } } }
  expect(placed).toMatchObject({ fills: [], violations: [], order })
  expect(formatDecimal(free - venue.trader.figures().freeMargin)).toBe('1000')
  expect(venue.trader.events.map(({ type }) => type)).toEqual(['order.ack'])
  const { action } = venue.of(placed.order!.id)
  expect(action).toMatchObject({ kind: 'open', type: 'MARKET', direction: 'LONG', collateral: decimal('1000') })
  expect(action).toMatchObject({ price: decimal('20000'), worstPrice: decimal('20200') })
})

test('it fills with the quantity, the price and the charges of the contract', () => {
  const venue = aVenue()
  const order = venue.trader.placed(market('BUY', '1'))
  venue.accept(venue.of(order.id))
  expect(venue.trader.order(order.id)).toMatchObject({ status: 'OPEN', live: { request: { state: 'ACCEPTED' } } })
  venue.execute(venue.of(order.id), { quantity: '0.999123456789', price: '20017.55', charges: FEES })
  const filled = { status: 'FILLED', quantity: decimal('0.999123456789'), live: { request: { state: 'EXECUTED' } } }
  expect(venue.trader.order(order.id)).toMatchObject(filled)
  expectChain(venue)
  opened(venue, market('BUY', '0.3'))
  expectChain(venue)
  const { order: closing } = venue.trader.close(close({ quantity: null }))
  const charges = { ...FEES, funding: '-3.3', borrowing: '-1.01' }
  venue.execute(venue.of(closing!.id), { price: '19111.123', charges })
  expectChain(venue)
  expect(venue.trader.account.positions.size).toBe(0)
  const position = lastPosition(venue)!
  const net = position.realizedPnl - position.fees + position.funding + position.carry
  expect(formatDecimal(net)).toBe(formatDecimal(venue.trader.account.balance - decimal('100000')))
})

test('a cancellation before sending is final, and the request is not sent any more', () => {
  const venue = aVenue()
  const { id } = venue.trader.placed(limit('BUY', '1', '19000'))
  expect(venue.trader.cancel(id)).toMatchObject({ status: 'CANCELLED', reason: 'user_cancelled' })
  expect(venue.send(venue.of(id))).toBe(false)
  expect(venue.open()).toEqual([])
})

test('a cancellation of what was sent waits for the venue, and a fill that comes first wins', () => {
  const venue = aVenue()
  const id = resting(venue)
  const asked = venue.trader.cancel(id)
  expect(asked.status).toBe('OPEN')
  expect(asked.live!.kind).toBe('cancelling')
  expect(venue.trader.cancel(id).version).toBe(asked.version)
  venue.execute(venue.of(id, 'open'))
  expect(venue.trader.order(id)).toMatchObject({ status: 'FILLED', live: { kind: 'ended' } })
  expectSettled(venue)
})

test.each([
  ['the receipt first', [null, '0:3']],
  ['the log first', ['0:3', null]],
] as const)("an order has the venue's name for it, whichever says that it is there: %s", (_, names) => {
  const venue = aVenue()
  const { id } = venue.trader.placed(limit('BUY', '1', '19000'))
  const request = venue.of(id)
  venue.send(request)
  const place = venue.place()
  names.forEach((venueOrderId, logIndex) =>
    venue.report({ kind: 'accepted', requestId: request.id, place: { ...place, logIndex }, venueOrderId }),
  )
  const live = { request: { state: 'ACCEPTED', venueOrderId: '0:3' } }
  expect(venue.trader.order(id)).toMatchObject({ status: 'OPEN', live })
})

test('an attempt that fills nothing is charged to the accounts of what it cost', () => {
  const venue = aVenue()
  const id = resting(venue)
  const charges = { ...venue.charge({ execution: '-0.3' }), oracleFees: usd(decimal('-0.1')) }
  const report = { requestId: venue.of(id).id, place: venue.place(), reason: 'OpenLimitCanceled', charges }
  venue.report({ kind: 'cancelled', ...report })
  expect(venue.trader.transfers.slice(-2).map(({ house, amount }) => [house, formatDecimal(amount)])).toEqual([
    ['oracle_fees', '0.1'],
    ['execution', '0.3'],
  ])
})

test('a confirmed cancellation ends it with the reason of who asked', () => {
  const venue = aVenue()
  const id = resting(venue)
  venue.trader.cancel(id)
  venue.refuse(venue.of(id, 'open'), 'cancelled', 'USER_INITIATED_CANCEL', '0.3')
  expect(venue.trader.order(id)).toMatchObject({ status: 'CANCELLED', reason: 'user_cancelled' })
  expect(venue.trader.events.at(-1)).toMatchObject({ type: 'order.cancel', cancelledBy: 'USER' })
  expectChain(venue)
})

test.each([
  ['cancelled', 'CANCELLED', 'venue_cancelled'],
  ['timed_out', 'EXPIRED', 'venue_timed_out'],
] as const)('what the venue has %s ends %s', (kind, status, reason) => {
  const venue = aVenue()
  const { id } = venue.trader.placed(market('BUY', '1'))
  venue.accept(venue.of(id))
  venue.refuse(venue.of(id), kind)
  expect(venue.trader.order(id)).toMatchObject({ status, reason, live: { reason: 'SLIPPAGE' } })
})

test('a reverted request is REJECTED, and a frozen order is cancelled', () => {
  const venue = aVenue()
  const { id } = venue.trader.placed(market('BUY', '1'))
  venue.fail(venue.of(id))
  expect(venue.trader.order(id)).toMatchObject({ status: 'REJECTED', reason: 'venue_failed' })
  const frozen = venue.trader.placed(limit('BUY', '1', '19000'))
  venue.accept(venue.of(frozen.id))
  venue.refuse(venue.of(frozen.id), 'frozen')
  expect(venue.of(frozen.id, 'cancel').state).toBe('NEW')
  expect(venue.trader.order(frozen.id)).toMatchObject({ status: 'OPEN', live: { request: { state: 'FROZEN' } } })
})

test('the simulated market fills, liquidates, funds and charges nothing', () => {
  const venue = holding()
  venue.trader.placed(limit('BUY', '1', '19000'))
  venue.trader.placed(stop('SELL', '1', '19500', { flags: REDUCE_ONLY }))
  const { balance } = venue.trader.account
  venue.trader.script.setFundingRate('BTC-USD', '0.001')
  venue.trader.script.setPrice('BTC-USD', '1000')
  wait(venue, 3 * 3_600_000)
  expect(venue.trader.account.balance).toBe(balance)
  expect(venue.trader.account.positions.size).toBe(1)
  expect(venue.trader.account.orders.size).toBe(2)
})

test('exits of an entry are sent to the venue once it has filled, as large as it has', () => {
  const venue = aVenue()
  const entry = venue.trader.placed(market('BUY', '1'))
  const exit = venue.trader.placed(stop('SELL', '1', '19000', { parentOrderId: entry.id }))
  expect(exit).toMatchObject({ status: 'PENDING' })
  expect(exit.live).toBeUndefined()
  venue.execute(venue.of(entry.id), { quantity: '1.0007' })
  expect(venue.of(exit.id).action).toMatchObject({ kind: 'close', type: 'STOP_LOSS', quantity: decimal('1.0007') })
  venue.accept(venue.of(exit.id))
  venue.execute(venue.of(exit.id), { price: '18990' })
  expect(venue.trader.order(exit.id)).toMatchObject({ status: 'FILLED' })
  expect(lastPosition(venue)).toMatchObject({ closeReason: 'STOP_LOSS' })
  expectChain(venue)
})

test('a stop that comes with its entry is placed at the venue as far from the fill, once there is one', () => {
  const venue = aVenue()
  const placed = venue.trader.place({ ...market('BUY', '1'), ...bracketOf(' with stop 500') })
  const [exit] = placed.children ?? []
  expect([exit?.status, exit?.live, exit?.triggerPrice]).toEqual(['PENDING', undefined, decimal('19500')])
  venue.execute(venue.of(placed.order!.id), { quantity: '1.0007', price: '20100' })
  const { action } = venue.of(exit!.id)
  expect(action).toMatchObject({ kind: 'close', type: 'STOP_LOSS', quantity: decimal('1.0007') })
  expect(venue.trader.order(exit!.id)).toMatchObject({ status: 'OPEN', triggerPrice: decimal('19600') })
  expectChain(venue)
})

test('a rule about orders closes at the venue, asked once, by RISK', () => {
  const venue = holding({ orderRules: { maxLossPerIdea: { pct: rate(decimal('1')), action: 'CLOSE' } } })
  venue.trader.script.setPrice('BTC-USD', '18900')
  for (let look = 0; look < 3; look += 1) venue.trader.fillResting()
  const closing = [...venue.trader.account.orders.values()]
  expect(closing.map(({ reason, status }) => [reason, status])).toEqual([['max_loss_per_idea', 'PENDING']])
  venue.execute(venue.of(closing[0]!.id), { price: '18880' })
  expect(lastPosition(venue)).toMatchObject({ closeReason: 'RISK' })
  expectChain(venue)
})

test('the target that fills asks the venue to cancel the stop beside it', () => {
  const venue = holding()
  venue.trader.protect(LEGS)
  const [stopLoss, target] = [...venue.trader.account.orders.values()]
  for (const { id } of [stopLoss!, target!]) venue.accept(venue.of(id))
  venue.execute(venue.of(target!.id))
  expect(venue.trader.order(stopLoss!.id)).toMatchObject({ status: 'OPEN' })
  expect(venue.of(stopLoss!.id, 'cancel').state).toBe('NEW')
  venue.refuse(venue.of(stopLoss!.id, 'close'), 'cancelled', 'AUTO_CANCEL')
  expect(venue.trader.order(stopLoss!.id)).toMatchObject({ status: 'CANCELLED', reason: 'sibling' })
  expectSettled(venue)
})

const LEGS = {
  stop_loss: { triggerPrice: price(decimal('19000')), price: null, quantity: null, triggerBy: 'LAST' },
  take_profit: { triggerPrice: price(decimal('21000')), price: null, quantity: null, triggerBy: 'LAST' },
} as const

/** A long position at Ostium whose venue has both exits of it. */
function protectedAtOstium(venue: MemoryVenue) {
  opened(venue, market('BUY', '1', { venue: 'OSTIUM' }))
  const { id: positionId } = venue.trader.position('BTC-USD', 'OSTIUM')
  venue.trader.apply((account, context) => decideProtect(account, { positionId, ...LEGS }, context))
  const exits = [...venue.trader.account.orders.values()]
  for (const { id } of exits) venue.accept(venue.of(id))
  const [stopLoss, target] = exits
  return { stopLoss: stopLoss!, target: target! }
}

test.each(['a close', 'the take-profit', 'a liquidation'])(
  'exits that Ostium keeps with their trade end with it, and nothing is sent: %s',
  (what) => {
    const venue = aVenue()
    const { stopLoss, target } = protectedAtOstium(venue)
    if (what === 'a close') venue.execute(venue.of(venue.trader.close(close({ venue: 'OSTIUM' })).order!.id))
    else if (what === 'the take-profit') venue.execute(venue.of(target.id))
    else venue.act('liquidation', 'BTC-USD', '19050')
    expect(venue.trader.order(stopLoss.id)).toMatchObject({
      ...{ status: 'CANCELLED', reason: what === 'the take-profit' ? 'sibling' : 'reduce_only' },
      live: { kind: 'ended', request: { state: 'CANCELLED' } },
    })
    expect(venue.trader.account.orders.size).toBe(0)
    expectSettled(venue)
  },
)

test('an exit of Ostium that one of two trades has executed goes on for the other', () => {
  const venue = aVenue()
  const { stopLoss, target } = protectedAtOstium(venue)
  venue.execute(venue.of(target.id), { quantity: '0.4' })
  const live = { request: { state: 'ACCEPTED' } }
  expect(venue.trader.order(target.id)).toMatchObject({ status: 'PARTIALLY_FILLED', live })
  expect(venue.trader.order(stopLoss.id)).toMatchObject({ status: 'OPEN', quantity: decimal('0.6') })
  venue.execute(venue.of(target.id), { quantity: '0.6' })
  expect(venue.trader.order(target.id)).toMatchObject({ status: 'FILLED', live: { request: { state: 'EXECUTED' } } })
  expect(venue.trader.order(stopLoss.id)).toMatchObject({ status: 'CANCELLED', reason: 'sibling' })
  expectSettled(venue)
})

test('an exit of Ostium whose withdrawal is under way ends with its trade, and so does the withdrawal', () => {
  const venue = aVenue()
  const { stopLoss } = protectedAtOstium(venue)
  venue.trader.cancel(stopLoss.id)
  expect(venue.of(stopLoss.id, 'cancel').state).toBe('NEW')
  venue.act('liquidation', 'BTC-USD', '19050')
  expect(venue.trader.order(stopLoss.id)).toMatchObject({ status: 'CANCELLED' })
  expect(venue.open()).toEqual([])
})

test('a trade that adds to a position of Ostium immediately comes with the levels of its exits', () => {
  const venue = aVenue()
  protectedAtOstium(venue)
  const { action } = venue.of(venue.trader.placed(market('BUY', '0.5', { venue: 'OSTIUM' })).id)
  expect(action).toMatchObject({ takeProfit: decimal('21000'), stopLoss: decimal('19000') })
  venue.trader.script.setPrice('BTC-USD', '18900')
  const below = venue.of(venue.trader.placed(market('BUY', '0.1', { venue: 'OSTIUM' })).id).action
  expect(below).toMatchObject({ takeProfit: decimal('21000'), stopLoss: null })
})

type Level = string | null | undefined
/** The levels that the venue reports; undefined: it says nothing of this one. */
const levelsAt = (stopLoss: Level, takeProfit: Level, by: TradeLevels['by'] = 'venue'): TradeLevels => {
  const at = (level: string | null) => (level === null ? null : price(decimal(level)))
  const stop = stopLoss === undefined ? {} : { stopLoss: at(stopLoss) }
  return { venue: 'OSTIUM', symbol: 'BTC-USD', by, ...stop, takeProfit: at(takeProfit ?? null) }
}

test.each([
  ['a dropped stop', levelsAt(null, '21000'), ['STOP']],
  ['a stop farther away', levelsAt('18999', '21000'), ['STOP']],
  ['a dropped target', levelsAt('19000', null), ['TAKE_PROFIT']],
  ['both dropped', levelsAt(null, null), ['STOP', 'TAKE_PROFIT']],
  ['the levels of the books', levelsAt('19000', '21000'), []],
  ['levels that the venue has brought nearer', levelsAt('19100', '20900'), []],
  ['a stop that the owner has brought nearer', levelsAt('19100', '21000', 'wallet'), ['STOP']],
  ['a target alone, that the owner has moved', levelsAt(undefined, '20900', 'wallet'), ['TAKE_PROFIT']],
])('exits of Ostium are asked for again, and their trader is told: %s', (_, levels, lost) => {
  const venue = aVenue()
  const { stopLoss, target } = protectedAtOstium(venue)
  const before = [stopLoss, target].map(({ id }) => venue.of(id))
  const told = () => venue.trader.events.filter(({ type }) => type === 'exit.lost')
  venue.report({ kind: 'levels', requestId: null, place: venue.place(), levels })
  expect(told().map((event) => 'order' in event && event.order.kind)).toEqual(lost)
  for (const [index, { id, kind }] of [stopLoss, target].entries()) {
    const isLost = lost.includes(kind)
    expect(venue.of(id).id === before[index]!.id).toBe(!isLost)
    expect(venue.requests.get(before[index]!.id)!.state).toBe(isLost ? 'CANCELLED' : 'ACCEPTED')
    expect(venue.trader.order(id)).toMatchObject({
      ...{ status: 'OPEN', triggerPrice: decimal(kind === 'STOP' ? '19000' : '21000') },
      live: isLost
        ? { kind: 'asked', reason: 'LEVEL_LOST', request: { state: 'NEW', reason: 'LEVEL_LOST' } }
        : { kind: 'at_venue', reason: null },
    })
    if (isLost) expect(venue.of(id).action).toEqual(before[index]!.action)
  }
  // A second report of the same finds them on their way.
  venue.report({ kind: 'levels', requestId: null, place: venue.place(), levels })
  expect(told()).toHaveLength(lost.length)
  for (const { id } of [stopLoss, target]) if (venue.of(id).state === 'NEW') venue.accept(venue.of(id))
  venue.execute(venue.of(stopLoss.id))
  expectFlat(venue)
})

test('a stop that its venue has dropped and will not take again is watched by the engine', () => {
  const venue = aVenue()
  const { stopLoss } = protectedAtOstium(venue)
  venue.report({ kind: 'levels', requestId: null, place: venue.place(), levels: levelsAt(null, '21000') })
  venue.fail(venue.of(stopLoss.id), 'WrongSL')
  const live = { kind: 'ended', request: { state: 'FAILED' }, reason: 'WrongSL' }
  expect(venue.trader.order(stopLoss.id)).toMatchObject({ status: 'OPEN', live })
  moveTo(venue, '18900')
  expect(venue.of(stopLoss.id).action).toMatchObject({ kind: 'close', type: 'MARKET' })
})

test('the levels of a position of Ostium are set at a trade that has waited for its price once it is there', () => {
  const venue = aVenue()
  const { stopLoss, target } = protectedAtOstium(venue)
  const resting = venue.trader.placed(limit('BUY', '0.5', '19500', { venue: 'OSTIUM' }))
  expect(venue.of(resting.id).action).toMatchObject({ type: 'LIMIT', takeProfit: null, stopLoss: null })
  venue.accept(venue.of(resting.id))
  expect(venue.open().filter(({ action }) => action.kind === 'update')).toEqual([])
  venue.execute(venue.of(resting.id))
  for (const { id, triggerPrice } of [stopLoss, target]) {
    const change = venue.of(id, 'update')
    expect(change.action).toMatchObject({ quantity: decimal('1.5'), price: triggerPrice })
    venue.update(change)
    const order = { quantity: decimal('1.5'), triggerPrice, live: { kind: 'at_venue' } }
    expect(venue.trader.order(id)).toMatchObject(order)
  }
  expectChain(venue)
})

test.each(['changed', 'refused', 'not withdrawn'] as const)(
  'a trade that came while a level of Ostium was under way gets it by the end of that: %s',
  (how) => {
    const venue = aVenue()
    const { stopLoss } = protectedAtOstium(venue)
    const { id } = stopLoss
    const resting = venue.trader.placed(limit('BUY', '0.5', '19500', { venue: 'OSTIUM' }))
    venue.accept(venue.of(resting.id))
    if (how === 'not withdrawn') venue.trader.cancel(id)
    else venue.trader.modify(id, { triggerPrice: price(decimal('19100')) })
    const under = venue.of(id, how === 'not withdrawn' ? 'cancel' : 'update')
    venue.execute(venue.of(resting.id))
    if (how === 'changed') venue.update(under)
    else venue.fail(under, 'gas_budget')
    const at = decimal(how === 'changed' ? '19100' : '19000')
    const again = venue.of(id, 'update')
    expect(again.id).not.toBe(under.id)
    expect(again.action).toMatchObject({ quantity: decimal('1.5'), ofQuantity: decimal('1.5'), price: at })
    venue.fail(again, 'gas_budget')
    const kept = { quantity: decimal('1.5'), triggerPrice: at, live: { kind: 'at_venue' } }
    expect(venue.trader.order(id)).toMatchObject(kept)
  },
)

test('a cancellation by the service that its venue did not carry out is asked for again', () => {
  const venue = aVenue()
  const id = resting(venue)
  killSwitch(venue, false)
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const asked = venue.of(id, 'cancel')
    expect(venue.open().filter(({ action }) => action.kind === 'cancel')).toEqual([asked])
    venue.fail(asked, 'not_estimated')
    expect(venue.trader.order(id)).toMatchObject({ status: 'OPEN', live: { reason: 'not_estimated' } })
    wait(venue, 9_000)
    expect(venue.of(id, 'cancel').id).toBe(asked.id)
    wait(venue, 2_000)
  }
  venue.refuse(venue.of(id, 'open'), 'cancelled', 'USER_INITIATED_CANCEL')
  expect(venue.trader.order(id)).toMatchObject({ status: 'CANCELLED', reason: 'user_kill_switch' })
  expect(venue.open()).toEqual([])
})

test('it is asked for again though neither a price nor a report looks at the account', () => {
  const venue = aVenue()
  const id = resting(venue)
  killSwitch(venue, false)
  const asked = venue.of(id, 'cancel')
  venue.fail(asked, 'not_estimated')
  const { account, script } = venue.trader
  script.passTime(9_000)
  expect(isDue(account, script.context())).toBe(false)
  script.passTime(2_000)
  expect(isDue(account, script.context())).toBe(true)
  venue.trader.advance()
  expect(venue.of(id, 'cancel').id).not.toBe(asked.id)
  expect(isDue(venue.trader.account, script.context())).toBe(false)
})

test("a trader's cancellation under way is the service's own once that wants the order ended, too", () => {
  const stops: readonly Parameters<MemoryVenue['trader']['apply']>[0][] = [
    (account, context) => decideHalt(account, 'a look at its books', context),
    (account, context) => decided(decideRunOut(account, 'CANCEL_ALL', context), null),
  ]
  for (const stop of stops) {
    const venue = aVenue()
    const id = resting(venue)
    venue.trader.cancel(id)
    const asked = venue.of(id, 'cancel')
    venue.trader.apply(stop)
    expect(venue.open().filter(({ action }) => action.kind === 'cancel')).toEqual([asked])
    venue.fail(asked, 'gas_budget')
    venue.trader.script.passTime(11_000)
    venue.trader.advance()
    expect(venue.of(id, 'cancel').id).not.toBe(asked.id)
  }
})

test("a trader's cancellation that its venue did not carry out is not repeated, and can be asked for again", () => {
  const venue = aVenue()
  const id = resting(venue)
  venue.trader.cancel(id)
  const { id: first } = venue.of(id, 'cancel')
  venue.fail(venue.of(id, 'cancel'), 'gas_budget')
  expect(venue.trader.order(id).live).toMatchObject({ kind: 'at_venue', reason: 'gas_budget' })
  wait(venue, 60_000)
  expect(venue.of(id, 'cancel').id).toBe(first)
  venue.trader.cancel(id)
  expect(venue.of(id, 'cancel').id).not.toBe(first)
})

test('a stop that its venue does not keep is watched by the engine', () => {
  const venue = holding()
  const exit = venue.trader.placed(stop('SELL', '1', '19000', { flags: REDUCE_ONLY }))
  venue.fail(venue.of(exit.id), 'no gas')
  const live = { request: { state: 'FAILED' }, reason: 'no gas' }
  expect(venue.trader.order(exit.id)).toMatchObject({ status: 'OPEN', live })
  moveTo(venue, '18900')
  expect(venue.of(exit.id).action).toMatchObject({ kind: 'close', type: 'MARKET', worstPrice: decimal('18711') })
})

describe('a stop that its venue has frozen', () => {
  function frozen() {
    const venue = holding()
    const { id } = venue.trader.placed(stop('SELL', '1', '19000', { flags: REDUCE_ONLY }))
    venue.accept(venue.of(id))
    venue.trader.script.setPrice('BTC-USD', '18000')
    venue.refuse(venue.of(id, 'close'), 'frozen', 'OrderNotFulfillableAtAcceptablePrice')
    const live = { kind: 'cancelling', request: { state: 'FROZEN' }, ending: null }
    expect(venue.trader.order(id)).toMatchObject({ status: 'OPEN', live })
    return { venue, id }
  }

  test('closes its position at the market once the venue has let go of it, which is asked for until it has', () => {
    const { venue, id } = frozen()
    const { id: first } = venue.of(id, 'cancel')
    venue.fail(venue.of(id, 'cancel'), 'gas_budget')
    venue.trader.fillResting()
    expect(venue.of(id, 'cancel').id).toBe(first)
    wait(venue, 11_000)
    expect(venue.of(id, 'cancel').id).not.toBe(first)
    venue.refuse(venue.of(id, 'close'), 'cancelled', 'asked for')
    const live = { request: { state: 'CANCELLED' } }
    expect(venue.trader.order(id)).toMatchObject({ status: 'OPEN', triggerState: 'ARMED', live })
    venue.trader.fillResting()
    expect(venue.of(id).action).toMatchObject({ kind: 'close', type: 'MARKET', price: decimal('18000') })
    venue.execute(venue.of(id))
    expect(venue.trader.order(id).status).toBe('FILLED')
    expect(venue.trader.account.positions.size).toBe(0)
    expectChain(venue)
  })

  test.each(['its trader', 'the service'] as const)('ends with its cancellation where %s wants that', (who) => {
    const { venue, id } = frozen()
    if (who === 'its trader') venue.trader.cancel(id)
    else venue.trader.close(close({ quantity: null }))
    if (who === 'the service') venue.execute(venue.of([...venue.trader.orders.keys()].at(-1)!))
    const cancelled = venue.of(id, 'close')
    venue.refuse(cancelled, 'cancelled', 'asked for')
    expect(venue.trader.order(id).status).toBe('CANCELLED')
    venue.trader.fillResting()
    expectSettled(venue)
  })
})

test('what a venue cannot do the engine holds, and asks the rules again when it fires', () => {
  const venue = aVenue()
  const flags = { ...REDUCE_ONLY, reduceOnly: false, triggerOnMark: true }
  const held = venue.trader.placed(stop('BUY', '1', '20500', { flags }))
  expect(held).toMatchObject({ status: 'OPEN', triggerState: 'ARMED' })
  expect(venue.open()).toEqual([])
  moveTo(venue, '20600')
  expect(venue.of(held.id).action).toMatchObject({ kind: 'open', type: 'MARKET', price: decimal('20600') })
  venue.execute(venue.of(held.id))
  expect(venue.trader.order(held.id).status).toBe('FILLED')
  expectChain(venue)
})

test('IOC that cannot fill now ends, and one that can is asked for with its limit', () => {
  const venue = aVenue()
  expect(venue.trader.placed(limit('BUY', '1', '19000', { tif: 'IOC' }))).toMatchObject({ status: 'EXPIRED' })
  const order = venue.trader.placed(limit('BUY', '1', '20100', { tif: 'IOC' }))
  expect(venue.of(order.id).action).toMatchObject({ type: 'MARKET', worstPrice: decimal('20100') })
})

test('a flip closes, asks the rules again, and then opens', () => {
  const venue = holding()
  const flip = venue.trader.placed(market('SELL', '3'))
  expect(venue.of(flip.id).action).toMatchObject({ kind: 'close', quantity: decimal('1') })
  venue.execute(venue.of(flip.id))
  expect(venue.trader.order(flip.id).status).toBe('PARTIALLY_FILLED')
  expect(venue.of(flip.id).action).toMatchObject({ kind: 'open', direction: 'SHORT', quantity: decimal('2') })
  venue.execute(venue.of(flip.id), { quantity: '2.01' })
  expect(venue.trader.order(flip.id)).toMatchObject({ status: 'FILLED', quantity: decimal('3.01') })
  expectChain(venue)
})

test('a flip that the rules would not have any more ends with its closing fills', () => {
  const venue = holding()
  const flip = venue.trader.placed(market('SELL', '3'))
  venue.trader.script.setStale('BTC-USD', true)
  venue.execute(venue.of(flip.id))
  expect(venue.trader.order(flip.id)).toMatchObject({ status: 'CANCELLED', reason: 'stale_market_data' })
  expectChain(venue)
})

test('a close of all that the venue holds ends with its last trade, though its order was done before', () => {
  const venue = holding()
  const adding = venue.trader.placed(market('BUY', '0.5'))
  venue.accept(venue.of(adding.id))
  const { order: closing } = venue.trader.close(close({ quantity: null }))
  const request = venue.of(closing!.id)
  venue.accept(request)
  venue.execute(venue.of(adding.id))
  venue.execute(request, { quantity: '1', isLast: false })
  expect(venue.trader.order(closing!.id).status).toBe('FILLED')
  venue.execute(request, { quantity: '0.5' })
  expectFlat(venue)
})

test.each([
  ['liquidation', 'LIQUIDATION'],
  ['auto_deleveraging', 'RISK'],
  ['day_trading_end', 'RISK'],
] as const)('a %s by the venue is booked as what it is: %s', (cause, closeReason) => {
  const venue = holding()
  venue.act(cause, 'BTC-USD', '19050.5', FEES)
  expect(lastPosition(venue)).toMatchObject({ closeReason })
  expectChain(venue)
})

test('a loss that no collateral covered is a rebate, and no mismatch', () => {
  const venue = holding()
  venue.act('liquidation', 'BTC-USD', '18000', { fees: '900.25' })
  expect(venue.trader.account).toMatchObject({ state: 'ACTIVE', holds: [] })
  expectChain(venue)
})

const PROFIT = {
  ...{ token: '0x82aF', name: 'ETH', decimals: 18 },
  ...{ amount: quantity(decimal('0.5')), value: usd(decimal('1500')) },
}

/** Closes a BTC that was bought at 20000 at 21500, and is paid the profit in ETH. */
function paidInToken(venue: MemoryVenue) {
  opened(venue)
  const { order } = venue.trader.close(close())
  venue.execute(venue.of(order!.id), { price: '21500', unswapped: [PROFIT] })
}

test('a profit that was not paid in USDC is held as the token it is, and halts the account', () => {
  const venue = aVenue()
  paidInToken(venue)
  expectChain(venue)
  const { trader } = venue
  expect(trader.fills.at(-1)!.live!.unswapped).toEqual([{ ...PROFIT, isHeld: true }])
  expect(trader.account).toMatchObject({ state: 'HALTED', netDeposits: usd(decimal('-1500')) })
  expect(trader.account.tokenHoldings).toMatchObject([{ venue: 'GMX', ...PROFIT, swept: 0n, received: 0n }])
  expect(trader.account.holds[0]!.reason).toBe(
    'venue_mismatch: a profit of BTC-USD was paid as 0.5 ETH, worth 1500 USD then, not as USDC',
  )
  expect([...trader.positions.values()].at(-1)!.realizedPnl).toBe(PROFIT.value)
  trader.apply((account, context) => decideRelease(account, context))
  paidInToken(venue)
  expectChain(venue)
  expect(trader.account.tokenHoldings).toMatchObject([{ amount: decimal('1'), value: decimal('3000') }])
})

test.each(['STATIC', 'TRAILING_CLOSED', 'TRAILING_INTRADAY', 'PCT_OF_PEAK'] as const)(
  'a profit in a token brings no account nearer to a floor: %s',
  (mode) => {
    const pct = rate(decimal('10'))
    const plan = { dailyLoss: { reference: 'DAY_HIGH', pct }, maxDrawdown: { mode, pct } } as const
    const [inToken, inUsdc] = [[PROFIT], undefined].map((unswapped) => {
      const venue = holding(plan)
      venue.trader.script.setPrice('BTC-USD', '21500')
      const { order } = venue.trader.close(close())
      venue.execute(venue.of(order!.id), { price: '21500', ...(unswapped && { unswapped }) })
      const { account } = venue.trader
      const floors = [drawdownFloor(account), dailyFloor(account) ?? 0n]
      return floors.map((floor) => formatDecimal(usd(account.balance - floor)))
    })
    expect(inToken).toEqual(inUsdc)
  },
)

test('a profit in a token is no USDC that can be paid', () => {
  const venue = aVenue()
  paidInToken(venue)
  const available = () => venue.trader.apply((account, context) => decided(null, payable(account, context)))
  expect(available()).toBe(0n)
  venue.trader.apply((account, context) => decideRelease(account, context))
  expect(available()).toBe(venue.trader.figures().freeMargin)
})

test('two orders never close the same position, and none opens against one at the venue', () => {
  const venue = holding()
  venue.trader.close(close())
  const again = venue.trader.close(close())
  expect(again.violations.map(({ rule }) => rule)).toEqual(['venue_limit'])
  const flat = aVenue()
  const resting = flat.trader.placed(limit('BUY', '1', '19000'))
  expect(flat.trader.refusals(market('SELL', '1'))).toEqual(['venue_limit'])
  expect(flat.trader.placed(limit('SELL', '1', '21000')).live).toBeUndefined()
  expect(flat.trader.order(resting.id).live?.request.state).toBe('NEW')
})

test('a modification keeps the old values until the venue has confirmed it', () => {
  const venue = aVenue()
  const id = resting(venue)
  const asked = venue.trader.modify(id, { price: price(decimal('18500')) })
  expect(asked).toMatchObject({ limitPrice: decimal('19000') })
  expect(asked.live!.kind).toBe('changing')
  expect(venue.trader.unmodified(id, { price: price(decimal('18000')) })).toMatchObject({ kind: 'order_not_working' })
  const { action } = venue.of(id, 'update')
  expect(action).toMatchObject({ price: decimal('18500'), requestId: venue.of(id, 'open').id })
  venue.update(venue.of(id, 'update'), '0.1')
  expect(venue.trader.order(id)).toMatchObject({ limitPrice: decimal('18500'), live: { kind: 'at_venue' } })
  expectChain(venue)
})

const modified = (venue: MemoryVenue, id: string, fields: Parameters<MemoryVenue['trader']['modify']>[1]): void => {
  venue.trader.modify(id, fields)
  venue.update(venue.of(id, 'update'), '0.1')
}
const setLeverage = ({ trader }: MemoryVenue, text: string, venue: 'GMX' | 'OSTIUM' = 'GMX') =>
  trader.apply((account, context) =>
    decideLeverage(account, { symbol: 'BTC-USD', venue, leverage: rate(decimal(text)) }, context),
  )
const reserved = ({ trader }: MemoryVenue) => formatDecimal(trader.figures().reservedMargin)

describe('what was changed at its venue fills as it then is there', () => {
  test.each([
    ['larger', ['2'], '20', '1900'],
    ['smaller', ['0.5'], '5', '1900'],
    ['larger, and smaller again', ['2', '1.5'], '15', '1900'],
  ])('an opening order of GMX, at the leverage that its collateral comes to: %s', (_, sizes, leverage, collateral) => {
    const venue = aVenue()
    setLeverage(venue, '10')
    const id = resting(venue)
    expect(reserved(venue)).toBe(collateral)
    for (const size of sizes) modified(venue, id, { quantity: quantity(decimal(size)) })
    expect(reserved(venue)).toBe(collateral)
    const size = sizes.at(-1)!
    venue.execute(venue.of(id, 'open'))
    const done = { status: 'FILLED', quantity: decimal(size), filledQuantity: decimal(size) }
    expect(venue.trader.order(id)).toMatchObject(done)
    expect(formatDecimal(venue.trader.position().leverage)).toBe(leverage)
    expectSettled(venue)
  })

  test('at another price, which is its bound too, whatever else was asked of it by then', () => {
    const venue = aVenue()
    setLeverage(venue, '10')
    const id = resting(venue)
    modified(venue, id, { price: price(decimal('19475')) })
    expect(reserved(venue)).toBe('1900')
    venue.trader.cancel(id)
    venue.fail(venue.of(id, 'cancel'), 'gas_budget')
    venue.trader.modify(id, { price: price(decimal('18000')) })
    venue.fail(venue.of(id, 'update'), 'gas_budget')
    venue.trader.cancel(id)
    venue.execute(venue.of(id, 'open'), { quantity: '1.25', price: '15580' })
    expect(venue.trader.order(id)).toMatchObject({ status: 'FILLED', quantity: decimal('1.25') })
    expect(venue.trader.fills.at(-1)!.live!.worstPrice).toBe(decimal('19475'))
    expect(formatDecimal(venue.trader.position().leverage)).toBe('10.25')
    expectSettled(venue)
  })

  test('an opening order of Ostium, at the leverage that it was asked with', () => {
    const venue = aVenue()
    setLeverage(venue, '10', 'OSTIUM')
    const { id } = venue.trader.placed(limit('BUY', '1', '19000', { venue: 'OSTIUM' }))
    venue.accept(venue.of(id))
    modified(venue, id, { price: price(decimal('19500')) })
    expect(reserved(venue)).toBe('1900')
    venue.execute(venue.of(id, 'open'), { quantity: '0.974358974358974358' })
    expect(venue.trader.order(id)).toMatchObject({ status: 'FILLED', quantity: decimal('0.974358974358974358') })
    expect(formatDecimal(venue.trader.position('BTC-USD', 'OSTIUM').leverage)).toBe('10')
    expectSettled(venue)
  })

  /** Holds a BTC, and half of it is closed where the market reaches 19000. */
  function withPart() {
    const venue = holding()
    const { id } = venue.trader.placed(stop('SELL', '0.5', '19000', { flags: REDUCE_ONLY }))
    venue.accept(venue.of(id))
    return { venue, id }
  }

  test.each([
    ['0.8', '0.8', '1'],
    ['1', '1', '1'],
    ['1.5', '1', '1'],
  ])('an order that closes a part of a position: %s', (size, closed, ofQuantity) => {
    const { venue, id } = withPart()
    modified(venue, id, { quantity: quantity(decimal(size)) })
    expect(venue.of(id, 'update').action).toMatchObject({ ofQuantity: decimal(ofQuantity) })
    venue.execute(venue.of(id, 'close'), { quantity: closed })
    const status = size === closed ? 'FILLED' : 'CANCELLED'
    expect(venue.trader.order(id)).toMatchObject({
      ...{ status, quantity: decimal(size), filledQuantity: decimal(closed) },
    })
    expectSettled(venue)
  })

  test('a part of a position that has grown to more than the exit was first to close is no whole', () => {
    const venue = holding()
    const { id } = venue.trader.placed(stop('SELL', '1', '19000', { flags: REDUCE_ONLY }))
    venue.accept(venue.of(id))
    opened(venue, market('BUY', '1'))
    for (const at of ['19100', '19150']) {
      modified(venue, id, { triggerPrice: price(decimal(at)) })
      expect(venue.of(id, 'update').action).toMatchObject({ quantity: decimal('1'), ofQuantity: decimal('1') })
    }
    modified(venue, id, { quantity: quantity(decimal('1.2')) })
    expect(venue.of(id, 'update').action).toMatchObject({ quantity: decimal('1.2'), ofQuantity: decimal('2') })
    modified(venue, id, { triggerPrice: price(decimal('19200')) })
    expect(venue.of(id, 'update').action).toMatchObject({ quantity: decimal('1.2'), ofQuantity: decimal('2') })
    venue.execute(venue.of(id, 'close'))
    expect(venue.trader.order(id)).toMatchObject({ status: 'FILLED', filledQuantity: decimal('1.2') })
    expectSettled(venue)
  })

  test('unless that is less of a position on GMX, which would take out the collateral of the first part', () => {
    const { venue, id } = withPart()
    expect(venue.trader.modify(id, { quantity: quantity(decimal('0.3')) }).live!.kind).toBe('taking_back')
    venue.refuse(venue.of(id, 'close'), 'cancelled', 'asked for')
    expect(venue.trader.order(id)).toMatchObject({ status: 'OPEN', quantity: decimal('0.3'), live: { kind: 'ended' } })
    moveTo(venue, '18900')
    expect(venue.of(id).action).toMatchObject({ kind: 'close', type: 'MARKET', quantity: decimal('0.3') })
    venue.execute(venue.of(id))
    expect(venue.trader.order(id)).toMatchObject({ status: 'FILLED', filledQuantity: decimal('0.3') })
    expectSettled(venue)
  })

  test('the larger of what an order is and is to become counts while its venue is asked', () => {
    const venue = aVenue({ symbolNotionalMax: '50000', totalNotionalMax: '50000' })
    setLeverage(venue, '10')
    const id = resting(venue)
    const more = () => venue.trader.refusals(limit('BUY', '1', '19000'))
    venue.trader.modify(id, { quantity: quantity(decimal('2')) })
    expect(more()).toEqual(['symbol_exposure_cap', 'total_exposure_cap'])
    expect(reserved(venue)).toBe('1900')
    venue.fail(venue.of(id, 'update'), 'gas_budget')
    expect(reserved(venue)).toBe('1900')
    modified(venue, id, { quantity: quantity(decimal('2')) })
    venue.trader.modify(id, { quantity: quantity(decimal('1')) })
    expect(more()).toEqual(['symbol_exposure_cap', 'total_exposure_cap'])
    venue.update(venue.of(id, 'update'))
    expect(venue.trader.placed(limit('BUY', '1', '19000')).status).toBe('PENDING')
    expect(reserved(venue)).toBe('3800')
  })

  test('so does what a SELL below the mark would be at it, and what the engine is to hold instead', () => {
    const caps = { symbolNotionalMax: '60000', totalNotionalMax: '60000' }
    const sold = aVenue(caps)
    const { id } = sold.trader.placed(stop('SELL', '2', '19000'))
    sold.accept(sold.of(id))
    sold.trader.modify(id, { quantity: quantity(decimal('3')), triggerPrice: price(decimal('12000')) })
    expect(sold.trader.order(id).live!.kind).toBe('changing')
    expect(sold.trader.refusals(stop('SELL', '0.5', '19000'))).toEqual(['symbol_exposure_cap', 'total_exposure_cap'])
    const bought = aVenue(caps)
    const larger = resting(bought)
    expect(reserved(bought)).toBe('950')
    bought.trader.modify(larger, { quantity: quantity(decimal('2.5')) })
    expect(bought.trader.order(larger).live!.kind).toBe('taking_back')
    expect(reserved(bought)).toBe('2375')
    const refused = ['symbol_exposure_cap', 'total_exposure_cap']
    expect(bought.trader.refusals(limit('BUY', '1', '19000'))).toEqual(refused)
    bought.fail(bought.of(larger, 'cancel'), 'gas_budget')
    expect(reserved(bought)).toBe('950')
  })

  test.each(['changed', 'taken back'] as const)('an exit that is %s while its position grows or shrinks', (how) => {
    for (const [size, of, left] of [
      ['1', 'grown', '1.5'],
      ['1', 'shrunk', '0.6'],
      ['0.7', 'grown', '0.7'],
      ['0.7', 'shrunk', '0.6'],
    ] as const) {
      const venue = holding()
      const stopLoss = { ...LEGS.stop_loss, quantity: quantity(decimal('1')) }
      venue.trader.protect({ stop_loss: stopLoss })
      const [exit] = [...venue.trader.account.orders.values()]
      const id = exit!.id
      venue.accept(venue.of(id))
      const next = how === 'changed' ? {} : { price: price(decimal('18900')) }
      const wanted = { ...stopLoss, ...next, quantity: quantity(decimal(size)), triggerPrice: price(decimal('19100')) }
      venue.trader.protect({ stop_loss: wanted })
      if (of === 'grown') opened(venue, market('BUY', '0.5'))
      else venue.execute(venue.of(venue.trader.close(close({ quantity: quantity(decimal('0.4')) })).order!.id))
      if (how === 'changed') venue.update(venue.of(id, 'update'))
      else venue.refuse(venue.of(id, 'close'), 'cancelled', 'asked for')
      const { quantity: now, triggerPrice } = venue.trader.order(id)
      expect([of, formatDecimal(now), triggerPrice]).toEqual([of, left, decimal('19100')])
    }
  })

  test('as it was where the venue refuses the change, or executes it first', () => {
    for (const refuses of [true, false]) {
      const venue = aVenue()
      setLeverage(venue, '10')
      const id = resting(venue)
      venue.trader.modify(id, { quantity: quantity(decimal('2')) })
      if (refuses) venue.fail(venue.of(id, 'update'), 'gas_budget')
      venue.execute(venue.of(id, 'open'))
      expect(venue.trader.order(id)).toMatchObject({ status: 'FILLED', quantity: decimal('1') })
      expect(formatDecimal(venue.trader.position().leverage)).toBe('10')
      expectSettled(venue)
    }
  })

  test('what of an exit was filled while its change was under way counts once', () => {
    const venue = aVenue()
    const { stopLoss } = protectedAtOstium(venue)
    venue.trader.modify(stopLoss.id, { triggerPrice: price(decimal('19100')) })
    venue.execute(venue.of(stopLoss.id, 'close'), { quantity: '0.4', isLast: false })
    venue.update(venue.of(stopLoss.id, 'update'))
    expect(venue.trader.order(stopLoss.id)).toMatchObject({ quantity: decimal('1'), triggerPrice: decimal('19100') })
    venue.execute(venue.of(stopLoss.id, 'close'), { quantity: '0.6' })
    expect(venue.trader.order(stopLoss.id)).toMatchObject({ status: 'FILLED', quantity: decimal('1') })
    expectFlat(venue)
  })

  test('an exit of all of a position that has grown since fills with all of it', () => {
    const venue = holding()
    venue.trader.protect({ stop_loss: LEGS.stop_loss })
    const [exit] = [...venue.trader.account.orders.values()]
    venue.accept(venue.of(exit!.id))
    opened(venue, market('BUY', '0.5'))
    expect(venue.trader.order(exit!.id).quantity).toBe(decimal('1.5'))
    venue.execute(venue.of(exit!.id, 'close'), { quantity: '1.5' })
    expect(venue.trader.order(exit!.id)).toMatchObject({ status: 'FILLED', quantity: decimal('1.5') })
    expectFlat(venue)
  })
})

describe('what a venue was asked to open takes the collateral that it came with', () => {
  test.each([
    ['2', '20', '9500'],
    ['20', '2', '950'],
  ])('asked for at %s, whatever is set since then', (first, then, collateral) => {
    const venue = aVenue()
    setLeverage(venue, first)
    const id = resting(venue)
    expect(venue.of(id).action).toMatchObject({ collateral: decimal(collateral) })
    setLeverage(venue, then)
    expect(reserved(venue)).toBe(collateral)
    // Beside it one that is asked for at what is set now, and one of the other side that the engine holds.
    venue.trader.placed(limit('BUY', '1', '18000'))
    venue.trader.placed(limit('SELL', '0.5', '21000'))
    expect(reserved(venue)).toBe(String(Number(collateral) + 18000 / Number(then)))
    venue.execute(venue.of(id, 'open'))
    expect(formatDecimal(venue.trader.position().leverage)).toBe(first)
    expectChain(venue)
  })

  test.each([
    // 1 BTC at 2 with 10000, and one more with 950: 39000 ÷ 10950. Once it is there, at a mark of 20000.
    ['2', '20', '950', '3.561643835616438356', '11230.76923076923076975'],
    ['20', '2', '9500', '3.714285714285714286', '10769.230769230769229941'],
  ])('as what is added to a position of another leverage: %s and %s', (first, then, collateral, both, used) => {
    const venue = aVenue()
    setLeverage(venue, first)
    opened(venue)
    setLeverage(venue, then)
    const free = venue.trader.figures().freeMargin
    const id = resting(venue)
    expect(reserved(venue)).toBe(collateral)
    expect(formatDecimal(free - venue.trader.figures().freeMargin)).toBe(collateral)
    venue.execute(venue.of(id, 'open'))
    expect(formatDecimal(venue.trader.position().leverage)).toBe(both)
    expect(formatDecimal(venue.trader.figures().usedMargin)).toBe(used)
    expectChain(venue)
  })

  test('until it has let go of it: then what is set counts, whatever was valued just before', () => {
    const venue = aVenue()
    opened(venue, market('SELL', '1'))
    const { id } = venue.trader.placed(stop('SELL', '1', '19000'))
    venue.accept(venue.of(id))
    setLeverage(venue, '2')
    expect(venue.trader.modify(id, { triggerPrice: price(decimal('19500')) }).live!.kind).toBe('taking_back')
    expect(reserved(venue)).toBe('950')
    venue.refuse(venue.of(id, 'open'), 'cancelled', 'asked for')
    expect(venue.trader.order(id)).toMatchObject({ status: 'OPEN', triggerPrice: decimal('19500') })
    expect(reserved(venue)).toBe('10000')
  })

  test('and so is what may be added: by the leverage that is set, not by that of the position', () => {
    const venue = aVenue({ symbolNotionalMax: '1000000', totalNotionalMax: '1000000' })
    setLeverage(venue, '2')
    opened(venue, market('BUY', '0.1'))
    setLeverage(venue, '20')
    expect(venue.trader.placed(limit('BUY', '20', '19000')).status).toBe('PENDING')
    expect(reserved(venue)).toBe('19000')
    const cautious = holding({ symbolNotionalMax: '1000000', totalNotionalMax: '1000000' })
    setLeverage(cautious, '2')
    expect(cautious.trader.refusals(limit('BUY', '11', '19000'))).toEqual(['insufficient_margin'])
    expect(cautious.trader.refusals(market('BUY', '11'))).toEqual(['insufficient_margin'])
  })

  test('so that GMX lets go of one that is to be larger than the leverage of the account allows', () => {
    const venue = aVenue()
    const id = resting(venue)
    expect(venue.trader.modify(id, { quantity: quantity(decimal('5')) }).live!.kind).toBe('taking_back')
    expect(venue.of(id, 'open').action).toMatchObject({ quantity: decimal('1'), collateral: decimal('950') })
    venue.refuse(venue.of(id, 'open'), 'cancelled', 'asked for')
    expect(venue.trader.order(id)).toMatchObject({ status: 'OPEN', quantity: decimal('5'), live: { kind: 'ended' } })
    expect(reserved(venue)).toBe('4750')
    moveTo(venue, '18900')
    expect(venue.of(id, 'open').action).toMatchObject({
      type: 'MARKET',
      quantity: decimal('5'),
      leverage: decimal('20'),
    })
  })

  test('as one whose price would make it larger; Ostium keeps the leverage of its own', () => {
    const venue = aVenue()
    expect(venue.trader.modify(resting(venue), { price: price(decimal('19500')) }).live!.kind).toBe('taking_back')
    const ostium = aVenue()
    const { id } = ostium.trader.placed(limit('BUY', '1', '19000', { venue: 'OSTIUM' }))
    ostium.accept(ostium.of(id))
    expect(ostium.trader.modify(id, { price: price(decimal('19500')) }).live!.kind).toBe('changing')
    const cautious = aVenue()
    setLeverage(cautious, '10')
    expect(cautious.trader.modify(resting(cautious), { quantity: quantity(decimal('2')) }).live!.kind).toBe('changing')
  })

  test('and what is to be larger is asked for its margin', () => {
    const venue = aVenue({ leverageMax: '2', symbolNotionalMax: '1000000', totalNotionalMax: '1000000' })
    const problem = venue.trader.unmodified(resting(venue), { quantity: quantity(decimal('11')) })
    expect(problem).toMatchObject({ violations: expect.arrayContaining([expect.objectContaining(SHORT)]) as unknown })
  })
  const SHORT = { rule: 'insufficient_margin', value: decimal('104500') }
})

test('a modification of what was not sent takes its place', () => {
  const venue = aVenue()
  const { id } = venue.trader.placed(limit('BUY', '1', '19000'))
  const before = venue.of(id)
  expect(venue.trader.modify(id, { price: price(decimal('18500')) })).toMatchObject({ limitPrice: decimal('18500') })
  expect(venue.of(id).action).toMatchObject({ price: decimal('18500') })
  expect(venue.send(before)).toBe(false)
})

test.each(['sent', 'accepted'] as const)(
  'an order that is executed at the market is not modified once it is %s',
  (way) => {
    const venue = holding()
    const { id } = venue.trader.placed(limit('SELL', '0.5', '21000', { clientId: 'once' }))
    moveTo(venue, '21100')
    const request = venue.of(id, 'close')
    expect(request.action).toMatchObject({ kind: 'close', type: 'MARKET' })
    if (way === 'sent') venue.send(request)
    else venue.accept(request)
    const before = venue.trader.orders.size
    const problem = venue.trader.unmodified(id, { price: price(decimal('20500')) })
    expect(problem).toMatchObject({ kind: 'order_not_working', order: { id, status: 'OPEN' } })
    venue.execute(request)
    venue.trader.fillResting()
    expect(venue.trader.order(id)).toMatchObject({ status: 'FILLED', filledQuantity: decimal('0.5') })
    expect(venue.trader.orders.size).toBe(before)
    expectSettled(venue)
  },
)

test('an order that is to be executed at the market is modified while nothing of it is sent', () => {
  const venue = holding()
  const { id } = venue.trader.placed(limit('SELL', '0.5', '21000'))
  moveTo(venue, '21100')
  const request = venue.of(id, 'close')
  expect(venue.trader.modify(id, { price: price(decimal('22000')) })).toMatchObject({ id, status: 'OPEN' })
  expect(venue.send(request)).toBe(false)
  venue.trader.fillResting()
  expect(venue.open()).toEqual([])
})

describe('an exit at the venue that is to have a limit, which only the engine can watch,', () => {
  const leg = (triggerPrice: string, limitPrice: string | null = null) => ({
    triggerPrice: price(decimal(triggerPrice)),
    price: limitPrice === null ? null : price(decimal(limitPrice)),
    quantity: quantity(decimal('0.4')),
    triggerBy: 'LAST' as const,
  })
  const stops = ({ trader }: MemoryVenue) =>
    [...trader.account.orders.values()].filter(({ kind }) => kind === 'STOP').map(({ id }) => id)

  function changing() {
    const venue = holding()
    venue.trader.protect({ stop_loss: leg('19000') })
    const [id = ''] = stops(venue)
    venue.accept(venue.of(id))
    venue.trader.protect({ stop_loss: leg('19500', '19400') })
    const order = venue.trader.order(id)
    expect(order).toMatchObject({ triggerPrice: decimal('19000'), limitPrice: null, live: { kind: 'taking_back' } })
    expect(stops(venue)).toEqual([id])
    return { venue, id }
  }

  test('stays there as it was until the venue has let go of it, and is then held by the engine', () => {
    const { venue, id } = changing()
    venue.refuse(venue.of(id, 'close'), 'cancelled', 'asked for')
    const held = { status: 'OPEN', triggerPrice: decimal('19500'), limitPrice: decimal('19400') }
    expect(venue.trader.order(id)).toMatchObject({ ...held, live: { kind: 'ended', request: { state: 'CANCELLED' } } })
    expect(stops(venue)).toEqual([id])
    expect(venue.open()).toEqual([])
    moveTo(venue, '19450')
    expect(venue.of(id).action).toMatchObject({ kind: 'close', type: 'MARKET', worstPrice: decimal('19400') })
    venue.execute(venue.of(id))
    expect(venue.trader.order(id)).toMatchObject({ status: 'FILLED', filledQuantity: decimal('0.4') })
    expectChain(venue)
  })

  test('fills once where it fills before that', () => {
    const { venue, id } = changing()
    venue.execute(venue.of(id, 'close'))
    expect(venue.trader.order(id)).toMatchObject({ status: 'FILLED', triggerPrice: decimal('19000') })
    moveTo(venue, '19450')
    expect([stops(venue), venue.open()]).toEqual([[], []])
    expect(venue.trader.position().quantity).toBe(decimal('0.6'))
    expectChain(venue)
  })

  test('stays as it was where the venue does not let go of it, and can be changed again', () => {
    const { venue, id } = changing()
    const { id: first } = venue.of(id, 'cancel')
    venue.fail(venue.of(id, 'cancel'), 'gas_budget')
    const kept = { triggerPrice: decimal('19000'), limitPrice: null }
    expect(venue.trader.order(id)).toMatchObject({ ...kept, live: { kind: 'at_venue', reason: 'gas_budget' } })
    venue.refuse(venue.of(id, 'close'), 'cancelled', 'by itself')
    expect(venue.trader.order(id)).toMatchObject({ ...kept, status: 'OPEN' })
    expect(venue.of(id, 'cancel').id).toBe(first)
  })

  test('ends where its trader or the service wants that in the meantime', () => {
    const { venue, id } = changing()
    const { id: first } = venue.of(id, 'cancel')
    expect(venue.trader.cancel(id).live!.kind).toBe('cancelling')
    expect(venue.of(id, 'cancel').id).toBe(first)
    venue.refuse(venue.of(id, 'close'), 'cancelled', 'asked for')
    expect(venue.trader.order(id)).toMatchObject({ status: 'CANCELLED', reason: 'user_cancelled' })
    expect([stops(venue), venue.open()]).toEqual([[], []])
  })

  test('is held as it was changed where the venue freezes it first', () => {
    const { venue, id } = changing()
    const { id: first } = venue.of(id, 'cancel')
    venue.refuse(venue.of(id, 'close'), 'frozen')
    expect(venue.of(id, 'cancel').id).toBe(first)
    venue.refuse(venue.of(id, 'close'), 'cancelled', 'asked for')
    expect(venue.trader.order(id)).toMatchObject({ status: 'OPEN', limitPrice: decimal('19400') })
  })

  test('is no larger than its position has become', () => {
    const { venue, id } = changing()
    const { order: closing } = venue.trader.close(close({ quantity: quantity(decimal('0.9')) }))
    venue.execute(venue.of(closing!.id))
    venue.refuse(venue.of(id, 'close'), 'cancelled', 'asked for')
    expect(venue.trader.order(id).quantity).toBe(venue.trader.position().quantity)
  })
})

test.each(['changed', 'taken back', 'cancelled'] as const)(
  'an exit that is being %s is not set again by then',
  (how) => {
    const venue = holding()
    venue.trader.protect({ stop_loss: LEGS.stop_loss })
    const [exit] = [...venue.trader.account.orders.values()]
    const id = exit!.id
    venue.accept(venue.of(id))
    const at = (text: string) => ({ stop_loss: { ...LEGS.stop_loss, triggerPrice: price(decimal(text)) } })
    if (how === 'changed') venue.trader.protect(at('19100'))
    else if (how === 'taken back')
      venue.trader.protect({ stop_loss: { ...LEGS.stop_loss, price: price(decimal('18900')) } })
    else venue.trader.protect({ stop_loss: null })
    const { id: positionId } = venue.trader.position()
    const problem = venue.trader.problem((account, context) =>
      decideProtect(account, { positionId, ...at('19200') }, context),
    )
    expect(problem).toMatchObject({ kind: 'risk_rejected', violations: [{ rule: 'venue_limit', severity: 'SOFT' }] })
    if (how === 'changed') venue.update(venue.of(id, 'update'))
    else venue.refuse(venue.of(id, 'close'), 'cancelled', 'asked for')
    venue.trader.protect(at('19200'))
    const [stopLoss] = [...venue.trader.account.orders.values()]
    const { action } = venue.of(stopLoss!.id)
    expect([action.kind === 'update' || action.kind === 'close', 'price' in action && action.price]).toEqual([
      true,
      decimal('19200'),
    ])
  },
)

test('the kill switch closes at the venue, further from the mark each time that the price was the reason', () => {
  const venue = holding()
  killSwitch(venue, true)
  const slippages = [1_000, 1_000, 10_000, 10_000].map((pauseMs) => {
    const [closing] = venue.open()
    expect(closing!.action).toMatchObject({ kind: 'close', type: 'MARKET' })
    const worst = closing!.action.kind === 'close' ? closing!.action.worstPrice : 0n
    venue.accept(closing!)
    venue.refuse(closing!, 'cancelled')
    expect(venue.open()).toEqual([])
    // An attempt that cannot go further than the last waits: each costs the wallet a fee.
    wait(venue, pauseMs - 1)
    if (pauseMs === 10_000) expect(venue.open()).toEqual([])
    wait(venue, 1)
    return formatDecimal(worst)
  })
  expect(slippages).toEqual(['19000', '18000', '16000', '16000'])
  venue.execute(venue.open()[0]!)
  expect(lastPosition(venue)).toMatchObject({ closeReason: 'USER' })
  expectChain(venue)
})

test.each<[string, Parameters<MemoryVenue['trader']['apply']>[0]]>([
  ['the kill switch', (account, context) => decideKillSwitch(account, true, context)],
  ["the dead-man's switch", (account, context) => decided(decideRunOut(account, 'FLATTEN', context), null)],
])('what fills before %s has cancelled it is closed, too', (_, flatten) => {
  const venue = aVenue()
  const id = resting(venue)
  venue.trader.apply(flatten)
  expect(venue.of(id, 'cancel').state).toBe('NEW')
  venue.execute(venue.of(id, 'open'))
  venue.trader.fillResting()
  const closing = venue.open().find(({ action }) => action.kind === 'close')!
  venue.execute(closing)
  expectFlat(venue)
})

test.each(['before it is sent', 'at its venue'] as const)(
  'a close by the service is not held up by its trader %s',
  (when) => {
    const venue = aVenue()
    const { trader } = venue
    opened(venue)
    trader.apply((account, context) => decideKillSwitch(account, true, context))
    const [closing] = [...trader.account.orders.values()]
    const { id } = closing!
    if (when === 'at its venue') venue.accept(venue.of(id))
    const before = trader.order(id)
    const refused = { kind: 'order_not_working', order: { id } }
    expect(trader.problem((account, context) => decideCancel(account, id, null, context))).toMatchObject(refused)
    expect(trader.unmodified(id, { quantity: quantity(decimal('0.1')) })).toMatchObject(refused)
    expect(trader.cancelAll()).toEqual([])
    expect(trader.order(id)).toEqual(before)
    venue.execute(venue.of(id))
    expect(trader.account.positions.size).toBe(0)
    expectSettled(venue)
  },
)

test('the kill switch that flattens nothing leaves what fills before it has cancelled it', () => {
  const venue = aVenue()
  const id = resting(venue)
  killSwitch(venue, false)
  venue.execute(venue.of(id, 'open'))
  venue.trader.fillResting()
  expect(venue.trader.account).toMatchObject({ state: 'HALTED' })
  expect([venue.trader.account.positions.size, venue.open()]).toEqual([1, []])
})

test('a floor ends the account: orders are withdrawn, the position closed, and a late opening fill closed too', () => {
  const venue = aVenue({ maxDrawdown: { pct: decimal('5') as never } })
  opened(venue, market('BUY', '10'))
  const id = resting(venue)
  moveTo(venue, '19300')
  expect(venue.trader.account.state).toBe('TERMINATED')
  expect(venue.of(id, 'cancel').state).toBe('NEW')
  const closing = venue.open().find(({ action }) => action.kind === 'close')!
  expect(closing.action).toMatchObject({ worstPrice: decimal('18335') })
  venue.execute(closing)
  venue.execute(venue.of(id, 'open'))
  venue.trader.fillResting()
  const late = venue.open().find(({ action }) => action.kind === 'close')!
  venue.execute(late)
  expectFlat(venue)
})

test('an execution that the books have no place for halts the account', () => {
  const venue = aVenue()
  const { id } = venue.trader.placed(market('BUY', '1'))
  venue.execute(venue.of(id))
  const fill = {
    ...{ ...venue.positions.get('GMX:BTC-USD'), symbol: 'BTC-USD', side: 'SELL', isClosing: false },
    ...{ price: decimal('1'), charges: venue.charge(), payout: null },
  } as never
  venue.report({ kind: 'executed', requestId: null, cause: 'order', place: venue.place(), fill, isLast: true })
  expect(venue.trader.account).toMatchObject({ state: 'HALTED', holds: [{ kind: 'venue_mismatch' }] })
})

test('a take-profit of a position rests at the venue as one', () => {
  const venue = holding()
  const target = venue.trader.placed(takeProfit('SELL', '0.4', '21000', { flags: REDUCE_ONLY }))
  expect(venue.of(target.id).action).toMatchObject({ kind: 'close', type: 'TAKE_PROFIT', quantity: decimal('0.4') })
  venue.accept(venue.of(target.id))
  venue.execute(venue.of(target.id))
  expect(venue.trader.order(target.id).status).toBe('FILLED')
  expectChain(venue)
})
