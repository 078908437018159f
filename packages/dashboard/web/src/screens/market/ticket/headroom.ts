import { compare, multiply } from '@ats/sdk/numbers/decimal'
import type { Preview, Risk } from '@ats/sdk/types'

type PreviewRule = Preview['rules'][number]

/** The rules with an amount of money or a ratio that the order would bring nearer to their limit. */
const MEASURED: readonly PreviewRule['unit'][] = ['USD', 'ratio']

/**
 * The rules of which an order would use more than a quarter of what is left: the reader is asked once more. Without
 * figures to compare with, all that are measured.
 */
export function heavyRules(preview: Preview, risk: Risk | undefined, symbol: string): readonly PreviewRule[] {
  return preview.rules.filter(({ rule, unit, headroom }) => {
    if (headroom === null || !MEASURED.includes(unit)) return false
    const before = risk?.rules.find(
      (known) => known.rule === rule && (known.symbol === null || known.symbol === symbol),
    )?.headroom
    if (risk === undefined) return true
    return before !== undefined && before !== null && compare(multiply(headroom, '4'), multiply(before, '3')) < 0
  })
}
