import { periodStart } from '../margin/carry.js'
import type { Instruments } from '../model/decision-context.js'
import { listingKey, type Listing } from '../model/market/listing.js'
import type { SideRates } from '../model/market/market-view.js'
import { tickAt } from '../values/tick.js'
import type { Micros } from '../values/time.js'
import { createHoldings } from './evidence-holdings.js'
import type { EvidenceRows, EvidenceStep } from './evidence.js'

/** The rates of a venue's period, as positions are charged by them. */
export interface PeriodRates {
  /** Shares of the notional for one funding period. */
  readonly funding: SideRates
  /** Borrowing or rollover, for a year of 365 days. */
  readonly carry: SideRates
}

export interface NeededRates {
  readonly listing: Listing
  /** The first tick of the period. */
  readonly tick: number
}

/** The periods that positions were charged for, in the order of time. */
export function neededRates(
  { opening }: EvidenceRows,
  steps: readonly EvidenceStep[],
  instruments: Pick<Instruments, 'find'>,
): readonly NeededRates[] {
  const holdings = createHoldings(opening)
  const needed = new Map<string, NeededRates>()
  for (const step of steps) {
    const chargedAt = step.kind === 'transfer' ? (step.transfer.funding?.at ?? step.transfer.accrual?.from) : undefined
    if (step.kind === 'transfer' && chargedAt !== undefined) {
      const position = [...holdings.held()].find(({ id }) => id === step.transfer.positionId)
      const terms = position && instruments.find(position.symbol)?.terms[position.venue]
      if (position !== undefined && terms !== undefined) {
        const { venue, symbol } = position
        const tick = tickAt(periodStart(chargedAt, terms))
        needed.set(`${listingKey(position)} ${tick}`, { listing: { venue, symbol }, tick })
      }
    }
    holdings.apply(step)
  }
  return [...needed.values()].sort((a, b) => a.tick - b.tick)
}

/** Undefined: nobody knows them. */
export type RatesAt = (listing: Listing, at: Micros) => PeriodRates | undefined
