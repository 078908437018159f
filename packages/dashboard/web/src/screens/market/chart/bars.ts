import type { Candle, CandleInterval } from '@ats/sdk/types'
import { toPixels } from '../../../ui/figures/format.js'

/** A bar as the chart takes it: seconds since the epoch, and floats, which only place it on the screen. */
export interface Bar {
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

export const INTERVALS = ['1m', '5m', '15m', '1h', '4h', '1d'] as const satisfies readonly CandleInterval[]

const secondsOf = (timestamp: string): number => Math.floor(Date.parse(timestamp) / 1000)

export const toBar = ({ timestamp, open, high, low, close }: Candle): Bar => ({
  time: secondsOf(timestamp),
  open: toPixels(open),
  high: toPixels(high),
  low: toPixels(low),
  close: toPixels(close),
})

/** The bars of pages that came newest first, oldest first and each once: pages may share the bar at their border. */
export function toBars(candles: readonly Candle[]): readonly Bar[] {
  const byTime = new Map<number, Bar>()
  for (const candle of candles) {
    const bar = toBar(candle)
    if (!byTime.has(bar.time)) byTime.set(bar.time, bar)
  }
  return [...byTime.values()].sort((a, b) => a.time - b.time)
}

/** The start of the bar that a time falls into. Days and shorter spans begin at whole multiples since the epoch. */
export const barTime = (timestamp: string, intervalSeconds: number): number =>
  Math.floor(secondsOf(timestamp) / intervalSeconds) * intervalSeconds

export const INTERVAL_SECONDS: Readonly<Record<CandleInterval, number>> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3600,
  '4h': 14_400,
  '1d': 86_400,
}
