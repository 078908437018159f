/**
 * Questions about odds that the real core answers: each by processes of the lowest priority, which share its attempts.
 * A user has one under way; what was answered is remembered for a while.
 */
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { notFound } from '@ats/service-kit/http'
import { RequestError } from '@ats/service-kit/process'
import type { OddsAnswer } from '../../core/read/odds.js'
import type { ResampleAsk, ResampleTold } from '../../lab/odds/resample/resample-messages.js'
import { tapeAssumptions, type TapeOdds, type TapeOddsQuestion } from '../../lab/odds/resample/tape-odds.js'
import { dollars } from '../../lab/odds/sampled-day.js'
import { sumAttempts, type AttemptOutcome } from '../../lab/odds/sum-attempts.js'
import { forkProcess } from './fork-process.js'

/** Questions of this process. Those of others are unknown to a user: each throws 404 for them. */
export interface TapeOddsDesk {
  /** @throws 429 while the user has another one under way, or too many are */
  readonly ask: (question: TapeOddsQuestion) => TapeOdds
  readonly read: (userId: string, id: string) => TapeOdds
  /** Ends it, if it is under way. */
  readonly end: (userId: string, id: string) => TapeOdds
  readonly close: () => Promise<void>
}

export interface TapeOddsDeskOptions {
  readonly underWayMax: number
  /** Processes of one question. */
  readonly processes: number
  readonly timeoutMs: number
  readonly heapMb: number
  /** The lowest, unless told: traders come first. */
  readonly priority?: number
}

/** Run from the sources, as tests do, it is the compiled one, too. */
const SCRIPT = join(__dirname, '..', '..', '..', 'dist', 'lab-odds.js')
const REMEMBERED_MAX = 100
const RETRY_AFTER_SECONDS = 5

interface Underway {
  state: TapeOdds
  readonly question: TapeOddsQuestion
  readonly outcomes: (AttemptOutcome | undefined)[]
  sample: { readonly days: number; readonly orders: number } | null
  children: readonly ChildProcess[]
  timer: NodeJS.Timeout | undefined
}

const busy = (message: string): RequestError =>
  new RequestError('rate_limited', message, {}, { 'Retry-After': String(RETRY_AFTER_SECONDS) })

export function createTapeOddsDesk(options: TapeOddsDeskOptions): TapeOddsDesk {
  const { underWayMax, processes, timeoutMs } = options
  const asked = new Map<string, Underway>()
  const exits = new Set<Promise<void>>()

  const conclude = (of: Underway, end: Partial<TapeOdds>): void => {
    if (of.state.status !== 'RUNNING') return
    clearTimeout(of.timer)
    of.state = { ...of.state, ...end }
    for (const child of of.children) child.kill('SIGKILL')
    of.outcomes.length = 0
  }
  const fail = (of: Underway, reason: string): void => conclude(of, { status: 'FAILED', reason })

  const hear = (of: Underway, told: ResampleTold): void => {
    if (of.state.status !== 'RUNNING') return
    if (told.kind === 'refused') return fail(of, told.message)
    if (told.kind === 'sample') {
      of.sample = told
      return
    }
    of.outcomes[told.attempt] = told.outcome
    const played = of.state.played + 1
    of.state = { ...of.state, played }
    if (played === of.state.attempts) conclude(of, { status: 'DONE', odds: answerOf(of) })
  }

  const start = (of: Underway, place: number): ChildProcess => {
    const child = forkProcess(SCRIPT, options)
    child.on('message', (told) => hear(of, told as ResampleTold))
    child.once('error', (error) => fail(of, error.message))
    const exited = new Promise<void>((resolve) => {
      child.once('exit', () => {
        fail(of, 'a process that played attempts has ended')
        resolve()
      })
    })
    exits.add(exited)
    void exited.then(() => exits.delete(exited))
    const { recordings, phases, balance, seed, days, meanBlock, attempts } = of.question
    const task = { phases, balance, seed, days, meanBlock }
    const ask: ResampleAsk = { recordings, task, first: place, every: processes, attempts }
    child.send(ask, (error) => error !== null && fail(of, error.message))
    return child
  }

  const find = (userId: string, id: string): Underway => {
    const found = asked.get(id)
    if (found?.state.userId !== userId) throw notFound('odds')
    return found
  }

  return {
    ask(question) {
      const { userId, attempts } = question
      const running = [...asked.values()].filter(({ state }) => state.status === 'RUNNING')
      if (running.some(({ state }) => state.userId === userId))
        throw busy('odds of this user are being worked out; wait for them, or end them')
      if (running.length >= underWayMax) throw busy('too many odds are being worked out; ask again later')
      const state: TapeOdds = {
        ...{ id: randomUUID(), userId, createdAt: Date.now() * 1_000, status: 'RUNNING', attempts, played: 0 },
        ...{ reason: null, odds: null },
      }
      const of: Underway = { state, question, outcomes: [], sample: null, children: [], timer: undefined }
      asked.set(state.id, of)
      for (const [id, one] of asked) {
        if (asked.size <= REMEMBERED_MAX) break
        if (one.state.status !== 'RUNNING') asked.delete(id)
      }
      of.timer = setTimeout(() => fail(of, TOO_LONG), timeoutMs)
      of.children = Array.from({ length: Math.min(processes, attempts) }, (_, place) => start(of, place))
      return of.state
    },
    read: (userId, id) => find(userId, id).state,
    end(userId, id) {
      const of = find(userId, id)
      conclude(of, { status: 'ENDED' })
      return of.state
    },
    async close() {
      for (const of of asked.values()) conclude(of, { status: 'ENDED' })
      await Promise.all(exits)
    },
  }
}

const TOO_LONG = 'it took too long: ask for fewer attempts or days'

function answerOf({ question, outcomes, sample }: Underway): OddsAnswer {
  const played = outcomes.filter((one) => one !== undefined)
  return {
    ...{ sampledDays: sample?.days ?? 0, sampledTrades: sample?.orders ?? 0, unmarked: 0 },
    ...sumAttempts(question.phases, played, dollars(question.fee)),
    ...{ changes: [], record: null, assumptions: tapeAssumptions(question) },
  }
}
