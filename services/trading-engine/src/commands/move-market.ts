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
  /** Reads the stored moves again. */
  reload(): Promise<void>
}

export function createMarketControl(
  pool: Pool,
  market: Pick<Market, 'replaceMoves'>,
  now: () => Micros,
): MarketControl {
  const reload = async (): Promise<void> => market.replaceMoves(await listMarketMoves(pool))
  return {
    async move({ symbol }, price, overMs) {
      const startedTick = tickAt(now()) + 1
      const overTicks = Math.ceil((overMs * 1000) / TICK_MICROS)
      await insertMarketMove(pool, { symbol, startedTick, price, overTicks })
      await reload()
      return { startsAt: startedTick * TICK_MICROS }
    },
    reload,
  }
}
