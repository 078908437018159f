export { parseTimestamp } from '@ats/contracts'

/** Microseconds since the Unix epoch (a safe integer until the year 2255): the resolution of Postgres' timestamptz. */
export type Micros = number

const MICROS_PER_MS = 1_000

/** ISO 8601 in UTC, with milliseconds, or microseconds where the moment has them. */
export function formatTimestamp(at: Micros): string {
  const micros = at % MICROS_PER_MS
  const text = formatMs((at - micros) / MICROS_PER_MS)
  return micros === 0 ? text : `${text.slice(0, -1)}${String(micros).padStart(3, '0')}Z`
}

/** A decision formats its one moment again and again: the last text is kept. */
let lastMs = NaN
let lastText = ''

function formatMs(ms: number): string {
  if (ms !== lastMs) {
    lastText = new Date(ms).toISOString()
    lastMs = ms
  }
  return lastText
}
