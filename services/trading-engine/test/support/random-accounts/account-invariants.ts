/** Invariants of an account after every decision, whatever its history. Each throws when it is violated. */
import assert from 'node:assert/strict'
import type { Account } from '../../../src/core/model/account/account.js'
import type { Breach } from '../../../src/core/model/plan/breach.js'
import type { Changes } from '../../../src/core/model/draft.js'
import type { AccountEvent } from '../../../src/core/model/events.js'
import { holdOf } from '../../../src/core/model/account/hold.js'
import type { Fill } from '../../../src/core/model/order/fill.js'
import { computeFigures } from '../../../src/core/margin/figures.js'
import type { Transfer } from '../../../src/core/model/account/ledger.js'
import type { Order } from '../../../src/core/model/order/order.js'
import type { Plan } from '../../../src/core/model/plan/plan.js'
import type { Position } from '../../../src/core/model/account/position.js'
import { processMarketUpdate } from '../../../src/core/decide/process-market-update.js'
import type { DecisionContext } from '../../../src/core/model/decision-context.js'
import type { Life, LifeStep } from './account-life.js'
import { netQuantities, referenceFigures, referenceHeadroom, scaledUp } from './reference-account.js'

/** Tolerance for rounded floats: a few units of the 18th decimal. */
export const NOISE = 20n * 10n ** 18n

export function assertInvariants(life: Life, lived: LifeStep): void {
  assertDeterministic(lived)
  assertOnlyAnswered(lived)
  if (lived.outcome.kind === 'decided' && lived.outcome.changes !== null) {
    assertRows(lived.before, lived.outcome.changes)
    assertOrderMoves(lived, lived.outcome.changes)
    assertTold(lived.outcome.changes)
    for (const fill of lived.outcome.changes.fills) assertFill(life, lived, fill)
    assertCharged(life, lived, lived.outcome.changes)
    assertReducedOnly(life, lived.outcome.changes)
    for (const order of lived.outcome.changes.orders) {
      assertFired(lived, order)
      assertLiquidated(life, lived, lived.outcome.changes, order)
    }
  }
  assertLedger(life)
  assertOrders(life)
  assertExits(life)
  assertEvents(life)
  assertPositions(life)
  assertFigures(life, lived)
  assertDepth(life)
  assertPlacement(life, lived)
  assertCrossings(life, lived)
  assertEnded(lived)
  assertSupervised(life, lived)
  assertMaintained(life, lived)
  assertFrozen(life, lived)
}

function assertDeterministic({ outcome, again }: LifeStep): void {
  assert.deepEqual(again, outcome, 'the same inputs give the same decision')
}

/** A refusal, a problem and a repeated cancel change nothing but what time has changed. */
function assertOnlyAnswered({ step, outcome, byTime, placement }: LifeStep): void {
  if (outcome.kind === 'problem') return
  if (placement?.order === null) {
    assert.ok(placement.violations.length > 0 && placement.fills.length === 0)
    assert.deepEqual(outcome.changes, byTime, 'a refused order leaves no trace')
  } else if (placement !== null) {
    assert.equal(placement.violations.length, 0)
  }
  if (step.type === 'cancel' && outcome.changes !== null) {
    assert.equal((outcome.answer as Order).status, 'CANCELLED')
  }
}

/** Sequences without gaps, timestamps that only grow, one version a decision. */
function assertRows(before: Account, { account, events, fills, transfers, orders }: Changes): void {
  assert.equal(account.version, before.version + 1)
  events.forEach((event, index) => assert.equal(event.sequence, before.eventSequence + index + 1))
  assert.equal(account.eventSequence, before.eventSequence + events.length)
  for (const rows of [events, fills, transfers]) {
    let last = before.clock
    for (const { at } of rows) {
      assert.ok(at > last && at <= account.clock, 'timestamps grow strictly, up to the account’s clock')
      last = at
    }
  }
  const stamps = [...events, ...transfers].map(({ at }) => at)
  assert.equal(new Set(stamps).size, stamps.length)
  for (const order of orders) assert.ok(order.updatedAt > before.clock && order.createdAt <= order.updatedAt)
}

/** Fills, ends of positions and breaches have an event each, which carries them, and there are no others. */
function assertTold({ events, fills, positions, breaches }: Changes): void {
  const closed = positions.filter(({ closedAt }) => closedAt !== null)
  const told = (type: AccountEvent['type']) => events.filter((event) => event.type === type)
  assert.deepEqual(
    told('order.fill').map((event) => 'fill' in event && event.fill.id),
    fills.map(({ id }) => id),
  )
  assert.deepEqual(
    new Set(told('position.close').map((event) => 'position' in event && event.position.id)),
    new Set(closed.map(({ id }) => id)),
  )
  assert.equal(told('position.close').length, closed.length)
  assert.deepEqual(
    told('account.breach').map((event) => 'breach' in event && event.breach.id),
    breaches.map(({ id }) => id),
  )
}

const MOVES: Readonly<Record<string, readonly string[]>> = {
  PENDING: ['PARTIALLY_FILLED', 'FILLED', 'CANCELLED', 'EXPIRED', 'REJECTED'],
  OPEN: ['PARTIALLY_FILLED', 'FILLED', 'CANCELLED', 'EXPIRED', 'REJECTED'],
  PARTIALLY_FILLED: ['PARTIALLY_FILLED', 'FILLED', 'CANCELLED', 'EXPIRED'],
}

/** Replays the decision's events: each order goes from where it was along the table, and nothing follows its end. */
function assertOrderMoves({ before }: LifeStep, { events, orders }: Changes): void {
  const status = new Map<string, string>([...before.orders].map(([id, order]) => [id, order.status]))
  for (const event of events) {
    if (!('order' in event)) continue
    const { id, status: next } = event.order
    if (event.type === 'order.ack') assert.equal(status.get(id), undefined)
    else assert.ok(MOVES[status.get(id) ?? '']?.includes(next), `${status.get(id)} → ${next}`)
    status.set(id, next)
  }
  for (const order of orders) {
    const isReleased = order.status === 'OPEN' && status.get(order.id) === 'PENDING'
    assert.ok(isReleased || status.get(order.id) === order.status, 'every change of status but a release has its event')
  }
}

/** A conditional order fires when the price it watches has reached its trigger, and not before. */
function assertFired({ before, context }: LifeStep, order: Order): void {
  if (before.orders.get(order.id)?.triggerState !== 'ARMED' || order.triggerState === 'ARMED') return
  const quote = context.market.quote(order)
  assert.ok(quote !== undefined && order.triggerPrice !== null)
  const { triggerOnMark, triggerOnIndex } = order.flags
  const watched = triggerOnMark ? quote.mark : triggerOnIndex ? quote.index : quote.last
  const isAbove = order.kind === 'STOP' ? order.side === 'BUY' : order.side === 'SELL'
  assert.ok(isAbove ? watched >= order.triggerPrice : watched <= order.triggerPrice, 'fired where its trigger is')
}

/** An order comes to the book with the step itself. */
const isCallers = ({ type }: LifeStep['step']): boolean => ['place', 'close', 'modify'].includes(type)

/** An order that arrives at the book, or enters it by its trigger, is the taker; one that rested in it is the maker. */
const isTaker = ({ step, before }: LifeStep, { id, reason }: Order): boolean =>
  isCallers(step) ||
  (isClosingReason(reason) && !before.orders.has(id)) ||
  before.orders.get(id)?.triggerState === 'ARMED' ||
  before.orders.get(id)?.status === 'PENDING'

/**
 * A position is liquidated when its margin and what it has lost no longer cover maintenance, and not before:
 * margin + (mark − entry) ≤ mark × rate for each unit of a long, margin + (entry − mark) of a short.
 */
function assertLiquidated(
  { trader }: Life,
  { before, context }: LifeStep,
  { fills, account }: Changes,
  order: Order,
): void {
  if (order.reason !== 'liquidation' || before.orders.has(order.id)) return
  if (account.plan.risk.exposure.marginMode === 'CROSS') {
    const first = trader.fills.findIndex((fill) => fill.orderId === order.id)
    const left = referenceHeadroom(account, trader.fills.slice(0, first), movedBy(trader), context)
    assert.ok(left <= NOISE, 'liquidated with equity to spare')
    return
  }
  const position = [...before.positions.values()].find(({ id }) => id === order.positionId)
  const mark = context.market.quote(order)?.mark
  const rate = context.instruments.find(order.symbol)?.terms[order.venue]?.maintenanceMarginRate
  assert.ok(mark !== undefined && rate !== undefined)
  // Orders that filled in the same look may have changed it first.
  const others = fills.some((fill) => fill.positionId === order.positionId && fill.orderId !== order.id)
  if (position === undefined || others) return
  const notional = position.quantity * mark
  const margin = (notional * 10n ** 18n) / position.leverage
  const cost = scaledUp(position.cost)
  const floating = position.direction === 'LONG' ? notional - cost : cost - notional
  assert.ok(margin + floating <= (notional * rate) / 10n ** 18n + NOISE, 'liquidated with margin to spare')
  assert.ok(order.flags.reduceOnly && order.side === (position.direction === 'LONG' ? 'SELL' : 'BUY'))
}

function assertFill(life: Life, lived: LifeStep, fill: Fill): void {
  const { context } = lived
  const order = life.trader.order(fill.orderId)
  const instrument = context.instruments.find(fill.symbol)
  assert.ok(instrument !== undefined && context.isMarketOpen(fill), 'nothing fills while the market is closed')
  assert.ok(order.expiresAt === null || context.now < order.expiresAt, 'nothing fills after its time')
  assert.equal(fill.quantity % instrument.lotSize, 0n)
  assert.equal(fill.bookSequence, context.market.book(fill)?.sequence)
  if (order.limitPrice !== null) {
    const isNoWorse = order.side === 'BUY' ? fill.price <= order.limitPrice : fill.price >= order.limitPrice
    assert.ok(isNoWorse, 'a limit never fills worse than its price')
  }
  const isMaker = !isTaker(lived, order)
  assert.notEqual(order.triggerState, 'ARMED', 'nothing fills before its trigger')
  assert.equal(fill.liquidity, isMaker ? 'MAKER' : 'TAKER')
  if (!isCallers(lived.step)) {
    assert.equal(context.market.quote(fill)?.staleReason, null)
  }
  if (isMaker) {
    assert.equal(fill.price, order.limitPrice)
  } else {
    assert.ok(!order.flags.postOnly && order.tif !== 'GTX', 'post-only never takes')
  }
}

/** Each fill of a reduce-only order brings its position closer to flat, and never through it. */
function assertReducedOnly(life: Life, { fills }: Changes): void {
  if (!fills.some((fill) => life.trader.order(fill.orderId).flags.reduceOnly)) return
  const { fills: all } = life.trader
  for (const fill of fills) {
    if (!life.trader.order(fill.orderId).flags.reduceOnly) continue
    const key = `${fill.venue} ${fill.symbol}`
    const index = all.indexOf(fill)
    const before = netQuantities(all.slice(0, index)).get(key) ?? 0n
    const after = netQuantities(all.slice(0, index + 1)).get(key) ?? 0n
    const isCloser = before > 0n ? after >= 0n && after < before : after <= 0n && after > before
    assert.ok(before !== 0n && isCloser, 'reduce-only never opens, increases or flips')
  }
}

function assertLedger({ trader }: Life): void {
  let balance = 0n
  for (const transfer of trader.transfers) {
    assert.ok(transfer.amount > 0n)
    balance += transfer.direction === 'IN' ? transfer.amount : 0n - transfer.amount
    assert.equal(transfer.balanceAfter, balance)
  }
  assert.equal(trader.account.balance, balance, 'the balance is the sum of its transfers')
  const earned = trader.fills.reduce((sum, fill) => sum + fill.realizedPnl - fill.fee, 0n)
  const funded = [...trader.positions.values()].reduce((sum, position) => sum + position.funding, 0n)
  const carried = [...trader.positions.values()].reduce((sum, position) => sum + position.carry, 0n)
  const requested = [...trader.orders.values()].reduce((sum, order) => sum + requestedBy(trader, order), 0n)
  const { plan, netDeposits } = trader.account
  assert.equal(
    balance,
    plan.initialBalance + earned + funded + carried - requested + netDeposits,
    'and of what it earned, cost and was given',
  )
  assertFunding(trader)
  assertCarry(trader)
  assertRequests(trader)
}

/** Each position is charged for its time piece by piece, without a gap or an overlap, up to where it says. */
function assertCarry({ account, transfers, positions }: Life['trader']): void {
  const { costs } = account.plan
  for (const position of positions.values()) {
    const mine = transfers.filter(({ accrual, positionId }) => accrual !== null && positionId === position.id)
    const kind = position.venue === 'GMX' ? 'borrowing' : 'rollover'
    let sum = 0n
    let last = -Infinity
    for (const { accrual, house, direction, amount } of mine) {
      assert.ok(accrual !== null && house === kind && costs[kind], 'the carry of its venue, where the plan has it')
      assert.ok(accrual.from >= last && accrual.until > accrual.from && accrual.until <= position.fundedUntil)
      const period = position.venue === 'GMX' ? 3_600_000_000 : 86_400_000_000
      assert.ok(Math.floor(accrual.from / period) === Math.floor((accrual.until - 1) / period), 'within one period')
      last = accrual.until
      sum += direction === 'IN' ? amount : 0n - amount
    }
    assert.equal(position.carry, sum)
  }
}

/**
 * A charge is the rate that was in force times what the position cost then and the time, or its value at the mark,
 * whatever the rates were before and have become. Comparisons are of exact integers.
 */
function assertCharged({ trader }: Life, { context }: LifeStep, { transfers }: Changes): void {
  for (const { accrual, funding, positionId, direction, amount, at } of transfers) {
    const position = trader.positions.get(positionId ?? '')
    if (position === undefined || (accrual === null && funding === null)) continue
    const fills = trader.fills.filter((fill) => fill.positionId === position.id && fill.at < at)
    const signed = (fill: Fill): bigint => (fill.side === 'BUY' ? fill.quantity : 0n - fill.quantity)
    const received = direction === 'IN' ? amount : 0n - amount
    const isLong = position.direction === 'LONG'
    if (accrual !== null) {
      const { long, short } = context.market.carry(position, accrual.from)?.rates ?? assert.fail('the script has rates')
      assert.equal(accrual.rate, isLong ? long : short, 'the rate of its side, as it was when the period began')
      const earned = fills.reduce((sum, { realizedPnl }) => sum + realizedPnl, 0n)
      const paid = fills.reduce((sum, fill) => sum + signed(fill) * fill.price, 0n) + scaledUp(earned)
      const cost = isLong ? paid : 0n - paid
      const year = 365n * 86_400_000_000n * 10n ** 18n
      const exact = -cost * accrual.rate * BigInt(accrual.until - accrual.from)
      assertRoundedDown(received, exact, year * 10n ** 18n, 'what it cost, for the time')
    } else if (funding !== null) {
      const { mark } = context.market.funding(position, funding.at) ?? assert.fail('there is a mark')
      const size = fills.reduce((sum, fill) => sum + signed(fill), 0n)
      assertRoundedDown(received, -size * mark * funding.rate, 10n ** 36n, 'what it is worth')
    }
  }
}

/** To a millionth, of 18 digits. */
function assertRoundedDown(rounded: bigint, exact: bigint, denominator: bigint, what: string): void {
  const away = exact - rounded * denominator
  assert.ok(rounded % 10n ** 12n === 0n && away >= 0n && away < 10n ** 12n * denominator, what)
}

/** The part of an order's fees that no fill has: prices that were requested for it. */
const requestedBy = ({ fills }: Life['trader'], order: Order): bigint =>
  fills.reduce((rest, fill) => (fill.orderId === order.id ? rest - fill.fee : rest), order.fees as bigint)

/** Tenths of a dollar on Ostium where the plan has them: at most two an order, and one for each partial close. */
function assertRequests({ account, transfers, orders, fills, positions }: Life['trader']): void {
  const posted = transfers.filter(({ house }) => house === 'oracle_fees')
  const tenth = 10n ** 17n
  assert.ok(posted.every(({ direction, amount }) => direction === 'OUT' && amount === tenth))
  assert.ok(account.plan.costs.oracleFee || posted.length === 0)
  let requests = 0n
  for (const order of orders.values()) {
    const fees = fills.filter(({ orderId }) => orderId === order.id)
    const requested = order.fees - fees.reduce((sum, { fee }) => sum + fee, 0n)
    assert.ok(requested >= 0n && requested % tenth === 0n && (order.venue === 'OSTIUM' || requested === 0n))
    assert.ok(requested <= tenth * BigInt(2 + fees.length))
    requests += requested / tenth
  }
  assert.equal(BigInt(posted.length), requests)
  let borne = 0n
  for (const position of positions.values()) {
    const paid = fills.filter(({ positionId }) => positionId === position.id)
    const rest = position.fees - paid.reduce((sum, { fee }) => sum + fee, 0n)
    assert.ok(rest >= 0n && rest % tenth === 0n, 'a position has the fees of its fills, and whole requests')
    borne += rest / tenth
  }
  assert.ok(borne <= requests, 'no request is borne twice')
}

/** Each position pays once for each funding time from its opening on, and no other; the sums are the positions' own. */
function assertFunding({ transfers, positions }: Life['trader']): void {
  const sums = new Map<string, bigint>()
  const times = new Set<string>()
  for (const { funding, positionId, direction, amount } of transfers) {
    if (funding === null) continue
    const position = positions.get(positionId ?? '')
    assert.ok(position !== undefined && funding.at > position.openedAt && funding.at <= position.fundedUntil)
    assert.ok(position.closedAt === null || funding.at <= position.closedAt, 'nothing is charged after the close')
    const period = position.venue === 'GMX' ? 3_600_000_000 : 86_400_000_000
    assert.equal(funding.at % period, 0)
    assert.ok(!times.has(`${positionId} ${funding.at}`), 'once for each funding time')
    times.add(`${positionId} ${funding.at}`)
    sums.set(position.id, (sums.get(position.id) ?? 0n) + (direction === 'IN' ? amount : 0n - amount))
  }
  for (const position of positions.values()) assert.equal(position.funding, sums.get(position.id) ?? 0n)
}

const ENDED = ['FILLED', 'CANCELLED', 'EXPIRED', 'REJECTED']

function assertOrders({ trader }: Life): void {
  for (const order of trader.orders.values()) {
    let filled = 0n
    let notional = 0n
    let fees = 0n
    for (const fill of trader.fills) {
      if (fill.orderId !== order.id) continue
      filled += fill.quantity
      notional += fill.quantity * fill.price
      fees += fill.fee
    }
    assert.equal(order.filledQuantity, filled)
    assert.equal(scaledUp(order.filledNotional), notional)
    assert.ok(order.fees >= fees)
    assert.ok(filled <= order.quantity)
    assert.equal(order.status === 'FILLED', filled === order.quantity)
    assert.equal(trader.account.orders.has(order.id), !ENDED.includes(order.status))
    const isCapped = order.reason === 'reduce_only'
    if (order.tif === 'FOK') assert.ok(filled === 0n || filled === order.quantity || isCapped, 'all or nothing')
    const isImmediate = order.tif === 'FOK' || order.tif === 'IOC' || order.limitPrice === null
    if (isImmediate && order.triggerState !== 'ARMED') assert.ok(ENDED.includes(order.status), 'never rests')
    assert.equal(order.triggerState === null, order.kind === 'MARKET' || order.kind === 'LIMIT')
  }
}

/** Over the whole life: gap-free, and for each order one ack, an event per fill, and one end if it ended. */
/** Exits wait for an entry that may still fill, or have a position that is at least as large; never both are gone. */
function assertExits({ trader }: Life): void {
  const { orders, positions } = trader.account
  for (const order of orders.values()) {
    assert.equal(order.status === 'PENDING', order.contingentQuantity === order.quantity, 'held whole, or working')
    if (order.contingentQuantity > 0n) {
      assert.ok(orders.has(order.parentOrderId ?? ''), 'what is held has an entry to come')
      assert.equal(order.filledQuantity, 0n, 'an exit that has filled holds nothing')
    }
    const entry = orders.get(order.parentOrderId ?? '')
    if (entry !== undefined) assert.equal(order.filledQuantity, 0n, 'no entry goes on behind an exit that has filled')
    if (!order.flags.reduceOnly || order.status === 'PENDING') continue
    const position = [...positions.values()].find(
      ({ venue, symbol }) => venue === order.venue && symbol === order.symbol,
    )
    assert.ok(position !== undefined && (position.direction === 'LONG') === (order.side === 'SELL'))
    if (order.bracketId === null) continue
    assert.equal(order.positionId, position.id, 'an exit ends with its position')
    const live = order.quantity - order.filledQuantity - order.contingentQuantity
    assert.ok(live <= position.quantity, 'an exit is no larger than its position')
  }
}

/**
 * Each crossing is recorded once: a warning and a lock once a day, a termination once. Processing the same market again
 * records none, unless it fills an order: one that news held back and the first pass has made reduce-only. The fee of
 * that fill may cross a floor.
 */
function assertCrossings({ trader }: Life, { step, context, outcome, before }: LifeStep): void {
  const { account } = trader
  const isSameDay = before.day.date === account.day.date
  if (outcome.kind !== 'decided' || step.type === 'state') return
  const breaches = outcome.changes?.breaches ?? []
  const isLiquidated = outcome.changes?.orders.some(
    ({ reason, status }) => reason === 'liquidation' && status === 'FILLED',
  )
  assert.ok(
    breaches.length <= (isLiquidated === true ? 2 : 1),
    'one crossing a decision, and one by what it liquidates',
  )
  for (const { severity, action, value, limit, balance, equity, at } of breaches) {
    assert.ok(severity === 'WARN' ? value <= limit : value < limit, 'crossed')
    const later: readonly Transfer[] = (outcome.changes?.transfers ?? []).filter((transfer) => transfer.at > at)
    assert.equal(
      balance,
      later.reduce(
        (sum, { direction, amount }) => sum + (direction === 'IN' ? 0n - amount : amount),
        account.balance as bigint,
      ),
    )
    if (later.length === 0) assert.equal(equity, computeFigures(account, context).equity)
    assert.equal(action === 'TERMINATED', severity === 'HARD')
    if (severity === 'WARN') assert.ok(!isSameDay || !before.day.isWarned, 'warned of once a day')
    if (severity === 'SOFT') assert.ok(!isSameDay || holdOf(before, 'daily_lock') === undefined, 'locked once')
    if (severity === 'HARD') assert.notEqual(before.state, 'TERMINATED', 'ended once')
    assert.ok(account.day.isWarned || severity === 'HARD')
  }
  if (isSameDay && before.day.isWarned) assert.ok(account.day.isWarned, 'a warning lasts as long as its day')
  if (isSameDay && account.state !== 'TERMINATED' && holdOf(before, 'daily_lock') !== undefined)
    assert.ok(holdOf(account, 'daily_lock') !== undefined, 'a lock lasts as long as its day')
  if (step.type !== 'book' && step.type !== 'settle') return
  const again = processMarketUpdate(account, { ...context, newId: () => 'nobody' })
  const recorded = new Set(breaches.map(crossingOf))
  const isNew = (breach: Breach): boolean => (again?.fills.length ?? 0) > 0 && !recorded.has(crossingOf(breach))
  const repeated = (again?.breaches ?? []).filter((breach) => !isNew(breach))
  assert.deepEqual(repeated, [], 'what has been recorded is not recorded again')
}

const crossingOf = ({ rule, action }: Breach): string => `${rule} ${action}`

/** Once the end has come nothing is added to what is open, and nobody but the service trades. */
function assertEnded({ step, outcome, before }: LifeStep): void {
  if (outcome.kind !== 'decided' || outcome.changes === null) return
  if (before.state !== 'TERMINATED' || step.type === 'state') return
  const { account, orders, positions } = outcome.changes
  assert.equal(account.state, 'TERMINATED', 'the end is final')
  for (const { venue, symbol, quantity } of positions) {
    const was = [...before.positions.values()].find((each) => each.venue === venue && each.symbol === symbol)
    assert.ok(was !== undefined && quantity <= was.quantity, 'nothing is opened or added to')
  }
  for (const { id, reason, flags } of orders)
    if (!before.orders.has(id)) assert.ok(flags.reduceOnly && (reason === 'risk' || reason === 'liquidation'))
}

/** After the market was looked at: equity stands under no floor, but for what could not be closed, or only locks. */
function assertSupervised({ trader }: Life, { step, context, before }: LifeStep): void {
  const { account } = trader
  if ((step.type !== 'book' && step.type !== 'settle') || account.state === 'CLOSED') return
  if (account.state === 'TERMINATED') {
    const quotes = [...account.positions.values()].map((position) => context.market.quote(position))
    if (before.state !== 'TERMINATED') {
      assert.equal(account.orders.size, 0, 'nothing works for who is terminated')
      for (const quote of quotes) assert.equal(quote?.staleReason, null, 'nobody is ended by a price that may be wrong')
    }
    for (const { symbol, venue } of account.positions.values())
      assert.ok(isStuck({ symbol, venue }, context, account), 'closed where it can be')
    return
  }
  const quotes = [...account.positions.values()].map((position) => context.market.quote(position))
  if (quotes.some((quote) => quote === undefined)) return
  const isStale = quotes.some((quote) => (quote?.staleReason ?? null) !== null)
  const isLocked = account.state !== 'ACTIVE'
  // What the operator has moved is neither won nor lost.
  const equity = computeFigures(account, context).equity - account.netDeposits
  const { drawdown, daily } = floorsOf(account)
  const { maxDrawdown, dailyLoss } = account.plan.risk
  assert.ok(equity >= drawdown || (isStale && isLocked), 'equity under the drawdown floor')
  if (maxDrawdown.mode === 'TRAILING_INTRADAY' && !isStale)
    assert.ok(account.highWaterMark >= equity, 'the mark trails every new high')
  const mayStay = (dailyLoss?.action === 'LOCK' || isStale) && isLocked
  assert.ok(mayStay || equity + 1n >= daily, `equity under the floor of the day, balance ${account.balance}`)
}

/** Without the capital that was moved. */
export function floorsOf({ plan, day, highWaterMark }: Account): { readonly drawdown: bigint; readonly daily: bigint } {
  const { mode, pct, lockOffset } = plan.risk.maxDrawdown
  const { dailyLoss } = plan.risk
  assert.ok(pct !== null && dailyLoss?.pct)
  const loss = (plan.initialBalance * pct) / 10n ** 20n
  const trailing = highWaterMark - loss
  const drawdown =
    mode === 'STATIC'
      ? plan.initialBalance - loss
      : lockOffset === 0n && trailing > plan.initialBalance
        ? plan.initialBalance
        : trailing
  const bases = {
    INITIAL: plan.initialBalance,
    BALANCE: day.startBalance,
    EQUITY: day.startEquity,
    DAY_HIGH: day.high ?? day.startEquity,
    HIGHER_OF: day.startBalance > day.startEquity ? day.startBalance : day.startEquity,
  }
  const { reference, pct: share } = dailyLoss
  // A day that began with capital in it is measured from that.
  const ofDay = reference === 'INITIAL' ? 0n : day.startNetDeposits
  return { drawdown, daily: (bases[reference] * (10n ** 20n - share)) / 10n ** 20n - ofDay }
}

/** After the market was looked at a CROSS account has its maintenance, or nothing left that can be traded. */
function assertMaintained({ trader }: Life, { step, before, context, outcome }: LifeStep): void {
  const { account } = trader
  if ((step.type !== 'book' && step.type !== 'settle') || outcome.kind !== 'decided') return
  if (account.plan.risk.exposure.marginMode !== 'CROSS' || account.positions.size === 0) return
  if (account.state === 'TERMINATED' || account.state === 'CLOSED') return
  const held = [...account.positions.values()]
  const tradable = held.filter((position) => !isStuck(position, context, account))
  for (const gone of outcome.changes === null ? [] : liquidatedWhole(before, outcome.changes))
    for (const left of tradable)
      assert.ok(lossOf(left, context) <= lossOf(gone, context) + NOISE, 'the largest loss goes first')
  if (held.some((position) => context.market.quote(position)?.staleReason !== null)) return
  if (referenceHeadroom(account, trader.fills, movedBy(trader), context) > NOISE) return
  assert.equal(tradable.length, 0, 'what can be traded is liquidated until maintenance holds')
  for (const { flags } of account.orders.values()) assert.ok(flags.reduceOnly, 'and nothing may open then')
}

/** As they were before; without those that something else has moved. */
const liquidatedWhole = (before: Account, { orders, fills }: Changes): readonly Position[] =>
  orders.flatMap(({ reason, positionId, filledQuantity }) => {
    const was = [...before.positions.values()].find(({ id }) => id === positionId)
    const touched = fills.filter((fill) => fill.positionId === positionId)
    const isAlone = new Set(touched.map(({ orderId }) => orderId)).size === 1
    return reason === 'liquidation' && was !== undefined && isAlone && filledQuantity === was.quantity ? [was] : []
  })

function lossOf(position: Position, context: DecisionContext): bigint {
  const { direction, quantity, cost } = position
  const gained = quantity * (context.market.quote(position)?.mark ?? 0n) - scaledUp(cost)
  return direction === 'LONG' ? -gained : gained
}

/** Inside a freeze nothing is accepted or filled but what reduces, and what reduces meets the market as without it. */
function assertFrozen({ trader }: Life, { step, context, before, outcome, placement }: LifeStep): void {
  const { plan } = trader.account
  const accepted = placement?.order ?? null
  if (accepted !== null && isFrozen(accepted.symbol, plan, context)) {
    assert.equal(plan.risk.newsFreeze?.scope, 'OPENING', 'no order is accepted inside a freeze of all')
    const position = [...before.positions.values()].find(
      ({ venue, symbol }) => venue === accepted.venue && symbol === accepted.symbol,
    )
    const isAgainst = position !== undefined && (position.direction === 'LONG') === (accepted.side === 'SELL')
    const isWithin = isAgainst && accepted.quantity <= position.quantity
    assert.ok(accepted.flags.reduceOnly || isWithin, 'nothing that opens or adds is accepted inside a freeze')
  }
  if (outcome.kind !== 'decided' || outcome.changes === null) return
  const { fills } = outcome.changes
  const earlier = trader.fills.length - fills.length
  fills.forEach((fill, index) => {
    if (!isFrozen(fill.symbol, plan, context)) return
    const key = `${fill.venue} ${fill.symbol}`
    const was = netQuantities(trader.fills.slice(0, earlier + index)).get(key) ?? 0n
    const is = netQuantities(trader.fills.slice(0, earlier + index + 1)).get(key) ?? 0n
    const isCloser = was > 0n ? is >= 0n && is < was : is <= 0n && is > was
    assert.ok(isCloser, 'nothing that opens or adds is filled inside a freeze')
  })
  const reducing = new Map([...before.orders].filter(([, { flags }]) => flags.reduceOnly))
  const isLook = step.type === 'book' || step.type === 'settle'
  if (!isLook || plan.risk.newsFreeze === null || context.news.length === 0 || reducing.size === 0) return
  const alone: DecisionContext = { ...context, newId: () => 'nobody' }
  assert.deepEqual(
    processMarketUpdate({ ...before, orders: reducing }, alone),
    processMarketUpdate({ ...before, orders: reducing }, { ...alone, news: [] }),
    'what was placed to reduce does so, news or not',
  )
}

/** From the start of the window until just before its end. */
function isFrozen(
  symbol: string,
  { risk: { newsFreeze } }: Plan,
  { news, now, instruments }: DecisionContext,
): boolean {
  const instrument = instruments.find(symbol)
  if (newsFreeze === null || instrument === undefined) return false
  return news.some(({ at, impact, symbols, currencies }) => {
    const minutes = (now - at) / 60_000_000
    const isNear = minutes >= -newsFreeze.beforeMinutes && minutes < newsFreeze.afterMinutes
    const isConcerned = [...symbols, ...currencies].some((name) =>
      [symbol, instrument.base, instrument.quote].includes(name),
    )
    return isNear && isConcerned && newsFreeze.impacts.includes(impact)
  })
}

/** Closed, stale, or a book that has nothing left for it. */
export function isStuck(
  { symbol, venue }: Pick<Fill, 'symbol' | 'venue'>,
  context: DecisionContext,
  account: Account,
): boolean {
  const instrument = context.instruments.find(symbol)
  const book = context.market.book({ symbol, venue })
  const position = [...account.positions.values()].find((each) => each.symbol === symbol && each.venue === venue)
  if (instrument === undefined || book === undefined || position === undefined) return true
  if (!context.isMarketOpen(position) || context.market.quote(position)?.staleReason !== null) return true
  const [side, levels] = position.direction === 'LONG' ? (['SELL', book.bids] as const) : (['BUY', book.asks] as const)
  const depth = levels.reduce((sum, level) => sum + level.quantity, 0n)
  const taken = account.consumedDepth
    .filter((each) => each.symbol === symbol && each.side === side && each.sequence === book.sequence)
    .reduce((sum, each) => sum + each.quantity, 0n)
  return taken >= depth
}

function assertEvents({ trader }: Life): void {
  trader.events.forEach((event, index) => assert.equal(event.sequence, index + 1))
  const perOrder = new Map<string, { acks: number; fills: number; ends: number }>()
  let closes = 0
  for (const event of trader.events) {
    if (event.type === 'position.close') {
      closes++
      continue
    }
    if (!('order' in event)) continue
    const counts = perOrder.get(event.order.id) ?? { acks: 0, fills: 0, ends: 0 }
    assert.equal(counts.ends, 0, 'nothing is said of an order after its end')
    if (event.type === 'order.ack') counts.acks++
    if (event.type === 'order.fill') counts.fills++
    if (ENDED.includes(event.order.status)) counts.ends++
    perOrder.set(event.order.id, counts)
  }
  for (const order of trader.orders.values()) {
    const fills = trader.fills.filter((fill) => fill.orderId === order.id).length
    assert.deepEqual(perOrder.get(order.id), { acks: 1, fills, ends: ENDED.includes(order.status) ? 1 : 0 })
  }
  assert.equal(closes, [...trader.positions.values()].filter((position) => position.closedAt !== null).length)
}

function assertPositions({ trader }: Life): void {
  const open = new Map([...trader.account.positions.values()].map((each) => [`${each.venue} ${each.symbol}`, each]))
  assert.equal(open.size, trader.account.positions.size, 'one open position a venue and symbol')
  for (const [key, net] of netQuantities(trader.fills)) {
    const position = open.get(key)
    const held =
      position === undefined ? 0n : position.direction === 'LONG' ? position.quantity : 0n - position.quantity
    assert.equal(held, net, 'a position is the sum of its fills')
  }
  for (const position of trader.positions.values()) {
    const fills = trader.fills.filter((fill) => fill.positionId === position.id)
    const cash = fills.reduce(
      (sum, { side, quantity, price }) => sum + (side === 'SELL' ? 1n : -1n) * quantity * price,
      0n,
    )
    const cost = position.direction === 'LONG' ? position.cost : 0n - position.cost
    assert.equal(scaledUp(position.realizedPnl - cost), cash, 'what was earned and what is tied up is what was paid')
    assert.equal(position.closedAt !== null, position.quantity === 0n)
  }
}

/** By everything but fills since the account was opened. */
export const movedBy = ({ transfers }: Life['trader']): bigint =>
  transfers
    .slice(1)
    .filter(({ house }) => house !== 'realized_pnl' && house !== 'fees')
    .reduce((sum, { direction, amount }) => sum + (direction === 'IN' ? amount : 0n - amount), 0n)

const isAbout = (scaled: bigint, exact: bigint): boolean => {
  const away = scaledUp(scaled) - exact
  return away >= -NOISE && away <= NOISE
}

function assertFigures({ trader }: Life, { context }: LifeStep): void {
  const figures = computeFigures(trader.account, context)
  const reference = referenceFigures(trader.account, trader.fills, movedBy(trader), context)
  const sum = (pick: (each: (typeof reference.exposures)[number]) => bigint): bigint =>
    reference.exposures.reduce((total, each) => total + pick(each), 0n)
  assert.equal(scaledUp(figures.equity), reference.equity, 'equity is what was paid in, traded and stands open')
  assert.equal(figures.equity, trader.account.balance + figures.unrealizedPnl)
  assert.equal(figures.freeMargin, figures.equity - figures.usedMargin - figures.reservedMargin)
  assert.equal(
    scaledUp(figures.openNotional),
    sum((each) => each.open),
  )
  assert.ok(
    isAbout(
      figures.usedMargin,
      sum((each) => each.used),
    ),
    'used margin',
  )
  assert.ok(
    isAbout(
      figures.reservedMargin,
      sum((each) => each.reserved),
    ),
    'reserved margin',
  )
  assert.ok(
    isAbout(
      figures.worstNotional,
      sum((each) => each.worst),
    ),
    'worst notional',
  )
  if (trader.account.orders.size === 0) assert.equal(figures.reservedMargin, 0n, 'no reservation outlives its order')
}

/** All that was taken from one side of one book is at most what stood there, level by level for takers. */
function assertDepth({ trader, books }: Life): void {
  const taken = new Map<string, Fill[]>()
  for (const fill of trader.fills) {
    const key = `${fill.bookSequence} ${fill.side}`
    taken.set(key, [...(taken.get(key) ?? []), fill])
  }
  for (const fills of taken.values()) {
    const [{ bookSequence, side } = { bookSequence: 0, side: 'BUY' }] = fills
    const book = books.get(bookSequence)
    assert.ok(book !== undefined)
    const levels = side === 'BUY' ? book.asks : book.bids
    const sumOf = (rows: readonly { quantity: bigint }[]): bigint => rows.reduce((sum, row) => sum + row.quantity, 0n)
    assert.ok(sumOf(fills) <= sumOf(levels), 'no depth is taken twice')
    for (const level of levels) {
      const there = fills.filter((fill) => fill.liquidity === 'TAKER' && fill.price === level.price)
      assert.ok(sumOf(there) <= level.quantity, 'nor from one level')
    }
  }
}

/** An accepted order that is not reducing leaves every cap and the margin intact, all its siblings filled included. */
function assertPlacement({ trader }: Life, { before, context, placement, step }: LifeStep): void {
  const order = placement?.order ?? null
  if (order === null || placement === null) return
  const { account } = trader
  const { exposure } = account.plan.risk
  assert.notEqual(account.state, 'TERMINATED')
  assert.notEqual(account.state, 'CLOSED')
  assert.deepEqual(
    placement.fills.map((fill) => fill.id),
    trader.fills.filter((fill) => fill.orderId === order.id).map((fill) => fill.id),
  )
  if (step.type === 'close') assert.ok(order.flags.reduceOnly)
  const rests = account.orders.has(order.id)
  if (isReducing(before, order, rests, context)) {
    assert.ok(account.orders.size <= exposure.openOrdersMax * 2)
    return
  }
  assert.equal(account.state, 'ACTIVE')
  assert.ok(account.plan.allowedVenues.includes(order.venue))
  assert.equal(context.market.quote(order)?.staleReason, null)
  for (const held of before.positions.values()) assert.equal(context.market.quote(held)?.staleReason, null)
  const { equity, exposures } = referenceFigures(account, trader.fills, movedBy(trader), context)
  const sum = (pick: (each: (typeof exposures)[number]) => bigint): bigint =>
    exposures.reduce((total, each) => total + pick(each), 0n)
  const worst = sum((each) => each.worst)
  const ofSymbol = exposures
    .filter((each) => each.symbol === order.symbol)
    .reduce((total, each) => total + each.worst, 0n)
  assert.ok(ofSymbol <= scaledUp(exposure.symbolNotionalMax) + NOISE, 'symbol cap')
  assert.ok(worst <= scaledUp(exposure.totalNotionalMax) + NOISE, 'total cap')
  assert.ok(equity - sum((each) => each.used + each.reserved) >= -NOISE, 'free margin')
  assert.ok(worst * 10n ** 18n <= (equity + NOISE) * exposure.leverageMax, 'leverage')
  assert.ok(exposures.filter((each) => each.isCounted).length <= exposure.positionsMax, 'positions')
  const brought = (placement.children ?? []).filter(({ id }) => account.orders.has(id)).length
  if (rests) assert.ok(account.orders.size - brought <= exposure.openOrdersMax, 'open orders')
  if (brought > 0) assert.ok(account.orders.size <= exposure.openOrdersMax * 2, 'exits among them')
}

function isReducing(before: Account, order: Order, rests: boolean, context: DecisionContext): boolean {
  if (order.flags.reduceOnly) return true
  const position = [...before.positions.values()].find(
    (each) => each.venue === order.venue && each.symbol === order.symbol,
  )
  if (position === undefined || (position.direction === 'LONG') === (order.side === 'BUY')) return false
  const beside = [...before.orders.values()].filter(
    (each) =>
      each.venue === order.venue &&
      each.symbol === order.symbol &&
      each.side === order.side &&
      !each.flags.reduceOnly &&
      (each.expiresAt === null || each.expiresAt > context.now),
  )
  const waiting = rests ? beside.reduce((sum, each) => sum + each.quantity - each.filledQuantity, 0n) : 0n
  return order.quantity + waiting <= position.quantity
}

const CLOSING: readonly unknown[] = [
  ...['liquidation', 'risk', 'account_closed'],
  ...['stop_required', 'max_loss_per_idea', 'flat_by'],
]
const isClosingReason = (reason: unknown): boolean => CLOSING.includes(reason)
