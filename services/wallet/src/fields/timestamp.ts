import { parseTimestamp as parseMicros } from '@ats/contracts'

/** Parses a time, cut to the millisecond; undefined when it is none. A date alone is its start, or its end. */
export function parseTimestamp(text: string, dateMeans: 'start' | 'end' = 'start'): Date | undefined {
  const micros = parseMicros(text, dateMeans)
  return micros === null ? undefined : new Date(Math.floor(micros / 1_000))
}
