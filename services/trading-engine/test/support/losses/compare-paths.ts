import fc from 'fast-check'
import { lossPath, lossRules } from './arbitrary-losses.js'
import type { OracleRules } from './loss-oracle.js'
import { playPath } from './play-path.js'

/** Plays random paths under random rules, with the engine and the oracle, and looks at what floors may do. */
export function comparePaths(numRuns: number): void {
  fc.assert(
    fc.property(lossRules, lossPath, (rules, steps) => {
      const { floors } = playPath(rules, steps)
      const moves = steps.some(({ kind }) => kind === 'credit' || kind === 'payout')
      if (!moves)
        expectMonotone(
          rules,
          floors.map(({ drawdown }) => drawdown),
        )
    }),
    { numRuns },
  )
}

/** A drawdown floor never falls, and one of STATIC never moves. */
function expectMonotone({ drawdown, initial }: OracleRules, floors: readonly number[]): void {
  for (const [index, floor] of floors.entries()) {
    const before = floors[index - 1] ?? floor
    expect(floor).toBeGreaterThanOrEqual(before - 1e-6)
    if (drawdown.mode === 'STATIC') expect(floor).toBeCloseTo(before, 6)
    if (typeof drawdown.lock_at === 'object')
      expect(floor).toBeLessThanOrEqual(initial + drawdown.lock_at.offset + 1e-6)
  }
}
