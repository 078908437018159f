import type { Place } from './all-mutants.js'
import { git } from './git.js'

export interface Lines {
  readonly file: string
  readonly first: number
  readonly last: number
}

/** The lines of the working tree that the common ancestor with `since` does not have. */
export const changedLines = (root: string, since: string, folders: readonly string[]): readonly Lines[] =>
  readDiff(git(root, ['diff', '--unified=0', '--no-color', '--no-ext-diff', '--merge-base', since, '--', ...folders]))

/** `diff`: with no lines around the changed ones. */
export function readDiff(diff: readonly string[]): readonly Lines[] {
  const changed: Lines[] = []
  let file = ''
  for (const line of diff) {
    if (line.startsWith('+++ b/')) file = line.slice('+++ b/'.length)
    const [, first, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (first !== undefined) changed.push({ file, first: Number(first), last: Number(first) + Number(count) - 1 })
  }
  return changed
}

export const isInLines =
  (changed: readonly Lines[]) =>
  ({ file, firstLine, lastLine }: Place): boolean =>
    changed.some((lines) => lines.file === file && firstLine <= lines.last && lastLine >= lines.first)
