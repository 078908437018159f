/** Callers of the internal listener: the operator's token lets in, and a change also needs a name for the audit. */
import type { Visitor } from '@ats/service-kit/async'
import {
  createAdmit,
  createBearerCheck,
  refuseUnauthorized,
  routeBuilder,
  singleHeader,
  type Admit,
  type AdmitOptions,
  type Authenticate,
  type FailureLimit,
  type Room,
} from '@ats/service-kit/http'
import { invalidPayload } from '@ats/service-kit/process'

export interface Operator {
  /** As `X-Operator` says; null where it is missing, repeated or not of the form. */
  readonly name: string | null
}

/** The name may be read out anywhere: printable ASCII, not blank. */
const NAME = /^(?=.*\S)[\x20-\x7e]{1,64}$/

/** `failureLimit`: failed authentications per client address; the operator's token is never held up by it. */
export function createOperatorAuthenticate(
  tokens: readonly string[],
  failureLimit: FailureLimit,
): Authenticate<Operator> {
  const isOperator = createBearerCheck(tokens)
  return async (request) => {
    if (!isOperator(request))
      return refuseUnauthorized(failureLimit, request.ip, 'send a token of the operator as Authorization: Bearer')
    const name = singleHeader(request.rawHeaders, 'x-operator')?.trim() ?? ''
    return { principal: { name: NAME.test(name) ? name : null } }
  }
}

/** Under way at a time: of the operator all that is asked for, of one address without the token hardly anything. */
const OPERATOR_ROOM: Room = { inFlight: 1_000, perKey: 1_000, running: 1_000 }
const STRANGER_ROOM: Room = { inFlight: 20, perKey: 20, running: 20 }

export interface OperatorAdmissionOptions extends Pick<AdmitOptions, 'inFlight' | 'onShed'> {
  readonly tokens: readonly string[]
  readonly failureLimit: FailureLimit
}

/** Refuses addresses that have failed too often before anything of their requests is read. */
export function createOperatorAdmit({ tokens, failureLimit, inFlight, onShed }: OperatorAdmissionOptions): Admit {
  const isOperator = createBearerCheck(tokens)
  return createAdmit({
    inFlight,
    partyOf: (arrival) =>
      isOperator(arrival)
        ? { group: 'operator', key: null, room: OPERATOR_ROOM }
        : { group: failureLimit.groupOf(arrival.ip), key: null, room: STRANGER_ROOM },
    refusalOf: ({ ip }, { room }) => (room === OPERATOR_ROOM ? null : failureLimit.refusal(ip)),
    onShed,
  })
}

export interface NamedOperator {
  readonly name: string
}

/** Makes a row of the table of routes: nobody changes anything without a name. */
export const route = routeBuilder<{ readonly read: Operator; readonly change: NamedOperator }>(({ name }, access) => {
  if (access === 'change' && name === null) throw invalidPayload([NAMELESS])
})

const NAMELESS = {
  path: ['X-Operator'],
  code: 'operator.name',
  message: 'X-Operator must say who changes this, once, in 1 to 64 printable ASCII characters',
}

/** The visitor of the internal listener: all operators count as one. */
export const operatorVisit = (isGone: Visitor['isGone']): Visitor => ({ owner: 'operator', isGone })
