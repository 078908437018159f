/** Writes what was asked for as a body of POST /v1/lab/runs, with the versions and the tape that were meant. */
import { writeRiskConfig } from '../../core/model/plan/risk-config.js'
import { assertNever } from '../../core/values/assert-never.js'
import { formatDecimal } from '../../core/values/decimal.js'
import { TICK_MICROS } from '../../core/values/tick.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import type { Fault, Latency } from '../../lab/run/faults/fault.js'
import type { NewRun, RunRules } from '../../lab/run/new-run.js'
import type { RunRecipe, TapeRecipe } from '../../lab/run/recipe.js'

type Json = Readonly<Record<string, unknown>>

const TICK_MS = TICK_MICROS / 1_000

export const runBodyOf = (wanted: NewRun, recipe: RunRecipe): Json => {
  const { balance, from, to, news, pace, seed, name, campaignId, webhookUrl } = wanted
  return withoutNulls({
    ...rulesOf(wanted.rules, recipe),
    ...{ tape: tapeOf(wanted.tape), from: timeOf(from), to: timeOf(to) },
    ...(news.length > 0 && { news: news.map((event) => ({ ...event, at: formatTimestamp(event.at) })) }),
    ...(balance !== null && { start: { balance: formatDecimal(balance) } }),
    ...(wanted.faults.length > 0 && { faults: wanted.faults.map(faultOf) }),
    latency: wanted.latency && latencyOf(wanted.latency),
    ...{ pace, seed, name, campaign_id: campaignId, webhook_url: webhookUrl },
  }) as Json
}

const latencyOf = ({ ackMs, fillMs, jitterMs }: Latency): Json => ({
  ...{ ack_ms: ackMs, fill_ms: fillMs, jitter_ms: jitterMs },
})

const faultOf = ({ when, times, forMs, symbol, rule, share, ...fault }: Fault): Json => ({
  do: fault.do,
  when: {
    ...{ nth: when.nth, client_id_prefix: when.clientIdPrefix, path: when.path, method: when.method },
    ...{ after_ms: when.afterMs, chance: when.chance },
  },
  times: Number.isFinite(times) ? times : null,
  for_ms: forMs === 0 ? null : forMs,
  ...{ symbol, rule, share: share === null ? null : Number(formatDecimal(share)) },
})

const timeOf = (at: Micros | null): string | null => (at === null ? null : formatTimestamp(at))

function rulesOf(rules: RunRules, { plans: [plan], program }: RunRecipe): Json {
  switch (rules.kind) {
    case 'plan':
      return { plan_id: rules.id, plan_version: plan?.version }
    case 'program':
      return { program_id: rules.id, program_version: program?.version }
    case 'copy':
      return { start: { copy_of: rules.accountId } }
    case 'own':
      return { risk_config: writeRiskConfig(rules.plan.risk, formatDecimal) }
  }
}

function tapeOf(tape: TapeRecipe): Json {
  switch (tape.model) {
    case 'STORED':
      return { id: tape.id }
    case 'BOOTSTRAP':
      return { model: 'BOOTSTRAP', source: tape.source.id, ...spanOf(tape.of) }
    case 'TICKS':
      return {
        model: 'TICKS',
        series: tape.series.map(({ symbol, venue, points }) => ({
          ...{ symbol, venue },
          points: points.map(([at, price]) => [formatTimestamp(at), formatDecimal(price)]),
        })),
      }
    case 'SYNTHETIC':
      return { model: 'SYNTHETIC', ...modelled(tape.of) }
    case 'GBM':
      return { model: 'GBM', ...walk(tape), jumps_per_day: tape.jumpsPerDay, jump_size: tape.jumpSize }
    case 'GARCH':
      return { model: 'GARCH', ...walk(tape), alpha: tape.alpha, beta: tape.beta }
    default:
      return assertNever(tape)
  }
}

type Modelled = Extract<TapeRecipe, { readonly model: 'SYNTHETIC' }>
type Walked = Extract<TapeRecipe, { readonly model: 'GBM' | 'GARCH' }>

const spanOf = ({ seed, from, to }: Pick<Modelled['of'], 'seed' | 'from' | 'to'>): Json => ({
  ...{ seed, from: formatTimestamp(from), to: formatTimestamp(to) },
})

const modelled = (of: Modelled['of']): Json => ({ ...spanOf(of), symbols: of.symbols, step_ms: of.every * TICK_MS })

const walk = ({ of, volatility, drift, correlation }: Walked): Json => ({
  ...{ ...modelled(of), volatility, drift, correlation },
})

/** In a body what is absent says the same. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, of]) => (of === null || of === undefined ? [] : [[name, withoutNulls(of)]])),
  )
}
