import { SegmentedControl, Skeleton } from '@mantine/core'
import type { Candle, CandleInterval } from '@ats/sdk/types'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import type { MarketPlace } from '../../api/market.js'
import { useLive } from '../../live/live-context.js'
import { liveKeys } from '../../live/live-keys.js'
import { text } from '../../text/en/market.js'
import { Panel } from '../../ui/panel.js'
import { readingOf } from '../../ui/reading.js'
import { ReadingView } from '../../ui/states.js'
import { BarTable } from './chart/bar-table.js'
import { INTERVAL_SECONDS, INTERVALS } from './chart/bars.js'
import { priceMarks, typedMarks, type TypedPrices } from './chart/chart-lines.js'
import { fillsByBar } from './chart/fills-by-bar.js'
import styles from './market.module.css'
import { useCandles } from './use-candles.js'
import { useOwn } from './use-own.js'

const CandleChart = lazy(() => import('./chart/candle-chart.js'))

interface MarketCandlesProps {
  readonly market: MarketPlace
  readonly tickSize: string
  readonly interval: CandleInterval
  readonly onInterval: (interval: CandleInterval) => void
  readonly accountId: string | undefined
  /** The prices of the order that is being filled in. */
  readonly typed: TypedPrices
}

/** The candles of a market, with what the chosen account has in it. */
export const MarketCandles = (props: MarketCandlesProps) => (
  <Panel>
    <SegmentedControl
      size="xs"
      aria-label={text.interval}
      data={[...INTERVALS]}
      value={props.interval}
      onChange={props.onInterval}
    />
    <Candles {...props} />
  </Panel>
)

function Candles({ market, tickSize, interval, accountId, typed }: MarketCandlesProps) {
  const { query, candles } = useCandles(market, interval)
  const live = useLive<Candle>(liveKeys.candle(market.venue, market.symbol, interval))
  const { positions, orders, fills } = useOwn(accountId, market)
  const marks = useMemo(() => [...priceMarks(positions, orders), ...typedMarks(typed)], [positions, orders, typed])
  const bars = useMemo(() => fillsByBar(fills, INTERVAL_SECONDS[interval]), [fills, interval])
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const onOldest = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return (
    <ReadingView
      reading={{ ...readingOf(query), value: candles }}
      skeleton={<Skeleton className={styles.chart} />}
      onRetry={() => void query.refetch()}
    >
      {(list) => (
        <>
          <Suspense fallback={<Skeleton className={styles.chart} />}>
            <CandleChart
              key={interval}
              symbol={market.symbol}
              tickSize={tickSize}
              candles={list}
              latest={live?.value}
              marks={marks}
              fills={bars}
              onOldest={onOldest}
            />
          </Suspense>
          <BarTable symbol={market.symbol} tickSize={tickSize} candles={list} latest={live?.value} fills={bars} />
        </>
      )}
    </ReadingView>
  )
}
