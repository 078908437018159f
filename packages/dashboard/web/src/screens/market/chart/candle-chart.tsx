import type { Candle, CandleInterval, Trade } from '@ats/sdk/types'
import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  LineStyle,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import { useEffect, useRef, useState } from 'react'
import { text } from '../../../text/en/market.js'
import { ChartNotice } from '../../../ui/charts/chart-notice.js'
import { chartOptions, colorOf, onThemeChange } from '../../../ui/charts/chart-style.js'
import { digitsOf } from '../../../ui/figures/format.js'
import { chartSeconds } from '../../../ui/charts/chart-time.js'
import type { Zone } from '../../../ui/time/time.js'
import { useZone } from '../../../ui/time/zone.js'
import { barTime, INTERVAL_SECONDS, toBar, toBars } from './bars.js'
import styles from './candle-chart.module.css'
import type { PriceMark } from './chart-lines.js'
import { removeChart } from '../../../ui/charts/remove-chart.js'

interface CandleChartProps {
  readonly symbol: string
  readonly interval: CandleInterval
  readonly tickSize: string
  /** Pages of history, newest first. */
  readonly candles: readonly Candle[]
  /** The bar that is open now, if it has been told. */
  readonly latest: Candle | undefined
  readonly marks: readonly PriceMark[]
  readonly fills: readonly Trade[]
  /** Called when the reader has moved near the oldest bar. */
  readonly onOldest: () => void
}

interface Chart {
  readonly api: IChartApi
  readonly series: ISeriesApi<'Candlestick'>
  readonly markers: ISeriesMarkersPluginApi<Time>
  readonly element: HTMLElement
}

const NEAR_OLDEST = 30
const STYLES = { solid: LineStyle.Solid, dashed: LineStyle.Dashed, dotted: LineStyle.SparseDotted }

/** Candles that go on by themselves, with the account's own prices and fills. */
export default function CandleChart(props: CandleChartProps) {
  const { symbol, interval, tickSize, candles, latest, marks, fills, onOldest } = props
  const container = useRef<HTMLDivElement>(null)
  const zone = useZone()
  const chart = useChart(container, tickSize)
  useBars(chart, { candles, latest, zone })
  useMarks(chart, marks)
  useFills(chart, { fills, zone, interval, candles })
  useOldest(chart, onOldest)
  return (
    <figure className={styles.figure} aria-label={text.chart(symbol)}>
      <div ref={container} className={styles.canvas} aria-hidden />
      <ChartNotice />
    </figure>
  )
}

const candleColors = (element: Element) => {
  const [up, down] = [colorOf(element, '--up'), colorOf(element, '--down')]
  return {
    upColor: up,
    borderUpColor: up,
    wickUpColor: up,
    downColor: down,
    borderDownColor: down,
    wickDownColor: down,
  }
}

function useChart(container: React.RefObject<HTMLDivElement | null>, tickSize: string): Chart | null {
  const [chart, setChart] = useState<Chart | null>(null)
  useEffect(() => {
    const element = container.current
    if (element === null) return
    const api = createChart(element, { ...chartOptions(element), autoSize: true })
    const precision = digitsOf(tickSize)
    const series = api.addSeries(CandlestickSeries, {
      ...candleColors(element),
      priceFormat: { type: 'price', precision, minMove: 10 ** -precision },
    })
    setChart({ api, series, markers: createSeriesMarkers(series, []), element })
    const forget = onThemeChange(() => {
      api.applyOptions(chartOptions(element))
      series.applyOptions(candleColors(element))
    })
    return () => {
      forget()
      removeChart(api)
      setChart(null)
    }
  }, [container, tickSize])
  return chart
}

interface Bars {
  readonly candles: readonly Candle[]
  readonly latest: Candle | undefined
  readonly zone: Zone
}

function useBars(chart: Chart | null, { candles, latest, zone }: Bars): void {
  useEffect(() => {
    const shown = toBars(candles).map((bar) => ({ ...bar, time: shifted(bar.time, zone) }))
    chart?.series.setData(shown)
  }, [chart, candles, zone])
  useEffect(() => {
    if (chart === null || latest === undefined) return
    const bar = toBar(latest)
    const time = shifted(bar.time, zone)
    const newest = chart.series.data().at(-1)
    // A bar before the newest is history, which the next reading of the list tells.
    if (newest === undefined || Number(newest.time) <= Number(time)) chart.series.update({ ...bar, time })
  }, [chart, candles, latest, zone])
}

const shifted = (seconds: number, zone: Zone): UTCTimestamp =>
  chartSeconds(new Date(seconds * 1000).toISOString(), zone) as UTCTimestamp

function useMarks(chart: Chart | null, marks: readonly PriceMark[]): void {
  useEffect(() => {
    if (chart === null) return
    const lines: readonly IPriceLine[] = marks.map(({ price, title, color, style }) =>
      chart.series.createPriceLine({
        price: Number(price),
        title,
        color: colorOf(chart.element, color),
        lineWidth: 1,
        lineStyle: STYLES[style],
        axisLabelVisible: true,
      }),
    )
    return () => {
      for (const line of lines) chart.series.removePriceLine(line)
    }
  }, [chart, marks])
}

interface Fills {
  readonly fills: readonly Trade[]
  readonly zone: Zone
  readonly interval: CandleInterval
  readonly candles: readonly Candle[]
}

function useFills(chart: Chart | null, { fills, zone, interval, candles }: Fills): void {
  useEffect(() => {
    if (chart === null) return
    const oldest = toBars(candles)[0]?.time ?? Infinity
    const shown = fills
      .map((fill) => ({ fill, at: barTime(fill.timestamp, INTERVAL_SECONDS[interval]) }))
      .filter(({ at }) => at >= oldest)
      .sort((a, b) => a.at - b.at)
    chart.markers.setMarkers(
      shown.map(({ fill, at }): SeriesMarker<Time> => {
        const isBuy = fill.side === 'BUY'
        return {
          time: shifted(at, zone),
          position: isBuy ? 'belowBar' : 'aboveBar',
          shape: isBuy ? 'arrowUp' : 'arrowDown',
          color: colorOf(chart.element, isBuy ? '--up' : '--down'),
          id: fill.id,
        }
      }),
    )
  }, [chart, fills, zone, interval, candles])
}

function useOldest(chart: Chart | null, onOldest: () => void): void {
  const latest = useRef(onOldest)
  latest.current = onOldest
  useEffect(() => {
    if (chart === null) return
    const scale = chart.api.timeScale()
    const moved = (range: { readonly from: number } | null): void => {
      if (range !== null && range.from < NEAR_OLDEST) latest.current()
    }
    scale.subscribeVisibleLogicalRangeChange(moved)
    return () => scale.unsubscribeVisibleLogicalRangeChange(moved)
  }, [chart])
}
