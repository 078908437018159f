import type { Listing } from '../model/listing.js'
import { listingKey } from '../model/listing.js'
import type { Side } from '../model/order.js'
import type { Price } from '../values/decimal.js'
import type { EvidenceRows, EvidenceStep } from './evidence.js'
import { createHoldings } from './evidence-holdings.js'

/** A tick of a listing that evidence needs, and the prices of its book that were taken. */
export interface NeededTick {
  readonly listing: Listing
  readonly tick: number
  readonly taken: Readonly<Record<Side, Set<Price>>>
}

/** The marks of all that was held at each tick that something was decided on, and the book of each fill. */
export function neededTicks({ opening }: EvidenceRows, steps: readonly EvidenceStep[]): readonly NeededTick[] {
  const holdings = createHoldings(opening)
  const needed = new Map<string, NeededTick>()
  const need = ({ venue, symbol }: Listing, tick: number): NeededTick => {
    const key = `${listingKey({ venue, symbol })} ${tick}`
    const known = needed.get(key) ?? { listing: { venue, symbol }, tick, taken: { BUY: new Set(), SELL: new Set() } }
    needed.set(key, known)
    return known
  }
  for (const step of steps) {
    const tick = decidedOn(step)
    if (step.kind === 'fill') {
      if (tick !== null) need(step.fill, tick).taken[step.fill.side].add(step.fill.price)
    } else if (tick !== null && (step.kind !== 'day' || step.day.at === opening.at)) {
      for (const holding of holdings.held()) need(holding, tick)
    }
    holdings.apply(step)
  }
  return [...needed.values()]
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
    case 'transfer':
      return null
  }
}
