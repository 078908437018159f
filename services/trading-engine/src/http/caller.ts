import type { Visitor } from '@ats/service-kit/async'
import { addressGroup, routeBuilder, streamBuilder, type Budget, type HandlerRequest } from '@ats/service-kit/http'
import type { HookRecord, KeyRecord, Scope } from '@ats/contracts'
import type { Origin } from '../core/model/order/origin.js'
import { assertInvariant } from '../core/values/invariant.js'
import { SANDBOX_KEY } from './sandbox-key.js'

/** The key or the signed user behind a request, and what is left of its budget. */
export interface Principal extends Omit<KeyRecord, 'keyId'> {
  /** Null for a user who comes by way of the gateway: it has all scopes, and no key. */
  readonly keyId: string | null
  readonly budget: Budget
}
/** The caller of a public route: the user of a valid key that was sent along or of a signature, null without one. */
export interface Anybody {
  readonly userId: string | null
  readonly keyId: string | null
}
/** The sender of an alert, who has shown the token of a hook. */
export interface HookCaller {
  readonly userId: string
  /** That of the hook. */
  readonly keyId: string
  readonly hook: HookRecord
  /** Whether the hook may be used from its address. */
  readonly isAddressAllowed: boolean
}
export type Caller = Principal | Anybody | HookCaller

/** The callers of a route: anybody, a hook, any valid key or signed user, or one with the scope, or with both. */
export type Access = 'public' | 'hook' | 'any' | Extract<Scope, 'TRADE' | 'MANAGE_ORDERS'> | 'TRADE and MANAGE_ORDERS'

/** The scopes that a label of access asks for. */
export const scopesOf = (access: string): readonly string[] =>
  access === 'public' || access === 'hook' || access === 'any' ? [] : access.split(' and ')

type Callers = {
  readonly [A in Access]: A extends 'public' ? Anybody : A extends 'hook' ? HookCaller : Principal
}

const assertCaller = (principal: Caller, access: Access): void => {
  assertInvariant('hook' in principal === (access === 'hook'), 'a token of a hook opens alerts, and they nothing else')
  assertInvariant(
    'budget' in principal === (access !== 'public' && access !== 'hook'),
    'a route is reached with a key exactly when it needs one',
  )
}

/** Makes a row of the table of routes, whose handler gets a key wherever one is needed. */
export const route = routeBuilder<Callers>(assertCaller)

/** Makes a row whose response is a stream, likewise. */
export const stream = streamBuilder<Callers>(assertCaller)

/** The user that a command is run for, and where it came from. */
export const commanderOf = ({ userId, keyId }: Principal): { readonly userId: string; readonly origin: Origin } => ({
  userId,
  origin:
    keyId === null ? { by: 'DASHBOARD', keyId } : { by: 'API', keyId: keyId === SANDBOX_KEY.keyId ? null : keyId },
})

type Visit = Pick<HandlerRequest<Caller>, 'principal' | 'ip' | 'isGone'>

/** Slices of work for users take turns; all callers without a key are one of them, and take turns by address. */
export const visitorOf = ({ principal: { userId }, ip, isGone }: Visit): Visitor =>
  userId === null ? { owner: addressGroup(ip), among: 'anybody', isGone } : { owner: `user ${userId}`, isGone }
