/**
 * Faults on demand outside of runs: those that a key of a development stack has asked for, and that its own requests,
 * streams and webhooks meet, on whichever replica. They are counted in a row of the key; which keys have some is known
 * from memory, so requests of all others cost nothing.
 */
import type { Micros } from '../../core/values/time.js'
import type { Fault } from '../run/faults/fault.js'
import { faultSetOf, nothingMet, openFaultSet, storedOf } from './fault-set.js'
import type { FaultSet, OpenFaultSet, StoredFaultSet } from './fault-set.js'

export interface NewFaults {
  readonly faults: readonly Fault[]
  readonly seed: number
  readonly lastsMs: number
}

/** Faults that can be met at this moment. */
export type FaultsInForce = Pick<FaultSet, 'faults' | 'startedAt'>

export interface SandboxFaults {
  /** Takes the place of those that the key has. @throws DependencyError while others may not know of this process */
  set(keyId: string, faults: NewFaults): Promise<FaultSet>
  /** Finds those that have ended less than a day ago, too; null: none. */
  read(keyId: string): Promise<FaultSet | null>
  /** Returns what they have met. */
  end(keyId: string): Promise<FaultSet | null>
  /** Finds those of a key in memory; null: none. */
  inForce(keyId: string): FaultsInForce | null
  /** Has those of the key meet something, and counts it for all replicas. Null: there are none any more. */
  meet<T>(keyId: string, meet: (set: OpenFaultSet) => T): Promise<T | null>
  /** Finds those that other processes have set. */
  look(): Promise<void>
}

export interface SandboxFaultsOptions {
  readonly store: FaultStore
  readonly now: () => Micros
  readonly replicas: { readonly sender: () => unknown }
}

/** Keeps a row a key. */
export interface FaultStore {
  readonly save: (keyId: string, set: StoredFaultSet) => Promise<void>
  readonly read: (keyId: string) => Promise<StoredFaultSet | null>
  readonly delete: (keyId: string) => Promise<StoredFaultSet | null>
  /** Lists those that have not ended, by key, without what they have met. */
  readonly list: (now: Micros) => Promise<ReadonlyMap<string, StoredFaultSet>>
  /** Holds the lock of the row; null: the key has none at that time. */
  readonly change: <T>(
    of: { readonly keyId: string; readonly now: Micros },
    change: (set: StoredFaultSet) => { readonly result: T; readonly met: string },
  ) => Promise<T | null>
}

export function createSandboxFaults({ store, now, replicas }: SandboxFaultsOptions): SandboxFaults {
  let known: ReadonlyMap<string, FaultSet> = new Map()
  let [begun, applied] = [0, 0]

  /** One that was begun earlier may have missed what a later one has found. */
  const look = async (): Promise<void> => {
    const number = ++begun
    const found = await store.list(now())
    if (number < applied) return
    applied = number
    known = new Map([...found].map(([keyId, set]) => [keyId, faultSetOf(set)]))
  }

  return {
    async set(keyId, { faults, seed, lastsMs }) {
      replicas.sender() // throws while others may take themselves for alone, and so look too seldom
      const startedAt = now()
      const set = { faults, seed, startedAt, expiresAt: startedAt + lastsMs * 1_000, met: nothingMet(faults) }
      await store.save(keyId, storedOf(set))
      await look()
      return set
    },
    async read(keyId) {
      const found = await store.read(keyId)
      return found && faultSetOf(found)
    },
    async end(keyId) {
      const ended = await store.delete(keyId)
      await look()
      return ended && faultSetOf(ended)
    },
    inForce(keyId) {
      const set = known.get(keyId)
      return set === undefined || set.expiresAt <= now() ? null : set
    },
    meet: (keyId, meet) =>
      store.change({ keyId, now: now() }, (stored) => {
        const set = openFaultSet(faultSetOf(stored))
        return { result: meet(set), met: JSON.stringify(set.met()) }
      }),
    look,
  }
}
