import fc from 'fast-check'
import { parseTimestamp } from './timestamp.js'

const twoDigits = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'))

it('reads back every millisecond it can be given', () => {
  const moments = fc.date({
    min: new Date('1970-01-01T00:00:00Z'),
    max: new Date('2100-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  fc.assert(fc.property(moments, (moment) => parseTimestamp(moment.toISOString())?.getTime() === moment.getTime()))
})

it('takes exactly the days there are', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1970, max: 2100 }), twoDigits(13), twoDigits(32), (year, month, day) => {
      const text = `${year}-${month}-${day}T00:00:00.000Z`
      const date = new Date(text)
      // An impossible day either is no date at all or has moved to another day.
      const exists = !Number.isNaN(date.getTime()) && date.toISOString() === text
      return (parseTimestamp(text) !== undefined) === exists
    }),
    { numRuns: 2_000 },
  )
})
