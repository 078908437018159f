/** Runs of the laboratory: a challenge on a tape, under a clock that its owner moves. */
import type { Route } from '@ats/service-kit/http'
import { formatTimestamp } from '../../core/values/time.js'
import type { LabReport, LabResult } from '../../lab/run/lab-report.js'
import type { LabRun } from '../../lab/run/lab-run.js'
import type { NewRun } from '../../lab/run/new-run.js'
import type { AdvanceAsk, RunAdvanced } from '../../lab/run/run-messages.js'
import { candleMicros } from '../../market/candles.js'
import { asNumber } from '../../wire/decimals.js'
import { listOf } from '../../wire/codec/schemas.js'
import {
  advancedCodec,
  labReportCodec,
  labRunCodec,
  startedLabRunCodec,
  type StartedLabRun,
} from '../../wire/lab/lab-run-codec.js'
import { keptTapeCodec } from '../../wire/lab/kept-tape-codec.js'
import { labResult } from './lab-result.js'
import { labOddsRoutes, type LabOdds } from './lab-odds-routes.js'
import { route, type Caller } from '../caller.js'
import { advanceBody, BODY_BYTES_MAX, reportQuery, runBody, type AdvanceBody } from './lab-schemas.js'
import { newRunOf, type RunSources } from './new-run-of.js'

/** The runs of this process. Those of others are unknown to a user: each throws 404 for them. */
export interface LabRuns {
  /** @throws RequestError where the user has too many, or the plan cannot be had */
  readonly start: (wanted: NewRun) => Promise<StartedLabRun>
  /** The newest first. */
  readonly list: (userId: string) => readonly LabRun[]
  readonly read: (userId: string, runId: string) => Promise<LabRun>
  /** `isWhole`: with its recipe and its log. */
  readonly report: (userId: string, runId: string, isWhole: boolean) => Promise<LabReport>
  /** Reads what its accounts have come to; null: nobody has before it ended. */
  readonly result: (userId: string, runId: string) => Promise<LabResult | null>
  readonly advance: (userId: string, runId: string, ask: AdvanceAsk) => Promise<RunAdvanced>
  readonly remove: (userId: string, runId: string) => Promise<LabRun>
}

export interface LabRouteDependencies extends RunSources {
  readonly runs: LabRuns
  readonly odds: LabOdds
}

const tags = ['lab']
const ONE = '/v1/lab/runs/:run_id'
const params = { run_id: 'uuid' } as const
const nouns = { run_id: 'run' }
/** A database is begun in it. */
const START_WITHIN_MS = 60_000
const ADVANCE_WITHIN_MS = 30_000

export const labRoutes = (dependencies: LabRouteDependencies): readonly Route<Caller>[] => [
  ...runRoutes(dependencies),
  resultRoute(dependencies),
  ...tapeRoutes(dependencies),
  ...labOddsRoutes(dependencies),
]

const tapeRoutes = ({ tapes }: LabRouteDependencies): readonly Route<Caller>[] => [
  route('any', {
    method: 'GET',
    path: '/v1/lab/tapes',
    operationId: 'listLabTapes',
    summary: 'Tapes that runs can be played on by name',
    tags,
    responses: {
      200: { description: 'The library, and what the operator keeps.', schema: listOf(keptTapeCodec.schema) },
    },
    errors: [],
    handler: async () => ({
      status: 200,
      body: (await tapes.list()).map((tape) => keptTapeCodec.value(tape, asNumber)),
    }),
  }),
]

const runRoutes = ({ runs, ...sources }: LabRouteDependencies): readonly Route<Caller>[] => [
  route('TRADE', {
    method: 'POST',
    path: '/v1/lab/runs',
    operationId: 'startLabRun',
    summary: 'Start a run: an account of a plan, on a tape, in an engine of its own',
    description:
      'A bot takes `base_url`, `key` and `secret` instead of its own, and trades there as it always does. Nothing of a ' +
      'run is kept when it has ended but its report.',
    tags,
    body: runBody,
    bodyBytesMax: BODY_BYTES_MAX,
    answerWithinMs: START_WITHIN_MS,
    responses: { 201: { description: 'The run.', schema: startedLabRunCodec.schema } },
    errors: ['conflict', 'not_found'],
    handler: async ({ principal: { userId }, body }) => ({
      status: 201,
      text: startedLabRunCodec.json(await runs.start(await newRunOf(userId, body, sources)), asNumber),
    }),
  }),
  route('any', {
    method: 'GET',
    path: '/v1/lab/runs',
    operationId: 'listLabRuns',
    summary: 'Runs of the caller, the newest first',
    tags,
    responses: {
      200: { description: 'Those under way, and the last that have ended.', schema: listOf(labRunCodec.schema) },
    },
    errors: [],
    handler: ({ principal: { userId } }) => ({
      status: 200,
      body: runs.list(userId).map((run) => labRunCodec.value(run, asNumber)),
    }),
  }),
  route('any', {
    method: 'GET',
    path: ONE,
    operationId: 'getLabRun',
    summary: 'A run',
    tags,
    ...{ params, nouns },
    responses: { 200: { description: 'The run as it is.', schema: labRunCodec.schema } },
    errors: ['not_found'],
    handler: async ({ principal: { userId }, params: { run_id } }) => ({
      status: 200,
      text: labRunCodec.json(await runs.read(userId, run_id), asNumber),
    }),
  }),
  route('any', {
    method: 'GET',
    path: `${ONE}/report`,
    operationId: 'getLabReport',
    summary: 'What a run has come to',
    tags,
    ...{ params, nouns },
    query: reportQuery,
    responses: { 200: { description: 'As it is, or as it was last.', schema: labReportCodec.schema } },
    errors: ['not_found'],
    handler: async ({ principal: { userId }, params: { run_id }, query }) => ({
      status: 200,
      text: labReportCodec.json(await runs.report(userId, run_id, query.include === 'log'), asNumber),
    }),
  }),
  route('TRADE', {
    method: 'POST',
    path: `${ONE}/advance`,
    operationId: 'advanceLabRun',
    summary: 'Move the clock of a run, and have happen what happens until then',
    description: 'The key of the run will do as well. One at a time: while the run is ADVANCING another is refused.',
    tags,
    ...{ params, nouns },
    body: advanceBody,
    answerWithinMs: ADVANCE_WITHIN_MS,
    responses: { 200: { description: 'How far it came.', schema: advancedCodec.schema } },
    errors: ['conflict', 'not_found'],
    handler: async ({ principal: { userId }, params: { run_id }, body }) => ({
      status: 200,
      text: advancedCodec.json(await runs.advance(userId ?? '', run_id, advanceOf(body)), asNumber),
    }),
  }),
  route('TRADE', {
    method: 'DELETE',
    path: ONE,
    operationId: 'endLabRun',
    summary: 'End a run',
    tags,
    ...{ params, nouns },
    answerWithinMs: ADVANCE_WITHIN_MS,
    responses: { 200: { description: 'As it was last.', schema: labRunCodec.schema } },
    errors: ['not_found'],
    handler: async ({ principal: { userId }, params: { run_id } }) => ({
      status: 200,
      text: labRunCodec.json(await runs.remove(userId, run_id), asNumber),
    }),
  }),
]

const resultRoute = ({ runs }: LabRouteDependencies): Route<Caller> =>
  route('any', {
    method: 'GET',
    path: `${ONE}/result`,
    operationId: 'getLabResult',
    summary: 'What the accounts of a run have come to',
    description:
      'Each as its own reads tell, at one moment of the run: the first 100 breaches, the last 200 orders, and the curve ' +
      'of equity with both floors. It is kept when the run ends by DELETE, and whenever it was read before.',
    tags,
    ...{ params, nouns },
    responses: { 200: { description: 'As it is, or as it was last.', schema: labResult } },
    errors: ['not_found'],
    handler: async ({ principal: { userId }, params: { run_id } }) => {
      const result = await runs.result(userId, run_id)
      const at = result === null ? 'null' : `"${formatTimestamp(result.at)}"`
      return { status: 200, text: `{"run_id":"${run_id}","at":${at},"accounts":${result?.accounts ?? 'null'}}` }
    },
  })

const advanceOf = ({ to, by_ms, until, interval, max_ticks }: AdvanceBody): AdvanceAsk => ({
  ...{ kind: 'advance', to: to ?? null, byMs: by_ms ?? null, until: until ?? null, ticksMax: max_ticks },
  interval: candleMicros(interval),
})
