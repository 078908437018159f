import { add } from '@ats/sdk/numbers/decimal'
import { toPixels } from '../../ui/figures/format.js'

export interface BookLevel {
  readonly price: string
  readonly quantity: string
  /** The quantity of this level and of all better ones. */
  readonly total: string
  /** The total as a percentage of that of the last level shown: the width of its bar. */
  readonly share: number
}

/** The best levels of a side, which come best first. */
export function bookLevels(side: readonly (readonly [string, string])[], count: number): readonly BookLevel[] {
  let total = '0'
  const levels = side.slice(0, count).map(([price, quantity]) => {
    total = add(total, quantity)
    return { price, quantity, total }
  })
  const whole = toPixels(total)
  return levels.map((level) => ({ ...level, share: whole === 0 ? 0 : (toPixels(level.total) / whole) * 100 }))
}
