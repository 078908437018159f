/** Chance from a seed: what a run does is decided by it; when it happens is up to the machine. */
export interface Random {
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number
  /** A number of milliseconds, or anything else, within the range. */
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<const Choices extends readonly [unknown, ...unknown[]]>(choices: Choices): Choices[number]
  /** A stream of its own, so that what one part draws does not change what another gets. */
  fork(name: string): Random
}

/** mulberry32 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (limit) => Math.floor(next() * limit),
    between: (least, most) => least + next() * (most - least),
    chance: (probability) => next() < probability,
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
    fork: (name) => createRandom(hashOf(`${seed} ${name}`)),
  }
}

/** FNV-1a */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
