/** Requests of the bots and revocations, each time by the same clock: `performance.now()`. */
export interface TimedRequest {
  readonly keyId: string
  readonly startedAt: number
  readonly endedAt: number
  readonly status: number
}

export interface TimedRevocation {
  readonly keyId: string
  readonly startedAt: number
  /** When its answer had arrived. */
  readonly endedAt: number
}

/** Requests that were let in although they began after the revocation was answered. */
export function findWronglyLetIn(
  requested: readonly TimedRequest[],
  revoked: readonly TimedRevocation[],
): readonly TimedRequest[] {
  const endOf = new Map(revoked.map(({ keyId, endedAt }) => [keyId, endedAt]))
  return requested.filter(
    ({ status, keyId, startedAt }) => status === 200 && startedAt > (endOf.get(keyId) ?? Infinity),
  )
}

/** Requests that were refused although they had ended before the revocation was asked for. */
export function findWronglyRefused(
  requested: readonly TimedRequest[],
  revoked: readonly TimedRevocation[],
): readonly TimedRequest[] {
  const startOf = new Map(revoked.map(({ keyId, startedAt }) => [keyId, startedAt]))
  return requested.filter(
    ({ status, keyId, endedAt }) => (status === 401 || status === 403) && endedAt < (startOf.get(keyId) ?? Infinity),
  )
}
