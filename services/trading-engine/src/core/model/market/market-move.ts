import type { Price } from '../../values/decimal.js'

/** An instruction of the sandbox control: from a tick on, the market of a symbol is where it says. */
export interface MarketMove {
  readonly symbol: string
  /** The first tick it shows in; always in the future when it is made, so that no past moment changes. */
  readonly startedTick: number
  /** Where to; null returns to the feed. */
  readonly price: Price | null
  /** Ticks of the walk there; 0 or 1 is a gap. */
  readonly overTicks: number
}
