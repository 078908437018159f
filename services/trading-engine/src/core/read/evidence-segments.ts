import type { Listing } from '../model/market/listing.js'
import { peakTimeOf } from '../model/account/peak.js'
import { unrealizedPnl } from '../model/account/position.js'
import { usd, type Usd } from '../values/decimal.js'
import { tickAt } from '../values/tick.js'
import type { Micros } from '../values/time.js'
import type { EvidenceRows, EvidenceStep } from './evidence.js'
import { createHoldings } from './evidence-holdings.js'
import type { Holding } from './past-equity.js'
import type { MarkRange } from './past-ticks.js'

/** A time in which nothing but the market changed the equity of an account. */
export interface Segment {
  readonly at: Micros
  /** Both within it. */
  readonly ticks: readonly [first: number, last: number]
  readonly balance: Usd
  readonly netDeposits: Usd
  readonly holdings: readonly (Holding & Listing)[]
}

/** From the opening to the last breach, the latest first. */
export function segmentsOf(rows: EvidenceRows, steps: readonly EvidenceStep[]): readonly Segment[] {
  const holdings = createHoldings(rows.opening)
  const segments: Segment[] = []
  let from: Micros = rows.opening.at
  const end = (at: Micros): void => {
    segments.push({
      at: from,
      ticks: [tickAt(from), tickAt(at)],
      balance: holdings.balance(),
      netDeposits: holdings.netDeposits(),
      holdings: [...holdings.held()],
    })
    from = at
  }
  for (const step of steps) {
    end(step.at)
    holdings.apply(step)
  }
  return segments.reverse()
}

/** The equity with every mark at its best; null where a mark may be anything. */
export function highestEquity(
  { balance, holdings }: Segment,
  rangeOf: (listing: Listing) => MarkRange | undefined,
): Usd | null {
  let highest: bigint = balance
  for (const holding of holdings) {
    const range = rangeOf(holding)
    if (range === undefined) return null
    highest += unrealizedPnl(holding, holding.direction === 'LONG' ? range.high : range.low)
  }
  return usd(highest)
}

/** Whether the floor of a breach has trailed a high that was reached after the day began. */
export function trailsHighOfDay({ plan, breaches, day }: EvidenceRows, highWaterMark: Usd): boolean {
  const isTrailed = peakTimeOf(plan.risk.maxDrawdown) === 'MARK' && breaches.some(({ rule }) => rule === 'max_drawdown')
  return isTrailed && highWaterMark > day.highWaterMark
}
