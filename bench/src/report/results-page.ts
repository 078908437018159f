/** bench/RESULTS.md: the last full run, and behind it the explanations of NOTES.md, which people write. */
import { cellTable, targetTable } from './tables.js'
import type { Results } from './results.js'
import { judge } from './targets.js'

export function resultsPage(results: Results, explanations: string | undefined): string {
  const { machine, scale } = results
  return [
    '# Benchmark results',
    'Written by `npm run bench -- --write-results`; explanations are in `NOTES.md`. Absolute figures are those of one machine that the service, PostgreSQL and the load generator share; the ratios compare cells of the same minutes.',
    [
      `- ${results.startedAt}, ${results.minutes} minutes${results.isQuick ? ', **a quick run: its figures mean nothing**' : ''}`,
      `- ${machine.cpus} × ${machine.model}, ${machine.memoryGiB} GiB, ${machine.system}${machine.isOnDisk ? '' : ', **data in memory: nothing waited for a disk**'}`,
      `- Node ${machine.node}, PostgreSQL ${machine.postgres} (${machine.postgresSettings}), Redis ${machine.redis}`,
      `- cells of ${scale.cellMs / 1000} s after a warm-up of a quarter of that, ${scale.rounds} rounds where cells are compared, each from a checkpoint on; ${scale.accounts.toLocaleString('en-US')} accounts unless said otherwise`,
    ].join('\n'),
    '## Targets',
    targetTable(judge(results)),
    ...results.sections.flatMap(({ name, title, cells, notes, line }) => [
      `## ${title}`,
      ...(cells.length === 0 ? [] : [cellTable(cells), `![${title}](plots/${name}.svg)`]),
      ...(line === undefined ? [] : [`![${line.yLabel} by ${line.xLabel}](plots/${name}-line.svg)`]),
      ...notes,
      ...problemsOf(cells),
    ]),
    ...(explanations === undefined ? [] : [explanations.trim()]),
  ]
    .join('\n\n')
    .concat('\n')
}

const problemsOf = (cells: Results['sections'][number]['cells']): readonly string[] =>
  cells
    .filter(({ errors }) => errors > 0)
    .map(({ name, problems }) => `Errors of ${name}: ${problems.map((problem) => `\`${problem}\``).join(', ')}`)
