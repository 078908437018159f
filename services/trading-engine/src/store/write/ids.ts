import { randomFillSync } from 'node:crypto'
import { UUID, V7Generator } from 'uuidv7'

/** Random numbers are fetched this many at a time: one by one they cost more than all else about an id. */
const POOL_SIZE = 1_024

/** Makes ids for rows: UUIDs of version 7, each greater than the one before. */
export function createIds(): () => string {
  const pool = new Uint32Array(POOL_SIZE)
  let used = POOL_SIZE
  const nextUint32 = (): number => {
    if (used === POOL_SIZE) {
      randomFillSync(pool)
      used = 0
    }
    return pool[used++] ?? 0
  }
  const generator = new V7Generator({ nextUint32 })
  const write = createUuidText()
  return () => write(generator.generate().bytes)
}

/** An id as it would have been made so long ago: those made since are greater. */
export const idBefore = (ageMs: number): string => UUID.fromFieldsV7(Date.now() - ageMs, 0, 0, 0).toString()

const DIGITS = Buffer.from('0123456789abcdef')
/** The place of the first digit of each byte. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]

/** Writes a UUID as text, in one buffer: what the library joins digit by digit leaves 1 KB of garbage. */
export function createUuidText(): (bytes: Readonly<Uint8Array>) => string {
  const text = Buffer.alloc(36, '-')
  return (bytes) => {
    for (let index = 0; index < PLACES.length; index += 1) {
      const place = PLACES[index] ?? 0
      const byte = bytes[index] ?? 0
      text[place] = DIGITS[byte >> 4] ?? 0
      text[place + 1] = DIGITS[byte & 15] ?? 0
    }
    return text.toString('latin1')
  }
}
