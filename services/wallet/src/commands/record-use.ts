import type { Logger } from '@ats/service-kit/process'
import type { KeyUse } from '../core/api-key.js'

/** `lastUsedAt` is as fine as this: at most one write a minute for each key, however busy it is. */
const INTERVAL_MS = 60_000

/** Notes that keys are used, behind the answers that use them. */
export interface UseRecorder {
  /** Never throws and never waits: losing a note must not cost anybody an answer. */
  record(key: { readonly id: string; readonly lastUsedAt: Date | null }, ip: string): void
  /** Resolves once everything under way is written or given up. */
  settled(): Promise<void>
}

export function createUseRecorder(deps: {
  /** Writes unless any replica did within the last `intervalMs`. */
  readonly saveLastUse: (use: KeyUse, intervalMs: number) => Promise<void>
  readonly now: () => Date
  readonly logger: Logger
}): UseRecorder {
  const { saveLastUse, now, logger } = deps
  const underWay = new Map<string, Promise<void>>()

  async function save(use: KeyUse): Promise<void> {
    const { id } = use
    try {
      await saveLastUse(use, INTERVAL_MS)
    } catch (error) {
      logger.warn({ err: error, key_id: id }, 'could not note the last use of a key')
    } finally {
      underWay.delete(id)
    }
  }

  return {
    record({ id, lastUsedAt }, ip) {
      const usedAt = now()
      const isRecent = lastUsedAt !== null && usedAt.getTime() - lastUsedAt.getTime() < INTERVAL_MS
      if (!isRecent && !underWay.has(id)) underWay.set(id, save({ id, usedAt, ip }))
    },
    async settled() {
      await Promise.all(underWay.values())
    },
  }
}
