import type { Micros } from '../../values/time.js'
import type { Person } from './person.js'

/** The operator behind a change. */
export interface ActingOperator extends Person {
  /** `X-Operator`, which the operator may send along; null where there is none. */
  readonly note: string | null
}

/** The operator behind a change, and the request. */
export interface OperatorAction extends ActingOperator {
  /** The request, as plain JSON. */
  readonly request: Readonly<Record<string, unknown>>
}

/** A change as the audit keeps it. */
export interface AuditEntry extends Pick<OperatorAction, 'name' | 'note' | 'request'> {
  readonly id: string
  readonly at: Micros
  readonly action: string
  readonly subject: string
  readonly outcome: Readonly<Record<string, unknown>>
}
