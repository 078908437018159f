import type { Mutant } from './all-mutants.js'

interface Equivalent {
  readonly file: string
  readonly original: string
  readonly replacement: string
  /** The reason why no test can tell it from the code. */
  readonly why: string
}

const EQUIVALENT: readonly Equivalent[] = []

export const isEquivalent = ({ file, original, replacement }: Mutant): boolean =>
  EQUIVALENT.some((known) => known.file === file && known.original === original && known.replacement === replacement)
