import { useInfiniteQuery } from '@tanstack/react-query'
import type { CandleInterval } from '@ats/sdk/types'
import { useMemo } from 'react'
import { CANDLES_PAGE, readCandles, type MarketPlace } from '../../api/market.js'

const HISTORY_AGAIN_MS = 60_000

/** The history of a market, a page more whenever the reader goes back to its end. */
export function useCandles(market: MarketPlace, interval: CandleInterval) {
  const query = useInfiniteQuery({
    queryKey: ['candles', market.venue, market.symbol, interval],
    queryFn: ({ pageParam, signal }) => readCandles(market, interval, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < CANDLES_PAGE ? undefined : page.at(-1)?.timestamp),
    refetchInterval: HISTORY_AGAIN_MS,
  })
  const { data } = query
  const candles = useMemo(() => data?.pages.flat(), [data])
  return { query, candles }
}
