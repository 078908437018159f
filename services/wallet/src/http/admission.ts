/**
 * Limits how much each caller may have under way. A user who was authenticated within the last hour from the same
 * address has room of his own; all others have that of their address, and of it each user they name a part. Our own
 * services never wait.
 */
import {
  createAdmit,
  createBearerCheck,
  createInFlight,
  readUserId,
  userBudgetKey,
  watchAdmission,
  type Admit,
  type InFlight,
  type KnownUsers,
  type Room,
} from '@ats/service-kit/http'
import { watchLoopLag, type LoopLag, type Metrics } from '@ats/service-kit/process'
import type { WalletConfig } from '../config.js'
import type { WalletLimits } from './limits.js'

export interface WalletAdmissionOptions {
  readonly config: WalletConfig
  readonly knownUsers: KnownUsers
  readonly limits: WalletLimits
  readonly metrics: Metrics
  readonly timeoutFactor: number
}

export interface WalletAdmission {
  readonly users: Admit
  /** The admission of the internal listener, whose room the public one cannot take. */
  readonly internal: Admit
  readonly stop: () => void
}

/** Under way at a time, of one user: all his keys can be revoked together, slow as that may be. */
const RUNNING_OF_USER = 20
/** The part of an address's requests that runs while the others wait: behind an address may be many users. */
const RUNNING_OF_ADDRESS = 1 / 8
/** Engines bound what they ask themselves. */
const SERVICE_ROOM: Room = { inFlight: 4_000, perKey: 4_000, running: 4_000 }
/** A request that has waited so long for its turn is refused. */
const TURN_WAIT_MS = 1_000

export function createWalletAdmission(options: WalletAdmissionOptions): WalletAdmission {
  const { config, metrics, timeoutFactor } = options
  const { IN_FLIGHT_PER_USER: perUser, IN_FLIGHT_PER_ADDRESS: perAddress, IN_FLIGHT_MAX: inFlightMax } = config
  const lag = watchLoopLag()
  const waitMs = TURN_WAIT_MS * timeoutFactor
  const ofUsers = createInFlight({ inFlightMax, runningMax: Math.ceil(inFlightMax / 8), waitMs, lag })
  // However late the loop is: what the public listener has under way is no reason to keep engines waiting.
  const { inFlight, running } = SERVICE_ROOM
  const ofServices = createInFlight({ inFlightMax: inFlight, runningMax: running, waitMs, lag: NEVER_LATE })
  const onShed = watchAdmission(metrics, [ofUsers, ofServices])
  const userRoom: Room = { perKey: perUser, inFlight: perUser, running: RUNNING_OF_USER }
  const addressRoom = { perKey: perUser, inFlight: perAddress, running: Math.ceil(perAddress * RUNNING_OF_ADDRESS) }
  return {
    users: createListenerAdmit({ ...options, inFlight: ofUsers, userRoom, addressRoom, onShed }),
    internal: createListenerAdmit({ ...options, inFlight: ofServices, userRoom, addressRoom, onShed }),
    stop: lag.stop,
  }
}

const NEVER_LATE: LoopLag = { ms: () => 0 }

interface ListenerAdmitOptions extends WalletAdmissionOptions {
  readonly inFlight: InFlight
  readonly userRoom: Room
  readonly addressRoom: Room
  readonly onShed: ReturnType<typeof watchAdmission>
}

function createListenerAdmit(options: ListenerAdmitOptions): Admit {
  const { config, knownUsers, limits, inFlight, userRoom, addressRoom, onShed } = options
  const isService = createBearerCheck(config.SERVICE_TOKENS)
  return createAdmit({
    inFlight,
    partyOf(arrival) {
      const { rawHeaders, ip, access } = arrival
      const group = limits.failureLimit.groupOf(ip)
      if (access === 'service')
        return isService(arrival)
          ? { group: 'services', key: null, room: SERVICE_ROOM }
          : { group, key: null, room: addressRoom }
      const known = knownUsers.find(arrival)
      if (known !== null) return { group: `user ${known}`, key: null, room: userRoom }
      return { group, key: readUserId(rawHeaders) ?? null, room: addressRoom }
    },
    refusalOf(arrival) {
      const { rawHeaders, ip, access } = arrival
      const isNobody = access === 'service' ? !isService(arrival) : readUserId(rawHeaders) === undefined
      if (isNobody) return limits.failureLimit.refusal(ip)
      const known = access === 'service' ? null : knownUsers.find(arrival)
      return known === null ? null : limits.userLimit.refusal(userBudgetKey(known))
    },
    onShed,
  })
}
