/** The figures of all instruments of a class together, and the caps that a plan has for them. */
import type { Instruments } from '../model/decision-context.js'
import type { AssetClass } from '../model/market/instrument.js'
import type { ClassCap } from '../model/plan/order-rules.js'
import { ONE, type Usd } from '../values/decimal.js'
import type { ValuedExposure } from './exposure.js'
import { percentOf } from './floors.js'

export interface ClassFigure {
  readonly measure: 'exposure' | 'margin' | 'positions'
  readonly unit: 'USD' | 'positions'
  readonly limit: bigint
  readonly value: bigint
}

/** One for each cap that the class has. */
export function classFigures(
  assetClass: AssetClass,
  { notionalMax, marginPctMax, positionsMax }: ClassCap,
  initialBalance: Usd,
  exposures: readonly ValuedExposure[],
  instruments: Pick<Instruments, 'find'>,
): readonly ClassFigure[] {
  let notional = 0n
  let margin = 0n
  let positions = 0
  for (const exposure of exposures) {
    if (instruments.find(exposure.symbol)?.assetClass !== assetClass) continue
    if (notionalMax !== null) notional += exposure.worstNotional
    if (marginPctMax !== null) margin += exposure.usedMargin + exposure.reservedMargin
    positions += 1
  }
  const figures: ClassFigure[] = []
  if (notionalMax !== null) figures.push({ measure: 'exposure', unit: 'USD', limit: notionalMax, value: notional })
  if (marginPctMax !== null)
    figures.push({ measure: 'margin', unit: 'USD', limit: percentOf(initialBalance, marginPctMax), value: margin })
  if (positionsMax !== null) {
    const [limit, value] = [BigInt(positionsMax) * ONE, BigInt(positions) * ONE]
    figures.push({ measure: 'positions', unit: 'positions', limit, value })
  }
  return figures
}
