/** The terms of an exit that came with its entry: it follows the entry's average fill, or all of the position. */
import type { Price, Rate } from '../../values/decimal.js'

/** The share of a position that the stop and the target of an order are for: what it adds, or all. */
export const PROTECTED = ['ORDER', 'POSITION'] as const
export type Protected = (typeof PROTECTED)[number]

export interface ExitTerms {
  /** How far its trigger is from the average fill of its entry: an amount, or a percentage of it. */
  readonly offset?: Price
  readonly offsetPct?: Rate
  /** Once its entry opens, it is for all of the position, in the place of other exits of its leg. */
  readonly isOfPosition?: true
}

/** Once its trader gives it a trigger of its own, it follows its entry no more. */
export const withoutDistance = ({
  exitTerms,
}: {
  readonly exitTerms?: ExitTerms
}): { readonly exitTerms?: ExitTerms } =>
  exitTerms === undefined ? {} : { exitTerms: exitTerms.isOfPosition === true ? { isOfPosition: true } : {} }
