/** Faults between a client, the engine and Postgres: some of single attempts, some of all connections for a while. */
import type { FaultMode, FaultProxy } from '@ats/test-kit'

/** Fails some attempts as what is between would: before they are sent, or when the service has done its work. */
export function failingFetch(random: () => number, onAttempt: () => void): typeof globalThis.fetch {
  const busy = () =>
    new Response('{"error":"rate_limited","message":"busy"}', { status: 429, headers: { 'retry-after': '1' } })
  return async (...request) => {
    onAttempt()
    const roll = random()
    if (roll < 0.04) return busy()
    if (roll < 0.08) return new Response('bad gateway', { status: 502 })
    const response = await globalThis.fetch(...request)
    if (roll < 0.12) return new Response('{"error":"engine_error","message":"lost"}', { status: 500 })
    if (roll < 0.16) throw new TypeError('fetch failed', { cause: { code: 'UND_ERR_SOCKET' } })
    return response
  }
}

export interface Network {
  /** Before the engine. */
  readonly front: FaultProxy
  /** Between the engine and Postgres. */
  readonly behind: FaultProxy
  readonly random: () => number
  /** Attempts so far, and reports. */
  readonly counts: () => { readonly attempts: number; readonly reports: number }
  /** A fault lasts for so many attempts, and the next one comes after so many reports. */
  readonly every: number
  /** Whether Postgres also hangs at times, which takes the engine seconds to find out. */
  readonly databaseHangs: boolean
}

export interface Faults {
  readonly count: number
  /** The longest time from the end of a fault until `every` more intents had ended. */
  readonly slowestRecovery: { readonly fault: string; readonly ms: number }
}

/** One fault after the other until `end` settles, each once the engine has recovered from the one before. */
export async function failUntil(end: Promise<unknown>, network: Network): Promise<Faults> {
  const { front, behind, random, counts, every, databaseHangs } = network
  let isOver = false
  const over = end.finally(() => (isOver = true))
  const whileMore = async (of: 'attempts' | 'reports'): Promise<void> => {
    const until = counts()[of] + every
    while (!isOver && counts()[of] < until) await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const cut = (): FaultMode => ({ cutAfterBytes: 1 + Math.floor(random() * 2_000) })
  const drop = (k: number) => Promise.race([behind.dropCommitAnswer(k), over])
  const faults: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['connections are reset', () => front.mode('reset')],
    ['connections are refused', () => front.mode('refuse')],
    ['connections hang', () => front.mode('hang')],
    ['connections are cut', () => front.mode(cut())],
    ['those to Postgres are reset', () => behind.mode('reset')],
    ['those to Postgres are cut', () => behind.mode(cut())],
    ['the answer to a commit is lost', () => drop(1)],
    ['the answer to a later commit is lost', () => drop(1 + Math.floor(random() * 5))],
    ...(databaseHangs ? [['Postgres hangs', () => behind.mode('hang')] as const] : []),
  ]
  let count = 0
  let slowestRecovery = { fault: 'none', ms: 0 }
  while (!isOver) {
    const [fault, begin] = faults[Math.floor(random() * faults.length)] ?? ['none', () => over]
    await begin()
    count += 1
    await whileMore('attempts')
    await Promise.all([front.mode('forward'), behind.mode('forward')])
    const endedAt = performance.now()
    await whileMore('reports')
    const ms = Math.round(performance.now() - endedAt)
    if (ms > slowestRecovery.ms) slowestRecovery = { fault, ms }
  }
  return { count, slowestRecovery }
}
