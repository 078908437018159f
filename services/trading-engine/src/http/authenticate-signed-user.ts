/**
 * Authenticates a request of the gateway listener: the gateway has signed which user it speaks for. A signed user may
 * do whatever a key with all scopes may, within a budget of its own; who owns an account is checked as ever. A request
 * that carries a key as well is refused: it is not clear for whom it speaks.
 */
import { hashCredential, SCOPES } from '@ats/contracts'
import {
  addressGroup,
  budgetHeaders,
  createAdmit,
  RequestError,
  readUserId,
  type Admit,
  type AdmitOptions,
  type Authenticate,
  type CheckHeaders,
  type FailureLimit,
  type KnownUsers,
  type RateLimit,
  type UnreadRequest,
  type UserTrust,
} from '@ats/service-kit'
import type { EngineConfig } from '../config.js'
import type { Caller } from './caller.js'

export interface SignedUserOptions {
  readonly userTrust: UserTrust
  readonly knownUsers: KnownUsers
  /** Per user, whichever dashboard the requests come from. */
  readonly signedUserLimit: RateLimit
  /** Per address of a gateway; a request with a valid signature is never held up by it. */
  readonly failureLimit: FailureLimit
}

const UNSIGNED =
  'send one X-User-Id of 1 to 128 characters with a valid X-User-Id-Signature; this listener is for the gateway'
const BOTH = 'send either a signed X-User-Id or an API key: this listener takes no X-API-Key and no X-API-Secret'

export function createSignedUserAuthenticate(options: SignedUserOptions): Authenticate<Caller> {
  const { userTrust, knownUsers, signedUserLimit } = options
  const refuse = createRefuse(options)
  return async (request, { access }) => {
    const userId = await userTrust.userOf(request)
    if (userId === undefined) return refuse(request, UNSIGNED)
    knownUsers.remember(addressGroup(request.ip), userId)
    const budget = await signedUserLimit.consume(budgetOf(userId))
    if (access === 'public') return { principal: { userId, keyId: null }, headers: budgetHeaders(budget) }
    return {
      principal: { keyId: null, userId, permissions: SCOPES, ipWhitelist: [], expiresAt: null, budget },
      headers: budgetHeaders(budget),
      countMore: async (more) => budgetHeaders(await signedUserLimit.consumeAll(budgetOf(userId), more)),
    }
  }
}

/** Refuses by the headers alone what no body could make right. */
export function createSignedUserHeaderCheck(options: SignedUserOptions): CheckHeaders<Caller> {
  const refuse = createRefuse(options)
  return (request) => {
    if (hasKeyHeaders(request)) return refuse(request, BOTH)
    return options.userTrust.isPossible(request) ? undefined : refuse(request, UNSIGNED)
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
  const knownUser = ({ rawHeaders, ip }: Pick<UnreadRequest, 'rawHeaders' | 'ip'>): string | null => {
    const userId = readUserId(rawHeaders)
    return userId !== undefined && knownUsers.isKnown(addressGroup(ip), userId) ? userId : null
  }
  return createAdmit({
    inFlight,
    partyOf(arrival) {
      const known = knownUser(arrival)
      if (known !== null) return { group: `user ${known}`, key: null, room: userRoom }
      const { rawHeaders, ip } = arrival
      return { group: failureLimit.groupOf(ip), key: readUserId(rawHeaders) ?? null, room: addressRoom }
    },
    refusalOf(arrival) {
      const known = knownUser(arrival)
      if (known !== null) return signedUserLimit.refusal(budgetOf(known))
      return readUserId(arrival.rawHeaders) === undefined ? failureLimit.refusal(arrival.ip) : null
    },
    onShed,
  })
}

const hasKeyHeaders = ({ headers }: UnreadRequest): boolean =>
  headers['x-api-key'] !== undefined || headers['x-api-secret'] !== undefined

const createRefuse =
  ({ failureLimit }: Pick<SignedUserOptions, 'failureLimit'>) =>
  async ({ ip }: Pick<UnreadRequest, 'ip'>, message: string): Promise<never> => {
    await failureLimit.consume(ip)
    throw new RequestError('unauthorized', message)
  }

/** By which a user's budget is counted: of one length, and nobody's name. */
const budgetOf = (userId: string): string => hashCredential(userId).toString('hex')
