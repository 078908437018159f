/**
 * The rows of evidence as JSON, format `evidence-1`. A seal is the hash of such a row, and rows are written again from
 * the tables to be compared with it: so these functions never change. Another format is another file beside this one.
 */
import { createHash } from 'node:crypto'
import type { EvidenceDay, EvidenceFill, EvidenceStep, FiredOrder } from '../../core/read/evidence.js'
import type { Breach } from '../../core/model/plan/breach.js'
import type { LiveFill } from '../../core/model/live/live-order.js'
import type { Transfer } from '../../core/model/account/ledger.js'
import type { BookLevel, OrderBook, Quote } from '../../core/model/market/market-view.js'
import type { Position } from '../../core/model/account/position.js'
import { fundedOn, type NeededTick } from '../../core/read/evidence-ticks.js'
import { firesAbove, triggerSource } from '../../core/model/order/trigger.js'
import { formatDecimal, type Price } from '../../core/values/decimal.js'
import { formatTimestamp } from '../../core/values/time.js'

export interface EvidenceRow {
  readonly kind: string
  readonly [field: string]: unknown
}

export const sealOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** The name that a row is sealed under. */
export const nameOfRow = (row: EvidenceRow): string =>
  row.kind === 'tick'
    ? `tick ${String(row['tick'])} of ${String(row['venue'])}:${String(row['symbol'])}`
    : `${row.kind} ${String(row['id'])}`

export function stepRow(step: EvidenceStep): EvidenceRow {
  switch (step.kind) {
    case 'day':
      return dayRow(step.day)
    case 'fill':
      return fillRow(step.fill)
    case 'transfer':
      return transferRow(step.transfer)
    case 'trigger':
      return triggerRow(step.order)
    case 'breach':
      return breachRow(step.breach)
    case 'liquidation':
      return liquidationRow(step.position)
    case 'high':
      return { kind: 'high', id: String(step.tick), tick: step.tick }
  }
}

const dayRow = (day: EvidenceDay): EvidenceRow => ({
  kind: 'day',
  id: day.date,
  tick: day.tick,
  start_balance: formatDecimal(day.startBalance),
  start_equity: formatDecimal(day.startEquity),
  start_net_deposits: formatDecimal(day.startNetDeposits),
  start_high_water_mark: formatDecimal(day.highWaterMark),
  at: day.tick === null ? null : formatTimestamp(day.at),
  // Rows from before payouts were told apart have none.
  ...(day.paidOut === 0n ? {} : { start_paid_out: formatDecimal(day.paidOut) }),
})

const fillRow = (fill: EvidenceFill): EvidenceRow => ({
  kind: 'fill',
  id: fill.id,
  order_id: fill.orderId,
  position_id: fill.positionId,
  venue: fill.venue,
  symbol: fill.symbol,
  side: fill.side,
  quantity: formatDecimal(fill.quantity),
  price: formatDecimal(fill.price),
  fee: formatDecimal(fill.fee),
  liquidity: fill.liquidity,
  realized_pnl: formatDecimal(fill.realizedPnl),
  tick: fill.tick,
  at: formatTimestamp(fill.at),
  ...(fill.live === undefined ? {} : { contract: contractRow(fill.live) }),
})

/** A fill of a LIVE account in the words of its contract: its place on the chain, and each charge as in the ledger. */
const contractRow = ({ place, charges, worstPrice }: LiveFill) => ({
  chain_id: place.chainId,
  block: place.block,
  block_hash: place.blockHash,
  tx_hash: place.txHash,
  log_index: place.logIndex,
  worst_price: worstPrice === null ? null : formatDecimal(worstPrice),
  fees: formatDecimal(charges.fees),
  funding: formatDecimal(charges.funding),
  borrowing: formatDecimal(charges.borrowing),
  rollover: formatDecimal(charges.rollover),
  oracle_fees: formatDecimal(charges.oracleFees),
  price_impact: formatDecimal(charges.priceImpact),
  execution: formatDecimal(charges.execution),
})

const transferRow = (transfer: Transfer): EvidenceRow => ({
  kind: 'transfer',
  id: transfer.id,
  house: transfer.house,
  direction: transfer.direction,
  amount: formatDecimal(transfer.amount),
  balance_after: formatDecimal(transfer.balanceAfter),
  fill_id: transfer.fillId,
  position_id: transfer.positionId,
  rate: rateOf(transfer),
  // Microseconds since the epoch.
  accrued: transfer.accrual === null ? null : [transfer.accrual.from, transfer.accrual.until],
  tick: fundedOn(transfer),
  at: formatTimestamp(transfer.at),
})

/** The rate that was charged: of funding for one funding time, of borrowing and rollover for a year. */
function rateOf({ funding, accrual }: Transfer): string | null {
  const charged = funding ?? accrual
  return charged === null ? null : formatDecimal(charged.rate)
}

const triggerRow = (order: FiredOrder): EvidenceRow => ({
  kind: 'trigger',
  id: order.id,
  venue: order.venue,
  symbol: order.symbol,
  watched: triggerSource(order.flags).toLowerCase(),
  fires: firesAbove(order) ? 'ABOVE' : 'BELOW',
  price: formatDecimal(order.triggerPrice),
  tick: order.triggerTick,
})

const breachRow = (breach: Breach): EvidenceRow => ({
  kind: 'breach',
  id: breach.id,
  rule: breach.rule,
  action: breach.action,
  limit: formatDecimal(breach.limit),
  value: formatDecimal(breach.value),
  tick: breach.tick,
  at: formatTimestamp(breach.at),
})

const liquidationRow = (position: Position): EvidenceRow => ({
  kind: 'liquidation',
  id: position.id,
  venue: position.venue,
  symbol: position.symbol,
  leverage: formatDecimal(position.leverage),
  tick: position.liquidationTick,
  at: position.closedAt === null ? null : formatTimestamp(position.closedAt),
})

/**
 * `book` as far as it was taken: from its best level to the worst price of a fill. A tick is stored as it was sealed,
 * and not written again.
 */
export const tickRow = (
  { listing, tick, taken }: NeededTick,
  quote: Quote,
  book: OrderBook | undefined,
): EvidenceRow => ({
  kind: 'tick',
  venue: listing.venue,
  symbol: listing.symbol,
  tick,
  last: formatDecimal(quote.last),
  mark: formatDecimal(quote.mark),
  index: formatDecimal(quote.index),
  bid: formatDecimal(quote.bid),
  ask: formatDecimal(quote.ask),
  bids: levelsTaken(book?.bids ?? [], taken.SELL, (level, price) => level >= price),
  asks: levelsTaken(book?.asks ?? [], taken.BUY, (level, price) => level <= price),
})

function levelsTaken(
  levels: readonly BookLevel[],
  prices: ReadonlySet<Price>,
  isWithin: (level: Price, price: Price) => boolean,
): readonly (readonly string[])[] {
  const taken = [...prices]
  return levels
    .filter((level, index) => taken.some((price) => index === 0 || isWithin(level.price, price)))
    .map(({ price, quantity }) => [formatDecimal(price), formatDecimal(quantity)])
}
