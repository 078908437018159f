/** Tapes on disk. A file that is named after a hash has to have it: names are promises. */
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Tape } from '../tape.js'
import { decodeTape, encodeTape, TAPE_BYTES_MAX, TapeError, tapeIdOf } from './tape-bytes.js'

export interface StoredTape {
  /** The SHA-256 of its bytes. */
  readonly id: string
  readonly bytes: number
  readonly tape: Tape
}

const HASH = /[0-9a-f]{64}/

/** @throws TapeError naming the file; nothing of a file that is too large is read */
export async function readTapeFile(path: string): Promise<StoredTape> {
  const problem = (reason: string): TapeError => new TapeError(`${path}: ${reason}`)
  const bytes = await readBytes(path, problem)
  const id = tapeIdOf(bytes)
  const named = HASH.exec(basename(path))?.[0]
  if (named !== undefined && named !== id) throw problem(`its name says ${named}, and its bytes are ${id}`)
  try {
    const tape = decodeTape(bytes)
    // Two spellings of one tape would be two names of it.
    if (tapeIdOf(encodeTape(tape)) !== id) throw new TapeError('the bytes are not as this program writes them')
    return { id, bytes: bytes.length, tape }
  } catch (error) {
    throw error instanceof TapeError ? problem(error.message) : error
  }
}

async function readBytes(path: string, problem: (reason: string) => TapeError): Promise<Buffer> {
  const file = await open(path).catch(() => null)
  if (file === null) throw problem('there is no such file that could be read')
  try {
    const found = await file.stat()
    if (!found.isFile()) throw problem('this is no file')
    if (found.size > TAPE_BYTES_MAX) throw problem(`a tape has at most ${TAPE_BYTES_MAX} bytes`)
    const bytes = Buffer.allocUnsafe(found.size)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Whole or not at all. */
export async function writeTapeFile(path: string, tape: Tape): Promise<StoredTape> {
  const bytes = encodeTape(tape)
  const unfinished = `${path}.${process.pid}.part`
  try {
    await writeFile(unfinished, bytes, { flag: 'wx' })
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  return { id: tapeIdOf(bytes), bytes: bytes.length, tape: decodeTape(bytes) }
}
