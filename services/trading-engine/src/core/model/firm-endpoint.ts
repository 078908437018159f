import type { Micros } from '../values/time.js'

/** A receiver of the events of all accounts, for the firm itself. */
export interface FirmEndpoint {
  readonly id: string
  readonly url: string
  /** The purpose of it. */
  readonly description: string | null
  /** The operator who added it. */
  readonly createdBy: string
  readonly createdAt: Micros
}

export interface SecretFirmEndpoint extends FirmEndpoint {
  /** Signs what is sent to it. */
  readonly secret: string
}

/** The user that deliveries to the firm belong to: nobody has this name. */
export const FIRM_USER = ''

export const FIRM_ENDPOINTS_MAX = 10
