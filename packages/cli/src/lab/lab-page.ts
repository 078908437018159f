/** The report as a page of its own: one file, without scripts and without anything from elsewhere. */
import type { SeedResult } from './seed-result.js'
import type { Summary } from './summary.js'
import { percent } from './summary-lines.js'

export interface LabReport {
  readonly recipe: { readonly plan: string; readonly tape: unknown; readonly bot: unknown }
  readonly summary: Summary
  readonly seconds: number
  readonly results: readonly SeedResult[]
}

const WIDTH = 960
const HEIGHT = 320
const COLOURS: Readonly<Record<SeedResult['outcome'], string>> = {
  PASSED: '#1a7f37',
  SURVIVED: '#1a7f37',
  OPEN: '#57606a',
  FAILED: '#cf222e',
  BOT_FAILED: '#8250df',
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

export function labPage({ recipe, summary, results }: LabReport, repeat: (seed: number) => string): string {
  const { passed, outcomes, reasons, worst_day: worst } = summary
  const row = (cells: readonly string[]): string =>
    `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`
  const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
    `<table><thead><tr>${headings.map((heading) => `<th scope="col">${heading}</th>`).join('')}</tr></thead><tbody>${rows.map(row).join('')}</tbody></table>`
  const [first] = results
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${percent(passed.value)} of ${summary.seeds} passed ${escaped(recipe.plan)}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: .2rem .6rem; border-bottom: 1px solid #8886 }
svg { width: 100%; height: auto } pre { overflow-x: auto } .wide { overflow-x: auto }
</style></head><body>
<h1>${percent(passed.value)} passed</h1>
<p>${summary.seeds} tapes, plan ${escaped(recipe.plan)}. With 95 % the true share lies between ${percent(passed.low)} and
${percent(passed.high)}.${worst === null ? '' : ` The worst day: ${worst.change} on ${worst.date}, seed ${worst.seed}.`}</p>
<h2>Equity at the end of each day</h2>
${fan(results)}
<h2>Results</h2>
${table(
  ['result', 'runs'],
  Object.entries(outcomes).map(([name, runs]) => [name, String(runs)]),
)}
<h2>Rules that ended runs</h2>
${
  reasons.length === 0
    ? '<p>None.</p>'
    : table(
        ['rule', 'runs'],
        reasons.map(({ rule, runs }) => [rule, String(runs)]),
      )
}
<h2>Profit</h2>
${table(Object.keys(summary.profit), [Object.values(summary.profit)])}
<h2>Seeds</h2>
<div class="wide">${table(
    ['seed', 'result', 'rule', 'profit', 'worst day', 'trades', 'hash of events'],
    results.map((result) => [
      ...[String(result.seed), result.outcome, result.reason ?? '', result.profit],
      ...[result.worst_day?.change ?? '', String(result.trades), (result.events_hash ?? '').slice(0, 16)],
    ]),
  )}</div>
<h2>Again</h2>
<pre>${escaped(repeat(first?.seed ?? 1))}</pre>
<pre>${escaped(JSON.stringify(recipe, null, 2))}</pre>
</body></html>
`
}

/** All paths, each in the colour of what came of it, and the floor of those that came furthest. */
function fan(results: readonly SeedResult[]): string {
  const paths = results.map(({ initial_balance, days, outcome }) => ({
    outcome,
    values: [Number(initial_balance), ...days.map(({ equity }) => Number(equity))],
  }))
  const longest = results.reduce<SeedResult | undefined>(
    (most, result) => (result.days.length > (most?.days.length ?? -1) ? result : most),
    undefined,
  )
  const floors = (longest?.drawdown_floor ?? []).flatMap((floor) => (floor === null ? [] : [Number(floor)]))
  const all = [...paths.flatMap(({ values }) => values), ...floors]
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const days = Math.max(1, ...paths.map(({ values }) => values.length - 1))
  const x = (day: number): string => ((day / days) * WIDTH).toFixed(1)
  const y = (value: number): string => (HEIGHT - ((value - low) / (high - low || 1)) * HEIGHT).toFixed(1)
  const line = (values: readonly number[], style: string, from = 0): string =>
    `<polyline fill="none" ${style} points="${values.map((value, day) => `${x(day + from)},${y(value)}`).join(' ')}"/>`
  const lines = paths.map(({ values, outcome }) => line(values, `stroke="${COLOURS[outcome]}" stroke-opacity=".45"`))
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Equity of ${results.length} runs from ${low.toFixed(0)} to ${high.toFixed(0)} over ${days} days">
${lines.join('\n')}
${line(floors, 'stroke="#cf222e" stroke-width="2" stroke-dasharray="6 4"', 1)}
</svg>
<p>Highest ${high.toFixed(0)}, lowest ${low.toFixed(0)}; green passed, grey open, red failed; dashed: the floor of the drawdown.</p>`
}
