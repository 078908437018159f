import { addressGroup, type Budget, type HandlerRequest, type Reply, type Route, type Visitor } from '@ats/service-kit'
import type { KeyRecord, Scope } from '@ats/contracts'
import { assertInvariant } from '../core/values/invariant.js'

/** The key behind a request and what is left of its budget; null on public routes. */
export interface Principal extends KeyRecord {
  readonly budget: Budget
}
export type Caller = Principal | null

/** Who may call a route: anybody, any valid key, or a key with the scope. */
export type Access = 'public' | 'any' | Extract<Scope, 'TRADE' | 'MANAGE_ORDERS'>

type RouteOf<P> = Omit<Route<Caller>, 'handler' | 'access'> & {
  readonly handler: (request: HandlerRequest<P>) => Promise<Reply> | Reply
}

export const publicRoute = (route: RouteOf<null>): Route<Caller> => ({
  ...route,
  access: 'public' satisfies Access,
  handler: (request) => {
    assertInvariant(isByNobody(request), 'nobody is asked who they are on a public route')
    return route.handler(request)
  },
})

export const keyRoute = (access: Exclude<Access, 'public'>, route: RouteOf<Principal>): Route<Caller> => ({
  ...route,
  access,
  handler: (request) => {
    assertInvariant(isByKey(request), 'a route that needs a key is only reached with one')
    return route.handler(request)
  },
})

const isByNobody = (request: HandlerRequest<Caller>): request is HandlerRequest<null> => request.principal === null
const isByKey = (request: HandlerRequest<Caller>): request is HandlerRequest<Principal> => request.principal !== null

/** Slices of work for one user, or one address that nobody knows, take turns with those for others. */
export const visitorOf = ({
  principal,
  ip,
  isGone,
}: Pick<HandlerRequest<Caller>, 'principal' | 'ip' | 'isGone'>): Visitor => ({
  who: principal === null ? addressGroup(ip) : `user ${principal.userId}`,
  isGone,
})
