/**
 * Authenticates a request of the gateway listener: the gateway has signed which user it speaks for. A signed user may
 * do whatever a key with all scopes may, within a budget of its own; who owns an account is checked as ever. A request
 * that carries a key as well is refused: it is not clear for whom it speaks.
 */
import { SCOPES } from '@ats/contracts'
import {
  budgetHeaders,
  createAdmit,
  notFound,
  readUserId,
  refuseUnauthorized,
  type Admit,
  type AdmitOptions,
  type Authenticate,
  type Authentication,
  type CheckHeaders,
  type FailureLimit,
  type KnownUsers,
  type RateLimit,
  type RawRequest,
  type UserTrust,
  userBudgetKey,
} from '@ats/service-kit/http'
import type { EngineConfig } from '../config.js'
import type { Caller, HookCaller } from './caller.js'
import { hasCredentials } from './claim.js'

export interface SignedUserOptions {
  readonly userTrust: UserTrust
  readonly knownUsers: KnownUsers
  /** Per user, whichever dashboard the requests come from. */
  readonly signedUserLimit: RateLimit
  /** Per address of a gateway; a request with a valid signature is never held up by it. */
  readonly failureLimit: FailureLimit
  /** Finds the hook of a token; the token alone opens nothing here. */
  readonly authenticateHook: (request: RawRequest) => Promise<Authentication<HookCaller>>
}

const UNSIGNED =
  'send one X-User-Id of 1 to 128 characters with a valid X-User-Id-Signature; this listener is for the gateway'
const BOTH =
  'send either a signed X-User-Id or an API key: this listener takes no X-API-Key, no X-API-Secret and no HTTP Basic'

export function createSignedUserAuthenticate(options: SignedUserOptions): Authenticate<Caller> {
  const { userTrust, knownUsers, signedUserLimit, failureLimit } = options
  /** An own hook, from wherever its user is. */
  const hookOf = async (request: RawRequest, userId: string): Promise<HookCaller> => {
    const { principal } = await options.authenticateHook(request)
    if (principal.userId !== userId) throw notFound('hook')
    return { ...principal, isAddressAllowed: true }
  }
  return async (request, { access }) => {
    const userId = await userTrust.userOf(request)
    if (userId === undefined) return refuseUnauthorized(failureLimit, request.ip, UNSIGNED)
    knownUsers.remember(request.ip, userId)
    const budgetKey = userBudgetKey(userId)
    const budget = await signedUserLimit.consume(budgetKey)
    if (access === 'hook') return { principal: await hookOf(request, userId), headers: budgetHeaders(budget) }
    if (access === 'public') return { principal: { userId, keyId: null }, headers: budgetHeaders(budget) }
    return {
      principal: { keyId: null, userId, permissions: SCOPES, ipWhitelist: [], expiresAt: null, budget },
      headers: budgetHeaders(budget),
      countMore: async (more) => budgetHeaders(await signedUserLimit.consumeAll(budgetKey, more)),
    }
  }
}

/** Refuses by the headers alone what no body could make right. */
export function createSignedUserHeaderCheck({ userTrust, failureLimit }: SignedUserOptions): CheckHeaders<Caller> {
  return (request) => {
    if (hasCredentials(request)) return refuseUnauthorized(failureLimit, request.ip, BOTH)
    return userTrust.isPossible(request) ? undefined : refuseUnauthorized(failureLimit, request.ip, UNSIGNED)
  }
}

export interface SignedUserAdmissionOptions extends SignedUserOptions, Pick<AdmitOptions, 'inFlight' | 'onShed'> {
  readonly config: Pick<EngineConfig, 'IN_FLIGHT_PER_USER' | 'IN_FLIGHT_PER_ADDRESS'>
}

/** The share of the requests in flight that run concurrently, as for keys. */
const RUNNING_OF_USER = 1 / 32
const RUNNING_OF_ADDRESS = 1 / 16

/** A user whose signature was valid within the last hour has room of its own; all others have that of their address. */
export function createSignedUserAdmit(options: SignedUserAdmissionOptions): Admit {
  const { config, inFlight, knownUsers, signedUserLimit, failureLimit, onShed } = options
  const { IN_FLIGHT_PER_USER: perUser, IN_FLIGHT_PER_ADDRESS: perAddress } = config
  const userRoom = { perKey: perUser, inFlight: perUser, running: Math.ceil(perUser * RUNNING_OF_USER) }
  const addressRoom = { perKey: perUser, inFlight: perAddress, running: Math.ceil(perAddress * RUNNING_OF_ADDRESS) }
  return createAdmit({
    inFlight,
    partyOf(arrival) {
      const known = knownUsers.find(arrival)
      if (known !== null) return { group: `user ${known}`, key: null, room: userRoom }
      const { rawHeaders, ip } = arrival
      return { group: failureLimit.groupOf(ip), key: readUserId(rawHeaders) ?? null, room: addressRoom }
    },
    refusalOf(arrival) {
      const known = knownUsers.find(arrival)
      if (known !== null) return signedUserLimit.refusal(userBudgetKey(known))
      return readUserId(arrival.rawHeaders) === undefined ? failureLimit.refusal(arrival.ip) : null
    },
    onShed,
  })
}
