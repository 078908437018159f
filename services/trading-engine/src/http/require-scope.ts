import { budgetHeaders } from '@ats/service-kit/http'
import { RequestError } from '@ats/service-kit/process'
import type { Scope } from '@ats/contracts'
import type { Principal } from './caller.js'

/** For a scope that only some bodies of a route need. Throws 403. */
export function requireScope({ permissions, budget }: Principal, scope: Scope, purpose: string): void {
  if (permissions.includes(scope)) return
  throw new RequestError('permission_denied', `${purpose} needs the scope ${scope} as well`, {}, budgetHeaders(budget))
}
