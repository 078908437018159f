import { addressGroup, routeBuilder, type Budget, type HandlerRequest, type Visitor } from '@ats/service-kit'
import type { KeyRecord, Scope } from '@ats/contracts'
import { assertInvariant } from '../core/values/invariant.js'

/** The key behind a request and what is left of its budget; null on public routes. */
export interface Principal extends KeyRecord {
  readonly budget: Budget
}
export type Caller = Principal | null

/** Who may call a route: anybody, any valid key, or a key with the scope. */
export type Access = 'public' | 'any' | Extract<Scope, 'TRADE' | 'MANAGE_ORDERS'>

/** Makes a row of the table of routes, whose handler gets a key wherever one is needed. */
export const route = routeBuilder<{ readonly [A in Access]: A extends 'public' ? null : Principal }>(
  (principal, access) =>
    assertInvariant(
      (principal === null) === (access === 'public'),
      'a route is reached with a key exactly when it needs one',
    ),
)

/** Slices of work for one user, or one address that nobody knows, take turns with those for others. */
export const visitorOf = ({
  principal,
  ip,
  isGone,
}: Pick<HandlerRequest<Caller>, 'principal' | 'ip' | 'isGone'>): Visitor => ({
  who: principal === null ? addressGroup(ip) : `user ${principal.userId}`,
  isGone,
})
