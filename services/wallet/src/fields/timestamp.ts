import { parseTimestamp as parseMicros } from '@ats/contracts'

/** The time as every service of ours reads it, cut to the millisecond; undefined for what is none. A date alone is its start, or its end. */
export function parseTimestamp(text: string, dateMeans: 'start' | 'end' = 'start'): Date | undefined {
  const micros = parseMicros(text, dateMeans)
  return micros === null ? undefined : new Date(Math.floor(micros / 1_000))
}
