import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { MutantResult } from '@stryker-mutator/api/core'
import { Stryker } from '@stryker-mutator/core'
import type { Mutant } from './all-mutants.js'
import { keyOf, spanOf } from './keys.js'
import { DRAWN_FILE } from './only-drawn.js'

export interface Outcome {
  readonly mutant: Mutant
  /** `timeout`: neither killed nor alive, the machine may have been busy. */
  readonly status: 'killed' | 'survived' | 'not covered' | 'timeout'
  /** The first test that failed; none where its module does not load or a loop does not end. */
  readonly killedBy: string | null
}

const OUTPUT = 'coverage/mutation'
export const OUTCOMES_FILE = `${OUTPUT}/outcomes.json`
/** Few for each property: most mutants are reached by many properties. */
const PROPERTY_RUNS_MAX = '20'
/** Folders that these tests do without: a run copies the rest. */
const IGNORED = [
  ...['bench', 'deploy', 'examples', 'faults', 'k8s', 'recordings', 'release'],
  ...['services/wallet', 'services/trading-engine/dist'],
  ...['ccxt', 'cli', 'dashboard', 'mcp', 'operator-cli', 'sdk', 'test-chain'].map((name) => `packages/${name}`),
].map((folder) => `/${folder}`)
const TIMEOUT_MS = 30_000
const TIMEOUT_FACTOR = 4

/** Only these mutants, one after the other, against the unit tests that reach them. */
export async function runStryker(
  root: string,
  mutants: readonly Mutant[],
  { seed, workers }: { readonly seed: string; readonly workers: number },
): Promise<readonly Outcome[]> {
  mkdirSync(join(root, OUTPUT), { recursive: true })
  const drawnFile = join(root, OUTPUT, 'drawn.json')
  writeFileSync(drawnFile, JSON.stringify(mutants.map(keyOf)))
  process.env[DRAWN_FILE] = drawnFile
  process.env['FAST_CHECK_SEED'] = seed
  process.env['PROPERTY_RUNS_MAX'] = PROPERTY_RUNS_MAX
  process.env['REDIS_TEST_URL'] = 'each test starts its own'
  const results = await new Stryker({
    mutate: [...new Set(mutants.map(({ file, span }) => `${file}:${span}`))],
    plugins: ['@stryker-mutator/jest-runner', join(__dirname, 'only-drawn.js')],
    checkers: ['only-drawn'],
    testRunner: 'jest',
    jest: { configFile: 'packages/test-kit/mutation/jest.config.js', enableFindRelatedTests: false },
    coverageAnalysis: 'perTest',
    concurrency: workers,
    timeoutMS: TIMEOUT_MS,
    timeoutFactor: TIMEOUT_FACTOR,
    dryRunTimeoutMinutes: 10,
    disableTypeChecks: false,
    ignorePatterns: IGNORED,
    tempDirName: `${OUTPUT}/sandbox`,
    reporters: ['progress-append-only', 'html'],
    htmlReporter: { fileName: `${OUTPUT}/report.html` },
    thresholds: { high: 100, low: 0, break: null },
  }).runMutationTest()
  const byKey = new Map(results.map((result) => [keyOfResult(root, result), result]))
  return mutants.map((mutant) => {
    const result = byKey.get(keyOf(mutant))
    return { mutant, status: statusOf(result), killedBy: result?.killedBy?.[0] ?? null }
  })
}

/** Results count lines and columns from 1. */
function keyOfResult(root: string, { fileName, location, mutatorName, replacement }: MutantResult): string {
  const [start, end] = [location.start, location.end].map(({ line, column }) => ({
    line: line - 1,
    column: column - 1,
  }))
  if (start === undefined || end === undefined) throw new Error('a mutant has a start and an end')
  return keyOf({ file: relative(root, fileName), span: spanOf(start, end), mutator: mutatorName, replacement })
}

function statusOf(result: MutantResult | undefined): Outcome['status'] {
  switch (result?.status) {
    // RuntimeError: its module does not even load.
    case 'Killed':
    case 'RuntimeError':
      return 'killed'
    case 'Survived':
      return 'survived'
    case 'NoCoverage':
      return 'not covered'
    case 'Timeout':
      // A loop that ran a hundred times as often as without the mutant: no matter of how busy the machine is.
      return result.statusReason?.startsWith('Hit limit') === true ? 'killed' : 'timeout'
    default:
      throw new Error(`Stryker says ${result?.status}: ${result?.statusReason}`)
  }
}
