/** Callers of the internal listener: the operator's token lets in, and a change also needs a name for the audit. */
import {
  createBearerCheck,
  invalidPayload,
  RequestError,
  routeBuilder,
  singleHeader,
  type Authenticate,
  type Visitor,
} from '@ats/service-kit'

export interface Operator {
  /** As `X-Operator` says; null where it is missing, repeated or not of the form. */
  readonly name: string | null
}

/** The name may be read out anywhere: printable ASCII, not blank. */
const NAME = /^(?=.*\S)[\x20-\x7e]{1,64}$/

export function createOperatorAuthenticate(tokens: readonly string[]): Authenticate<Operator> {
  const isOperator = createBearerCheck(tokens)
  return (request) => {
    if (!isOperator(request)) {
      return Promise.reject(new RequestError('unauthorized', 'send a token of the operator as Authorization: Bearer'))
    }
    const name = singleHeader(request.rawHeaders, 'x-operator')?.trim() ?? ''
    return Promise.resolve({ principal: { name: NAME.test(name) ? name : null } })
  }
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

/** Of the few who operate the service, one is as another. */
export const operatorVisit = (isGone: Visitor['isGone']): Visitor => ({ who: 'operator', isGone })
