import type { Instrument } from '../model/market/instrument.js'
import type { NewsEvent } from '../model/plan/news-event.js'
import type { Plan } from '../model/plan/plan.js'
import type { Micros } from '../values/time.js'
import { concernedBy, freezeOf } from './news.js'

/** A version of a plan that news freezes, and how many accounts have it that have not ended. */
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

export interface NewsEffect {
  /** Canonical, of the catalogue. */
  readonly symbols: readonly string[]
  /** By the plan versions that freeze for its impact. */
  readonly freezes: readonly PlanFreeze[]
}

/** The symbols that an event concerns, and for which accounts it freezes them. */
export const effectOf = (
  event: NewsEvent,
  instruments: readonly Pick<Instrument, 'symbol' | 'base' | 'quote'>[],
  plans: readonly FreezingPlan[],
): NewsEffect => {
  const concerned = instruments.filter((instrument) => concernedBy(event, instrument))
  return {
    symbols: concerned.map(({ symbol }) => symbol).sort(),
    freezes: concerned.length === 0 ? [] : plans.flatMap((plan) => freezesOf(event, plan)),
  }
}

function freezesOf(event: NewsEvent, { plan, accounts }: FreezingPlan): readonly PlanFreeze[] {
  const rule = plan.risk.newsFreeze
  const freeze = freezeOf(event, rule)
  if (rule === null || freeze === null) return []
  const { startsAt, endsAt } = freeze
  return [{ planId: plan.id, version: plan.version, scope: rule.scope, startsAt, endsAt, accounts }]
}
