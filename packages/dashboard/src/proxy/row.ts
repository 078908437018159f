import type { Role } from '../session/session.js'

export type Service = 'engine' | 'wallet' | 'operator' | 'lab'

/** A request that pages may send to a service. What is not in a row does not exist. */
export interface Row {
  readonly service: Service
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The service's own path; `:name` is one id. */
  readonly path: string
  readonly role: Role
  /** Bytes of the body; 16 KB when absent. */
  readonly bodyBytesMax?: number
  /** The most milliseconds until its answer begins; those of its service when absent. */
  readonly answersWithinMs?: number
  /** The response goes on until somebody ends it. */
  readonly isStream?: true
  /** Whether this request takes a user who has just shown who they are. `query`: as sent, without the question mark. */
  readonly needsStepUp?: (body: Buffer, query: string) => boolean
}
