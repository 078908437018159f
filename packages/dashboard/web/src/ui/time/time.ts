/** Times are shown in the zone of the browser, or in UTC: the reader chooses, and the zone is always named. */
export type Zone = 'local' | 'UTC'

export type Instant = string | number | null | undefined

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: Zone, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = zone + JSON.stringify(options)
  const known =
    formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...options, ...(zone === 'UTC' ? { timeZone: 'UTC' } : {}) })
  formats.set(key, known)
  return known
}

const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
const DATE = { year: 'numeric', month: 'short', day: '2-digit' } as const

const show = (at: Instant, zone: Zone, options: Intl.DateTimeFormatOptions): string => {
  if (at === null || at === undefined) return '–'
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? '–' : formatOf(zone, options).format(date)
}

/** `14:03:07` */
export const formatTime = (at: Instant, zone: Zone): string => show(at, zone, TIME)
/** `22 Nov 2026` */
export const formatDate = (at: Instant, zone: Zone): string => show(at, zone, DATE)
/** `22 Nov 2026, 14:03:07` */
export const formatDateTime = (at: Instant, zone: Zone): string => show(at, zone, { ...DATE, ...TIME })

/** The name of the zone as people write it: `CET`, `GMT+2`, `UTC`. */
export function zoneName(zone: Zone, at: number): string {
  const parts = formatOf(zone, { timeZoneName: 'short' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

/** The two largest units of a span: `2 d 4 h`, `5 h 12 m`, `12 m 04 s`, `9 s`; nothing below 0. */
export function formatSpan(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const units = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const
  const first = units.findIndex(([count]) => count > 0)
  if (first === -1) return '0 s'
  return units
    .slice(first, first + 2)
    .map(([count, unit], place) => `${place === 0 ? count : String(count).padStart(2, '0')} ${unit}`)
    .join(' ')
}
