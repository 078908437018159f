/** `Date.parse` also takes `-1` for a date. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? /

/** `Retry-After`, in seconds or as a date, as milliseconds from now; null when it is missing or neither. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000
  const at = HTTP_DATE.test(header) ? Date.parse(header) : NaN
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs)
}
