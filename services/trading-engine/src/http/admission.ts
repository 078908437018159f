/**
 * Who may have how much under way. A request with credentials that were right within the last hour stands for their
 * user, all others for the address they come from: whoever makes up keys is one, however many he makes up.
 */
import {
  addressGroup,
  createAdmit,
  watchAdmission,
  type Admit,
  type InFlight,
  type Metrics,
  type RateLimit,
} from '@ats/service-kit'
import type { EngineConfig } from '../config.js'
import { claimOf } from './claim.js'
import type { KnownKeys } from './known-keys.js'

export interface EngineAdmissionOptions {
  readonly config: Pick<EngineConfig, 'IN_FLIGHT_PER_KEY' | 'IN_FLIGHT_PER_USER' | 'IN_FLIGHT_PER_ADDRESS'>
  readonly inFlight: InFlight
  readonly knownKeys: KnownKeys
  readonly keyLimit: RateLimit
  readonly userLimit: RateLimit
  readonly publicLimit: RateLimit | null
  readonly metrics: Metrics
}

/** Of what may be in flight, this part is under way and the others wait: a user's budget allows for no more at a time. */
const RUNNING_OF_USER = 1 / 32
/** Behind one address may be many users. */
const RUNNING_OF_ADDRESS = 1 / 16

export function createEngineAdmit(options: EngineAdmissionOptions): Admit {
  const { config, inFlight, knownKeys, keyLimit, userLimit, publicLimit, metrics } = options
  const { IN_FLIGHT_PER_KEY: perKey, IN_FLIGHT_PER_USER: perUser, IN_FLIGHT_PER_ADDRESS: perAddress } = config
  const userRoom = { perKey, inFlight: perUser, running: Math.ceil(perUser * RUNNING_OF_USER) }
  const addressRoom = { perKey, inFlight: perAddress, running: Math.ceil(perAddress * RUNNING_OF_ADDRESS) }
  return createAdmit({
    inFlight,
    partyOf({ headers, ip }) {
      const claim = claimOf(headers)
      const known = claim === null ? null : knownKeys.find(claim.hash)
      if (known !== null) return { group: `user ${known.userId}`, key: known.keyId, room: userRoom }
      return { group: addressGroup(ip), key: claim?.hash ?? null, room: addressRoom }
    },
    refusalOf({ headers, ip, access }) {
      const claim = claimOf(headers)
      if (claim === null) return access === 'public' ? (publicLimit?.refusal(addressGroup(ip)) ?? null) : null
      const known = knownKeys.find(claim.hash)
      return known === null ? null : (keyLimit.refusal(claim.hash) ?? userLimit.refusal(known.userHash))
    },
    onShed: watchAdmission(metrics, [inFlight]),
  })
}
