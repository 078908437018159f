/** Sandbox control: moves the synthetic market of a symbol, for bot authors and tests. */
import type { Pool } from 'pg'
import type { Price } from '../core/decimal.js'
import type { Instrument } from '../core/instrument.js'
import type { Micros } from '../core/market-view.js'
import { insertMarketMove, listMarketMoves } from '../store/market-settings.js'
import type { Market } from '../market/market.js'
import { TICK_MICROS, tickAt } from '../market/tick.js'

export interface MarketControl {
  /** From the next tick: at once to the price (`overMs` 0), or walking there; null lets it return to the feed. */
  move(instrument: Instrument, price: Price | null, overMs: number): Promise<{ readonly startsAt: Micros }>
  /** Takes over the moves that other processes make, looking for them every `intervalMs`. */
  follow(intervalMs: number): void
  stop(): void
}

export function createMarketControl(
  pool: Pool,
  market: Pick<Market, 'replaceMoves'>,
  now: () => Micros,
): MarketControl {
  let known = 0
  let latest: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  // The table only grows, so its length tells whether there is something new.
  const read = async (): Promise<void> => {
    const moves = await listMarketMoves(pool)
    if (moves.length === known) return
    market.replaceMoves(moves)
    known = moves.length
  }

  /** One reading after the other: the answer of an earlier one must not undo a later one. */
  const reload = (): Promise<void> => {
    latest = latest.catch(() => undefined).then(read)
    return latest
  }

  return {
    async move({ symbol }, price, overMs) {
      const startedTick = tickAt(now()) + 1
      const overTicks = Math.ceil((overMs * 1000) / TICK_MICROS)
      await insertMarketMove(pool, { symbol, startedTick, price, overTicks })
      await reload()
      return { startsAt: startedTick * TICK_MICROS }
    },
    follow(intervalMs) {
      let isLooking = false
      const look = async (): Promise<void> => {
        if (isLooking) return
        isLooking = true
        // A failed look is made up for by the next one.
        await reload().catch(() => undefined)
        isLooking = false
      }
      timer = setInterval(() => void look(), intervalMs)
      timer.unref()
    },
    stop() {
      clearInterval(timer)
    },
  }
}
