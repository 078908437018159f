/** Takes questions about odds: one at a time of a user, a few in all, each answered by a thread of its own. */
import { join } from 'node:path'
import { createWorkThread } from '@ats/service-kit/async'
import { RequestError } from '@ats/service-kit/process'
import type { OddsAnswer, OddsQuestion } from '../../core/read/odds.js'

export interface OddsCaller {
  readonly userId: string
  readonly isGone: () => boolean
}

export type AskOdds = (question: OddsQuestion, caller: OddsCaller) => Promise<OddsAnswer>

export interface OddsDeskOptions {
  /** Questions under way and waiting. */
  readonly waitingMax: number
  readonly timeoutMs: number
  readonly idleMs: number
}

/** Run from the sources, as tests do, it is the compiled one, too. */
const THREAD = join(__dirname, '..', '..', '..', 'dist', 'lab', 'odds', 'odds-thread.js')
const RETRY_AFTER_SECONDS = 2

const busy = (message: string): RequestError =>
  new RequestError('rate_limited', message, {}, { 'Retry-After': String(RETRY_AFTER_SECONDS) })

export function createOddsDesk(options: OddsDeskOptions): {
  readonly ask: AskOdds
  readonly close: () => Promise<void>
} {
  const asking = new Set<string>()
  const thread = createWorkThread<OddsQuestion, OddsAnswer>({
    ...options,
    ...{ file: THREAD, heapMb: 128, noun: 'question', done: 'answered' },
    failed: (message) => busy(`${message}; ask for fewer attempts, or later`),
  })
  return {
    async ask(question, { userId, isGone }) {
      if (asking.has(userId)) throw busy('a question about odds of this user is being answered; wait for the answer')
      asking.add(userId)
      try {
        return await thread.run(question, isGone)
      } finally {
        asking.delete(userId)
      }
    },
    close: thread.close,
  }
}
