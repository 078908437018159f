/** Takes questions about odds: one at a time of a user, a few in all, each answered by a thread of its own. */
import { join } from 'node:path'
import { createWorkThread, type WorkThread } from '@ats/service-kit/async'
import { RequestError } from '@ats/service-kit/process'
import type { Odds, OddsAnswer, OddsQuestion, OddsTask } from '../../core/read/odds.js'

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

export interface OddsDesk {
  readonly ask: AskOdds
  /** Odds alone, without what changes them: of an account that goes on. */
  readonly estimate: (task: OddsTask, caller: OddsCaller) => Promise<Odds>
  readonly close: () => Promise<void>
}

export function createOddsDesk(options: OddsDeskOptions): OddsDesk {
  const threadOf = <Task extends OddsTask, Answer extends Odds>() =>
    createWorkThread<Task, Answer>({
      ...options,
      ...{ file: THREAD, heapMb: 128, noun: 'question', done: 'answered' },
      failed: (message) => busy(`${message}; ask for fewer attempts, or later`),
    })
  const questions = threadOf<OddsQuestion, OddsAnswer>()
  /** Takes a tenth of a second for each, and so does not wait for questions, which take many. */
  const accounts = threadOf<OddsTask, Odds>()
  return {
    ask: oneOfUser(questions, 'a question about odds of this user is being answered; wait for the answer'),
    estimate: oneOfUser(accounts, 'the odds of an account of this user are being estimated; wait for them'),
    async close() {
      await Promise.all([questions.close(), accounts.close()])
    },
  }
}

/** A user has one under way at a time. */
function oneOfUser<Task, Answer>(thread: WorkThread<Task, Answer>, words: string) {
  const asking = new Set<string>()
  return async (task: Task, { userId, isGone }: OddsCaller): Promise<Answer> => {
    if (asking.has(userId)) throw busy(words)
    asking.add(userId)
    try {
      return await thread.run(task, isGone)
    } finally {
      asking.delete(userId)
    }
  }
}
