import type { Clock } from './clock.js'
import type { Priority } from './budget.js'

/** Repetitions that need not wait: those of some calls that a short fault has met together. */
const BURST = 20
/** The share of a repetition that each answer allows. */
const PER_ANSWER = 0.2
const PER_SECOND = 4

/**
 * Bounds what a client adds to the load of a service that fails: with many calls under way, repetitions would be
 * several times the calls. They are a fifth of the answers and four a second; those beyond wait for their turn, except
 * urgent ones.
 */
export class RetryBudget {
  readonly #clock: Clock
  #left = BURST
  #at: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#at = clock.now()
  }

  answered(): void {
    this.#add(PER_ANSWER)
  }

  /** The time until a repetition may be sent, in milliseconds. */
  delayMs(priority: Priority): number {
    const now = this.#clock.now()
    this.#add(((now - this.#at) / 1000) * PER_SECOND)
    this.#at = now
    return priority === 'urgent' ? 0 : (Math.max(0, 1 - this.#left) / PER_SECOND) * 1000
  }

  /** Counts a repetition, which is sent after its delay. */
  take(): void {
    this.#left -= 1
  }

  #add(count: number): void {
    this.#left = Math.min(BURST, this.#left + count)
  }
}
