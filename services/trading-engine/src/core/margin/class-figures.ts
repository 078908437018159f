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
  { notionalMax, marginPctMax, positionsMax }: ClassCap,
  initialBalance: Usd,
  ofClass: readonly ValuedExposure[],
): readonly ClassFigure[] {
  const sum = (valueOf: (exposure: ValuedExposure) => bigint): bigint =>
    ofClass.reduce((total, exposure) => total + valueOf(exposure), 0n)
  const figures: ClassFigure[] = []
  if (notionalMax !== null)
    figures.push({
      ...{ measure: 'exposure', unit: 'USD', limit: notionalMax },
      value: sum(({ worstNotional }) => worstNotional),
    })
  if (marginPctMax !== null)
    figures.push({
      ...{ measure: 'margin', unit: 'USD', limit: percentOf(initialBalance, marginPctMax) },
      value: sum(({ usedMargin, reservedMargin }) => usedMargin + reservedMargin),
    })
  if (positionsMax !== null)
    figures.push({
      ...{ measure: 'positions', unit: 'positions', limit: BigInt(positionsMax) * ONE },
      value: BigInt(ofClass.length) * ONE,
    })
  return figures
}

export const exposuresOfClass = (
  exposures: readonly ValuedExposure[],
  assetClass: AssetClass,
  instruments: Pick<Instruments, 'find'>,
): readonly ValuedExposure[] => exposures.filter(({ symbol }) => instruments.find(symbol)?.assetClass === assetClass)
