import type { Clock } from './clock.js'

/** Cancels and the like go first: they may take the part of a budget that is kept for them. */
export type Priority = 'ordinary' | 'urgent'

/** The share of a budget that only urgent requests may take. */
const RESERVED = 0.05
/** Below this share ordinary requests are spread over the rest of the window. */
const SPREAD_BELOW = 0.25
/** The end of a window comes in whole seconds. */
const SAME_WINDOW_MS = 1_500

interface Window {
  readonly limit: number
  readonly remaining: number
  readonly endsAt: number
}

/**
 * The rest of the rate limit, by the headers of responses, so that a client slows itself before the service refuses:
 * ordinary requests are spread over the rest of the window when little is left, and wait for the next when nothing is.
 * Requests of other processes with the same key show in those headers.
 */
export class Budget {
  readonly #clock: Clock
  #window: Window | null = null
  #inFlight = 0
  #nextAt = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The time to wait before sending a request that counts as `cost` requests, in milliseconds; 0: send it now. */
  delayMs(priority: Priority, cost: number): number {
    const now = this.#clock.now()
    const window = this.#window
    if (window === null || now >= window.endsAt) return 0
    const left = this.#left(window)
    const untilEnd = window.endsAt - now
    if (priority === 'urgent') return left >= cost ? 0 : untilEnd
    if (left - reserved(window) < cost) return untilEnd
    if (left > window.limit * SPREAD_BELOW) return 0
    return Math.min(untilEnd, Math.max(0, this.#nextAt - now))
  }

  /** Counts a request that is being sent. Returns what to call when its answer has come, or none will. */
  take(cost: number): () => void {
    const window = this.#window
    const now = this.#clock.now()
    if (window !== null && now < window.endsAt && this.#left(window) <= window.limit * SPREAD_BELOW) {
      const share = cost / Math.max(1, this.#left(window) - reserved(window))
      this.#nextAt = Math.max(this.#nextAt, now) + (window.endsAt - now) * share
    }
    this.#inFlight += cost
    return () => void (this.#inFlight -= cost)
  }

  #left({ remaining }: Window): number {
    return remaining - this.#inFlight
  }

  /** Takes note of the headers of an answer. */
  learn(headers: Headers): void {
    const budget = readWindow(headers, this.#clock.now())
    if (budget === null) return
    const known = this.#window
    const isSame = known !== null && Math.abs(budget.endsAt - known.endsAt) <= SAME_WINDOW_MS
    if (isSame) this.#window = { ...known, remaining: Math.min(known.remaining, budget.remaining) }
    else if (known === null || budget.endsAt > known.endsAt) {
      this.#window = budget
      this.#nextAt = 0
    }
  }
}

const reserved = ({ limit }: Window): number => Math.ceil(limit * RESERVED)

/** The IETF draft's fields, whose end is relative: the clocks of caller and service may differ. */
function readWindow(headers: Headers, now: number): Window | null {
  const left = /;r=(\d{1,12});t=(\d{1,12})/.exec(headers.get('ratelimit') ?? '')
  const limit = Number(headers.get('x-ratelimit-limit'))
  if (left === null || !(limit > 0)) return null
  return { limit, remaining: Number(left[1]), endsAt: now + Number(left[2]) * 1000 }
}
