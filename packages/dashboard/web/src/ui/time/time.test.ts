import { formatDateTime, formatSpan, formatTime, zoneName } from './time.js'

describe('times', () => {
  it('are shown in the zone that is named', () => {
    expect(formatTime('2026-11-22T14:03:07.250Z', 'UTC')).toBe('14:03:07')
    expect(formatDateTime('2026-11-22T00:00:00Z', 'UTC')).toBe('22 Nov 2026, 00:00:00')
    expect(zoneName('UTC', 0)).toBe('UTC')
  })

  it('are a dash where there is none', () => {
    expect([formatTime(null, 'UTC'), formatTime('soon', 'UTC')]).toEqual(['–', '–'])
  })
})

describe('spans', () => {
  it.each([
    [-5, '0 s'],
    [999, '0 s'],
    [9_000, '9 s'],
    [724_000, '12 m 04 s'],
    [3_600_000, '1 h 00 m'],
    [187_200_000, '2 d 04 h'],
  ])('%d ms are %s', (ms, shown) => expect(formatSpan(ms)).toBe(shown))
})
