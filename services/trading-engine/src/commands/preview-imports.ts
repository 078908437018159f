/** Tells what an import of plans or news would do, from what is stored: nothing is locked or written. */
import { chunksOf, takeTurn, type Visitor } from '@ats/service-kit'
import type { Pool } from 'pg'
import { concernedBy, freezeOf } from '../core/calendar/news.js'
import type { Instrument } from '../core/model/instrument.js'
import type { NewsEvent } from '../core/model/news-event.js'
import type { Plan } from '../core/model/plan.js'
import type { Micros } from '../core/values/time.js'
import { definitionOf } from '../store/accounts/plan-rows.js'
import { readNewsByIds } from '../store/operator/news.js'
import { countPlanVersions, listPlans, listPlanVersions, type PlanVersionUse } from '../store/operator/plans.js'
import { nextVersion, type ImportedPlan } from './import-plans.js'
import type { ImportedNews } from './import-news.js'

export interface PlanChange {
  /** The field, in the names of the file. */
  readonly path: readonly string[]
  /** Undefined where the field is only on the other side. */
  readonly before: unknown
  readonly after: unknown
}

export interface PreviewedPlan extends ImportedPlan {
  /** Against its newest version; empty for a plan that is new. */
  readonly changes: readonly PlanChange[]
  /** The versions of it that accounts and grants have, which they keep. */
  readonly versions: readonly PlanVersionUse[]
}

export async function previewPlans(
  pool: Pool,
  plans: readonly Omit<Plan, 'version'>[],
): Promise<readonly PreviewedPlan[]> {
  const newest = new Map((await listPlans(pool)).map((plan) => [plan.id, plan]))
  const uses = await countPlanVersions(pool)
  return plans.map((plan) => {
    const before = newest.get(plan.id)
    const changes = before === undefined ? [] : differences(definitionOf(before), definitionOf(plan))
    return { ...nextVersion(before, plan), changes, versions: uses.filter(({ planId }) => planId === plan.id) }
  })
}

/** The leaves in which two JSON values differ; lists are leaves. */
function differences(before: unknown, after: unknown, path: readonly string[] = []): readonly PlanChange[] {
  if (!isRecord(before) || !isRecord(after))
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }]
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => differences(before[name], after[name], [...path, name]))
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export interface PreviewedFreeze {
  readonly planId: string
  readonly version: number
  readonly scope: 'OPENING' | 'ALL'
  readonly startsAt: Micros
  readonly endsAt: Micros
  /** Accounts of this version that have not ended. */
  readonly accounts: number
}

export interface PreviewedEvent {
  readonly event: NewsEvent
  readonly outcome: 'inserted' | 'updated'
  /** Canonical, of the catalogue. */
  readonly symbols: readonly string[]
  /** By the plan versions that some account has and that freeze for its impact. */
  readonly freezes: readonly PreviewedFreeze[]
}

export interface PreviewedNews extends ImportedNews {
  /** The events that would be new or changed, in order of time; of many the first. */
  readonly events: readonly PreviewedEvent[]
}

const EVENTS_AT_A_TIME = 250
/** The counts are of all; a person reads no more than these. */
const EVENTS_SHOWN_MAX = 500

export async function previewNews(
  pool: Pool,
  events: readonly NewsEvent[],
  instruments: readonly Instrument[],
  visitor: Visitor,
): Promise<PreviewedNews> {
  const counts = { inserted: 0, updated: 0, unchanged: 0 }
  const changed: { readonly event: NewsEvent; readonly outcome: PreviewedEvent['outcome'] }[] = []
  for (const some of chunksOf(events, EVENTS_AT_A_TIME)) {
    await takeTurn(visitor)
    const known = await readNewsByIds(
      pool,
      some.map(({ id }) => id),
    )
    for (const event of some) {
      const outcome = outcomeOf(known.get(event.id), event)
      counts[outcome] += 1
      if (outcome !== 'unchanged') changed.push({ event, outcome })
    }
  }
  const rules = await listFreezingPlans(pool)
  const shown: PreviewedEvent[] = []
  for (const { event, outcome } of changed.toSorted((a, b) => a.event.at - b.event.at).slice(0, EVENTS_SHOWN_MAX)) {
    await takeTurn(visitor)
    const symbols = instruments.filter((instrument) => concernedBy(event, instrument)).map(({ symbol }) => symbol)
    shown.push({ event, outcome, symbols: symbols.sort(), freezes: rules.flatMap((rule) => freezesOf(event, rule)) })
  }
  return { ...counts, events: shown }
}

function outcomeOf(known: NewsEvent | undefined, event: NewsEvent): 'inserted' | 'updated' | 'unchanged' {
  if (known === undefined) return 'inserted'
  return textOf(known) === textOf(event) ? 'unchanged' : 'updated'
}

const textOf = ({ title, at, impact, currencies, symbols }: NewsEvent): string =>
  JSON.stringify([title, at, impact, currencies, symbols])

interface FreezingPlan {
  readonly plan: Plan
  readonly accounts: number
}

/** The plan versions of accounts that have not ended, where news freezes anything. */
async function listFreezingPlans(pool: Pool): Promise<readonly FreezingPlan[]> {
  const uses = await countPlanVersions(pool)
  const versions = await listPlanVersions(pool)
  return versions.flatMap(({ plan }) => {
    const use = uses.find(({ planId, version }) => planId === plan.id && version === plan.version)
    return plan.risk.newsFreeze === null || use === undefined || use.accounts === 0
      ? []
      : [{ plan, accounts: use.accounts }]
  })
}

function freezesOf(event: NewsEvent, { plan, accounts }: FreezingPlan): readonly PreviewedFreeze[] {
  const rule = plan.risk.newsFreeze
  const freeze = freezeOf(event, rule)
  if (rule === null || freeze === null) return []
  const { startsAt, endsAt } = freeze
  return [{ planId: plan.id, version: plan.version, scope: rule.scope, startsAt, endsAt, accounts }]
}
