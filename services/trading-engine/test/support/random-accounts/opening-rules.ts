/**
 * Rules that hold whenever a fill opens or adds (contract: orders, accounts and risk), computed from fills and marks
 * alone: the finding of each rule at that moment, for the filled quantity. Each throws when it is violated.
 */
import assert from 'node:assert/strict'
import type { Account } from '../../../src/core/model/account/account.js'
import type { Changes } from '../../../src/core/model/draft.js'
import type { VenueId } from '../../../src/core/model/market/instrument.js'
import { underHolds, type HoldKind } from '../../../src/core/model/account/hold.js'
import type { DecisionContext } from '../../../src/core/model/decision-context.js'
import type { Fill } from '../../../src/core/model/order/fill.js'
import type { Order } from '../../../src/core/model/order/order.js'
import type { Position } from '../../../src/core/model/account/position.js'
import { decimal } from '../../../src/core/values/decimal.js'
import { floorsOf, isStuck, movedBy, NOISE } from './account-invariants.js'
import type { Life, LifeStep } from './account-life.js'
import { netQuantities, referenceFigures, scaledUp } from './reference-account.js'

export function assertOpenings(life: Life, lived: LifeStep): void {
  if (lived.outcome.kind !== 'decided' || lived.outcome.changes === null) return
  const { changes } = lived.outcome
  const { fills } = life.trader
  let end = fills.length - changes.fills.length
  for (const run of runsOf(changes.fills)) {
    const start = end
    end += run.length
    if (run.some((_, index) => isOpening(fills, start + index))) assertAllowed(life, lived, run, start, end)
  }
  assertTargets(life, changes)
  assertLeverages(lived, changes.account)
  for (const order of changes.orders) assertStaysReduceOnly(lived.before, order)
  if (changes.account.state !== 'ACTIVE') assertOnlyReducing(changes.account)
  assertStopsKept(lived.before, changes)
  assertHolds(lived, changes.account)
}

export function assertSwitched({ trader }: Life, { step, context, before, outcome, byTime }: LifeStep): void {
  if (outcome.kind !== 'decided' || (step.type !== 'kill' && step.type !== 'runOut'))
    return assertFlattened(trader.account, step, context)
  const { account } = trader
  const advanced = byTime?.account ?? before
  const action = step.type === 'runOut' ? step.action : step.isFlatten ? 'FLATTEN' : 'CANCEL_ALL'
  if (account.state === 'TERMINATED' || account.state === 'CLOSED') return
  const isHalted = step.type === 'kill' && advanced.state !== 'PASSED'
  assert.equal(account.state, isHalted ? 'HALTED' : advanced.state, 'only the kill switch changes the state')
  assertOnlyReducing(account)
  const isOpen = (position: Position | undefined): boolean =>
    [...account.positions.values()].some(({ id }) => id === position?.id)
  for (const order of account.orders.values())
    assert.ok(action === 'CANCEL_OPENING' || order.kind === 'STOP', `${action} leaves stops alone`)
  for (const order of advanced.orders.values()) {
    const isReleased = order.kind === 'STOP' && order.status !== 'PENDING'
    const isKept = action === 'CANCEL_OPENING' || isReleased
    if (order.status !== 'PENDING' && isKept && isOpen(opposing(advanced, order)))
      assert.ok(account.orders.has(order.id), 'no open position loses its stop by a switch')
  }
  if (action !== 'FLATTEN') return
  for (const position of account.positions.values())
    assert.ok(position.flattenedBy !== null, 'every position that is still open goes on being closed')
  assertFlattened(account, step, context)
}

/** After a look at the market, or by the switch itself. */
function assertFlattened(account: Account, { type }: LifeStep['step'], context: DecisionContext): void {
  const isLook = type === 'book' || type === 'settle' || type === 'kill' || type === 'runOut'
  const { newsFreeze } = account.plan.risk
  if (!isLook || (newsFreeze?.scope === 'ALL' && context.news.length > 0)) return
  for (const position of account.positions.values())
    if (position.flattenedBy !== null)
      assert.ok(isStuck(position, context, account), 'flattened as far as the market takes it')
}

/** The state is what the holds say, and each hold goes only by what may lift it. */
function assertHolds({ step, before }: LifeStep, account: Account): void {
  const { holds, state, stateReason, lockedUntil } = account
  if (state === 'PASSED' || state === 'TERMINATED' || state === 'CLOSED') return assert.deepEqual(holds, [])
  assert.deepEqual({ holds, state, stateReason, lockedUntil }, underHolds(holds), 'the state is that of the holds')
  for (const hold of before.holds) {
    if (holds.includes(hold)) continue
    const isLock = hold.kind === 'daily_lock'
    const isOver = isLock && before.day.date !== account.day.date
    assert.ok(isOver || LIFTED_BY[hold.kind] === step.type, `${hold.kind} is not lifted by ${step.type}`)
    const isOverHalt = isLock && before.holds.some(({ kind }) => LIFTED_BY[kind] === 'release' && kind !== hold.kind)
    assert.ok(isOver || !isOverHalt, 'lifting a halt of the operator leaves the lock of the day')
  }
}

const LIFTED_BY: Readonly<Record<HoldKind, LifeStep['step']['type']>> = {
  operator: 'release',
  venue_mismatch: 'release',
  user_kill_switch: 'lift',
  daily_lock: 'release',
}

/** Fills of one order in a row: it was asked about all of them together. */
function runsOf(fills: readonly Fill[]): readonly (readonly Fill[])[] {
  const runs: Fill[][] = []
  for (const fill of fills) {
    const last = runs.at(-1)
    if (last?.[0]?.orderId === fill.orderId) last.push(fill)
    else runs.push([fill])
  }
  return runs
}

const keyOf = ({ venue, symbol }: Pick<Fill, 'venue' | 'symbol'>): string => `${venue} ${symbol}`

/** A flip is two fills, so that each either closes or opens. */
function isOpening(fills: readonly Fill[], index: number): boolean {
  const fill = fills[index]
  if (fill === undefined) return false
  const before = netQuantities(fills.slice(0, index)).get(keyOf(fill)) ?? 0n
  return fill.side === 'BUY' ? before >= 0n : before <= 0n
}

function assertAllowed(life: Life, lived: LifeStep, run: readonly Fill[], start: number, end: number): void {
  const { trader } = life
  const { context } = lived
  // As the decision found it: what supervises comes after the fills.
  const account = lived.byTime?.account ?? lived.before
  const { exposure, maxDrawdown } = account.plan.risk
  assert.equal(account.state, 'ACTIVE', `nothing opens in an account that is ${account.state}`)
  const opened = run[0]?.symbol ?? ''
  const held = [...netQuantities(trader.fills.slice(0, start))].filter(([, net]) => net !== 0n)
  const heldListings = held
    .map(([key]) => key.split(' '))
    .map(([venue, symbol = '']) => ({ venue: venue as VenueId, symbol }))
  for (const listing of [...run, ...heldListings])
    assert.equal(context.market.quote(listing)?.staleReason, null, 'nothing opens on a stale price')
  const filled = trader.fills.slice(0, end)
  const { equity, exposures } = referenceFigures(account, filled, movedBy(trader), context)
  const open = exposures.filter(({ net }) => net !== 0n)
  const sum = (pick: (each: (typeof open)[number]) => bigint): bigint =>
    open.reduce((all, each) => all + pick(each), 0n)
  const ofSymbol = sum((each) => (each.symbol === opened ? each.open : 0n))
  const total = sum((each) => each.open)
  assert.ok(ofSymbol <= scaledUp(exposure.symbolNotionalMax) + NOISE, 'the symbol cap holds after an opening fill')
  assert.ok(total <= scaledUp(exposure.totalNotionalMax) + NOISE, 'the total cap holds after an opening fill')
  assert.ok(equity + NOISE >= sum((each) => each.used), 'an opening fill has its margin')
  assert.ok(total * 10n ** 18n <= (equity + NOISE) * exposure.leverageMax, 'max_leverage holds after an opening fill')
  assert.ok(open.length <= exposure.positionsMax, 'max_positions holds after an opening fill')
  const { drawdown, daily } = floorsOf(account)
  const earned = equity - scaledUp(account.netDeposits)
  assert.ok(earned + NOISE >= scaledUp(drawdown), `an opening fill keeps to the ${maxDrawdown.mode} drawdown floor`)
  assert.ok(earned + NOISE + scaledUp(1n) >= scaledUp(daily), 'an opening fill keeps to the floor of the day')
}

/** An order with a `position_id` reduces that position, and ends with it. */
function assertTargets({ trader, targets }: Life, { fills, orders }: Changes): void {
  for (const fill of fills) {
    const target = targets.get(fill.orderId)
    if (target === undefined) continue
    assert.equal(fill.positionId, target, 'position_id never reaches another position')
    const { direction } = trader.positions.get(target) ?? {}
    assert.equal(fill.side, direction === 'LONG' ? 'SELL' : 'BUY', 'position_id only reduces')
  }
  for (const { id } of [...orders, ...trader.account.orders.values()]) {
    const target = targets.get(id)
    if (target === undefined || !trader.account.orders.has(id)) continue
    assert.equal(trader.positions.get(target)?.closedAt, null, 'position_id ends with its position')
    assert.ok(trader.account.orders.get(id)?.flags.reduceOnly, 'position_id implies reduce-only')
  }
}

/** Set only on command, and outside ACTIVE only downwards; an open position takes it then alone. */
function assertLeverages({ step, before, byTime }: LifeStep, account: Account): void {
  if (step.type !== 'leverage') assert.deepEqual(account.leverages, before.leverages, 'nothing else sets leverage')
  const { state } = byTime?.account ?? before
  for (const [key, was] of before.leverages) {
    const isRaised = (account.leverages.get(key) ?? Infinity) > was
    assert.ok(!isRaised || state === 'ACTIVE', `leverage is not raised in an account that is ${state}`)
  }
  for (const [key, { id, leverage }] of before.positions) {
    const now = account.positions.get(key)
    if (now?.id !== id || now.leverage === leverage) continue
    assert.ok(
      step.type === 'leverage' && now.symbol === step.symbol,
      'a position changes its leverage on command alone',
    )
    assert.ok(
      now.leverage <= decimal(step.leverage),
      'a position takes the leverage that was set, or what the hour allows',
    )
    assert.ok(now.leverage < leverage || state === 'ACTIVE', `leverage is not raised in an account that is ${state}`)
  }
}

function assertStaysReduceOnly(before: Account, order: Order): void {
  const wasReduceOnly = before.orders.get(order.id)?.flags.reduceOnly ?? false
  assert.ok(order.flags.reduceOnly || !wasReduceOnly, 'what is reduce-only stays so')
}

const opposing = ({ positions }: Account, { venue, symbol, side }: Order): Position | undefined =>
  [...positions.values()].find(
    (each) => each.venue === venue && each.symbol === symbol && (each.direction === 'LONG') === (side === 'SELL'),
  )

function assertOnlyReducing(account: Account): void {
  for (const order of account.orders.values()) {
    assert.ok(order.flags.reduceOnly, `whatever works in an account that is ${account.state} is reduce-only`)
    assert.ok(opposing(account, order), 'and has something to reduce')
  }
}

/**
 * Orders that a change of state cancels could not have reduced anything; where the account has ended, everything is
 * closed.
 */
function assertStopsKept(before: Account, { account, orders }: Changes): void {
  if (account.state === before.state || account.state === 'TERMINATED' || account.state === 'CLOSED') return
  for (const order of orders) {
    const isBySystem = order.reason === 'risk' || order.reason === 'account_halted'
    if (order.status !== 'CANCELLED' || !isBySystem || !before.orders.has(order.id)) continue
    assert.equal(opposing(account, order), undefined, 'no position loses its stop by a change of state')
  }
}
