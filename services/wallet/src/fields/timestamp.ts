const RFC_3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))?$/

/**
 * Reads an RFC 3339 time; without an offset it is UTC. Fractions beyond milliseconds are cut off.
 * @returns undefined for anything else: other notations, dates alone, days and hours that do not exist, leap seconds.
 * (`Date` would turn 30 February into 2 March.)
 */
export function parseTimestamp(text: string): Date | undefined {
  const match = RFC_3339.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour, minute, second, fraction = '', sign = '+', offsetHour = 0, offsetMinute = 0] = match
  const isClockTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
  const isOffset = Number(offsetHour) < 24 && Number(offsetMinute) < 60
  if (!isClockTime || !isOffset || !isCalendarDay(Number(year), Number(month), Number(day))) return undefined
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0')
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`)
  const offsetMs = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000
  return new Date(sign === '-' ? local + offsetMs : local - offsetMs)
}

function isCalendarDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  return days !== undefined && day <= days
}
