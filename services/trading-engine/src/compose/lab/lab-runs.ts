/** The runs of a process of the laboratory: who has which, how many there may be, and what is left of those that ended. */
import { randomUUID } from 'node:crypto'
import { generateCredentials, hashCredential } from '@ats/contracts'
import { notFound } from '@ats/service-kit/http'
import { DependencyError, RequestError, type Logger } from '@ats/service-kit/process'
import type { Plan } from '../../core/model/plan/plan.js'
import { profileOf } from '../../core/model/plan/execution-profile.js'
import type { LabRuns, NewRun } from '../../http/lab/lab-routes.js'
import type { EndReason, LabRun } from '../../lab/run/lab-run.js'
import type { RunAdvanced, RunBegun, RunReport } from '../../lab/run/run-messages.js'
import type { StartedLabRun } from '../../wire/lab/lab-run-codec.js'
import { RunGone, RunRefusal, startRunProcess, type RunLimits, type RunProcess } from './run-process.js'

export interface LabRunsOptions {
  /** What the process of a run runs. */
  readonly script: string
  /** The files that its database begins with. */
  readonly template: string
  readonly limits: RunLimits
  readonly runsMax: number
  readonly runsPerUserMax: number
  /** Null: there is no such plan. */
  readonly findPlan: (planId: string) => Promise<Plan | null>
  readonly logger: Logger
}

export interface KeptRuns extends LabRuns {
  /** Where the API of a run is; null: it has none, or has ended. */
  readonly portOf: (runId: string) => number | null
  /** Whose a run is whose key this is; null: it is none of a run. */
  readonly ownerOf: (runId: string, claim: { readonly key: string; readonly secret: string }) => string | null
  /** Runs under way. */
  readonly count: () => number
  readonly close: () => Promise<void>
}

interface Kept {
  run: LabRun
  readonly process: RunProcess
  readonly credentials: string
  port: number | null
}

/** Of runs that have ended, so many are remembered. */
const REMEMBERED_MAX = 500

const credentialsOf = ({ key, secret }: { readonly key: string; readonly secret: string }): string =>
  hashCredential(`${key}:${secret}`).toString('hex')

export function createLabRuns(options: LabRunsOptions): KeptRuns {
  const { limits, logger } = options
  const kept = new Map<string, Kept>()

  const isUnderWay = ({ run }: Kept): boolean => run.status !== 'ENDED'
  const underWay = (): readonly Kept[] => [...kept.values()].filter(isUnderWay)

  const requireRoom = (userId: string): void => {
    const runs = underWay()
    const { runsMax, runsPerUserMax } = options
    if (runs.filter(({ run }) => run.userId === userId).length >= runsPerUserMax) {
      const message = `a user may have ${runsPerUserMax} runs under way; end one of them first`
      throw new RequestError('conflict', message, { reason: 'run_limit' })
    }
    if (runs.length >= runsMax)
      throw new DependencyError('lab', 'too many runs are under way', { publicMessage: 'too many runs are under way' })
  }

  const find = (userId: string, runId: string): Kept => {
    const found = kept.get(runId)
    if (found?.run.userId !== userId) throw notFound('run')
    return found
  }

  /** A run that ends, however it does, is told of by its last report. */
  const conclude = (of: Kept, reason: EndReason): void => {
    of.run = {
      ...seen(of),
      status: 'ENDED',
      endedReason: of.run.begun === null && reason === 'DIED' ? 'FAILED' : reason,
    }
    of.port = null
    logger.info({ run_id: of.run.id, reason, events: of.run.report?.events }, 'a run has ended')
    for (const [id, one] of kept) {
      if (kept.size <= REMEMBERED_MAX) break
      if (!isUnderWay(one)) kept.delete(id)
    }
  }

  const seen = ({ run, process }: Kept): LabRun => {
    const report = process.report() ?? run.report
    return run.status === 'ENDED' || run.status === 'STARTING'
      ? { ...run, report }
      : { ...run, report, ...statusOf(report) }
  }

  const ask = async <T>(of: Kept, question: Parameters<RunProcess['ask']>[0]): Promise<T> => {
    try {
      return await of.process.ask<T>(question)
    } catch (error) {
      if (error instanceof RunGone) throw ended(await of.process.ended)
      if (!(error instanceof RunRefusal)) throw error
      throw new RequestError('conflict', error.message, { reason: error.isBusy ? 'run_advancing' : 'run_failed' })
    }
  }

  const start = async (wanted: NewRun): Promise<StartedLabRun> => {
    requireRoom(wanted.userId)
    const plan = await options.findPlan(wanted.planId)
    if (plan === null) throw notFound('plan')
    if (profileOf({ plan }).needsWallet)
      throw new RequestError('conflict', `${plan.id} is LIVE: a run has no venues`, { reason: 'run_failed' })
    // Others may have come while it was looked up.
    requireRoom(wanted.userId)
    const { key, secret } = generateCredentials()
    const of: Kept = {
      run: newRun(wanted, plan, limits),
      process: startRunProcess(options.script, limits),
      credentials: credentialsOf({ key, secret }),
      port: null,
    }
    kept.set(of.run.id, of)
    void of.process.ended.then((reason) => conclude(of, reason))
    const { tape, seed, pace, name, balance } = wanted
    const recipe = { plan: balance === null ? plan : { ...plan, initialBalance: balance }, tape, seed, pace }
    try {
      const begun = await ask<RunBegun>(of, { kind: 'begin', recipe, key, secret, name, template: options.template })
      const { accountId, tapeId, now: startsAt, endsAt } = begun
      of.port = begun.port
      of.run = { ...of.run, status: 'READY', begun: { accountId, tapeId, startsAt, endsAt } }
      return { run: of.run, key, secret }
    } catch (error) {
      of.process.end('FAILED')
      await of.process.ended
      throw error
    }
  }

  return {
    start,
    list: (userId) =>
      [...kept.values()]
        .filter(({ run }) => run.userId === userId)
        .map(seen)
        .reverse(),
    async read(userId, runId) {
      const of = find(userId, runId)
      if (of.port === null) return seen(of)
      const report = await of.process.ask<RunReport>({ kind: 'report' }).catch(() => null)
      return report === null ? seen(of) : { ...of.run, report, ...statusOf(report) }
    },
    async advance(userId, runId, question) {
      const of = find(userId, runId)
      if (of.run.endedReason !== null) throw ended(of.run.endedReason)
      return ask<RunAdvanced>(of, question)
    },
    async remove(userId, runId) {
      const of = find(userId, runId)
      if (isUnderWay(of)) {
        of.run = await this.read(userId, runId)
        of.process.end('DELETED')
        await of.process.ended
      }
      return of.run
    },
    portOf: (runId) => kept.get(runId)?.port ?? null,
    ownerOf(runId, claim) {
      const of = kept.get(runId)
      return of !== undefined && of.credentials === credentialsOf(claim) ? of.run.userId : null
    },
    count: () => underWay().length,
    async close() {
      const runs = underWay()
      for (const { process } of runs) process.end('STOPPED')
      await Promise.all(runs.map(({ process }) => process.ended))
    },
  }
}

const statusOf = (report: RunReport | null): Partial<Pick<LabRun, 'status'>> =>
  report === null ? {} : { status: report.status }

const ended = (reason: EndReason): RequestError =>
  new RequestError('conflict', `the run has ended: ${reason}`, { reason: 'run_ended' })

function newRun(wanted: NewRun, plan: Plan, { ageMsMax }: RunLimits): LabRun {
  const createdAt = Date.now() * 1_000
  return {
    ...{ id: randomUUID(), userId: wanted.userId, name: wanted.name, campaignId: wanted.campaignId },
    ...{ createdAt, expiresAt: createdAt + ageMsMax * 1_000, planId: plan.id, planVersion: plan.version },
    ...{ pace: wanted.pace, seed: wanted.seed, tape: wanted.tape.model },
    ...{ begun: null, status: 'STARTING', endedReason: null, report: null },
  }
}
