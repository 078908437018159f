import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { spanOf, type Position } from './keys.js'

/** Where a mutant is; lines count from 1. */
export interface Place {
  readonly file: string
  readonly span: string
  readonly firstLine: number
  readonly lastLine: number
}

export interface Mutant extends Place {
  /** Like `ConditionalExpression`. */
  readonly mutator: string
  readonly original: string
  readonly replacement: string
  /** Its number among those of its file that are alike, from 0. */
  readonly ordinal: number
}

const nothing = () => undefined
const never = () => false
const SILENT = {
  ...{ trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing, fatal: nothing },
  ...{ isTraceEnabled: never, isDebugEnabled: never, isInfoEnabled: never },
  ...{ isWarnEnabled: never, isErrorEnabled: never, isFatalEnabled: never },
}

/** All that Stryker makes of these files, in their order. */
export async function allMutants(root: string, files: readonly string[]): Promise<readonly Mutant[]> {
  const contents = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const { mutants } = await new Instrumenter(SILENT).instrument(
    [...contents].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [], noHeader: false },
  )
  const seen = new Map<string, number>()
  return mutants
    .filter(({ status }) => status === undefined)
    .map(({ fileName: file, location: { start, end }, mutatorName: mutator, replacement }) => {
      const original = textBetween(contents.get(file) ?? '', start, end)
      const alike = JSON.stringify([file, mutator, original, replacement])
      const ordinal = seen.get(alike) ?? 0
      seen.set(alike, ordinal + 1)
      const place = { file, span: spanOf(start, end), firstLine: start.line + 1, lastLine: end.line + 1 }
      return { ...place, mutator, original, replacement, ordinal }
    })
}

function textBetween(text: string, start: Position, end: Position): string {
  const lines = text.split('\n').slice(start.line, end.line + 1)
  lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, end.column)
  lines[0] = (lines[0] ?? '').slice(start.column)
  return lines.join('\n')
}
