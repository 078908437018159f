/** Runs of the laboratory: a challenge on a tape, under a clock that its owner moves. */
import type { Route } from '@ats/service-kit/http'
import { invalidPayload } from '@ats/service-kit/process'
import type { VenueCosts } from '../../core/model/market/venue-costs.js'
import { VENUE_IDS } from '../../core/model/market/instrument.js'
import type { NewsEvent } from '../../core/model/plan/news-event.js'
import { planIssues } from '../../core/risk/plan-issues.js'
import { assertNever } from '../../core/values/assert-never.js'
import { TICK_MICROS } from '../../core/values/tick.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import type { LabReport, LabResult } from '../../lab/run/lab-report.js'
import type { LabRun } from '../../lab/run/lab-run.js'
import type { Fault, Latency } from '../../lab/run/faults/fault.js'
import { OWN_PLAN, type NewRun, type RunRules } from '../../lab/run/new-run.js'
import type { StoredTape, TapeRecipe } from '../../lab/run/recipe.js'
import type { TapeShelf } from '../../lab/run/tape-shelf.js'
import type { AdvanceAsk, RunAdvanced } from '../../lab/run/run-messages.js'
import { candleMicros } from '../../market/candles.js'
import type { Catalogue } from '../../market/catalogue.js'
import { decimal, price, rate, usd } from '../../core/values/decimal.js'
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
import type { NewsEventBody } from '../operator/schemas/calendar.js'
import { riskOf } from '../operator/schemas/plan-file.js'
import { route, type Caller } from '../caller.js'
import { listedSymbol } from '../listed-symbol.js'
import {
  advanceBody,
  BODY_BYTES_MAX,
  reportQuery,
  runBody,
  type AdvanceBody,
  type ModelBody,
  type RunBody,
} from './lab-schemas.js'
import type { FaultBody, LatencyBody } from './lab-fault-schemas.js'

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

export interface LabRouteDependencies {
  readonly runs: LabRuns
  readonly catalogue: Catalogue
  readonly tapes: TapeShelf
  readonly odds: LabOdds
  /** The costs of rules that a run brings itself. */
  readonly venueCosts: VenueCosts
}

const tags = ['lab']
const TICK_MS = TICK_MICROS / 1_000
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

type Sources = Omit<LabRouteDependencies, 'runs' | 'odds'>

/** @throws 400 for tapes, symbols and rules that there cannot be */
export const newRunOf = async (userId: string, body: RunBody, sources: Sources): Promise<NewRun> => ({
  ...{ userId, rules: rulesOf(body, sources), pace: body.pace, seed: body.seed },
  ...{ name: body.name ?? null, campaignId: body.campaign_id ?? null, from: body.from ?? null, to: body.to ?? null },
  balance: body.start?.balance === undefined ? null : usd(body.start.balance),
  faults: body.faults.map((fault) => faultOf(fault, sources.catalogue)),
  latency: body.latency === undefined ? null : latencyOf(body.latency),
  news: body.news.map((event) => newsOf(event, sources.catalogue)),
  tape: await tapeRecipeOf(body.tape, sources),
})

function rulesOf(body: RunBody, { venueCosts }: Sources): RunRules {
  const { plan_id: planId, program_id: programId, risk_config: rules } = body
  if (planId !== undefined) return { kind: 'plan', id: planId, version: body.plan_version ?? null }
  if (body.start?.copy_of !== undefined) return { kind: 'copy', accountId: body.start.copy_of }
  if (programId !== undefined) return { kind: 'program', id: programId, version: body.program_version ?? null }
  if (rules === undefined) throw new Error('a run has rules of some kind')
  const plan = {
    ...{ ...OWN_PLAN, currency: 'USD' as const, initialBalance: usd(body.start?.balance ?? 0n) },
    ...{ allowedVenues: VENUE_IDS, risk: riskOf(rules), costs: venueCosts },
  }
  const issues = planIssues({ plan, rules }).map(({ path, code, message }) => {
    const at = ['risk_config', ...path]
    return { path: at, code, message: `${at.join('.')} ${message}` }
  })
  if (issues.length > 0) throw invalidPayload(issues)
  return { kind: 'own', plan }
}

const latencyOf = ({ ack_ms: ackMs, fill_ms: fillMs, jitter_ms: jitterMs }: LatencyBody): Latency => ({
  ...{ ackMs, fillMs, jitterMs },
})

const faultOf = ({ when, symbol, rule, share, ...body }: FaultBody, catalogue: Catalogue): Fault => ({
  do: body.do,
  when: {
    ...{ nth: when.nth ?? null, clientIdPrefix: when.client_id_prefix ?? null, path: when.path ?? null },
    ...{ method: when.method ?? null, afterMs: when.after_ms ?? null, chance: when.chance ?? null },
  },
  times: body.times ?? (when.chance === undefined ? 1 : Infinity),
  forMs: body.for_ms ?? 0,
  symbol: symbol === undefined ? null : listedSymbol(catalogue, symbol, 'body').symbol,
  rule: rule ?? null,
  share: body.do === 'PARTIAL_FILL' ? rate(decimal(String(share ?? SHARE))) : null,
})

/** Half of an order is filled, unless another part is asked for. */
const SHARE = 0.5

const newsOf = ({ id, title, at, impact, currencies, symbols }: NewsEventBody, catalogue: Catalogue): NewsEvent => ({
  ...{ id, title, at, impact, currencies: currencies ?? [] },
  symbols: (symbols ?? []).map((spelling) => listedSymbol(catalogue, spelling, 'body').symbol),
})

async function tapeRecipeOf(tape: RunBody['tape'], { tapes, catalogue }: Sources): Promise<TapeRecipe> {
  const canonical = (spelling: string): string => listedSymbol(catalogue, spelling, 'body').symbol
  if ('id' in tape) return keptTape(tapes, 'id', tape.id)
  if (tape.model === 'BOOTSTRAP') {
    const { seed, from, to, source } = tape
    return { model: 'BOOTSTRAP', of: { seed, from, to }, source: await keptTape(tapes, 'source', source) }
  }
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

async function keptTape(tapes: TapeShelf, field: string, name: string): Promise<StoredTape> {
  const found = await tapes.find(name)
  if (found !== null) return { model: 'STORED', id: found.id, name: found.name, path: found.path }
  const message = `${name} is no tape that is kept here; see GET /v1/lab/tapes`
  throw invalidPayload([{ path: ['tape', field], code: 'tape.unknown', message }], message)
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
