import { ExchangeError, type BaseError } from './errors.js'
import type { CallOptions } from './transport/transport.js'
import type { AnswerOf, BodyOf, Operations } from './types.js'

export type DeadManSwitchTerms = BodyOf<Operations['armDeadManSwitch']>
export type ArmedSwitch = AnswerOf<Operations['armDeadManSwitch']>

export interface HeartbeatOptions {
  /** Asked before each heartbeat: when the bot says that it is not well, none is sent. */
  readonly isAlive?: (() => boolean) | undefined
  /** Called when a heartbeat was not taken. The next is sent nevertheless, unless the service refused it for good. */
  readonly onMissed?: ((reason: BaseError) => void) | undefined
}

/** The calls of one account. */
interface SwitchCalls {
  readonly arm: (terms: DeadManSwitchTerms, options?: CallOptions) => Promise<ArmedSwitch>
  readonly disarm: () => Promise<unknown>
}

/** So many heartbeats fit into the time of the switch that one or two may be lost. */
const BEATS = 3

/**
 * An armed dead-man's switch and its heartbeats: they end with the process, which they do not keep running, or with its
 * event loop. From then on the service waits `timeout_ms` and acts.
 */
export class DeadManSwitch {
  readonly #terms: DeadManSwitchTerms
  readonly #calls: SwitchCalls
  readonly #options: HeartbeatOptions
  #latest: ArmedSwitch
  #timer: ReturnType<typeof setTimeout> | undefined
  #beating: Promise<void> = Promise.resolve()
  #isStopped = false

  private constructor(terms: DeadManSwitchTerms, armed: ArmedSwitch, calls: SwitchCalls, options: HeartbeatOptions) {
    this.#terms = terms
    this.#calls = calls
    this.#options = options
    this.#latest = armed
    this.#schedule()
  }

  /** Arms the switch and begins its heartbeats. */
  static async arm(terms: DeadManSwitchTerms, calls: SwitchCalls, options: HeartbeatOptions): Promise<DeadManSwitch> {
    return new DeadManSwitch(terms, await calls.arm(terms), calls, options)
  }

  /** The switch as of the latest heartbeat that was taken. */
  get latest(): ArmedSwitch {
    return this.#latest
  }

  /** Ends the heartbeats and leaves the switch armed: the service acts when it runs out. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  /** Ends the heartbeats and disarms the switch: nothing happens any more. */
  async disarm(): Promise<void> {
    this.stop()
    await this.#beating // one that is under way would arm it again
    await this.#calls.disarm()
  }

  #schedule(): void {
    this.#timer = setTimeout(() => void (this.#beating = this.#beat()), this.#terms.timeout_ms / BEATS)
    // In browsers a timer is a number, and keeps nothing running.
    if (typeof this.#timer === 'object') this.#timer.unref()
  }

  async #beat(): Promise<void> {
    try {
      if (this.#options.isAlive?.() !== false) {
        this.#latest = await this.#calls.arm(this.#terms, { deadlineMs: this.#terms.timeout_ms / BEATS })
      }
    } catch (error) {
      if (error instanceof ExchangeError) this.stop()
      this.#options.onMissed?.(error as BaseError)
    }
    if (!this.#isStopped) this.#schedule()
  }
}
