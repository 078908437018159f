import type { CheckResult } from '../checker/check.js'
import type { Finding } from '../checker/evidence.js'
import { outcomeOf, hadUnknownOutcome, msToDefinite, type Operation } from '../checker/operations.js'
import type { Random } from '../random.js'
import type { Stack } from '../stack/stack.js'

export interface ScenarioContext {
  readonly stack: Stack
  readonly random: Random
  readonly isFull: boolean
  /** Two replicas and two workers behind haproxy, whatever the scenario would start by itself. */
  readonly isReplicated: boolean
  /** How often a fault is injected: in a full run, and in a seeded tenth. */
  count(full: number, tenth: number): number
  /** The number of a user that this run has not had yet. */
  nextUser(): number
  progress(text: string): void
}

export interface ScenarioResult {
  readonly injected: number
  readonly operations: number
  /** Operations of which at least one attempt had no definite answer. */
  readonly unknown: number
  readonly maxMsToDefinite: number
  readonly checks: readonly CheckResult[]
  /** Additional figures for the report. */
  readonly notes: readonly string[]
}

export interface Scenario {
  readonly name: string
  /** The fault, as the report names it. */
  readonly title: string
  /** Runs on two replicas and two workers behind haproxy, however it is asked for. */
  readonly isReplicated?: boolean
  /** The reason why it cannot run on this machine; null: it can. */
  readonly missing?: () => string | null
  run(context: ScenarioContext): Promise<ScenarioResult>
}

export interface Conclusion {
  readonly injected: number
  readonly operations: readonly Operation[]
  readonly checks: readonly CheckResult[]
  readonly notes?: readonly string[]
}

export const conclude = ({ injected, operations, checks, notes = [] }: Conclusion): ScenarioResult => ({
  injected,
  operations: operations.length,
  unknown: operations.filter(hadUnknownOutcome).length,
  maxMsToDefinite: operations.reduce((most, operation) => Math.max(most, msToDefinite(operation) ?? 0), 0),
  checks,
  notes,
})

/** A check of the scenario's own. */
export const expectThat = (name: string, holds: boolean, otherwise: string): CheckResult => ({
  name,
  findings: holds ? [] : [{ kind: 'inconsistent', message: otherwise } satisfies Finding],
})

/** Where no answer may be unknown: nothing was broken between the bots and the engine, nor behind it. */
export function expectAllAcknowledged(name: string, operations: readonly Operation[]): CheckResult {
  const others = operations.filter((operation) => outcomeOf(operation) !== 'acknowledged')
  const [first] = others
  const last = first?.attempts.at(-1)
  return expectThat(name, first === undefined, `${others.length} were not, e.g. ${last?.status} ${last?.text}`)
}
