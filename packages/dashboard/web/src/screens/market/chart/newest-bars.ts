import type { Candle } from '@ats/sdk/types'

/** The newest bars, newest first: of those that were read, with the open one as the stream tells it. */
export function newestBars(candles: readonly Candle[], latest: Candle | undefined, count: number): readonly Candle[] {
  const newest = candles[0]
  const isNews = latest !== undefined && (newest === undefined || latest.timestamp >= newest.timestamp)
  const read = isNews && latest.timestamp === newest?.timestamp ? candles.slice(1) : candles
  return (isNews ? [latest, ...read] : read).slice(0, count)
}
