/** The tapes that a run can be played on by name: those of the library, and files of a folder. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { LIBRARY } from '../library/entries.js'
import { goldenOf } from '../library/library.js'
import { TAPE_BYTES_MAX } from '../tapes/file/tape-bytes.js'
import type { StoredTape } from './recipe.js'

export interface KeptTape extends StoredTape {
  /** Tells what happens on it; null of a file. */
  readonly about: string | null
}

export interface TapeShelf {
  /** The library first, then files by name. */
  readonly list: () => Promise<readonly KeptTape[]>
  /** By its name or its id; null: there is none. */
  readonly find: (wanted: string) => Promise<KeptTape | null>
}

const ENDING = '.tape'
const FILES_MAX = 1_000

/** @param folder where files are, named `NAME.tape`; one that is not there has none */
export function createTapeShelf(folder: string): TapeShelf {
  const known = new Map<string, { readonly state: string; readonly id: string }>()

  const read = async (file: string): Promise<KeptTape | null> => {
    const path = join(folder, file)
    const { size, mtimeMs, isFile } = await stat(path).then((found) => ({
      ...{ size: found.size, mtimeMs: found.mtimeMs, isFile: found.isFile() },
    }))
    if (!isFile || size > TAPE_BYTES_MAX) return null
    const state = `${size} ${mtimeMs}`
    const before = known.get(path)
    const id = before?.state === state ? before.id : await hashOf(path)
    known.set(path, { state, id })
    return { model: 'STORED', id, name: file.slice(0, -ENDING.length), path, about: null }
  }
  const list = async (): Promise<readonly KeptTape[]> => {
    const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith(ENDING)).sort()
    const found: KeptTape[] = [...OF_LIBRARY]
    for (const file of files.slice(0, FILES_MAX)) {
      const tape = await read(file).catch(() => null)
      if (tape !== null && !found.some(({ id }) => id === tape.id)) found.push(tape)
    }
    return found
  }
  return {
    list,
    find: async (wanted) =>
      OF_LIBRARY.find((tape) => isNamed(tape, wanted)) ?? (await list()).find((tape) => isNamed(tape, wanted)) ?? null,
  }
}

const isNamed = ({ id, name }: KeptTape, wanted: string): boolean => id === wanted || name === wanted

const OF_LIBRARY: readonly KeptTape[] = LIBRARY.flatMap((entry) => {
  const golden = goldenOf(entry)
  return golden === undefined
    ? []
    : [{ model: 'STORED', id: golden.tape, name: entry.name, path: null, about: entry.about } as const]
})

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
