import { setTimeout as sleep } from 'node:timers/promises'

/** Begins `perSecond` tasks a second, evenly, whether or not the earlier ones have ended; resolves when all have. */
export async function openLoop(
  perSecond: number,
  seconds: number,
  begin: (index: number) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now()
  const total = Math.round(perSecond * seconds)
  const running: Promise<void>[] = []
  while (running.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * perSecond) + 1)
    while (running.length < due) running.push(begin(running.length))
    await sleep(1)
  }
  await Promise.all(running)
}

/** The smallest value that so many of them do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
