export interface Position {
  readonly line: number
  readonly column: number
}

/** As Stryker's `mutate` has it, lines from 1: its own lines begin at 0. */
export const spanOf = (start: Position, end: Position): string =>
  `${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`

/** Tells mutants of the same sources apart. */
export const keyOf = (mutant: {
  readonly file: string
  readonly span: string
  readonly mutator: string
  readonly replacement: string
}): string => `${mutant.file}:${mutant.span} ${mutant.mutator} ${mutant.replacement}`

interface MutantName {
  readonly file: string
  readonly mutator: string
  readonly original: string
  readonly replacement: string
  /** Its place among those of its file that are otherwise equal. */
  readonly ordinal: number
}

/** Stays while the lines around it change. */
export const nameOf = ({ file, mutator, original, replacement, ordinal }: MutantName) =>
  [file, mutator, original, replacement, ordinal] as const
