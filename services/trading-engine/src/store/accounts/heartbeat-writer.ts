/**
 * Writes heartbeats of dead-man's switches, those that come while others are being written as one statement: however
 * many there are, they hold two connections at most.
 */
import { batchLoader } from '@ats/service-kit/async'
import { toDependencyError } from '@ats/service-kit/db'
import type { Pool } from 'pg'
import type { DeadManSwitch } from '../../core/model/account/dead-man-switch.js'
import type { Micros } from '../../core/values/time.js'
import { renewSwitches, type Heartbeat } from './dead-man-switches.js'

/** Resolves with the switch as it is on disk. */
export type WriteHeartbeat = (heartbeat: Heartbeat) => Promise<DeadManSwitch>

const BATCH = { max: 64, concurrency: 2 }

export function createHeartbeatWriter(pool: Pool, now: () => Micros): WriteHeartbeat {
  const write = batchLoader((heartbeats: readonly Heartbeat[]) => writeInRounds(pool, heartbeats, now), BATCH)
  return async (heartbeat) => {
    try {
      return await write(heartbeat)
    } catch (error) {
      throw toDependencyError(error)
    }
  }
}

/** Several of one account go one after the other: the last one counts. */
async function writeInRounds(
  pool: Pool,
  heartbeats: readonly Heartbeat[],
  now: () => Micros,
): Promise<readonly DeadManSwitch[]> {
  const written = new Map<Heartbeat, DeadManSwitch>()
  let waiting = heartbeats
  while (waiting.length > 0) {
    const round = new Map<string, Heartbeat>()
    for (const heartbeat of waiting) if (!round.has(heartbeat.accountId)) round.set(heartbeat.accountId, heartbeat)
    const first = [...round.values()]
    const renewed = await renewSwitches(pool, first, now())
    // The same heartbeat again says nothing new.
    for (const heartbeat of waiting) {
      const index = first.findIndex((one) => isSame(one, heartbeat))
      const result = renewed[index]
      if (result !== undefined) written.set(heartbeat, result)
    }
    waiting = waiting.filter((heartbeat) => !written.has(heartbeat))
  }
  return heartbeats.flatMap((heartbeat) => written.get(heartbeat) ?? [])
}

const isSame = (one: Heartbeat, other: Heartbeat): boolean =>
  one.accountId === other.accountId &&
  one.timeoutMs === other.timeoutMs &&
  one.action === other.action &&
  one.origin.by === other.origin.by &&
  one.origin.keyId === other.origin.keyId
