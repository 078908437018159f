/** The run that a body asks for. */
import { invalidPayload } from '@ats/service-kit/process'
import { VENUE_IDS } from '../../core/model/market/instrument.js'
import type { VenueCosts } from '../../core/model/market/venue-costs.js'
import type { NewsEvent } from '../../core/model/plan/news-event.js'
import { issueWithin } from '../../core/model/plan/shown-issues.js'
import { planIssues } from '../../core/risk/plan-issues.js'
import { assertNever } from '../../core/values/assert-never.js'
import { decimal, price, rate, usd } from '../../core/values/decimal.js'
import { TICK_MICROS } from '../../core/values/tick.js'
import type { Micros } from '../../core/values/time.js'
import type { Fault, Latency } from '../../lab/run/faults/fault.js'
import { OWN_PLAN, type NewRun, type RunRules } from '../../lab/run/new-run.js'
import type { StoredTape, TapeRecipe } from '../../lab/run/recipe.js'
import type { TapeShelf } from '../../lab/run/tape-shelf.js'
import type { Catalogue } from '../../market/catalogue.js'
import { listedSymbol } from '../listed-symbol.js'
import type { NewsEventBody } from '../operator/schemas/calendar.js'
import { riskOf } from '../operator/schemas/plan-file.js'
import type { FaultBody, LatencyBody } from './lab-fault-schemas.js'
import type { RunBody } from './lab-schemas.js'
import type { ModelBody } from './lab-tape-schemas.js'

const TICK_MS = TICK_MICROS / 1_000

export interface RunSources {
  readonly catalogue: Catalogue
  readonly tapes: TapeShelf
  /** The costs of rules that a run brings itself. */
  readonly venueCosts: VenueCosts
  /** Whether runs may send webhooks to this machine: not in production, where it is not theirs. */
  readonly sendsWebhooks: boolean
}

/** @throws 400 for tapes, symbols, rules and receivers that there cannot be */
export const newRunOf = async (userId: string, body: RunBody, sources: RunSources): Promise<NewRun> => ({
  ...{ userId, rules: rulesOf(body, sources), pace: body.pace, seed: body.seed },
  ...{ name: body.name ?? null, campaignId: body.campaign_id ?? null, from: body.from ?? null, to: body.to ?? null },
  balance: body.start?.balance === undefined ? null : usd(body.start.balance),
  faults: body.faults.map((fault) => faultOf(fault, sources.catalogue)),
  latency: body.latency === undefined ? null : latencyOf(body.latency),
  news: body.news.map((event) => newsOf(event, sources.catalogue)),
  tape: await tapeRecipeOf(body.tape, sources),
  webhookUrl: webhookUrlOf(body, sources),
})

function webhookUrlOf({ webhook_url: url }: RunBody, { sendsWebhooks }: RunSources): string | null {
  if (url === undefined || sendsWebhooks) return url ?? null
  const message = 'webhook_url is for development: in production a run sends nothing, and its events are read'
  throw invalidPayload([{ path: ['webhook_url'], code: 'webhook.production', message }], message)
}

function rulesOf(body: RunBody, { venueCosts }: RunSources): RunRules {
  const { plan_id: planId, program_id: programId, risk_config: rules } = body
  if (planId !== undefined) return { kind: 'plan', id: planId, version: body.plan_version ?? null }
  if (body.start?.copy_of !== undefined) return { kind: 'copy', accountId: body.start.copy_of }
  if (programId !== undefined) return { kind: 'program', id: programId, version: body.program_version ?? null }
  if (rules === undefined) throw new Error('a run has rules of some kind')
  const plan = {
    ...{ ...OWN_PLAN, currency: 'USD' as const, initialBalance: usd(body.start?.balance ?? 0n) },
    ...{ allowedVenues: VENUE_IDS, risk: riskOf(rules), costs: venueCosts },
  }
  const issues = planIssues({ plan, rules }).map((issue) => issueWithin(['risk_config'], issue))
  if (issues.length > 0) throw invalidPayload(issues)
  return { kind: 'own', plan }
}

const latencyOf = ({ ack_ms: ackMs, fill_ms: fillMs, jitter_ms: jitterMs }: LatencyBody): Latency => ({
  ...{ ackMs, fillMs, jitterMs },
})

/** @throws 400 for a symbol that is in no catalogue */
export const faultOf = ({ when, symbol, rule, share, ...body }: FaultBody, catalogue: Catalogue): Fault => ({
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

async function tapeRecipeOf(tape: RunBody['tape'], { tapes, catalogue }: RunSources): Promise<TapeRecipe> {
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
