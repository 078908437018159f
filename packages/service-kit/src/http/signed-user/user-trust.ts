import type { RawRequest, UnreadRequest } from '../route.js'
import { readUserId } from './user-id.js'

/** How a request shows which user it speaks for. */
export interface UserTrust {
  /** Checks the headers alone, before the body is read: false when no body could authenticate the request. */
  readonly isPossible: (request: UnreadRequest) => boolean
  /** The user, or undefined when the request does not say so believably. */
  readonly userOf: (request: RawRequest) => Promise<string | undefined>
}

/** Believes `X-User-Id` as it stands: only where no one but the gateway can reach this port. */
export const trustPlainHeader: UserTrust = {
  isPossible: () => true,
  userOf: ({ rawHeaders }) => Promise.resolve(readUserId(rawHeaders)),
}
