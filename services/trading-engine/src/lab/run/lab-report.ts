import type { Micros } from '../../core/values/time.js'
import type { LabRun } from './lab-run.js'
import type { RunLog } from './run-log.js'

/** All that a run follows from beside its tape and its commands: it can be asked for again, and made elsewhere. */
export interface KeptRecipe {
  /** A body of POST /v1/lab/runs. */
  readonly request: Readonly<Record<string, unknown>>
  /** As they are stored. */
  readonly plans: readonly StoredRules[]
  readonly program: StoredRules | null
  /** The state that it started from, with the moment of the copy; null: a new account. Absent in old reports. */
  readonly copied?: object | null
}

export interface StoredRules {
  readonly id: string
  readonly version: number
  readonly definition: object
}

export interface LabReport {
  readonly run: LabRun
  /** Null: there was no room to keep it, nor the log. */
  readonly recipe: KeptRecipe | null
  /** Null: it was not asked for. */
  readonly log: RunLog | null
}

/** The accounts of a run, and what each has come to. */
export interface LabResult {
  /** By the run's clock. */
  readonly at: Micros
  /** A list, as JSON. */
  readonly accounts: string
}
