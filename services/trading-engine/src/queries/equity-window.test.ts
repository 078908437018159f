import { RequestError } from '@ats/service-kit/process'
import { formatTimestamp } from '../core/values/time.js'
import { timeOf } from '../../test/support/market/scripted-world.js'
import { chooseCurveWindow, type CurveWindow } from './equity-window.js'

const OPENED = '2026-03-02T12:00:30Z'
const NOW = '2026-03-02T12:04:10.000001Z'

interface Asked {
  readonly from?: string
  readonly to?: string
  readonly interval?: CurveWindow['interval']
}

function choose({ from, to, interval }: Asked, openedAt = OPENED, now = NOW): CurveWindow {
  const requested = {
    ...(from === undefined ? {} : { from: timeOf(from) }),
    ...(to === undefined ? {} : { to: timeOf(to) }),
    ...(interval === undefined ? {} : { interval }),
  }
  return chooseCurveWindow(requested, timeOf(openedAt), timeOf(now))
}

/** Times of the day, without the noughts at their end. */
const momentsOf = (window: CurveWindow): readonly string[] =>
  window.moments.map((at) =>
    formatTimestamp(at)
      .slice(11)
      .replace(/(:00)?(\.000)?Z$/, ''),
  )

describe('the moments', () => {
  test.each<[string, Asked, readonly string[]]>([
    ['the account’s whole life and the present', {}, ['12:01', '12:02', '12:03', '12:04', '12:04:10.000001']],
    ['to an end, without the present', { to: '2026-03-02T12:03:00Z' }, ['12:01', '12:02', '12:03']],
    ['just short of an end', { to: '2026-03-02T12:02:59.999999Z' }, ['12:01', '12:02']],
    ['to what is still to come', { to: '2026-03-02T13:00:00Z' }, ['12:01', '12:02', '12:03', '12:04']],
    ['from an end', { from: '2026-03-02T12:03:00Z' }, ['12:03', '12:04', '12:04:10.000001']],
    ['from just after it', { from: '2026-03-02T12:03:00.000001Z' }, ['12:04', '12:04:10.000001']],
    ['one moment that is an end', { from: '2026-03-02T12:03:00Z', to: '2026-03-02T12:03:00Z' }, ['12:03']],
    ['one moment that is none', { from: '2026-03-02T12:03:01Z', to: '2026-03-02T12:03:01Z' }, []],
    ['before the account was there', { from: '2026-01-01', to: '2026-01-31' }, []],
    ['from long before it', { from: '1970-01-01', interval: '1m', to: '2026-03-02T12:01:00Z' }, ['12:01']],
    ['from what is still to come', { from: '2027-01-01' }, []],
    ['an interval longer than the account’s life', { interval: '1d' }, ['12:04:10.000001']],
  ])('%s', (_, requested, expected) => {
    expect(momentsOf(choose(requested))).toEqual(expected)
  })

  test('the present is there once when it is the end of an interval', () => {
    expect(momentsOf(choose({}, OPENED, '2026-03-02T12:02:00Z'))).toEqual(['12:01', '12:02'])
  })

  test('an account opened at the end of an interval begins with it', () => {
    expect(momentsOf(choose({}, '2026-03-02T12:00:00Z', '2026-03-02T12:00:30Z'))).toEqual(['12:00', '12:00:30'])
  })

  test.each<[CurveWindow['interval'], string]>([
    ['1m', '00:01:00'],
    ['5m', '00:05:00'],
    ['15m', '00:15:00'],
    ['1h', '01:00:00'],
    ['4h', '04:00:00'],
  ])('%s ends are those of the UTC day', (interval, second) => {
    const { moments } = choose({ from: '2026-03-01', to: '2026-03-01T12:00:00Z', interval }, '2026-01-01')
    expect(moments.slice(0, 2).map(formatTimestamp)).toEqual(['2026-03-01T00:00:00.000Z', `2026-03-01T${second}.000Z`])
    expect(moments.at(-1)).toBe(timeOf('2026-03-01T12:00:00Z'))
  })

  test('1d ends are midnights', () => {
    const { moments } = choose({ from: '2026-02-27T00:00:00.000001Z', interval: '1d' }, '2026-01-01')
    expect(moments.map(formatTimestamp)).toEqual([
      ...['2026-02-28', '2026-03-01', '2026-03-02'].map((day) => `${day}T00:00:00.000Z`),
      NOW,
    ])
  })
})

describe('parameters that are left out', () => {
  test.each<[string, CurveWindow['interval']]>([
    ['2026-03-02T12:04:00Z', '1m'],
    ['2026-03-02T07:05:00Z', '1m'],
    // 12:04 less 300 ends
    ['2026-03-02T07:04:00Z', '5m'],
    ['2026-03-01T12:00:00Z', '5m'],
    ['2026-02-28T00:00:00Z', '15m'],
    ['2026-02-20T00:00:00Z', '1h'],
    ['2026-02-01T00:00:00Z', '4h'],
    ['2025-03-02T00:00:00Z', '1d'],
    ['2020-01-01T00:00:00Z', '1d'],
  ])('from %s: an interval of %s', (openedAt, interval) => {
    expect(choose({}, openedAt).interval).toBe(interval)
    if (!openedAt.startsWith('2020')) expect(choose({ from: openedAt }, '2019-01-01').interval).toBe(interval)
  })

  test('from and to are the account’s opening and the present', () => {
    const { from, to } = choose({})
    expect([from, to].map(formatTimestamp)).toEqual(['2026-03-02T12:00:30.000Z', NOW])
  })

  test('the requested window is returned, also for times before the account was opened', () => {
    const { from, to } = choose({ from: '2020-01-01', to: '2099-01-01' })
    expect([from, to].map(formatTimestamp)).toEqual(['2020-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'])
  })

  test('without a from no more than the latest 1,000 ends, and the present', () => {
    const window = choose({ interval: '1m' }, '2026-01-01')
    expect(window.moments).toHaveLength(1_001)
    expect(window.moments[0]).toBe(timeOf('2026-03-01T19:25:00Z'))
    expect(window.from).toBe(window.moments[0])
    expect(choose({ interval: '1m', to: '2026-03-02T12:00:00Z' }, '2026-01-01').moments).toHaveLength(1_000)
  })

  test('from is never after to', () => {
    const { from, to, moments } = choose({ to: '2026-01-01T00:00:00Z' })
    expect([from, moments]).toEqual([to, []])
  })
})

describe('too many points', () => {
  const refusal = (requested: Asked): unknown => {
    try {
      return choose(requested, '2010-01-01').moments.length
    } catch (error) {
      return error instanceof RequestError ? error.details['issues'] : error
    }
  }

  test('1,000 ends are not, one more is', () => {
    expect(refusal({ from: '2026-03-01T19:25:00Z', interval: '1m' })).toBe(1_001)
    expect(refusal({ from: '2026-03-01T19:24:00Z', interval: '1m' })).toEqual([
      {
        path: ['interval'],
        code: 'interval.points',
        message:
          'an interval of 1m has 1001 points here, and the most is 1000: ' +
          'an interval of 5m, or a from of 2026-03-01T19:35:00.000Z, would do',
      },
    ])
  })

  test('what it names instead would do, also ten minutes later', () => {
    expect(refusal({ from: '2026-03-01T19:24:00Z', interval: '5m' })).toBe(200 + 1)
    expect(refusal({ from: '2026-03-01T19:35:00Z', interval: '1m' })).toBe(991)
  })

  test('where no interval would do, it names a from', () => {
    expect(refusal({ from: '2020-01-01' })).toEqual([
      {
        path: ['from'],
        code: 'interval.points',
        message:
          'an interval of 1d has 2253 points here, and the most is 1000: a from of 2023-06-17T00:00:00.000Z would do',
      },
    ])
    expect(refusal({ from: '2023-06-07' })).toBe(1_001)
  })
})
