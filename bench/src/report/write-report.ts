import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatCount } from './format.js'
import type { Results } from './results.js'
import { resultsPage } from './results-page.js'
import { barPlot, linePlot } from './svg-plot.js'

export const LATEST = 'latest.json'

/** latest.json, and for each section a plot of its cells and, where something grows, one of that. */
export function writeReport(outDir: string, results: Results): void {
  writeFileSync(join(outDir, LATEST), `${JSON.stringify(results, null, 2)}\n`)
  writePlots(outDir, results)
}

function writePlots(outDir: string, results: Results): void {
  mkdirSync(outDir, { recursive: true })
  for (const { name, title, cells, line } of results.sections) {
    if (cells.length === 0) continue
    const bars = cells.map((cell) => ({
      label: cell.name,
      value: cell.perSecond,
      text: `${formatCount(cell.perSecond)}/s${cell.errors === 0 ? '' : ' (errors)'}`,
    }))
    writeFileSync(join(outDir, `${name}.svg`), barPlot(title, bars))
    if (line !== undefined) writeFileSync(join(outDir, `${name}-line.svg`), linePlot(line))
  }
}

/** RESULTS.md in the folder of the benchmark, and the plots it shows. */
export function writeResultsPage(benchDir: string, results: Results): void {
  writePlots(join(benchDir, 'plots'), results)
  writeFileSync(join(benchDir, 'RESULTS.md'), resultsPage(results))
}
