/**
 * A trader's dead-man's switch: arming it and renewing it are the same request, which is on disk when it is answered.
 * It is no command on the account: it changes nothing of it until it runs out (`workers/switch-loop.ts`).
 */
import { toDependencyError } from '@ats/service-kit/db'
import type { Pool } from 'pg'
import type { DeadManSwitch } from '../core/model/account/dead-man-switch.js'
import type { AccountCache } from '../store/accounts/account-cache.js'
import { disarmSwitch, type Heartbeat } from '../store/accounts/dead-man-switches.js'
import type { WriteHeartbeat } from '../store/accounts/heartbeat-writer.js'
import { requireOwned } from '../store/accounts/owned-account.js'
import { asNumber } from '../wire/decimals.js'
import { requestProblem } from '../wire/request-problem.js'

export interface HeartbeatDependencies {
  readonly contexts: AccountCache
  readonly writeHeartbeat: WriteHeartbeat
}

/** PUT …/dead-man-switch. An account that has ended has nothing left that a switch could stop: 409. */
export async function armDeadManSwitch(
  { contexts, writeHeartbeat }: HeartbeatDependencies,
  userId: string,
  heartbeat: Heartbeat,
): Promise<DeadManSwitch> {
  const { state } = await requireOwned(contexts, heartbeat.accountId, userId)
  if (state === 'TERMINATED' || state === 'CLOSED') {
    const message = `an account that is ${state} cannot have a dead-man's switch`
    throw requestProblem({ kind: 'account_state', message, state }, asNumber)
  }
  return writeHeartbeat(heartbeat)
}

/** DELETE …/dead-man-switch, of an account in any state. */
export async function disarmDeadManSwitch(
  { contexts, pool }: { readonly contexts: AccountCache; readonly pool: Pool },
  userId: string,
  accountId: string,
): Promise<void> {
  await requireOwned(contexts, accountId, userId)
  await disarmSwitch(pool, accountId).catch((error: unknown) => {
    throw toDependencyError(error)
  })
}
