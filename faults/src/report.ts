/** bench/FAULTS.md: the last full run, as a person reads it. */
import { writeFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import type { MutantOutcome } from './planted-mutants/run-mutants.js'
import { countFindings, type Outcome } from './run-scenarios.js'

export interface Report {
  readonly seed: number
  readonly postgresVersion: string
  readonly outcomes: readonly Outcome[]
  readonly mutants: readonly MutantOutcome[]
}

const FILE = join(__dirname, '..', '..', 'bench', 'FAULTS.md')

export function writeReport(report: Report): string {
  writeFileSync(FILE, renderReport(report))
  return FILE
}

export function renderReport({ seed, postgresVersion, outcomes, mutants }: Report): string {
  const [cpu] = cpus()
  const machine = `${cpus().length} × ${cpu?.model.trim() || 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}`
  const [control, ...planted] = mutants
  return `# Faults

The last full run of \`npm run test:faults -- --full\`: ${new Date().toISOString().slice(0, 10)}, seed ${seed}.
Machine: ${machine}; Node ${process.versions.node}, PostgreSQL ${postgresVersion} with fsync on; engine, database and bots share it.

Lost: acknowledged and not in the database, or not to be read. Doubled: in the database more often than asked for.
Unknown: operations with at least one attempt that was not answered; without a \`client_id\` they stay so, and may have one order or none.

${table(
  ['fault', 'injected', 'operations', 'unknown outcomes', 'lost', 'doubled', 'max time to definite', 'checks'],
  outcomes.map(({ scenario, result }) => [
    scenario.title,
    String(result.injected),
    String(result.operations),
    String(result.unknown),
    String(countFindings(result, 'lost')),
    String(countFindings(result, 'doubled')),
    `${(result.maxMsToDefinite / 1000).toFixed(1)} s`,
    checksOf(outcomes, scenario.name),
  ]),
)}

${notesOf(outcomes)}
## Planted mutants

${planted.filter(({ isAsExpected }) => isAsExpected).length} of ${planted.length} caught; the same copy without a defect ${control?.isAsExpected ? 'passes' : `FAILS: ${control?.detail ?? ''}`}.

${table(
  ['mutant', 'verdict', 'by'],
  planted.map(({ title, isAsExpected, detail }) => [
    oneLine(title),
    isAsExpected ? 'caught' : 'NOT caught',
    oneLine(detail),
  ]),
)}
`
}

function checksOf(outcomes: readonly Outcome[], name: string): string {
  const checks = outcomes.find(({ scenario }) => scenario.name === name)?.result.checks ?? []
  const failed = checks.filter(({ findings }) => findings.length > 0)
  return failed.length === 0 ? `${checks.length} hold` : `FAILED: ${failed.map((check) => check.name).join('; ')}`
}

const notesOf = (outcomes: readonly Outcome[]): string =>
  outcomes.flatMap(({ scenario, result }) => result.notes.map((note) => `- ${scenario.title}: ${note}\n`)).join('')

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
