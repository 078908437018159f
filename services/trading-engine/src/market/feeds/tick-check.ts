/**
 * Checks the ticks of a feed. Every tick from outside, pushed or recorded, passes one check in the order of arrival
 * before the market shows it; the synthetic feed is computed, and its contract test holds it to the same check. A tick
 * is rejected when
 *  - a price is not a finite number above zero (`not_a_price`),
 *  - it is older than one before it (`out_of_order`; the same moment is fine, busy markets trade many times in it),
 *  - it is made after it arrived (`early`: its source's clock is wrong, and all ticks after it would be out of order),
 *  - it arrived too long after it was made (`stale`),
 *  - it jumps, i.e. is further from the last accepted price than its asset class allows (`jump`).
 * Markets do jump, so a jump is not rejected immediately but held: when the next two ticks are close to it, all three
 * are accepted, in order. Wrong prints come alone or in pairs (a slipped decimal, a test order), real moves stay, and
 * three in agreement cost a live feed two ticks of delay. When the price is back where it was, the held ticks are
 * rejected.
 *
 * A recording goes through the same check once, when it is loaded, with its own times as the times of arrival: the
 * accepted ticks are then a fixed series, the same on every replica, and a real gap keeps its first tick.
 */
import type { AssetClass } from '../../core/model/market/instrument.js'
import type { Micros } from '../../core/values/time.js'

export type TickFault = 'not_a_price' | 'out_of_order' | 'early' | 'stale' | 'jump'

/** A price, or the four of a bar; a tick has four times the same. In any unit, as long as it stays the same. */
export interface FeedTick {
  /** When it was made. */
  readonly at: Micros
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

export interface TickLimits {
  /** From one tick to the next, as a share of the lower price. */
  readonly jumpMax: number
  /** How far a bar may reach beyond both its open and its close, as a share of the lower price. */
  readonly wickMax: number
}

/**
 * Above what these markets do. For comparison: the S&P 500's largest gap from 2000 to 2020 is 7.5 % and its longest
 * wick 5.5 %, Apple's gap of August 2015 is 10.3 %. The other classes are estimates.
 */
export const TICK_LIMITS: Readonly<Record<AssetClass, TickLimits>> = {
  crypto: { jumpMax: 0.2, wickMax: 1 },
  forex: { jumpMax: 0.05, wickMax: 0.2 },
  commodity: { jumpMax: 0.2, wickMax: 0.5 },
  equity: { jumpMax: 0.3, wickMax: 1 },
  index: { jumpMax: 0.1, wickMax: 0.3 },
}

/** A jump and the ticks that have to follow close to it. */
const AGREEING_TICKS = 3
export const STALE_AFTER_MICROS = 10_000_000
const CLOCKS_APART_MAX_MICROS = 1_000_000

export interface TickCheck<T extends FeedTick> {
  /** The ticks that are now accepted, oldest first: this tick, with the ones it confirms; or none (yet). */
  offer(tick: T, arrivedAt: Micros): readonly T[]
  /** Nothing more will come: what is held has not been confirmed. */
  end(): void
}

/** The check of one symbol. The first tick jumps from `lastClose`, if there is one. */
export function createTickCheck<T extends FeedTick>(
  { jumpMax, wickMax }: TickLimits,
  onRejected: (fault: TickFault, tick: T) => void,
  lastClose?: number,
): TickCheck<T> {
  let newestAt = -Infinity
  let accepted: Pick<T, 'close'> | undefined = lastClose === undefined ? undefined : { close: lastClose }
  let held: readonly T[] = []

  const isClose = ({ close }: Pick<T, 'close'>, { open }: T): boolean =>
    Math.max(close, open) <= Math.min(close, open) * (1 + jumpMax)

  function faultOf(tick: T, arrivedAt: Micros): TickFault | null {
    const { at, open, high, low, close } = tick
    if (![open, high, low, close].every((price) => price > 0 && price < Infinity)) return 'not_a_price'
    if (at > arrivedAt + CLOCKS_APART_MAX_MICROS) return 'early'
    if (at < arrivedAt - STALE_AFTER_MICROS) return 'stale'
    if (at < newestAt) return 'out_of_order'
    const isWickTooLong = high > Math.max(open, close) * (1 + wickMax) || low * (1 + wickMax) < Math.min(open, close)
    return isWickTooLong ? 'jump' : null
  }

  function rejectHeld(): void {
    for (const tick of held) onRejected('jump', tick)
    held = []
  }

  function accept(ticks: readonly T[]): readonly T[] {
    accepted = ticks.at(-1)
    held = []
    return ticks
  }

  return {
    offer(tick, arrivedAt) {
      const fault = faultOf(tick, arrivedAt)
      if (fault !== null) {
        onRejected(fault, tick)
        return []
      }
      newestAt = tick.at
      const isPlausible = accepted === undefined || isClose(accepted, tick)
      const latest = held.at(-1)
      if (isPlausible || (latest !== undefined && !isClose(latest, tick))) rejectHeld()
      if (isPlausible) return accept([tick])
      held = [...held, tick]
      return held.length < AGREEING_TICKS ? [] : accept(held)
    },
    end: rejectHeld,
  }
}
