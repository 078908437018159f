import type { Mutant } from './all-mutants.js'

interface Equivalent {
  readonly file: string
  readonly original: string
  readonly replacement: string
  /** The reason why no test can tell it from the code. */
  readonly why: string
}

const CORE = 'services/trading-engine/src/core'

const EQUIVALENT: readonly Equivalent[] = [
  {
    file: `${CORE}/values/decimal.ts`,
    original: 'whole * ONE',
    replacement: 'whole / ONE',
    why: 'every division then takes the general way, which is slower and has the same result',
  },
  {
    file: `${CORE}/margin/cross-margin.ts`,
    original: 'slope < 0n',
    replacement: 'slope <= 0n',
    why: 'a slope of 0 has returned before',
  },
  {
    file: `${CORE}/margin/exposure.ts`,
    original: '(a: SideTotal, b: SideTotal): boolean => a.quantity === b.quantity && a.notional === b.notional',
    replacement: '() => undefined',
    why: 'a valuation is then computed again and not remembered',
  },
  {
    file: `${CORE}/margin/opening-leverage.ts`,
    original: 'leverages.size === 0',
    replacement: 'false',
    why: 'it only saves a look-up that finds nothing',
  },
  {
    file: `${CORE}/execution/terminate-order.ts`,
    original: 'order !== undefined && live !== undefined',
    replacement: 'order !== undefined || live !== undefined',
    why: 'an order that is not LIVE is never due for another cancellation',
  },
  {
    file: `${CORE}/decide/decide-place.ts`,
    original: 'command.parentOrderId === null',
    replacement: 'false',
    why: 'an order without a parent finds none, and comes with none that has ended',
  },
  {
    file: `${CORE}/risk/past-floors.ts`,
    original: 'netDeposits === null || startNetDeposits === null',
    replacement: 'netDeposits === null && startNetDeposits === null',
    why: 'both are null, or neither',
  },
]

export const isEquivalent = ({ file, original, replacement }: Mutant): boolean =>
  EQUIVALENT.some((known) => known.file === file && known.original === original && known.replacement === replacement)
