import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Mutant } from '@stryker-mutator/api/core'
import { keyOf, spanOf } from './keys.js'

/** The variable with the file that names them, by their keys. */
export const DRAWN_FILE = 'MUTATION_DRAWN_FILE'

interface Verdict {
  readonly status: 'passed' | 'compileError'
  readonly reason?: string
}

/** A checker for Stryker: mutants within the range of a drawn one are left out as if they did not compile. */
class OnlyDrawn {
  private readonly drawn = new Set(JSON.parse(readFileSync(process.env[DRAWN_FILE] ?? '', 'utf8')) as string[])

  async init(): Promise<void> {}

  check(mutants: readonly Mutant[]): Promise<Record<string, Verdict>> {
    return Promise.resolve(Object.fromEntries(mutants.map((mutant) => [mutant.id, this.judge(mutant)])))
  }

  group(mutants: readonly Mutant[]): Promise<string[][]> {
    return Promise.resolve([mutants.map(({ id }) => id)])
  }

  private judge({ fileName, location: { start, end }, mutatorName, replacement }: Mutant): Verdict {
    const file = relative(process.cwd(), fileName)
    const isDrawn = this.drawn.has(keyOf({ file, span: spanOf(start, end), mutator: mutatorName, replacement }))
    return isDrawn ? { status: 'passed' } : { status: 'compileError', reason: 'not drawn' }
  }
}

export const strykerPlugins = [{ kind: 'Checker', name: 'only-drawn', injectableClass: OnlyDrawn }]
