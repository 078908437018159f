import type { Listing } from '../model/market/listing.js'
import { floorShift, peakTimeOf } from '../model/account/peak.js'
import type { FloorRule } from '../model/plan/breach.js'
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
  readonly paidOut: Usd
  readonly holdings: readonly (Holding & Listing)[]
}

/** From the opening to the last breach, the latest first. */
export function segmentsOf(rows: EvidenceRows, steps: readonly EvidenceStep[]): readonly Segment[] {
  const holdings = createHoldings(rows.opening, rows.payouts)
  const segments: Segment[] = []
  let from: Micros = rows.opening.at
  const end = (at: Micros): void => {
    segments.push({
      at: from,
      ticks: [tickAt(from), tickAt(at)],
      balance: holdings.balance(),
      netDeposits: holdings.netDeposits(),
      paidOut: holdings.paidOut(),
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

/** A high that the floor of a breach has trailed: an equity, less what has moved it at such a time. */
export interface SoughtHigh {
  readonly high: Usd
  readonly moved: (segment: Pick<Segment, 'netDeposits' | 'paidOut'>) => bigint
}

/** The highs that floors of the breaches have trailed, and that were reached after the day began. */
export function soughtHighs(
  { plan, breaches, day }: Pick<EvidenceRows, 'plan' | 'breaches' | 'day'>,
  { highWaterMark, dayHigh }: { readonly highWaterMark: Usd; readonly dayHigh: Usd | null },
): readonly SoughtHigh[] {
  const isBroken = (name: FloorRule): boolean => breaches.some(({ rule }) => rule === name)
  const isTrailed = peakTimeOf(plan.risk.maxDrawdown) === 'MARK' && isBroken('max_drawdown')
  const sought: SoughtHigh[] = []
  if (isTrailed && highWaterMark > day.highWaterMark)
    sought.push({ high: highWaterMark, moved: (segment) => floorShift({ plan, ...segment }) })
  if (dayHigh !== null && isBroken('daily_loss_limit') && dayHigh > day.startEquity)
    sought.push({ high: dayHigh, moved: ({ netDeposits }) => netDeposits - day.startNetDeposits })
  return sought
}
