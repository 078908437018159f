/**
 * Class exposure cap: what all instruments of the order's class can reach together, with all working orders of the
 * worse side of each filled, must not exceed what the plan has for that class.
 *   Σ worst notional ≤ max_notional, Σ margin ≤ max_margin_pct % of the initial balance, positions ≤ max_positions
 * The finding is of the first of them that is exceeded, else of the first that the plan has.
 */
import { classFigures, type ClassFigure } from '../../margin/class-figures.js'
import { percentOf } from '../../margin/floors.js'
import { formatDecimal } from '../../values/decimal.js'
import { plainFinding, type Rule } from '../finding.js'
import type { Proposal } from '../proposal.js'

/** True when what all classes reach together is within the caps of the order's class. */
export function isFarFromClassCap({ account, instrument, after }: Proposal): boolean {
  const { initialBalance, risk } = account.plan
  const cap = risk.orderRules?.byClass?.[instrument.assetClass]
  if (cap === undefined) return true
  const { notionalMax, marginPctMax, positionsMax } = cap
  return (
    (notionalMax === null || after.worstNotional <= notionalMax) &&
    (positionsMax === null || after.exposures.length <= positionsMax) &&
    (marginPctMax === null || after.usedMargin + after.reservedMargin <= percentOf(initialBalance, marginPctMax))
  )
}

export const classExposureCap: Rule = ({ account, instrument, instruments, after, isReducing }) => {
  const { assetClass } = instrument
  const { initialBalance, risk } = account.plan
  const cap = risk.orderRules?.byClass?.[assetClass]
  if (cap === undefined) return plainFinding(false, () => '')
  const figures = classFigures(assetClass, cap, initialBalance, after.exposures, instruments)
  const isOver = ({ limit, value }: ClassFigure): boolean => value > limit
  const shown = figures.find(isOver) ?? figures[0]
  if (shown === undefined) return plainFinding(false, () => '')
  const { measure, unit, limit, value } = shown
  const message = (): string =>
    `${measure} of all ${assetClass} would reach ${formatDecimal(value)}; the plan allows ${formatDecimal(limit)}`
  return { isViolated: !isReducing && isOver(shown), severity: 'SOFT', message, limit, value, unit, bound: 'MAX' }
}
