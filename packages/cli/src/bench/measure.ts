export interface Latency {
  readonly count: number
  /** Milliseconds. */
  readonly p50: number
  readonly p90: number
  readonly p99: number
  readonly max: number
}

export interface Step {
  readonly request: string
  readonly run: () => Promise<unknown>
}

/** Runs all steps in turn, over and over, after a few rounds that do not count. */
export async function measure(
  count: number,
  steps: readonly Step[],
  signal: AbortSignal,
): Promise<readonly (Latency & { readonly request: string })[]> {
  const timed = steps.map(({ request, run }) => ({ request, run, times: [] as number[] }))
  for (let round = -Math.min(5, count); round < count && !signal.aborted; round += 1) {
    for (const { run, times } of timed) {
      const startedAt = performance.now()
      await run()
      if (round >= 0) times.push(performance.now() - startedAt)
    }
  }
  return timed.map(({ request, times }) => ({ request, ...summarise(times) }))
}

/** The nearest rank: what that share of them took at most. */
export function summarise(times: readonly number[]): Latency {
  const sorted = [...times].sort((one, other) => one - other)
  const rank = (share: number): number => round(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0)
  return { count: sorted.length, p50: rank(0.5), p90: rank(0.9), p99: rank(0.99), max: rank(1) }
}

const round = (ms: number): number => Math.round(ms * 100) / 100
