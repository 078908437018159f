import type { Candle } from '@ats/sdk/types'
import { barTime, toBars } from './bars.js'

const candle = (timestamp: string, close: string): Candle => ({
  timestamp,
  open: '1',
  high: '3',
  low: '0.5',
  close,
  volume: '0',
  closed: true,
  source: 'ticks',
})

describe('the bars of the chart', () => {
  it('go forward in time, each once, as the newest page tells it', () => {
    const newest = [candle('2026-01-01T00:02:00.000Z', '2.5'), candle('2026-01-01T00:01:00.000Z', '2')]
    const older = [candle('2026-01-01T00:01:00.000Z', '9'), candle('2026-01-01T00:00:00.000Z', '1')]
    expect(toBars([...newest, ...older]).map(({ time, close }) => [time, close])).toEqual([
      [1767225600, 1],
      [1767225660, 2],
      [1767225720, 2.5],
    ])
  })

  it.each([
    ['2026-01-01T00:04:59.999Z', 300, 1767225600],
    ['2026-01-01T00:05:00.000Z', 300, 1767225900],
    ['2026-01-01T23:59:59.000Z', 86_400, 1767225600],
  ])('a fill at %s belongs to the bar of %d s that begins at %d', (at, seconds, time) => {
    expect(barTime(at, seconds)).toBe(time)
  })
})
