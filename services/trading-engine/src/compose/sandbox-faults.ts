/** The faults of keys: where they are kept, and how their webhooks meet them. */
import type { Pool } from 'pg'
import type { Micros } from '../core/values/time.js'
import { isOfWebhooks } from '../lab/run/faults/fault.js'
import { createSandboxFaults, type SandboxFaults, type SandboxFaultsOptions } from '../lab/sandbox/sandbox-faults.js'
import { createLookForOthers, type LookForOthers, type LookForOthersOptions } from '../store/cluster/look-for-others.js'
import { changeFaults, deleteFaults, listFaults, readFaults, saveFaults } from '../store/operator/sandbox-faults.js'
import type { PostDelivery } from '../webhooks/endpoint-dispatcher.js'
import { eventOf, sendAs } from './lab/webhook-faults.js'

type ComposeOptions = Omit<SandboxFaultsOptions, 'store'> & Omit<LookForOthersOptions, 'look'> & { readonly pool: Pool }

export function composeSandboxFaults({
  pool,
  isProduction,
  ...options
}: ComposeOptions): SandboxFaults & LookForOthers {
  const faults = createSandboxFaults({
    ...options,
    store: {
      save: (...args) => saveFaults(pool, ...args),
      read: (keyId) => readFaults(pool, keyId),
      delete: (keyId) => deleteFaults(pool, keyId),
      list: (now) => listFaults(pool, now),
      change: (...args) => changeFaults(pool, ...args),
    },
  })
  return { ...faults, ...createLookForOthers({ ...options, look: () => faults.look(), isProduction }) }
}

/** Each attempt is met as a request to `/webhooks/` and the type of its event, by the faults of the endpoint's key. */
export const withSandboxFaults =
  (post: PostDelivery, faults: Pick<SandboxFaults, 'inForce' | 'meet'>, now: () => Micros): PostDelivery =>
  async (url, headers, body, keyId) => {
    const mayMeet = faults.inForce(keyId)?.faults.some(({ do: action }) => isOfWebhooks(action)) === true
    const fate = mayMeet ? await faults.meet(keyId, (set) => set.webhook(eventOf(body, now()))) : null
    return sendAs(
      fate,
      (number) => `fault ${number}, as was asked for`,
      () => post(url, headers, body, keyId),
    )
  }
