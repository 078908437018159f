import { randomFillSync } from 'node:crypto'
import { V7Generator } from 'uuidv7'

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
  return () => generator.generate().toString()
}
