import type { Micros } from '../values/time.js'

/** Who changed something from outside the API of traders, and what they asked for. */
export interface OperatorNote {
  readonly name: string
  /** The request, as plain JSON. */
  readonly request: Readonly<Record<string, unknown>>
}

/** A change as the audit keeps it. */
export interface AuditEntry extends OperatorNote {
  readonly id: string
  readonly at: Micros
  readonly action: string
  readonly subject: string
  readonly outcome: Readonly<Record<string, unknown>>
}
