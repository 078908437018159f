import { compare, divide, multiply, subtract, type Decimal } from '@ats/sdk/numbers/decimal'

/** How near a limit is: `warn` from 80 % used, `danger` from 95 %, `over` when nothing is left. */
export type GaugeLevel = 'ok' | 'warn' | 'danger' | 'over'

export interface GaugeShares {
  readonly used: Decimal
  readonly remaining: Decimal
  /** The share of the allowance, in percent, between 0 and 100: for the width of the bar. */
  readonly usedPct: Decimal
  readonly level: GaugeLevel
}

const WARN_PCT = '80'
const DANGER_PCT = '95'

/**
 * The shares of an allowance: `remaining` is what the engine says is left, which is more than the allowance while the
 * account is in profit. An allowance of nothing is used up.
 */
export function gaugeShares(allowance: Decimal, remaining: Decimal): GaugeShares {
  const used = subtract(allowance, remaining)
  if (compare(remaining, '0') <= 0) return { used, remaining, usedPct: '100', level: 'over' }
  if (compare(allowance, '0') <= 0 || compare(used, '0') <= 0)
    return { used: '0', remaining, usedPct: '0', level: 'ok' }
  const usedPct = divide(multiply(used, '100'), allowance, 4)
  const level = compare(usedPct, DANGER_PCT) >= 0 ? 'danger' : compare(usedPct, WARN_PCT) >= 0 ? 'warn' : 'ok'
  return { used, remaining, usedPct, level }
}

/** The shares of a goal: what is reached of it, as a percentage of the bar. */
export function goalPct(goal: Decimal, reached: Decimal): Decimal {
  if (compare(goal, '0') <= 0 || compare(reached, goal) >= 0) return '100'
  if (compare(reached, '0') <= 0) return '0'
  return divide(multiply(reached, '100'), goal, 4)
}
