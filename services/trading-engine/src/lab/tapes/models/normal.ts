import type { Random } from '../xoshiro.js'
import { ln } from './deterministic-math.js'

/** Draws from the standard normal distribution, by the polar method: two at a time. */
export function createNormal(random: Random): () => number {
  let next: number | null = null
  return () => {
    if (next !== null) {
      const kept = next
      next = null
      return kept
    }
    for (;;) {
      const [a, b] = [2 * random.uniform() - 1, 2 * random.uniform() - 1]
      const square = a * a + b * b
      if (square >= 1 || square === 0) continue
      const scale = Math.sqrt((-2 * ln(square)) / square)
      next = b * scale
      return a * scale
    }
  }
}
