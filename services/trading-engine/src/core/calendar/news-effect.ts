import type { Instrument } from '../model/market/instrument.js'
import type { NewsEvent } from '../model/plan/news-event.js'
import type { Plan } from '../model/plan/plan.js'
import type { Rate } from '../values/decimal.js'
import type { Micros } from '../values/time.js'
import { concernedBy, windowOf } from './news.js'

/** A version of a plan with a rule about news, and how many accounts have it that have not ended. */
export interface FreezingPlan {
  readonly plan: Plan
  readonly accounts: number
}

/** The accounts of a version of a plan are frozen for this long. */
export interface PlanFreeze {
  readonly planId: string
  readonly version: number
  readonly scope: 'OPENING' | 'ALL'
  readonly startsAt: Micros
  readonly endsAt: Micros
  readonly accounts: number
}

/** Nothing is refused for this long, but only a share of the profit of what is filled is paid out. */
export interface PlanAdjustment extends PlanFreeze {
  readonly countsPct: Rate
}

export interface NewsEffect {
  /** Canonical, of the catalogue. */
  readonly symbols: readonly string[]
  /** By the plan versions that freeze for its impact. */
  readonly freezes: readonly PlanFreeze[]
  /** By those that take profit off for it. */
  readonly adjusts: readonly PlanAdjustment[]
}

/** The symbols that an event concerns, and for which accounts it freezes them. */
export const effectOf = (
  event: NewsEvent,
  instruments: readonly Pick<Instrument, 'symbol' | 'base' | 'quote'>[],
  plans: readonly FreezingPlan[],
): NewsEffect => {
  const concerned = instruments.filter((instrument) => concernedBy(event, instrument))
  const windows = concerned.length === 0 ? [] : plans.flatMap((plan) => windowsOf(event, plan))
  return {
    symbols: concerned.map(({ symbol }) => symbol).sort(),
    freezes: windows.flatMap(({ countsPct, ...freeze }) => (countsPct === null ? [freeze] : [])),
    adjusts: windows.flatMap(({ countsPct, ...freeze }) => (countsPct === null ? [] : [{ ...freeze, countsPct }])),
  }
}

/** `countsPct`: null of a rule that freezes. */
function windowsOf(
  event: NewsEvent,
  { plan, accounts }: FreezingPlan,
): readonly (PlanFreeze & { readonly countsPct: Rate | null })[] {
  const rule = plan.risk.newsFreeze
  const window = windowOf(event, rule)
  if (rule === null || window === null) return []
  const { startsAt, endsAt } = window
  const countsPct = rule.adjusts?.countsPct ?? null
  return [{ planId: plan.id, version: plan.version, scope: rule.scope, startsAt, endsAt, accounts, countsPct }]
}
