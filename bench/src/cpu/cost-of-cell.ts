import type { CellCost } from '../cell.js'
import type { Processes } from './cpu-time.js'
import type { Cost } from './measure-cost.js'

/** The CPU of each of `operations`, and what held up the server in that time. */
export function costOfCell({ cpu, loop }: Cost, processes: Processes, operations: number): CellCost {
  const micros = (process: keyof Processes): number | null =>
    cpu === null || processes[process] === undefined ? null : (1_000 * cpu[process]) / operations
  return {
    engine: micros('engine'),
    postgres: micros('postgres'),
    redis: micros('redis'),
    delayP50: loop?.delay.p50Ms ?? null,
    delayP99: loop?.delay.p99Ms ?? null,
    delayMax: loop?.delay.maxMs ?? null,
    turnP50: loop?.turns.p50Ms ?? null,
    turnP99: loop?.turns.p99Ms ?? null,
    turnMax: loop?.turns.maxMs ?? null,
    pauseP50: loop?.pauses.p50Ms ?? null,
    pauseP99: loop?.pauses.p99Ms ?? null,
    pauseMax: loop?.pauses.maxMs ?? null,
  }
}
