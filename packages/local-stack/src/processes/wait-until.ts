import { setTimeout as sleep } from 'node:timers/promises'

/** Looks every `intervalMs` until `condition` holds; false when `timeoutMs` passed first. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  { timeoutMs, intervalMs = 25 }: { timeoutMs: number; intervalMs?: number },
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (!(await condition())) {
    if (performance.now() >= deadline) return false
    await sleep(intervalMs)
  }
  return true
}
