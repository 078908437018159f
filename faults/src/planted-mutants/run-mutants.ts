/** Whether the suite notices each planted defect; a suite that misses one proves nothing about the product. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findAnvil } from '@ats/test-chain'
import { SCENARIOS } from '../suite.js'
import { applyEdits, copyRepository } from './copy-repository.js'
import { MUTANTS, type Edit } from './mutants.js'

export interface MutantOutcome {
  readonly name: string
  readonly title: string
  readonly isAsExpected: boolean
  /** By which check it was caught, or why not. */
  readonly detail: string
}

interface SuiteRun {
  readonly hasRun: boolean
  readonly failures: readonly string[]
  readonly output: string
}

const run = promisify(execFile)
const ROOT = join(__dirname, '..', '..', '..')
const BUILD_TIMEOUT_MS = 180_000
/** A defect may be noticed only when the wait for something has run out. */
const SUITE_TIMEOUT_MS = 600_000
const OUTPUT_MAX_BYTES = 16 * 2 ** 20

/** The first outcome is the control: the same copy without a defect must pass. */
export async function runMutants(seed: number, print: (line: string) => void): Promise<readonly MutantOutcome[]> {
  const mutants = MUTANTS.filter(({ scenarios }) => scenarios.every(canRun))
  const scenarios = [...new Set(mutants.flatMap((mutant) => mutant.scenarios))]
  print(`[mutants] control: ${scenarios.join(', ')} without a defect`)
  const outcomes = [await control(scenarios, seed)]
  print(`[mutants] control: ${outcomes[0]?.detail}`)
  for (const [index, { name, title, scenarios: own, edits }] of mutants.entries()) {
    print(`[mutants ${index + 1}/${mutants.length}] ${name}: ${title}`)
    const outcome = { name, title, ...(await verify(edits, own, seed)) }
    outcomes.push(outcome)
    print(
      `[mutants ${index + 1}/${mutants.length}] ${name}: ${outcome.isAsExpected ? 'caught' : 'NOT caught'} (${outcome.detail})`,
    )
  }
  return outcomes
}

/** A check that is not installed here cannot be asked. */
const canRun = (name: string): boolean =>
  SCENARIOS.every((one) => one.name !== name || (one.missing?.() ?? null) === null)

async function control(scenarios: readonly string[], seed: number): Promise<MutantOutcome> {
  const named = { name: 'control', title: 'no defect: must pass' }
  try {
    const { hasRun, failures, output } = await runCopy([], scenarios, seed)
    const isAsExpected = hasRun && failures.length === 0
    return { ...named, isAsExpected, detail: isAsExpected ? 'passed' : `failed: ${failures.join('; ') || output}` }
  } catch (error) {
    return { ...named, isAsExpected: false, detail: messageOf(error) }
  }
}

async function verify(
  edits: readonly Edit[],
  scenarios: readonly string[],
  seed: number,
): Promise<Pick<MutantOutcome, 'isAsExpected' | 'detail'>> {
  try {
    const { hasRun, failures, output } = await runCopy(edits, scenarios, seed)
    const isAsExpected = hasRun && failures.length > 0
    if (isAsExpected) return { isAsExpected, detail: failures.join('; ') }
    return { isAsExpected, detail: hasRun ? 'every check held' : `the suite did not run: ${output}` }
  } catch (error) {
    return { isAsExpected: false, detail: messageOf(error) }
  }
}

async function runCopy(edits: readonly Edit[], scenarios: readonly string[], seed: number): Promise<SuiteRun> {
  const copy = mkdtempSync(join(tmpdir(), 'trading-mutant-'))
  try {
    copyRepository(ROOT, copy)
    applyEdits(copy, edits)
    await build(copy)
    return await runSuite(copy, ['--discard', '--seed', String(seed), '--only', scenarios.join(',')])
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

async function build(copy: string): Promise<void> {
  const compiler = join(copy, 'node_modules', 'typescript', 'bin', 'tsc')
  await run(process.execPath, [compiler, '-b', 'faults'], { cwd: copy, timeout: BUILD_TIMEOUT_MS }).catch(
    (error: unknown) => {
      throw new Error(`the mutant does not compile: ${outputOf(error)}`)
    },
  )
}

/** A scenario that broke down is no proof: only a check of its own that failed is. */
async function runSuite(copy: string, args: readonly string[]): Promise<SuiteRun> {
  const output = await run(process.execPath, [join(copy, 'faults', 'dist', 'main.js'), ...args], {
    cwd: copy,
    // A copy has no `release` beside it.
    env: { ...process.env, ANVIL: findAnvil() ?? '' },
    timeout: SUITE_TIMEOUT_MS,
    maxBuffer: OUTPUT_MAX_BYTES,
  }).then(({ stdout }) => stdout, outputOf)
  const failures = [...output.matchAll(/FAILED: (.+) \(\d+\)$/gm)].map(([, name = '']) => name)
  const hasRun = /^[1-9]\d* passed, \d+ failed$/m.test(output) && !failures.some((name) => /runs to its end/.test(name))
  return { hasRun, failures: [...new Set(failures)], output: output.slice(-2_000) }
}

const outputOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'stdout' in error ? String(error.stdout) : messageOf(error)

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
