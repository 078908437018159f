/**
 * Randomness that is a pure function of (key, stream, index): Chaskey-12, a keyed hash of 32-bit additions, rotations
 * and exclusive-ors, so every build of Node computes the same. Its strength is needed: an attacker who could derive the
 * key from past prices could compute tomorrow's.
 */
import { createHmac } from 'node:crypto'

/** Uniform in [0, 2^32): one word for every (stream, index, part). Index < 2^53; stream and part < 2^32. */
export type Noise = (stream: number, index: number, part?: number) => number

const ROUNDS = 12
const WORD = 0x1_0000_0000
const KEY_BYTES = 16

/** The noise of one purpose (a symbol), independent of every other purpose's. */
export function createNoise(seed: Uint8Array, purpose: string): Noise {
  const digest = createHmac('sha256', seed).update(purpose).digest()
  const tag = chaskey(readWords(digest.subarray(0, KEY_BYTES)))
  return (stream, index, part = 0) => tag(stream, index % WORD, Math.floor(index / WORD), part)
}

function readWords(bytes: Buffer): KeyWords {
  return [bytes.readInt32LE(0), bytes.readInt32LE(4), bytes.readInt32LE(8), bytes.readInt32LE(12)]
}

type KeyWords = readonly [number, number, number, number]

/** The first word of Chaskey-12's tag of a message of four words. */
export function chaskey([k0, k1, k2, k3]: KeyWords): (m0: number, m1: number, m2: number, m3: number) => number {
  // The subkey of a whole final block: the key doubled in GF(2^128).
  const d0 = (k0 << 1) ^ (k3 < 0 ? 0x87 : 0)
  const d1 = (k1 << 1) | (k0 >>> 31)
  const d2 = (k2 << 1) | (k1 >>> 31)
  const d3 = (k3 << 1) | (k2 >>> 31)

  return (m0, m1, m2, m3) => {
    let v0 = m0 ^ k0 ^ d0
    let v1 = m1 ^ k1 ^ d1
    let v2 = m2 ^ k2 ^ d2
    let v3 = m3 ^ k3 ^ d3
    for (let round = 0; round < ROUNDS; round++) {
      v0 = (v0 + v1) | 0
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0
      v0 = (v0 << 16) | (v0 >>> 16)
      v2 = (v2 + v3) | 0
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2
      v0 = (v0 + v3) | 0
      v3 = ((v3 << 13) | (v3 >>> 19)) ^ v0
      v2 = (v2 + v1) | 0
      v1 = ((v1 << 7) | (v1 >>> 25)) ^ v2
      v2 = (v2 << 16) | (v2 >>> 16)
    }
    return (v0 ^ d0) >>> 0
  }
}

/** A word as a fraction in [0, 1). */
export const fraction = (word: number): number => word / WORD
/** A word as a number in [-1, 1). */
export const signedFraction = (word: number): number => word / (WORD / 2) - 1
