/** The terms of an exit as its row keeps them: JSON, decimals as text; null of every order without. */
import type { ExitTerms } from '../../core/model/order/exit-terms.js'
import { formatDecimal } from '../../core/values/decimal.js'
import { priceOf, rateOf } from './column.js'

interface StoredTerms {
  readonly offset?: string
  readonly offset_pct?: string
  readonly is_of_position?: true
}

export const writeExitTerms = ({ offset, offsetPct, isOfPosition }: ExitTerms): string =>
  JSON.stringify({
    ...(offset !== undefined && { offset: formatDecimal(offset) }),
    ...(offsetPct !== undefined && { offset_pct: formatDecimal(offsetPct) }),
    ...(isOfPosition === true && { is_of_position: true }),
  } satisfies StoredTerms)

export function exitTermsOf(stored: unknown): { readonly exitTerms?: ExitTerms } {
  if (stored === null || stored === undefined) return NOTHING
  const { offset, offset_pct: offsetPct, is_of_position: isOfPosition } = stored as StoredTerms
  return {
    exitTerms: {
      ...(offset !== undefined && { offset: priceOf(offset) }),
      ...(offsetPct !== undefined && { offsetPct: rateOf(offsetPct) }),
      ...(isOfPosition === true && { isOfPosition }),
    },
  }
}

const NOTHING = {}
