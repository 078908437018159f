export const ORIGINS = ['API', 'DASHBOARD', 'SYSTEM', 'OPERATOR', 'HOOK', 'COPY'] as const

/** Where a command, and an order that it placed, came from. */
export interface Origin {
  /**
   * API: a key; DASHBOARD: a signed user; SYSTEM: the service itself, on account of the market or the clock; HOOK: an
   * alert; COPY: a link.
   */
  readonly by: (typeof ORIGINS)[number]
  /** For an alert, the hook; null where no key was sent. */
  readonly keyId: string | null
}

export const BY_SYSTEM: Origin = { by: 'SYSTEM', keyId: null }
export const BY_COPY: Origin = { by: 'COPY', keyId: null }
export const BY_OPERATOR: Origin = { by: 'OPERATOR', keyId: null }
