import type { Transfer } from '../model/account/ledger.js'
import type { Listing } from '../model/market/listing.js'
import { listingKey } from '../model/market/listing.js'
import type { Side } from '../model/order/order.js'
import type { Price } from '../values/decimal.js'
import { tickAt } from '../values/tick.js'
import type { EvidenceRows, EvidenceStep } from './evidence.js'
import { createHoldings, type Holdings } from './evidence-holdings.js'
import type { ListingTick } from './past-ticks.js'

/** A tick of a listing that evidence needs, and the prices of its book that were taken. */
export interface NeededTick extends ListingTick {
  readonly taken: Readonly<Record<Side, Set<Price>>>
  /** It is that very tick, not the last one up to then. */
  readonly isExact: boolean
}

/** The marks of all that was held at each tick that something was decided on, and the book of each fill. */
export function neededTicks({ opening }: EvidenceRows, steps: readonly EvidenceStep[]): readonly NeededTick[] {
  const holdings = createHoldings(opening)
  const needed = new Map<string, NeededTick>()
  const need = ({ venue, symbol }: Listing, tick: number, isExact: boolean): NeededTick => {
    const key = `${listingKey({ venue, symbol })} ${tick}`
    const known = needed.get(key)
    const taken = known?.taken ?? { BUY: new Set(), SELL: new Set() }
    const one = { listing: { venue, symbol }, tick, taken, isExact: isExact || known?.isExact === true }
    needed.set(key, one)
    return one
  }
  for (const step of steps) {
    const tick = decidedOn(step)
    if (tick !== null) {
      for (const listing of listingsOf(step, holdings, opening.at)) need(listing, tick, step.kind !== 'transfer')
      if (step.kind === 'fill') need(step.fill, tick, true).taken[step.fill.side].add(step.fill.price)
    }
    holdings.apply(step)
  }
  return [...needed.values()]
}

/** The listings whose prices a step goes by. */
function listingsOf(step: EvidenceStep, holdings: Holdings, openedAt: number): Iterable<Listing> {
  switch (step.kind) {
    case 'fill':
      return [step.fill]
    case 'trigger':
      return [step.order]
    case 'transfer':
      return [...holdings.held()].filter(({ id }) => id === step.transfer.positionId)
    case 'day':
      return step.day.at === openedAt ? holdings.held() : []
    case 'breach':
    case 'liquidation':
    case 'high':
      return holdings.held()
  }
}

function decidedOn(step: EvidenceStep): number | null {
  switch (step.kind) {
    case 'day':
      return step.day.tick
    case 'fill':
      return step.fill.tick
    case 'breach':
      return step.breach.tick
    case 'liquidation':
      return step.position.liquidationTick
    case 'high':
      return step.tick
    case 'trigger':
      return step.order.triggerTick
    case 'transfer':
      return fundedOn(step.transfer)
  }
}

/** The tick whose mark a payment of funding goes by; null of any other transfer. */
export const fundedOn = ({ funding }: Pick<Transfer, 'funding'>): number | null =>
  funding === null ? null : tickAt(funding.at)
