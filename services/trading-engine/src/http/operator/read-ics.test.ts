import { draw } from '@ats/test-kit'
import { readIcs as read } from './read-ics.js'

const readIcs = (text: string) => read(text, { eventsMax: 5_000, nextTurn: () => Promise.resolve() })

const calendar = (...events: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((event) => ['BEGIN:VEVENT', event, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n')
const readOne = (event: string) => readIcs(calendar(event))

test('an event is what its own lines say, folded, escaped and in any zone', async () => {
  const { events, lines, issues } = await readOne(
    [
      ...['uid:nfp-2026-03', 'SUMMARY:Non-farm payrolls\\, US', ' \\; February\\nand more'],
      ...['DTSTART;TZID="America/New_York":20260306T083000', 'X-IMPACT:High', 'X-CURRENCIES:USD,CAD'],
      ...['X-SYMBOLS:XAU-USD, gold', 'BEGIN:VALARM', 'SUMMARY:an alarm', 'DTSTART:20200101T000000Z', 'END:VALARM'],
      'DESCRIPTION;ALTREP="cid:a:b;c":whatever: it says',
    ].join('\r\n'),
  )
  expect(issues).toEqual([])
  expect(lines).toEqual([3])
  expect(events).toEqual([
    {
      ...{ id: 'nfp-2026-03', title: 'Non-farm payrolls, US; February and more', at: '2026-03-06T13:30:00.000Z' },
      ...{ impact: 'HIGH', currencies: ['USD', 'CAD'], symbols: ['XAU-USD', 'gold'] },
    },
  ])
})

test('a text that was cut off is refused, wherever that was', async () => {
  const whole = calendar('UID:a\r\nDTSTART:20260306T133000Z', 'UID:b\r\nDTSTART:20260306T133000Z').split('\r\n')
  for (let lines = 1; lines < whole.length; lines += 1) {
    const { issues } = await readIcs(whole.slice(0, lines).join('\r\n'))
    expect(issues.at(-1)).toMatchObject({ path: [], code: 'ics.calendar' })
  }
  expect((await readIcs(whole.join('\r\n'))).issues).toEqual([])
})

test.each([
  ['DTSTART:20260306T133000Z', '2026-03-06T13:30:00Z'],
  ['DTSTART;TZID=Europe/Prague:20260706T143005', '2026-07-06T12:30:05.000Z'],
  // the clock shows it twice: the first time
  ['DTSTART;TZID=Europe/Prague:20261025T023000', '2026-10-25T00:30:00.000Z'],
  // the clock never shows it: with the offset before it was set on, as RFC 5545 says
  ['DTSTART;TZID=Europe/Prague:20260329T023000', '2026-03-29T01:30:00.000Z'],
])('%s is %s', async (line, at) => {
  expect(await readOne(line)).toMatchObject({ events: [{ at }], issues: [] })
})

test.each([
  ['DTSTART:20260306T133000', 'it is not said where'],
  ['DTSTART;VALUE=DATE:20260306', 'a date and a time'],
  ['DTSTART;TZID=Eastern Standard Time:20260306T083000', 'IANA'],
  ['DTSTART;TZID=+01:00:20260306T083000', null],
  ['DTSTART;TZID="+01:00":20260306T083000', 'IANA'],
  ['DTSTART;TZID=UTC:20260230T083000', 'no date'],
  ['RRULE:FREQ=WEEKLY', 'repeats'],
  ['RECURRENCE-ID:20260306T133000Z', 'repeats'],
  ['STATUS:CANCELLED', 'cancelled'],
])('%s is refused, with its line', async (line, words) => {
  const { events, issues } = await readOne(line)
  expect(issues).toHaveLength(1)
  expect(issues[0]?.message).toMatch(/^line 4/)
  if (words !== null) expect(issues[0]?.message).toContain(words)
  expect(events[0]).not.toHaveProperty('at')
})

test.each([
  ['CATEGORIES:USD,HIGH', 'HIGH', ['USD']],
  ['CATEGORIES:low,EUR,Economic calendar\r\nCATEGORIES:CHF', 'LOW', ['EUR', 'CHF']],
  ['CATEGORIES:LOW,HIGH', 'HIGH', undefined],
  ['CATEGORIES:USD,HIGH\r\nX-IMPACT:MEDIUM\r\nX-CURRENCIES:JPY', 'MEDIUM', ['JPY']],
])('%j: impact %s, currencies %j', async (lines, impact, currencies) => {
  const [event] = (await readOne(lines)).events
  expect([event?.['impact'], event?.['currencies']]).toEqual([impact, currencies])
})

test('what is no calendar is said to be none', async () => {
  expect((await readIcs('hello')).issues.map(({ message }) => message)).toEqual([
    'line 1 must be BEGIN:VCALENDAR',
    'line 1 is not NAME:value',
  ])
  expect((await readIcs('')).issues).toHaveLength(1)
})

const MEGABYTE = 1024 * 1024
const filled = (line: string): string => `BEGIN:VCALENDAR\n${line.repeat(Math.floor(MEGABYTE / line.length))}`

const HUGE: readonly (readonly [name: string, text: string])[] = [
  ['empty lines', filled('\n')],
  ['folded lines', filled(' x\n')],
  ['lines that are none', filled('x\n')],
  ['long lines', filled(`X-A:${'x'.repeat(8_000)}\n`)],
  ['one line', filled(`X-A:${'x'.repeat(MEGABYTE - 20)}\n`)],
  ['one folded line', `BEGIN:VCALENDAR\nX-A:x\n${' x\n'.repeat(MEGABYTE / 3)}`],
  ['empty events', filled('BEGIN:VEVENT\nEND:VEVENT\n')],
  ['lines in one event', `BEGIN:VCALENDAR\nBEGIN:VEVENT\n${filled('X-SYMBOLS:A,B,C\n')}`],
  ['opened components', filled('BEGIN:VALARM\n')],
]

test.each(draw(HUGE, 3, ([name]) => name))('a megabyte of %s is read some lines at a time', async (_name, text) => {
  const lines = jest.spyOn(String.prototype, 'slice')
  const numbers: number[] = []
  const nextTurn = (): Promise<void> => {
    numbers.push(lines.mock.calls.length)
    lines.mockClear()
    return Promise.resolve()
  }
  try {
    await read(text, { eventsMax: 5_000, nextTurn })
    await nextTurn()
    expect(Math.max(...numbers)).toBeLessThanOrEqual(1_000)
  } finally {
    lines.mockRestore()
  }
})

test('of many problems or events, no more are read than are told', async () => {
  expect((await readIcs(filled('x\n'))).issues).toHaveLength(51)
  expect((await readIcs(filled('BEGIN:VEVENT\nEND:VEVENT\n'))).events.length).toBeLessThan(5_010)
  const longest = (await readOne(`X-SYMBOLS:${'x'.repeat(8_192)}`)).issues
  expect(longest.map(({ message }) => message)).toEqual(['line 4 is longer than 8192 characters'])
})

test('a calendar that takes events back is refused, and so is an event that says twice when or what it is', async () => {
  const { issues } = await readIcs('BEGIN:VCALENDAR\r\nMETHOD:cancel\r\nEND:VCALENDAR')
  expect(issues.map(({ message }) => message)).toEqual([
    'line 2: METHOD:CANCEL takes events back: remove them by their ids',
  ])
  expect((await readIcs('BEGIN:VCALENDAR\r\nMETHOD:PUBLISH\r\nEND:VCALENDAR')).issues).toEqual([])
  const twice = await readOne('UID:a\r\nUID:b\r\nDTSTART:20260306T133000Z\r\nDTSTART:20260307T133000Z')
  expect(twice.issues.map(({ path, message }) => [path[2], message])).toEqual([
    ['id', 'line 5: UID must be there once'],
    ['at', 'line 7: DTSTART must be there once'],
  ])
})
