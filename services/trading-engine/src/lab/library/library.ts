/** The library of tapes, with the hash of each and what comes of playing it, as they have always been. */
import type { Catalogue } from '../../market/catalogue.js'
import { encodeTape, tapeIdOf } from '../tapes/file/tape-bytes.js'
import type { StoredTape } from '../tapes/file/tape-file.js'
import { LIBRARY, type LibraryEntry } from './entries.js'
import golden from './golden.json'
import { playEntry } from './play.js'

export interface GoldenResult {
  /** The SHA-256 of its bytes. */
  readonly tape: string
  readonly lines: readonly string[]
}

export const findEntry = (name: string): LibraryEntry | undefined => LIBRARY.find((entry) => entry.name === name)

export function makeEntry({ tape }: LibraryEntry, catalogue: Catalogue): StoredTape {
  const made = tape(catalogue)
  const bytes = encodeTape(made)
  return { id: tapeIdOf(bytes), bytes: bytes.length, tape: made }
}

/** The present result, to be compared with the golden one. */
export function resultOf(entry: LibraryEntry, catalogue: Catalogue): GoldenResult {
  const { id, tape } = makeEntry(entry, catalogue)
  return { tape: id, lines: playEntry(entry, tape, catalogue) }
}

export const goldenOf = ({ name }: LibraryEntry): GoldenResult | undefined =>
  (golden as Readonly<Record<string, GoldenResult>>)[name]

/** The first line in which two results differ; null: they are equal. */
export function firstDifference(found: GoldenResult, known: GoldenResult | undefined): string | null {
  if (known === undefined) return 'there is no golden result'
  if (found.tape !== known.tape) return `the tape is ${found.tape} and was ${known.tape}`
  for (let number = 0; number < Math.max(found.lines.length, known.lines.length); number += 1) {
    const [line = 'missing', before = 'missing'] = [found.lines[number], known.lines[number]]
    if (line !== before) return `line ${number + 1} is "${line}" and was "${before}"`
  }
  return null
}
