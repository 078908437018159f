import type { Zone } from '../time/time.js'

/**
 * The seconds at which the chart, which knows UTC alone, shows a moment as the reader's clock does. Summer time is that
 * of the moment itself.
 */
export function chartSeconds(at: string, zone: Zone): number {
  const date = new Date(at)
  const shift = zone === 'UTC' ? 0 : date.getTimezoneOffset() * 60
  return Math.floor(date.getTime() / 1000) - shift
}
