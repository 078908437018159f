/** npm run bench: see USAGE in flags.ts for what it takes. */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Servers } from '@ats/local-stack'
import { runAgainst } from './against/run-against.js'
import type { Bench } from './bench.js'
import { parseFlags, USAGE, type Flags } from './flags.js'
import { startGenerator } from './load/start-generator.js'
import { createProgress } from './progress.js'
import { joinRuns, missingSections, readLastRun } from './report/last-run.js'
import { describeMachine } from './report/machine.js'
import type { MeasuredSection, Results } from './report/results.js'
import { targetTable } from './report/tables.js'
import { evaluateTargets } from './report/targets.js'
import { writeReport, writeResultsPage } from './report/write-report.js'
import { scaleOf } from './scale.js'
import { ALL_SECTIONS } from './sections/all.js'
import { chooseServerBinaries } from './servers/server-binaries.js'
import { startBenchServers } from './servers/bench-servers.js'
import { prepareTradingDatabases } from './servers/trading-database.js'

const BENCH_DIR = join(__dirname, '..')
const print = (line: string): void => void process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const flags = readFlags()
  if (flags === undefined) return
  const outDir = resolve(flags.outDir ?? join(BENCH_DIR, 'results'))
  mkdirSync(outDir, { recursive: true })
  if (flags.against !== undefined) return runAgainst(flags, flags.against, outDir, print)
  const last = flags.addsToLast ? readLastRun(outDir) : undefined
  const binaries = chooseServerBinaries(flags.server)
  print('Starting PostgreSQL')
  const servers = await startBenchServers(binaries)
  const end = stopOnSignals(servers)
  try {
    const results = await measureAll({ flags, last, servers, pgbench: binaries.pgbench, outDir })
    if (flags.writesResults) writeResultsPage(BENCH_DIR, results)
    print(`\n${targetTable(evaluateTargets(results))}`)
    print(`\nFigures and plots: ${outDir}`)
  } finally {
    await end()
  }
}

function readFlags(): Flags | undefined {
  try {
    return parseFlags(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`)
    process.exitCode = 2
    return undefined
  }
}

/** Ctrl-C leaves nothing running; the sections that were measured are kept. */
function stopOnSignals(servers: Servers): () => Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      print('\nInterrupted. `npm run bench -- --add` goes on after the last section that was measured.')
      void servers.stop().then(() => process.exit(130))
    })
  }
  return () => servers.stop()
}

interface Run {
  readonly flags: Flags
  /** The run that this one adds to. */
  readonly last: Results | undefined
  readonly servers: Servers
  readonly pgbench: string | undefined
  readonly outDir: string
}

/** Writes the results after each section: a run that is interrupted loses only the section it was in. */
async function measureAll({ flags, last, servers, pgbench, outDir }: Run): Promise<Results> {
  const started = Date.now()
  const machine = describeMachine(servers)
  print(`PostgreSQL ${machine.postgres}, ${machine.postgresSettings}; ${machine.cpus} × ${machine.model}`)
  if (!machine.isOnDisk) print('The data is in memory, not on a disk: figures of orders will be too good.')
  const scale = scaleOf(flags)
  const sections: MeasuredSection[] = []
  const resultsSoFar = (): Results => {
    const startedAt = new Date(started).toISOString()
    const minutes = Math.ceil((Date.now() - started) / 60_000)
    const results = { startedAt, minutes, isQuick: flags.isQuick, machine, scale, sections }
    return last === undefined ? results : joinRuns(last, results)
  }
  // Refuses a last run that is not to be joined before anything is measured.
  const atStart = resultsSoFar()
  const names = flags.sections === 'missing' ? missingSections(atStart) : flags.sections
  const progress = createProgress({ sections: names.length, line: print, now: () => performance.now() })
  const profileDir = flags.isProfiled ? join(outDir, 'profile') : undefined
  const createDatabase = await prepareTradingDatabases(servers.postgres.url)
  const generator = await startGenerator()
  const bench: Bench = { servers, pgbench, generator, createDatabase, scale, progress, profileDir }
  try {
    for (const name of names) {
      const { title, run } = ALL_SECTIONS[name]
      const measuredAt = new Date().toISOString()
      progress.section(title)
      sections.push({ name, title, measuredAt, ...(await run(bench)) })
      writeReport(outDir, resultsSoFar())
    }
  } finally {
    generator.stop()
  }
  return resultsSoFar()
}

main().catch((error: unknown) => {
  process.stderr.write(`npm run bench: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
