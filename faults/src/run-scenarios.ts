import type { CheckResult } from './checker/check.js'
import { createRandom } from './random.js'
import type { Scenario, ScenarioContext, ScenarioResult } from './scenarios/scenario.js'
import type { Stack } from './stack/stack.js'

export interface Outcome {
  readonly scenario: Scenario
  readonly result: ScenarioResult
  readonly seconds: number
}

export interface RunOptions {
  readonly scenarios: readonly Scenario[]
  readonly stack: Stack
  readonly seed: number
  readonly isFull: boolean
  /** All scenarios, not only those that always are. */
  readonly isReplicated: boolean
  readonly print: (line: string) => void
}

const FINDINGS_SHOWN = 5

/** One after the other; a scenario that cannot be carried out is a failed check, and the others still run. */
export async function runScenarios(options: RunOptions): Promise<readonly Outcome[]> {
  const { scenarios, stack, seed, isFull, print } = options
  const outcomes: Outcome[] = []
  let users = 0
  for (const [index, scenario] of scenarios.entries()) {
    const label = `[${index + 1}/${scenarios.length}] ${scenario.name}`
    print(`${label}: ${scenario.title}`)
    const startedAt = Date.now()
    const context: ScenarioContext = {
      stack,
      random: createRandom(seed).fork(scenario.name),
      isFull,
      isReplicated: options.isReplicated || scenario.isReplicated === true,
      count: (full, tenth) => (isFull ? full : tenth),
      nextUser: () => ++users,
      progress: throttled((text) => print(`${label}: ${text}`)),
    }
    const result = await scenario.run(context).catch(brokenDown)
    const seconds = (Date.now() - startedAt) / 1000
    outcomes.push({ scenario, result, seconds })
    describe(label, result, seconds).forEach(print)
  }
  return outcomes
}

const PROGRESS_MS = 5_000

function throttled(print: (text: string) => void): (text: string) => void {
  let last = Date.now()
  return (text) => {
    if (Date.now() - last < PROGRESS_MS) return
    last = Date.now()
    print(text)
  }
}

function brokenDown(error: unknown): ScenarioResult {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const check: CheckResult = { name: 'the scenario runs to its end', findings: [{ kind: 'inconsistent', message }] }
  return { injected: 0, operations: 0, unknown: 0, maxMsToDefinite: 0, checks: [check], notes: [] }
}

function describe(label: string, result: ScenarioResult, seconds: number): readonly string[] {
  const { injected, operations, unknown, maxMsToDefinite, checks, notes } = result
  const failed = checks.filter(({ findings }) => findings.length > 0)
  const figures = `${injected} injected, ${operations} operations, ${unknown} unknown, definite within ${maxMsToDefinite} ms`
  const verdict = failed.length === 0 ? `${checks.length} checks hold` : `${failed.length} of ${checks.length} FAILED`
  return [
    `${label}: ${figures}; ${verdict} (${seconds.toFixed(0)} s)`,
    ...notes.map((note) => `    ${note}`),
    ...failed.flatMap(describeFailed),
  ]
}

const describeFailed = ({ name, findings }: CheckResult): readonly string[] => [
  `    FAILED: ${name} (${findings.length})`,
  ...findings.slice(0, FINDINGS_SHOWN).map(({ kind, message }) => `      ${kind}: ${message}`),
]

/** The failures once more: the end of a long output is what people see first. */
export function describeFailures(outcomes: readonly Outcome[]): readonly string[] {
  return outcomes.flatMap(({ scenario, result }) => {
    const failed = result.checks.filter(({ findings }) => findings.length > 0)
    return failed.length === 0 ? [] : [scenario.name, ...failed.flatMap(describeFailed)]
  })
}

export const countChecks = (outcomes: readonly Outcome[], hasFailed: boolean): number =>
  outcomes.flatMap(({ result }) => result.checks).filter(({ findings }) => findings.length > 0 === hasFailed).length

export const countFindings = ({ checks }: ScenarioResult, kind: string): number =>
  checks.flatMap(({ findings }) => findings).filter((finding) => finding.kind === kind).length
