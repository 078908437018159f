/** Runs of the laboratory: a challenge on a tape, under a clock that its owner moves. */
import type { Route } from '@ats/service-kit/http'
import { assertNever } from '../../core/values/assert-never.js'
import { TICK_MICROS } from '../../core/values/tick.js'
import type { Micros } from '../../core/values/time.js'
import type { LabRun } from '../../lab/run/lab-run.js'
import type { ClockMode, TapeRecipe } from '../../lab/run/recipe.js'
import type { AdvanceAsk, RunAdvanced } from '../../lab/run/run-messages.js'
import { candleMicros } from '../../market/candles.js'
import type { Catalogue } from '../../market/catalogue.js'
import { price, usd, type Usd } from '../../core/values/decimal.js'
import { asNumber } from '../../wire/decimals.js'
import { listOf } from '../../wire/codec/schemas.js'
import {
  advancedCodec,
  labReportCodec,
  labRunCodec,
  startedLabRunCodec,
  type StartedLabRun,
} from '../../wire/lab/lab-run-codec.js'
import { route, type Caller } from '../caller.js'
import { listedSymbol } from '../listed-symbol.js'
import { advanceBody, BODY_BYTES_MAX, runBody, type AdvanceBody, type ModelBody, type RunBody } from './lab-schemas.js'

export interface NewRun {
  readonly userId: string
  readonly planId: string
  readonly balance: Usd | null
  readonly tape: TapeRecipe
  readonly pace: ClockMode
  readonly seed: number
  readonly name: string | null
  readonly campaignId: string | null
}

/** The runs of this process. Those of others are unknown to a user: each throws 404 for them. */
export interface LabRuns {
  /** @throws RequestError where the user has too many, or the plan cannot be had */
  readonly start: (wanted: NewRun) => Promise<StartedLabRun>
  /** The newest first. */
  readonly list: (userId: string) => readonly LabRun[]
  readonly read: (userId: string, runId: string) => Promise<LabRun>
  readonly advance: (userId: string, runId: string, ask: AdvanceAsk) => Promise<RunAdvanced>
  readonly remove: (userId: string, runId: string) => Promise<LabRun>
}

export interface LabRouteDependencies {
  readonly runs: LabRuns
  readonly catalogue: Catalogue
}

const tags = ['lab']
const TICK_MS = TICK_MICROS / 1_000
const ONE = '/v1/lab/runs/:run_id'
const params = { run_id: 'uuid' } as const
const nouns = { run_id: 'run' }
/** A database is begun in it. */
const START_WITHIN_MS = 60_000
const ADVANCE_WITHIN_MS = 30_000

export const labRoutes = ({ runs, catalogue }: LabRouteDependencies): readonly Route<Caller>[] => [
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
      text: startedLabRunCodec.json(await runs.start(newRunOf(userId, body, catalogue)), asNumber),
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
    responses: { 200: { description: 'As it is, or as it was last.', schema: labReportCodec.schema } },
    errors: ['not_found'],
    handler: async ({ principal: { userId }, params: { run_id } }) => ({
      status: 200,
      text: labReportCodec.json(await runs.read(userId, run_id), asNumber),
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
    responses: { 200: { description: 'As it was last.', schema: labRunCodec.schema } },
    errors: ['not_found'],
    handler: async ({ principal: { userId }, params: { run_id } }) => ({
      status: 200,
      text: labRunCodec.json(await runs.remove(userId, run_id), asNumber),
    }),
  }),
]

const advanceOf = ({ to, by_ms, until, interval, max_ticks }: AdvanceBody): AdvanceAsk => ({
  ...{ kind: 'advance', to: to ?? null, byMs: by_ms ?? null, until: until ?? null, ticksMax: max_ticks },
  interval: candleMicros(interval),
})

const newRunOf = (userId: string, body: RunBody, catalogue: Catalogue): NewRun => ({
  ...{ userId, planId: body.plan_id, pace: body.pace, seed: body.seed },
  ...{ name: body.name ?? null, campaignId: body.campaign_id ?? null },
  balance: body.start?.balance === undefined ? null : usd(body.start.balance),
  tape: tapeRecipeOf(body.tape, catalogue),
})

function tapeRecipeOf(tape: RunBody['tape'], catalogue: Catalogue): TapeRecipe {
  const canonical = (spelling: string): string => listedSymbol(catalogue, spelling, 'body').symbol
  if (tape.model !== 'TICKS') return modelOf(tape, [...new Set(tape.symbols.map(canonical))])
  return {
    model: 'TICKS',
    series: tape.series.map(({ symbol, venue, points }) => ({
      symbol: canonical(symbol),
      venue: venue ?? null,
      points: points.map(([at, value]): readonly [Micros, ReturnType<typeof price>] => [at, price(value)]),
    })),
  }
}

function modelOf(body: ModelBody, symbols: readonly string[]): TapeRecipe {
  const { seed, from, to, step_ms, volatility = null, drift, correlation } = body
  const of = { seed, symbols, from, to, every: step_ms / TICK_MS }
  const walk = { of, volatility, drift, correlation }
  switch (body.model) {
    case 'SYNTHETIC':
      return { model: 'SYNTHETIC', of }
    case 'GBM':
      return { model: 'GBM', ...walk, jumpsPerDay: body.jumps_per_day, jumpSize: body.jump_size }
    case 'GARCH':
      return { model: 'GARCH', ...walk, alpha: body.alpha, beta: body.beta }
    default:
      return assertNever(body.model)
  }
}
