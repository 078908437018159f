import type { ProcessIdentity } from './process-identity.js'

/** One step of stopping a process: the signal, and how long to wait for the end before the next step. */
export interface StopStep {
  readonly signal: NodeJS.Signals
  readonly waitMs: number
}

export interface ChildSpec {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** stdout and stderr are appended here. */
  readonly logFile: string
  /** stderr is appended here instead. */
  readonly errorFile?: string
  /** Written to the process's stdin, for settings that must not be seen in a list of processes. */
  readonly stdin?: string
  readonly user?: { readonly uid: number; readonly gid: number }
  readonly stop: readonly StopStep[]
}

export type GuardianRequest =
  | { readonly type: 'run'; readonly child: ChildSpec }
  | { readonly type: 'remove-at-end'; readonly path: string }
  | { readonly type: 'stop' }
  | { readonly type: 'hurry' }

export interface ChildExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export type GuardianReport =
  | { readonly type: 'started'; readonly name: string; readonly process: ProcessIdentity }
  | { readonly type: 'not-started'; readonly name: string; readonly message: string }
  | { readonly type: 'exited'; readonly name: string; readonly exit: ChildExit }
