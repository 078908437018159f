/** Replays accounts by a thread of its own, one after the other. */
import { join } from 'node:path'
import { createWorkThread, type WorkThreadOptions } from '@ats/service-kit/async'
import type { ReplayResult } from './replay-account.js'
import type { ReplayAnswer, ReplayTask, ShadowAnswers, ShadowQuestion } from './replay-thread.js'

/** Null: there is no such account. */
export type Replay = (accountId: string) => Promise<ReplayResult | null>

/** Null: one of the accounts is not there. */
export type Shadow = (question: ShadowQuestion) => Promise<ShadowAnswers | null>

export interface ReplayDeskOptions extends Pick<WorkThreadOptions, 'timeoutMs' | 'failed'> {
  readonly databaseUrl: string
  /** A replay that takes longer is PARTIAL. */
  readonly withinMs: number
}

/** Run from the sources, as tests do, it is the compiled one, too. */
const THREAD = join(__dirname, '..', '..', 'dist', 'replay', 'replay-thread.js')

export function createReplayDesk({ databaseUrl, withinMs, ...options }: ReplayDeskOptions): {
  readonly replay: Replay
  readonly shadow: Shadow
  readonly close: () => Promise<void>
} {
  const thread = createWorkThread<ReplayTask, ReplayAnswer>({
    ...options,
    ...{ file: THREAD, heapMb: 512, waitingMax: 3, idleMs: 10_000, noun: 'replay', done: 'made' },
  })
  const ask = (asked: ReplayTask['asked']) => thread.run({ databaseUrl, withinMs, asked })
  return {
    replay: async (accountId) => (await ask(accountId)) as ReplayResult | null,
    shadow: async (question) => (await ask(question)) as ShadowAnswers | null,
    close: thread.close,
  }
}
