import type { Micros } from '../../values/time.js'

/** The operator behind a change, and the request. */
export interface OperatorAction {
  readonly name: string
  /** The request, as plain JSON. */
  readonly request: Readonly<Record<string, unknown>>
}

/** A change as the audit keeps it. */
export interface AuditEntry extends OperatorAction {
  readonly id: string
  readonly at: Micros
  readonly action: string
  readonly subject: string
  readonly outcome: Readonly<Record<string, unknown>>
}
