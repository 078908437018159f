/** `npm run test:faults`: breaks the engine and its database in every way it must survive, and checks what is left. */
import { ArgumentError, readArguments, usageOf, type SuiteArguments } from './arguments.js'
import { runMutants, type MutantOutcome } from './planted-mutants/run-mutants.js'
import { writeReport } from './report.js'
import { countChecks, describeFailures, runScenarios, type Outcome } from './run-scenarios.js'
import type { Scenario } from './scenarios/scenario.js'
import { keepEvidence } from './stack/keep-evidence.js'
import { findHaproxy } from './stack/haproxy.js'
import { startStack } from './stack/stack.js'
import { SCENARIOS } from './suite.js'

const NAMES = SCENARIOS.map(({ name }) => name)
const print = (line: string): void => void process.stdout.write(`${line}\n`)

async function main(): Promise<number> {
  const requested = readArguments(process.argv.slice(2), NAMES)
  if (requested === null) {
    print(usageOf(NAMES))
    return 0
  }
  const { isFull, seed, withMutants } = requested
  print(`Fault suite, ${isFull ? 'in full' : 'a tenth'}; seed ${seed} (--seed ${seed} repeats it)`)
  const { outcomes, postgresVersion } = await injectFaults(requested)
  const mutants = withMutants ? await runMutants(seed, print) : []
  if (isFull && requested.scenarios.length === SCENARIOS.length)
    print(`Report: ${writeReport({ seed, postgresVersion, outcomes, mutants })}`)
  const failed = countChecks(outcomes, true) + countMutants(mutants, false)
  describeFailures(outcomes).forEach(print)
  print(`${countChecks(outcomes, false) + countMutants(mutants, true)} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

async function injectFaults(requested: SuiteArguments) {
  const { isFull, isReplicated, seed, discards } = requested
  const stack = await startStack()
  try {
    const wanted = SCENARIOS.filter(({ name }) => requested.scenarios.includes(name))
    const hasHaproxy = findHaproxy() !== null
    const whyNot = ({ isReplicated: isPair = false, missing }: Scenario): string | null =>
      isPair && !hasHaproxy ? 'haproxy is not installed' : (missing?.() ?? null)
    const scenarios = wanted.filter((scenario) => whyNot(scenario) === null)
    for (const scenario of wanted.filter((one) => !scenarios.includes(one)))
      print(`${scenario.name}: skipped, ${whyNot(scenario)}`)
    const outcomes = await runScenarios({ scenarios, stack, seed, isFull, isReplicated, print })
    if (countChecks(outcomes, true) > 0 && !discards) print(`Histories and logs: ${keepEvidence(stack.directory)}`)
    return { outcomes: outcomes satisfies readonly Outcome[], postgresVersion: stack.postgres.version }
  } finally {
    await stack.stop()
  }
}

const countMutants = (mutants: readonly MutantOutcome[], isAsExpected: boolean): number =>
  mutants.filter((mutant) => mutant.isAsExpected === isAsExpected).length

function describe(error: unknown): string {
  if (error instanceof ArgumentError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    print(`The fault suite could not run: ${describe(error)}`)
    if (error instanceof ArgumentError) print(usageOf(NAMES))
    print('0 passed, 1 failed')
    process.exit(1)
  },
)
