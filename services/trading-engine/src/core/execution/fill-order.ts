/** Fills an order with one execution: positions, order, fills, ledger and events, in one piece. */
import { max, negate, quantity, usd, type Usd } from '../values/decimal.js'
import type { Execution } from '../margin/book-walk.js'
import { applyProfitRules } from './adjust-profit.js'
import { settleCarry } from './charge-carry.js'
import { cancelEntry, cancelExits, resizeExits, applyOco, releaseExits } from './bracket.js'
import type { Draft } from '../model/draft.js'
import { splitExecution, type ExecutionStep, type ExecutionTerms } from '../margin/split-execution.js'
import type { TakenBook } from './match-order.js'
import { postVenue, withVenue, type LiveTerms } from './live/live-charges.js'
import type { Fill } from '../model/order/fill.js'
import { assertInvariant } from '../values/invariant.js'
import { liveQuantity, type Order } from '../model/order/order.js'
import { listingKey } from '../model/market/listing.js'
import type { Account } from '../model/account/account.js'
import { floorShift, risesAt } from '../model/account/peak.js'
import { withFill, withTrade } from '../model/account/progress.js'
import { notionalOf, openingSide, type Position } from '../model/account/position.js'
import type { DecisionContext } from '../model/decision-context.js'
import type { Micros } from '../values/time.js'

export interface FillTerms extends ExecutionTerms, TakenBook {
  /** The venue's words on a LIVE fill; absent of a PAPER one. */
  readonly live?: LiveTerms
}

/** `execution.quantity` is at most what of the order is live. Returns the order as it then is. */
export function fillOrder(
  draft: Draft,
  requested: Order,
  execution: Execution,
  fillTerms: FillTerms,
  context: DecisionContext,
): Order {
  assertInvariant(
    execution.quantity <= liveQuantity(requested),
    'a fill is never larger than what is live of its order',
  )
  const order = cancelEntry(draft, requested)
  const { venue, symbol, side } = order
  settleCarry(draft, order, context)
  const existingPosition = draft.account.positions.get(listingKey(order))
  const stamps = { now: context.now, stamp: () => draft.stamp(), newId: () => context.newId() }
  let current = order
  let opened = 0n
  for (const step of splitExecution(existingPosition, order, execution, fillTerms, stamps)) {
    current = recordStep(draft, current, step, fillTerms, context)
    if (openingSide(step.position.direction) === side) opened += step.execution.quantity
  }
  releaseExits(draft, current, quantity(opened), context.instruments)
  if (fillTerms.live === undefined)
    draft.consumeDepth({ symbol, venue, side, sequence: fillTerms.bookSequence, quantity: execution.quantity })
  return current
}

function recordStep(
  draft: Draft,
  order: Order,
  step: ExecutionStep,
  fillTerms: FillTerms,
  context: DecisionContext,
): Order {
  const { fee, realizedPnl } = step
  const { live } = fillTerms
  const existingPosition = draft.account.positions.get(listingKey(order))
  const judged = applyProfitRules(draft, existingPosition, step, context)
  const paid = withEarlierFees(judged.position, order)
  const position = live === undefined ? paid : withVenue(paid, step, live)
  const fill = newFill(order, step, fillTerms, context.newId())
  const filled = applyToOrder(order, fill)
  const before = existingPosition?.quantity ?? quantity(0n)
  countFill(draft, position.openedQuantity > (existingPosition?.openedQuantity ?? 0n) ? 'OPENED' : 'CLOSED', step.at)
  const cause = { fillId: fill.id, positionId: position.id }
  draft.putPosition(position)
  draft.putOrder(filled)
  draft.addFill(fill)
  draft.post('realized_pnl', realizedPnl, cause)
  draft.post('fees', negate(fee), cause)
  if (live !== undefined) postVenue(draft, step, live, cause)
  if (openingSide(step.position.direction) !== order.side) raisePeakAtClose(draft)
  draft.emit({ type: 'order.fill', order: filled, fill })
  for (const adjustment of judged.taken) draft.emit({ type: 'account.profit_adjusted', adjustment })
  applyOco(draft, filled, fill.quantity)
  if (position.closedAt === null) resizeExits(draft, before, position, order.id)
  else {
    draft.emit({ type: 'position.close', position })
    const { progress } = draft.account
    if (progress !== null) draft.setAccount({ progress: withTrade(progress, position) })
    cancelExits(draft, position, order)
  }
  return filled
}

function raisePeakAtClose(draft: Draft): void {
  const highWaterMark = peakAtClose(draft.account)
  if (highWaterMark > draft.account.highWaterMark) draft.setAccount({ highWaterMark })
}

/** The peak of a floor that trails realised results: the balance after a fill that closes. */
export const peakAtClose = (account: Account): Usd =>
  risesAt(account, 'CLOSE')
    ? max(account.highWaterMark, usd(account.balance - floorShift(account)))
    : account.highWaterMark

/** A position bears what its order was charged before the first fill: prices that were requested. */
const withEarlierFees = (position: Position, { filledQuantity, fees }: Order): Position =>
  filledQuantity > 0n || fees === 0n ? position : { ...position, fees: usd(position.fees + fees) }

function countFill(draft: Draft, kind: 'OPENED' | 'CLOSED', at: Micros): void {
  const { progress, day, tradedDays } = countedFill(draft.account, kind, at)
  draft.setAccount({ progress, day, tradedDays })
}

/** A trading day counts once something was opened on it, or what else the plan says. */
export function countedFill<T extends Counted>(account: T, kind: 'OPENED' | 'CLOSED', at: Micros): T {
  const progress = account.progress && withFill(account.progress, kind, at)
  const { day, tradedDays } = account
  const counts =
    !day.isTraded && (progress !== null || kind === 'OPENED') && countsToday({ ...account, progress }, kind)
  if (!counts) return progress === null ? account : { ...account, progress }
  return { ...account, progress, day: { ...day, isTraded: true }, tradedDays: tradedDays + 1 }
}

type Counted = Pick<Account, 'plan' | 'progress' | 'day' | 'tradedDays'>

function countsToday({ plan, progress }: Pick<Account, 'plan' | 'progress'>, kind: 'OPENED' | 'CLOSED'): boolean {
  const counts = plan.risk.objective?.tradingDays.counts ?? 'OPENED'
  if (counts === 'OPENED_AND_CLOSED') return progress?.day.isOpened === true && progress.day.isClosed
  return counts === kind
}

const newFill = (order: Order, step: ExecutionStep, fillTerms: FillTerms, id: string): Fill => ({
  id,
  orderId: order.id,
  positionId: step.position.id,
  accountId: order.accountId,
  clientId: order.clientId,
  origin: order.origin,
  symbol: order.symbol,
  venue: order.venue,
  side: order.side,
  quantity: step.execution.quantity,
  price: step.execution.price,
  fee: step.fee,
  liquidity: fillTerms.liquidity,
  realizedPnl: step.realizedPnl,
  bookSequence: fillTerms.bookSequence,
  tick: fillTerms.live === undefined ? fillTerms.tick : null,
  at: step.at,
  ...(fillTerms.live === undefined ? {} : { live: fillTerms.live.fill }),
})

function applyToOrder(order: Order, fill: Fill): Order {
  const filledQuantity = quantity(order.filledQuantity + fill.quantity)
  return {
    ...order,
    filledQuantity,
    filledNotional: usd(order.filledNotional + notionalOf(fill.quantity, fill.price)),
    fees: usd(order.fees + fill.fee),
    positionId: fill.positionId,
    status: filledQuantity === order.quantity ? 'FILLED' : 'PARTIALLY_FILLED',
    updatedAt: fill.at,
    version: order.version + 1,
  }
}
