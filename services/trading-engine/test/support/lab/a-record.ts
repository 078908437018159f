/** A record for odds: on each weekday something is bought at nine and sold at noon, on a made-up tape. */
import { decimal, quantity, usd } from '../../../src/core/values/decimal.js'
import { TICK_MICROS } from '../../../src/core/values/tick.js'
import type { RecordedFill } from '../../../src/lab/odds/resample/recorded-days.js'
import type { PlayedRecording, ResampleTask } from '../../../src/lab/odds/resample/resample-odds.js'
import type { TapeRecipe } from '../../../src/lab/run/recipe.js'
import { modelTape } from '../../../src/lab/tapes/models/model.js'
import { loadCatalogue } from '../../../src/market/catalogue.js'
import { aPlan } from '../plans/plans.js'

/** A Monday. */
export const FROM = Date.UTC(2026, 2, 2) * 1_000
export const DAY = 86_400_000_000
export const DAYS = 14
const HOUR = DAY / 24

const of = { seed: 3, symbols: ['BTC-USD'], from: FROM, to: FROM + DAYS * DAY, every: 240 }
const walk = { volatility: 0.03, drift: 0, correlation: 0, jumpsPerDay: 0, jumpSize: 0 }
export const RECIPE: Exclude<TapeRecipe, { readonly model: 'STORED' | 'BOOTSTRAP' | 'TICKS' }> = {
  ...{ model: 'GBM', of, ...walk },
}

/** @param held the day on which nothing is sold: it is held until the next noon */
export function fillsOf(size = '1', held = 3): readonly RecordedFill[] {
  const { primaryVenue: venue } = loadCatalogue().find('BTC-USD')!
  return Array.from({ length: DAYS }, (_, day) => day)
    .filter((day) => day % 7 < 5)
    .flatMap((day) => {
      const fill = { symbol: 'BTC-USD', venue, quantity: quantity(decimal(size)) }
      const bought = { ...fill, side: 'BUY', at: FROM + day * DAY + 9 * HOUR } as const
      const sold = { ...fill, side: 'SELL', at: FROM + day * DAY + 12 * HOUR } as const
      if (day === held) return [bought]
      return day === held + 1 ? [sold] : [bought, sold]
    })
}

export const aRecording = (size?: string): PlayedRecording => ({
  ...{ tape: modelTape(RECIPE, loadCatalogue()), fills: fillsOf(size), news: [] },
})

export const aTask = (plan = aPlan()): ResampleTask => ({
  ...{ phases: [{ phase: null, plan }], balance: usd(decimal('100000')), seed: 1, days: 20, meanBlock: 3 },
})

export const slotOf = (at: number): number => (at - FROM) / TICK_MICROS
