import type { Zone } from '../time/time.js'

/** The moment that an address names; undefined where it names none. */
export const momentOf = (text: string | null): string | undefined => {
  const at = text === null || !/^\d{4}-\d\d-\d\d/.test(text) ? NaN : Date.parse(text)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

/** A moment as a field for date and time has it: in the zone that times are shown in, to the minute. */
export function toField(moment: string | undefined, zone: Zone): string {
  if (moment === undefined) return ''
  const at = new Date(moment)
  const shiftMinutes = zone === 'UTC' ? 0 : at.getTimezoneOffset()
  return new Date(at.getTime() - shiftMinutes * 60_000).toISOString().slice(0, 16)
}

/** The moment that such a field has; `end`: the end of that minute. */
export function fromField(text: string, zone: Zone, isEnd = false): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return undefined
  const minute = text.slice(0, 16)
  return momentOf(`${minute}:${isEnd ? '59.999' : '00'}${zone === 'UTC' ? 'Z' : ''}`)
}
