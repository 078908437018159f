import { periodic } from '@ats/service-kit/async'
import type { Logger } from '@ats/service-kit/process'
import { uuidv7 } from 'uuidv7'
import type { AuditedKey, AuditEntry, RefusalReason } from '../core/audit.js'

export interface Refusal {
  readonly reason: RefusalReason
  /** Undefined when no key of ours was named. */
  readonly key: AuditedKey | undefined
  /** As the caller of the wallet saw it. */
  readonly ip: string
}

/** Counts refused validations for the audit, behind the answers that refuse. */
export interface RefusalCounter {
  /** Never throws and never waits. */
  record(refusal: Refusal): void
  /** Begins to write: at most once a second, everything that has changed. */
  start(): void
  /** Writes what is left, or gives it up. */
  stop(): Promise<void>
}

const WRITE_INTERVAL_MS = 1_000
const HOUR_MS = 3_600_000

/** Addresses are cheap to change; from this number on, until the hour is over, they are counted together. */
const APART_MAX = 1_000

/**
 * One entry an hour for each reason, key and address. However many guess, and from wherever, an hour leaves at most
 * `APART_MAX` entries and, for each reason and key, one for all other addresses.
 */
export function createRefusalCounter(deps: {
  readonly save: (entries: readonly AuditEntry[]) => Promise<void>
  /** Removes what has been kept long enough; called once an hour. */
  readonly prune: (now: Date) => Promise<void>
  readonly now: () => Date
  readonly logger: Logger
}): RefusalCounter {
  const { save, prune, now, logger } = deps
  let hour = -1
  let entries = new Map<string, AuditEntry>()
  /** Not written yet, or not as they are now. */
  let unwritten = new Map<string, AuditEntry>()
  let prunedIn = -1

  /** Under which name a refusal is counted, and the address that entry speaks of. */
  const cacheKey = ({ reason, key, ip }: Refusal): { readonly name: string; readonly ip: string | null } => {
    const name = [reason, key?.keyId, ip].join(' ')
    const isApart = entries.has(name) || entries.size < APART_MAX
    return isApart ? { name, ip } : { name: [reason, key?.keyId].join(' '), ip: null }
  }

  async function write(): Promise<void> {
    if (unwritten.size === 0) return
    const taken = unwritten
    unwritten = new Map()
    try {
      await save([...taken.values()])
    } catch (error) {
      // What has been counted since then is newer than what could not be written.
      unwritten = new Map([...taken, ...unwritten])
      logger.warn({ err: error, entries: unwritten.size }, 'could not write refused validations to the audit')
    }
  }

  async function pruneOnceAnHour(): Promise<void> {
    const at = now()
    if (prunedIn === hourOf(at)) return
    try {
      await prune(at)
      prunedIn = hourOf(at)
    } catch (error) {
      logger.warn({ err: error }, 'could not remove old refused validations from the audit')
    }
  }

  const writing = periodic(() => write().then(pruneOnceAnHour), { everyMs: WRITE_INTERVAL_MS })

  return {
    record(refusal) {
      const at = now()
      if (hourOf(at) !== hour) {
        hour = hourOf(at)
        entries = new Map()
      }
      const { name, ip } = cacheKey(refusal)
      const before = entries.get(name)
      const entry = before === undefined ? first(refusal, ip, at) : oneMore(before, at)
      entries.set(name, entry)
      unwritten.set(entry.id, entry)
    },
    start: writing.start,
    async stop() {
      await writing.stop()
      await write()
    },
  }
}

const hourOf = (time: Date): number => Math.floor(time.getTime() / HOUR_MS)

const first = ({ reason, key }: Refusal, ip: string | null, at: Date): AuditEntry => ({
  id: uuidv7(),
  kind: 'validation.refused',
  at,
  lastAt: at,
  keyId: key?.keyId ?? null,
  keyPrefix: key?.keyPrefix ?? null,
  userId: key?.userId ?? null,
  ip,
  reason,
  count: 1,
})

/** The clock may have been set back. */
const oneMore = (entry: AuditEntry, at: Date): AuditEntry => ({
  ...entry,
  lastAt: at > entry.lastAt ? at : entry.lastAt,
  count: entry.count + 1,
})
