/** The cost of a piece of work to the servers that did it. */
import type { LoopSeen } from '../engine/loop-probe.js'
import { CAN_READ_CPU, cpuSince, readCpu, type CpuTimes, type Processes } from './cpu-time.js'

export interface Observed {
  readonly processes: Processes
  /** The port of `engine/loop-probe.ts` in the engine; absent: it is not loaded. */
  readonly loopProbePort?: number
}

export interface Cost {
  /** The CPU of all the work, in milliseconds; null: the system does not tell. */
  readonly cpu: CpuTimes | null
  /** Null: no probe is loaded. */
  readonly loop: LoopSeen | null
}

export async function measureCost<T>(
  { processes, loopProbePort }: Observed,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly cost: Cost }> {
  await askProbe(loopProbePort)
  const before = readCpu(processes)
  const result = await work()
  const cpu = CAN_READ_CPU ? cpuSince(processes, before) : null
  return { result, cost: { cpu, loop: await askProbe(loopProbePort) } }
}

/** It tells about the time since it was asked last. */
async function askProbe(port: number | undefined): Promise<LoopSeen | null> {
  if (port === undefined) return null
  const response = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(PATIENCE_MS) })
  return (await response.json()) as LoopSeen
}

/** A busy engine responds late. */
const PATIENCE_MS = 30_000
