/** The text of bench/RESULTS.md: the last full run. What explains it people write, in NOTES.md. */
import { cellTable, COST_LEGEND, targetTable } from './tables.js'
import type { Results } from './results.js'
import { evaluateTargets } from './targets.js'

export function resultsPage(results: Results): string {
  const { machine, scale } = results
  return [
    '# Benchmark results',
    'Written by `npm run bench -- --write-results`. [NOTES](NOTES.md) explains it, says which targets are missed and why, and has what was measured by hand: the laboratory, copies, trailing stops, other backtesters. The service, PostgreSQL and the load generator share one machine, so absolute figures hold for that machine only; ratios compare cells that ran in the same minutes.',
    [
      `- ${results.startedAt}, ${results.minutes} minutes${results.isQuick ? ', **a quick run: do not use its figures**' : ''}`,
      `- ${machine.cpus} × ${machine.model}, ${machine.memoryGiB} GiB, ${machine.system}${machine.isOnDisk ? '' : ', **data in memory, no disk writes**'}`,
      `- Node ${machine.node}, PostgreSQL ${machine.postgres} (${machine.postgresSettings}), Redis ${machine.redis}`,
      `- each cell ran for ${scale.cellMs / 1000} s after a warm-up of a quarter of that; compared cells ran in ${scale.rounds} rounds, each after a checkpoint; ${scale.accounts.toLocaleString('en-US')} accounts unless stated otherwise`,
    ].join('\n'),
    '## Targets',
    targetTable(evaluateTargets(results)),
    ...results.sections.flatMap(({ name, title, measuredAt, cells, notes, line }) => [
      `## ${title}`,
      `Measured from ${measuredAt} on.`,
      ...(cells.length === 0 ? [] : [cellTable(cells), COST_LEGEND, `![${title}](plots/${name}.svg)`]),
      ...(line === undefined ? [] : [`![${line.yLabel} by ${line.xLabel}](plots/${name}-line.svg)`]),
      ...notes,
      ...problemsOf(cells),
    ]),
  ]
    .map(wrapped)
    .join('\n\n')
    .concat('\n')
}

const WIDTH = 100

/** Wraps paragraphs and lists; tables, headings, images, quotes and code stay as they are. */
function wrapped(block: string): string {
  if (/^(?:[|#!>]|```)/m.test(block)) return block
  return block
    .split('\n')
    .map((line) => wrapLine(line, line.startsWith('- ') ? '  ' : ''))
    .join('\n')
}

function wrapLine(line: string, indent: string): string {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`
    if (longer.length <= WIDTH) current = longer
    else {
      lines.push(current)
      current = `${indent}${word}`
    }
  }
  return [...lines, current].join('\n')
}

const problemsOf = (cells: Results['sections'][number]['cells']): readonly string[] =>
  cells
    .filter(({ errors }) => errors > 0)
    .map(({ name, problems }) => `Errors of ${name}: ${problems.map((problem) => `\`${problem}\``).join(', ')}`)
