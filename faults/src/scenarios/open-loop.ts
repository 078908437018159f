import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Starts `perSecond` tasks a second at an even rate, whether or not earlier ones have ended, for so many seconds or
 * until it is stopped; resolves when all have ended.
 */
export async function openLoop(
  perSecond: number,
  span: number | (() => boolean),
  begin: (index: number) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now()
  const total = typeof span === 'number' ? Math.round(perSecond * span) : Infinity
  const isOver = typeof span === 'number' ? () => running.length >= total : span
  const running: Promise<void>[] = []
  while (!isOver()) {
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
