/** Numbers that look random, from a seed: xoshiro128** of 2018, seeded by splitmix32, in whole numbers alone. */
export interface Random {
  /** Uniform in [0, 2^32). */
  readonly word: () => number
  /** Uniform in [0, 1), with 53 bits. */
  readonly uniform: () => number
  /** Uniform among 0 … count − 1. */
  readonly below: (count: number) => number
}

const WORD = 0x1_0000_0000
const LOW_BITS = 26

export function createRandom(seed: number, stream = 0): Random {
  const mix = splitmix32((seed >>> 0) ^ Math.imul(stream + 1, 0x9e37_79b1))
  // What the seed has above 32 bits counts as well.
  const high = splitmix32(Math.floor(seed / WORD) >>> 0)
  let s0 = mix() ^ high()
  let s1 = mix() ^ high()
  let s2 = mix()
  let s3 = mix() | 1
  const word = (): number => {
    const result = Math.imul(rotate(Math.imul(s1, 5), 7), 9) >>> 0
    const shifted = s1 << 9
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = rotate(s3, 11)
    return result
  }
  const uniform = (): number => ((word() >>> 5) * 2 ** LOW_BITS + (word() >>> 6)) / 2 ** 53
  return { word, uniform, below: (count) => Math.floor(uniform() * count) }
}

const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by))

function splitmix32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e37_79b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0_aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a_2d97)
    return (mixed ^ (mixed >>> 15)) | 0
  }
}
