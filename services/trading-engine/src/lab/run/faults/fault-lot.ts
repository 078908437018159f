/** Draws the fault that a request or an event meets, if any: the same for the same requests in the same order. */
import { createRandom } from '../../tapes/xoshiro.js'
import type { Micros } from '../../../core/values/time.js'
import { isOfOrders, type Fault } from './fault.js'

export interface Met {
  /** Its place in the list of the run, from 1. */
  readonly number: number
  readonly fault: Fault
}

export interface Meeting {
  readonly method: string
  readonly path: string
  readonly clientId: string | null
  /** By the run's clock. */
  readonly at: Micros
}

/** Counts what a fault has met, and how often it was done. */
export interface FaultCount {
  readonly met: number
  readonly done: number
}

export interface FaultLot extends Met {
  met: number
  done: number
  /** A number in [0, 1) for what it meets next. */
  readonly uniform: () => number
}

/**
 * @param fits which of the run's faults are asked for
 * @returns the first that applies; each of the others has counted it
 */
export function createFaultLot(
  faults: readonly Fault[],
  { seed, startsAt }: { readonly seed: number; readonly startsAt: Micros },
  fits: (fault: Fault) => boolean,
): (meeting: Meeting) => Met | null {
  const lots = faults.flatMap((fault, place) =>
    fits(fault) ? [{ fault, number: place + 1, met: 0, done: 0, ...createRandom(seed, place + 1) }] : [],
  )
  return (meeting) => drawFault(lots, meeting, startsAt)
}

/** Draws from the lots of some faults, whose counts it raises. */
export function drawFault(lots: readonly FaultLot[], meeting: Meeting, startsAt: Micros): Met | null {
  let found: Met | null = null
  for (const lot of lots) {
    if (!isMeant(lot.fault, meeting, startsAt)) continue
    lot.met += 1
    if (!isDrawn(lot.fault, lot.met, lot.uniform) || lot.done >= lot.fault.times || found !== null) continue
    lot.done += 1
    found = { number: lot.number, fault: lot.fault }
  }
  return found
}

/** The requests that place orders, whatever is asked behind their path. */
const PLACES_ORDERS = /^\/v1\/(?:order|orders\/batch)(?:\?|$)/

function isMeant({ do: action, when }: Fault, { method, path, clientId, at }: Meeting, startsAt: Micros): boolean {
  const { clientIdPrefix: prefix } = when
  if (isOfOrders(action) && (method !== 'POST' || !PLACES_ORDERS.test(path))) return false
  if (when.method !== null && when.method !== method) return false
  if (when.path !== null && !path.startsWith(when.path)) return false
  if (prefix !== null && clientId?.startsWith(prefix) !== true) return false
  return when.afterMs === null || at >= startsAt + when.afterMs * 1_000
}

/** Each that is meant takes a number, so that it does not depend on the others whether the next one is drawn. */
function isDrawn({ when: { nth, chance }, times }: Fault, met: number, uniform: () => number): boolean {
  const isLucky = chance === null || uniform() < chance
  const isInTurn = nth === null || (met >= nth && met < nth + times)
  return isLucky && isInTurn
}
