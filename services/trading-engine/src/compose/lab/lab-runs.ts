/** The runs of a process of the laboratory: who has which, how many there may be, what is left of those that ended. */
import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { generateCredentials, generateWebhookSecret, hashCredential } from '@ats/contracts'
import { createSemaphore } from '@ats/service-kit/async'
import { notFound } from '@ats/service-kit/http'
import { DependencyError, RequestError, type Logger } from '@ats/service-kit/process'
import type { LabRuns } from '../../http/lab/lab-routes.js'
import type { LabResult } from '../../lab/run/lab-report.js'
import type { EndReason, LabRun } from '../../lab/run/lab-run.js'
import type { RunRecording } from '../../lab/odds/resample/ask-tape-odds.js'
import { RecipeError, recipeOf, type NewRun, type RuleSources } from '../../lab/run/new-run.js'
import type { RunRecipe } from '../../lab/run/recipe.js'
import { createTurns } from '../../lab/run/turns.js'
import type { RunAdvanced, RunAsk, RunBegun, RunReport } from '../../lab/run/run-messages.js'
import type { StartedLabRun } from '../../wire/lab/lab-run-codec.js'
import { createIdleProcesses, type IdleProcesses } from './idle-processes.js'
import { keptRecipeOf } from './kept-recipe.js'
import { RunGone, RunRefusal, startRunProcess, type RunLimits } from './run-process.js'
import { createRunRecords, lastSeen, withReport, type RunRecord, type RunRecords } from './run-records.js'

export interface LabRunsOptions {
  /** The program of the process of a run. */
  readonly script: string
  /** Resolves to the path of the files that its database begins with. */
  readonly template: () => Promise<string>
  readonly limits: RunLimits
  readonly runsMax: number
  readonly runsPerUserMax: number
  /** Processes that are kept for the next run; absent: none is. */
  readonly idleMax?: number
  readonly rules: RuleSources
  /** Told of each run that has ended. */
  readonly onEnded?: (run: LabRun) => void
  readonly logger: Logger
}

export interface KeptRuns extends LabRuns {
  /** Where the API of a run is; null: it has none, or has ended. */
  readonly portOf: (runId: string) => number | null
  /** Whether it has faults that may cut connections. */
  readonly mayCut: (runId: string) => boolean
  /** The user of the run that this key opens; null: it opens no such run. */
  readonly ownerOf: (runId: string, claim: { readonly key: string; readonly secret: string }) => string | null
  /** Reads what was filled in a run, and on what; null: it is not kept any more. @throws 404 */
  readonly recordingOf: (userId: string, runId: string) => Promise<RunRecording | null>
  readonly underWay: () => readonly LabRun[]
  readonly close: () => Promise<void>
}

const RESULT_WAIT_MS = 2_000

const credentialsOf = ({ key, secret }: { readonly key: string; readonly secret: string }): string =>
  hashCredential(`${key}:${secret}`).toString('hex')

async function stopAll(runs: readonly RunRecord[], idle: IdleProcesses | null): Promise<void> {
  idle?.close()
  for (const { process } of runs) process.end('STOPPED')
  await Promise.all(runs.map(({ process }) => process.ended))
}

/** @throws RequestError, RunGone as a conflict */
async function ask<T>(record: RunRecord, question: RunAsk): Promise<T> {
  try {
    return await record.process.ask<T>(question)
  } catch (error) {
    if (error instanceof RunGone) throw ended(await record.process.ended)
    if (!(error instanceof RunRefusal)) throw error
    throw new RequestError('conflict', error.message, { reason: error.isBusy ? 'run_advancing' : 'run_failed' })
  }
}

export function createLabRuns(options: LabRunsOptions): KeptRuns {
  const { limits, logger } = options
  const records = createRunRecords()
  const idle = options.idleMax === undefined ? null : createIdleProcesses(options.idleMax)
  const processors = availableParallelism()
  const turns = createTurns(processors)
  // A process that starts takes no turns: it loads the engine for half a second before it asks for any.
  const starting = createSemaphore(processors)

  const open = (wanted: NewRun, recipe: RunRecipe, credentials: string): RunRecord => {
    requireRoom(records, wanted.userId, options)
    const process = startRunProcess(options.script, limits, { idle, turns })
    const kept = keptRecipeOf(wanted, recipe)
    const record: RunRecord = {
      ...{ run: newRun(wanted, recipe, limits), process, credentials, port: null },
      hasFaults: recipe.faults.length > 0,
      // What is played has the same prices and rules once more.
      kept: { recipe: kept, played: recipe, bytes: 2 * JSON.stringify(kept).length },
      result: null,
    }
    records.add(record)
    void process.ended.then((reason) => {
      records.conclude(record, reason)
      options.onEnded?.(record.run)
      logger.info({ run_id: record.run.id, reason, events: record.run.report?.events }, 'a run has ended')
    })
    return record
  }

  const start = async (wanted: NewRun): Promise<StartedLabRun> => {
    requireRoom(records, wanted.userId, options)
    const recipe = await recipeOf(wanted, options.rules).catch((error: unknown) => {
      throw error instanceof RecipeError ? answerTo(error) : error
    })
    const template = await options.template()
    return starting.use(new AbortController().signal, () => begin(wanted, recipe, template))
  }

  const begin = async (wanted: NewRun, recipe: RunRecipe, template: string): Promise<StartedLabRun> => {
    const { key, secret } = generateCredentials()
    const webhookSecret = recipe.webhookUrl === null ? null : generateWebhookSecret()
    const record = open(wanted, recipe, credentialsOf({ key, secret }))
    try {
      const question = { kind: 'begin', recipe, key, secret, webhookSecret, name: wanted.name, template } as const
      const { port, now: startsAt, ...begun } = await ask<RunBegun>(record, question)
      record.port = port
      record.run = { ...record.run, status: 'READY', begun: { ...begun, startsAt } }
      return { run: record.run, key, secret, webhookSecret }
    } catch (error) {
      record.process.end('FAILED')
      await record.process.ended
      throw error
    }
  }

  const read = async (userId: string, runId: string): Promise<LabRun> => {
    const record = records.find(userId, runId)
    if (record.port === null) return lastSeen(record)
    const report = await record.process.ask<RunReport>({ kind: 'report' }).catch(() => null)
    return report === null ? lastSeen(record) : withReport(record.run, report)
  }

  const resultOf = createReadResult(logger)
  return {
    ...{ start, read },
    result: (userId, runId) => resultOf(records.find(userId, runId)),
    async report(userId, runId, isWhole) {
      const run = await read(userId, runId)
      if (!isWhole) return { run, recipe: null, log: null }
      const { kept, process } = records.find(userId, runId)
      return { run, recipe: kept?.recipe ?? null, log: process.log() }
    },
    list: (userId) => records.ofUser(userId).map(lastSeen),
    async advance(userId, runId, question) {
      const record = records.find(userId, runId)
      if (record.run.endedReason !== null) throw ended(record.run.endedReason)
      return ask<RunAdvanced>(record, question)
    },
    async remove(userId, runId) {
      const record = records.find(userId, runId)
      if (record.run.status === 'ENDED') return record.run
      record.run = await read(userId, runId)
      if (record.run.report?.status === 'READY') await resultOf(record)
      await record.process.vacate()
      return record.run
    },
    portOf: (runId) => records.get(runId)?.port ?? null,
    mayCut: (runId) => records.get(runId)?.hasFaults ?? false,
    ownerOf(runId, claim) {
      const record = records.get(runId)
      return record !== undefined && record.credentials === credentialsOf(claim) ? record.run.userId : null
    },
    async recordingOf(userId, runId) {
      // What it has of its log comes before its report.
      await read(userId, runId)
      const { kept, process } = records.find(userId, runId)
      const { fills, fillsLeftOut } = process.log()
      return kept && { recipe: kept.played, fills, hasAllFills: fillsLeftOut === 0 }
    },
    underWay: () => records.underWay().map(lastSeen),
    close: () => stopAll(records.underWay(), idle),
  }
}

type Room = Pick<LabRunsOptions, 'runsMax' | 'runsPerUserMax'>

function requireRoom(records: RunRecords, userId: string, { runsMax, runsPerUserMax }: Room): void {
  const runs = records.underWay()
  if (runs.filter(({ run }) => run.userId === userId).length >= runsPerUserMax) {
    const message = `a user may have ${runsPerUserMax} runs under way; end one of them first`
    throw new RequestError('conflict', message, { reason: 'run_limit' })
  }
  if (runs.length >= runsMax)
    throw new DependencyError('lab', 'too many runs are under way', { publicMessage: 'too many runs are under way' })
}

function answerTo({ reason, message }: RecipeError): Error {
  if (reason === 'no_plan') return notFound('plan')
  if (reason === 'no_program') return notFound('program')
  if (reason === 'no_account') return notFound('account')
  return new RequestError('conflict', message, { reason: 'run_failed' })
}

const ended = (reason: EndReason): RequestError =>
  new RequestError('conflict', `the run has ended: ${reason}`, { reason: 'run_ended' })

function newRun(wanted: NewRun, { plans, program }: RunRecipe, { ageMsMax }: RunLimits): LabRun {
  const [plan] = plans
  const createdAt = Date.now() * 1_000
  return {
    ...{ id: randomUUID(), userId: wanted.userId, name: wanted.name, campaignId: wanted.campaignId },
    ...{ createdAt, expiresAt: createdAt + ageMsMax * 1_000, planId: plan?.id ?? '', planVersion: plan?.version ?? 1 },
    program: program === null ? null : { id: program.id, version: program.version },
    ...{ pace: wanted.pace, seed: wanted.seed, tape: wanted.tape.model },
    webhookUrl: wanted.webhookUrl,
    ...{ begun: null, status: 'STARTING', endedReason: null, report: null },
  }
}

/** Reads a result as of now; as it was last, while the clock moves for long. */
function createReadResult(logger: Logger): (record: RunRecord) => Promise<LabResult | null> {
  const renew = async (record: RunRecord): Promise<void> => {
    try {
      record.result = await record.process.ask<LabResult>({ kind: 'result' })
    } catch (error) {
      if (!(error instanceof RunGone)) logger.warn({ err: error, run_id: record.run.id }, 'a run could not be read')
    }
  }
  return async (record) => {
    if (record.port !== null) await Promise.race([renew(record), wait(RESULT_WAIT_MS, undefined, { ref: false })])
    return record.result
  }
}
