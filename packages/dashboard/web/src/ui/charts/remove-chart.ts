import type { IChartApi } from 'lightweight-charts'

/**
 * Takes a chart away. One that was just made still waits to learn how its pixels are measured, and would fail without
 * its canvas: it is hidden immediately and goes two frames later.
 */
export function removeChart(chart: IChartApi): void {
  chart.chartElement().style.display = 'none'
  requestAnimationFrame(() => requestAnimationFrame(() => chart.remove()))
}
