/** The laboratory for users whom the gateway has signed: the dashboard, on a listener of its own. */
import {
  createHttpApp,
  createKnownUsers,
  notFound,
  takeSignature,
  trustGatewaySignature,
  type HttpApp,
  type HttpAppOptions,
  type InFlight,
} from '@ats/service-kit/http'
import type { Pool } from 'pg'
import type { EngineConfig } from '../../config.js'
import type { Caller } from '../../http/caller.js'
import {
  createSignedUserAdmit,
  createSignedUserAuthenticate,
  createSignedUserHeaderCheck,
} from '../../http/authenticate-signed-user.js'
import type { createRateLimits } from '../apps.js'

export interface LabGatewayOptions {
  readonly config: EngineConfig
  /** The options that its app shares with that of keys. */
  readonly shared: Omit<HttpAppOptions<Caller>, 'authenticate' | 'admit' | 'checkHeaders'>
  readonly pool: Pool
  readonly inFlight: InFlight
  readonly limits: Pick<ReturnType<typeof createRateLimits>, 'signedUserLimit' | 'gatewayFailureLimit'>
}

/** Null where no gateway is configured. */
export function composeLabGateway({ config, shared, pool, inFlight, limits }: LabGatewayOptions): HttpApp | null {
  if (config.GATEWAY_HMAC_SECRETS.length === 0) return null
  const now = (): Date => new Date()
  const signedUsers = {
    userTrust: trustGatewaySignature({
      ...{ service: 'lab', secrets: config.GATEWAY_HMAC_SECRETS, now, acceptsV1: false },
      takeOnce: (signature, until) => takeSignature(pool, signature, until, now()),
    }),
    knownUsers: createKnownUsers(Date.now),
    ...{ signedUserLimit: limits.signedUserLimit, failureLimit: limits.gatewayFailureLimit },
    // There are no hooks in it.
    authenticateHook: () => Promise.reject(notFound('hook')),
  }
  return createHttpApp({
    ...shared,
    authenticate: createSignedUserAuthenticate(signedUsers),
    checkHeaders: createSignedUserHeaderCheck(signedUsers),
    admit: createSignedUserAdmit({ config, inFlight, onShed: () => undefined, ...signedUsers }),
  })
}
