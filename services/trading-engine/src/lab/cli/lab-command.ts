/** A command of `npm run lab`. */
export interface LabRun {
  readonly out: (line: string) => void
  readonly error: (line: string) => void
}

export type Values = Readonly<Record<string, string | undefined>>

/** The arguments do not fit the command. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export interface LabCommand {
  readonly usage: string
  readonly options?: readonly string[]
  /** How many words follow the name, at least and at most. */
  readonly words: readonly [least: number, most: number]
  /** Resolves to the exit code. */
  readonly run: (words: readonly string[], values: Values, run: LabRun) => Promise<number>
}
