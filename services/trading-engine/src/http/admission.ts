/**
 * Limits the requests in flight per caller. A request with credentials that were valid within the last hour counts for
 * their user, all others for their address: an attacker who makes up keys counts once, however many keys.
 */
import {
  addressGroup,
  createAdmit,
  type Admit,
  type AdmitOptions,
  type Arrival,
  type FailureLimit,
  type RateLimit,
} from '@ats/service-kit/http'
import type { EngineConfig } from '../config.js'
import { claimOf } from './claim.js'
import { hookClaimOf } from './hook-claim.js'
import type { KnownKeys } from './known-keys.js'

export interface EngineAdmissionOptions extends Pick<AdmitOptions, 'inFlight' | 'onShed'> {
  readonly config: Pick<EngineConfig, 'IN_FLIGHT_PER_KEY' | 'IN_FLIGHT_PER_USER' | 'IN_FLIGHT_PER_ADDRESS'>
  readonly knownKeys: KnownKeys
  readonly keyLimit: RateLimit
  readonly userLimit: RateLimit
  readonly failureLimit: FailureLimit
  readonly publicLimit: RateLimit | null
  readonly sandboxLimit: RateLimit | null
}

/** By which a caller is known: a key with its secret, or the token of a hook. */
const claimed = (arrival: Arrival): { readonly hash: string } | null =>
  arrival.access === 'hook' ? hookClaimOf(arrival) : claimOf(arrival)

/**
 * The share of a user's requests in flight that run concurrently; the others wait. The budget of a user sustains no
 * more.
 */
const RUNNING_OF_USER = 1 / 32
/** Behind one address may be many users. */
const RUNNING_OF_ADDRESS = 1 / 16

export function createEngineAdmit(options: EngineAdmissionOptions): Admit {
  const { config, inFlight, knownKeys, keyLimit, userLimit, failureLimit, publicLimit, sandboxLimit, onShed } = options
  const { IN_FLIGHT_PER_KEY: perKey, IN_FLIGHT_PER_USER: perUser, IN_FLIGHT_PER_ADDRESS: perAddress } = config
  const userRoom = { perKey, inFlight: perUser, running: Math.ceil(perUser * RUNNING_OF_USER) }
  const addressRoom = { perKey, inFlight: perAddress, running: Math.ceil(perAddress * RUNNING_OF_ADDRESS) }
  return createAdmit({
    inFlight,
    partyOf(arrival) {
      const { ip } = arrival
      const claim = claimed(arrival)
      const known = claim === null ? null : knownKeys.find(claim.hash)
      if (known !== null) return { group: `user ${known.userId}`, key: known.keyId, room: userRoom }
      return { group: failureLimit.groupOf(ip), key: claim?.hash ?? null, room: addressRoom }
    },
    refusalOf(arrival) {
      const { ip, access } = arrival
      const claim = claimed(arrival)
      if (claim === null) {
        if (access === 'hook') return failureLimit.refusal(ip)
        // Where calls without a key are allowed, those with half of one are told when they are looked at.
        if (access === 'public') return publicLimit?.refusal(addressGroup(ip)) ?? null
        return sandboxLimit === null ? failureLimit.refusal(ip) : null
      }
      const known = knownKeys.find(claim.hash)
      return known === null ? null : (keyLimit.refusal(claim.hash) ?? userLimit.refusal(known.userHash))
    },
    onShed,
  })
}
