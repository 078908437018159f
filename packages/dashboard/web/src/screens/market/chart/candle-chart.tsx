import type { Candle } from '@ats/sdk/types'
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
import { toBar, toBars } from './bars.js'
import styles from './candle-chart.module.css'
import type { PriceMark } from './chart-lines.js'
import { describeFills, type BarFills } from './fills-by-bar.js'
import { removeChart } from '../../../ui/charts/remove-chart.js'

interface CandleChartProps {
  readonly symbol: string
  readonly tickSize: string
  /** Pages of history, newest first. */
  readonly candles: readonly Candle[]
  /** The bar that is open now, if it has been told. */
  readonly latest: Candle | undefined
  readonly marks: readonly PriceMark[]
  readonly fills: readonly BarFills[]
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
  const { symbol, tickSize, candles, latest, marks, fills, onOldest } = props
  const container = useRef<HTMLDivElement>(null)
  const zone = useZone()
  const chart = useChart(container, tickSize)
  useBars(chart, { candles, latest, zone })
  useMarks(chart, marks)
  useFills(chart, { fills, zone, candles })
  const pointed = usePointedFills(chart, { fills, zone })
  useOldest(chart, onOldest)
  return (
    <figure className={styles.figure} aria-label={text.chart(symbol)}>
      <div ref={container} className={styles.canvas} aria-hidden />
      <p className={styles.fills} aria-hidden>
        {pointed}
      </p>
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
  readonly fills: readonly BarFills[]
  readonly zone: Zone
  readonly candles: readonly Candle[]
}

function useFills(chart: Chart | null, { fills, zone, candles }: Fills): void {
  useEffect(() => {
    if (chart === null) return
    const oldest = toBars(candles)[0]?.time ?? Infinity
    chart.markers.setMarkers(
      fills
        .filter(({ time }) => time >= oldest)
        .map(({ time, side, count }): SeriesMarker<Time> => {
          const isBuy = side === 'BUY'
          return {
            time: shifted(time, zone),
            position: isBuy ? 'belowBar' : 'aboveBar',
            shape: isBuy ? 'arrowUp' : 'arrowDown',
            color: colorOf(chart.element, isBuy ? '--up' : '--down'),
            id: `${time} ${side}`,
            ...(count > 1 && { text: String(count) }),
          }
        }),
    )
  }, [chart, fills, zone, candles])
}

/** The fills of the bar under the pointer, in words; the table below the chart has those of every bar. */
function usePointedFills(chart: Chart | null, { fills, zone }: Omit<Fills, 'candles'>): string {
  const [time, setTime] = useState<number | null>(null)
  useEffect(() => {
    if (chart === null) return
    const moved = ({ time: at }: { readonly time?: Time }): void => setTime(typeof at === 'number' ? at : null)
    chart.api.subscribeCrosshairMove(moved)
    return () => chart.api.unsubscribeCrosshairMove(moved)
  }, [chart])
  const pointed = fills.find((bar) => shifted(bar.time, zone) === time)
  return pointed === undefined ? '' : describeFills(fills, pointed.time)
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
