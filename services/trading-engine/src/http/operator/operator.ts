/** Callers of the internal listener: each is a person of OPERATORS, whose role says what they may do. */
import type { Visitor } from '@ats/service-kit/async'
import {
  createAdmit,
  createBearerLookup,
  refuseUnauthorized,
  routeBuilder,
  singleHeader,
  type Admit,
  type AdmitOptions,
  type Authenticate,
  type FailureLimit,
  type Room,
} from '@ats/service-kit/http'
import { RequestError } from '@ats/service-kit/process'
import type { ActingOperator } from '../../core/model/account/operator-audit.js'
import type { OperatorRole, OperatorToken } from '../../core/model/account/operators.js'

export interface Operator extends ActingOperator {
  readonly role: OperatorRole
}

/** The kinds of a route of the operator. */
export type OperatorAccess = 'read' | 'change' | 'approve'

/** The roles that may. */
export const RIGHTS: Readonly<Record<OperatorAccess, readonly OperatorRole[]>> = {
  read: ['viewer', 'operator', 'approver'],
  change: ['operator'],
  approve: ['approver'],
}

/** `X-Operator` may be read out anywhere: printable ASCII, not blank. */
const NOTE = /^(?=.*\S)[\x20-\x7e]{1,64}$/

const lookupOf = (people: readonly OperatorToken[]) =>
  createBearerLookup(people.map((person) => ({ hash: Buffer.from(person.hash, 'hex'), value: person })))

/** `failureLimit`: failed authentications per client address; the token of an operator is never held up by it. */
export function createOperatorAuthenticate(
  people: readonly OperatorToken[],
  failureLimit: FailureLimit,
): Authenticate<Operator> {
  const findPerson = lookupOf(people)
  return async (request, { access }) => {
    const person = findPerson(request)
    if (person === null)
      return refuseUnauthorized(failureLimit, request.ip, 'send the token of an operator as Authorization: Bearer')
    const { name, role, tokens } = person
    const allowed = RIGHTS[access as OperatorAccess]
    if (!allowed.includes(role))
      throw new RequestError(
        'permission_denied',
        `${name} has the role ${role}; this takes the role ${allowed.join(' or ')}`,
      )
    const note = singleHeader(request.rawHeaders, 'x-operator')?.trim() ?? ''
    return { principal: { name, role, tokens, note: NOTE.test(note) ? note : null } }
  }
}

/** Under way at a time: of the operator all that is asked for, of one address without the token hardly anything. */
const OPERATOR_ROOM: Room = { inFlight: 1_000, perKey: 1_000, running: 1_000 }
const STRANGER_ROOM: Room = { inFlight: 20, perKey: 20, running: 20 }

export interface OperatorAdmissionOptions extends Pick<AdmitOptions, 'inFlight' | 'onShed'> {
  readonly people: readonly OperatorToken[]
  readonly failureLimit: FailureLimit
}

/** Refuses addresses that have failed too often before anything of their requests is read. */
export function createOperatorAdmit({ people, failureLimit, inFlight, onShed }: OperatorAdmissionOptions): Admit {
  const findPerson = lookupOf(people)
  return createAdmit({
    inFlight,
    partyOf: (arrival) =>
      findPerson(arrival) !== null
        ? { group: 'operator', key: null, room: OPERATOR_ROOM }
        : { group: failureLimit.groupOf(arrival.ip), key: null, room: STRANGER_ROOM },
    refusalOf: ({ ip }, { room }) => (room === OPERATOR_ROOM ? null : failureLimit.refusal(ip)),
    onShed,
  })
}

/** Makes a row of the table of routes. */
export const route = routeBuilder<Readonly<Record<OperatorAccess, Operator>>>(() => undefined)

/** The visitor of the internal listener: all operators count as one. */
export const operatorVisit = (isGone: Visitor['isGone']): Visitor => ({ owner: 'operator', isGone })
