import { createChart, LineSeries, LineStyle, LineType, type IChartApi, type UTCTimestamp } from 'lightweight-charts'
import { useEffect, useRef } from 'react'
import { ChartNotice } from './chart-notice.js'
import { chartOptions, colorOf, onThemeChange } from './chart-style.js'
import { chartSeconds } from './chart-time.js'
import { pixelMoney, toPixels } from '../figures/format.js'
import styles from './line-chart.module.css'
import { useZone } from '../time/zone.js'
import { removeChart } from './remove-chart.js'

export interface ChartPoint {
  readonly at: string
  /** Null where it is not known: the line has a gap. */
  readonly value: string | null
}

export interface ChartLine {
  readonly name: string
  readonly points: readonly ChartPoint[]
  /** A variable of the theme. */
  readonly color: string
  readonly style: 'solid' | 'dashed' | 'dotted'
  /** Holds its value until the next point. */
  readonly isStepped?: boolean
}

export interface LineChartProps {
  /** The name of the figure for those who do not see it; its values are in a table beside it. */
  readonly label: string
  readonly lines: readonly ChartLine[]
  readonly currency: string
  readonly height: number
}

const STYLES = { solid: LineStyle.Solid, dashed: LineStyle.Dashed, dotted: LineStyle.SparseDotted }

/** The wheel scrolls the page. */
const NO_WHEEL = { handleScale: { mouseWheel: false } }

/** Lines over time. */
export default function LineChart({ label, lines, currency, height }: LineChartProps) {
  const container = useRef<HTMLDivElement>(null)
  const zone = useZone()
  useEffect(() => {
    const element = container.current
    if (element === null) return
    const chart = createChart(element, { ...chartOptions(element), ...NO_WHEEL, height, autoSize: true })
    for (const line of lines) addLine(chart, element, line, currency, zone)
    chart.timeScale().fitContent()
    const forget = onThemeChange(() => chart.applyOptions(chartOptions(element)))
    return () => {
      forget()
      removeChart(chart)
    }
  }, [lines, currency, height, zone])
  return (
    <figure className={styles.figure} aria-label={label}>
      <figcaption className={styles.legend}>
        {lines.map(({ name, color, style }) => (
          <span key={name} className={styles.entry}>
            <span className={styles.key} data-style={style} style={{ borderColor: `var(${color})` }} aria-hidden />
            {name}
          </span>
        ))}
      </figcaption>
      <div ref={container} className={styles.canvas} style={{ height }} aria-hidden />
      <ChartNotice />
    </figure>
  )
}

function addLine(chart: IChartApi, element: Element, line: ChartLine, currency: string, zone: 'local' | 'UTC'): void {
  const series = chart.addSeries(LineSeries, {
    color: colorOf(element, line.color),
    lineWidth: 2,
    lineStyle: STYLES[line.style],
    lineType: line.isStepped === true ? LineType.WithSteps : LineType.Simple,
    priceLineVisible: false,
    lastValueVisible: line.style === 'solid',
    priceFormat: {
      type: 'custom',
      minMove: 0.01,
      formatter: (value: number) => pixelMoney(value, currency),
    },
  })
  series.setData(
    line.points.map(({ at, value }) => {
      const time = chartSeconds(at, zone) as UTCTimestamp
      return value === null ? { time } : { time, value: toPixels(value) }
    }),
  )
}
