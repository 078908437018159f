/**
 * `npm run test:mutation`: counts how many of 400 defects the unit tests notice. They are drawn by lot from all that
 * Stryker can make in the folders that decide; CONTRIBUTING.md says how the figures are read.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findRedisServer } from '@ats/local-stack'
import { allMutants, type Mutant } from './all-mutants.js'
import { changedLines, isInLines } from './changed-lines.js'
import { drawMutants } from './draw-mutants.js'
import { isEquivalent } from './equivalent-mutants.js'
import { git } from './git.js'
import { nameOf } from './keys.js'
import { OUTCOMES_FILE, runStryker, type Outcome } from './run-stryker.js'

const ROOT = join(__dirname, '..', '..', '..', '..')
const MUTATED = ['packages/key-cache/src', 'services/trading-engine/src/core']
const STATUSES = ['killed', 'survived', 'not covered', 'timeout'] as const
const LEAST_PERCENT = 85
const SHOWN_CHARACTERS = 80

const USAGE = `npm run test:mutation -- [options]
  --seed N        draws others
  --count N       as many in place of 400
  --since main    all that are in lines which have changed since
  --again         of those drawn, only what the last run did not kill or did not have; its kills stand
  --all           all of them
  --workers N     as many at a time in place of 2
  --planted       the defects planted in what writes, which need Postgres: the fault suite has to find them`

const OPTIONS = {
  seed: { type: 'string', default: '1' },
  count: { type: 'string', default: '400' },
  since: { type: 'string' },
  again: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  workers: { type: 'string', default: '2' },
  planted: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

const print = (line: string): void => void process.stdout.write(`${line}\n`)

async function main(): Promise<number> {
  const { values } = parseArgs({ options: OPTIONS })
  if (values.help) {
    print(USAGE)
    return 0
  }
  if (values.planted) return testPlanted()
  if (findRedisServer(process.env['PATH'] ?? '') === undefined)
    throw new Error('tests of the key cache need redis-server on the PATH')
  const files = git(ROOT, ['ls-files', ...MUTATED]).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const all = await allMutants(ROOT, files)
  const chosen = choose(all, values)
  if (chosen.length === 0) {
    print('no mutants')
    return 0
  }
  const kills = values.again ? lastKills(chosen) : []
  const killed = new Set(kills.map(({ mutant }) => mutant))
  const mutants = chosen.filter((mutant) => !killed.has(mutant))
  print(`${mutants.length} of ${all.length} mutants in ${files.length} files, seed ${values.seed}`)
  const outcomes = [
    ...kills,
    ...(mutants.length === 0
      ? []
      : await runStryker(ROOT, mutants, { seed: values.seed, workers: Number(values.workers) })),
  ]
  writeFileSync(join(ROOT, OUTCOMES_FILE), JSON.stringify(outcomes, null, 1))
  return report(outcomes)
}

interface Choice {
  readonly seed: string
  readonly count: string
  readonly since?: string
  readonly all: boolean
}

function choose(all: readonly Mutant[], { seed, count, since, all: isWhole }: Choice): readonly Mutant[] {
  if (since !== undefined) return all.filter(isInLines(changedLines(ROOT, since, MUTATED)))
  return isWhole ? all : drawMutants(all, Number(seed), Number(count))
}

function lastKills(chosen: readonly Mutant[]): readonly Outcome[] {
  const file = join(ROOT, OUTCOMES_FILE)
  if (!existsSync(file)) throw new Error(`there is no last run: ${OUTCOMES_FILE} is missing`)
  const outcomes = JSON.parse(readFileSync(file, 'utf8')) as readonly Outcome[]
  const kills = new Map(
    outcomes.filter(({ status }) => status === 'killed').map((outcome) => [textOf(outcome.mutant), outcome]),
  )
  return chosen.flatMap((mutant) => {
    const kill = kills.get(textOf(mutant))
    return kill === undefined ? [] : [{ ...kill, mutant }]
  })
}

const textOf = (mutant: Mutant): string => JSON.stringify(nameOf(mutant))

function testPlanted(): number {
  const suite = join(ROOT, 'faults', 'dist', 'main.js')
  return spawnSync(process.execPath, [suite, '--mutants'], { cwd: ROOT, stdio: 'inherit' }).status ?? 1
}

function report(outcomes: readonly Outcome[]): number {
  const counted = outcomes.filter(({ status, mutant }) => status === 'killed' || !isEquivalent(mutant))
  for (const { status, mutant } of counted) if (status !== 'killed') print(`${status}: ${describe(mutant)}`)
  const counts = STATUSES.map((status) => counted.filter((outcome) => outcome.status === status).length)
  const percent = ((counts[0] ?? 0) / Math.max(1, counted.length)) * 100
  const words = STATUSES.map((status, place) => `${counts[place]} ${status}`).join(', ')
  print(`${words}, ${outcomes.length - counted.length} equivalent: ${percent.toFixed(1)} % killed`)
  return percent >= LEAST_PERCENT ? 0 : 1
}

function describe({ file, firstLine, mutator, original, replacement }: Mutant): string {
  const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, SHOWN_CHARACTERS)
  return `${file}:${firstLine} ${mutator}: ${short(original)} -> ${short(replacement)}`
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    print(error instanceof Error ? error.message : String(error))
    process.exit(2)
  },
)
