import { formatDateTime, formatTime, zoneName } from './time.js'
import { useZone } from './zone.js'

/** A moment in the zone of the reader: its full form, with the zone, is its title. */
export function TimeText({ at, isShort = false }: { readonly at: string | null; readonly isShort?: boolean }) {
  const zone = useZone()
  if (at === null) return <span>–</span>
  const full = `${formatDateTime(at, zone)} ${zoneName(zone, Date.parse(at))}`
  return (
    <time dateTime={at} title={full}>
      {isShort ? formatTime(at, zone) : formatDateTime(at, zone)}
    </time>
  )
}
