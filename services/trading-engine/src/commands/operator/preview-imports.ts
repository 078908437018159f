/** Tells what an import of plans or news would do, from what is stored: nothing is locked or written. */
import { chunksOf, takeTurn, type Visitor } from '@ats/service-kit/async'
import type { Pool } from 'pg'
import { effectOf, type NewsEffect } from '../../core/calendar/news-effect.js'
import type { Instrument } from '../../core/model/market/instrument.js'
import type { NewsEvent } from '../../core/model/plan/news-event.js'
import type { WrittenPlan } from '../../core/risk/written-plan.js'
import { definitionOf } from '../../store/accounts/plan-rows.js'
import { listOtherNews, readNewsByIds } from '../../store/operator/news.js'
import { countPlanVersions, listFreezingPlans, listPlans, type PlanVersionUse } from '../../store/operator/plans.js'
import { checkPlans } from './check-plans.js'
import { nextVersion, type ImportedPlan } from './next-version.js'
import type { ImportedNews } from './import-news.js'
import type { PlanImportDependencies } from './import-plans.js'

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
  { pool, now }: Pick<PlanImportDependencies, 'pool' | 'now'>,
  plans: readonly WrittenPlan[],
): Promise<readonly PreviewedPlan[]> {
  const newest = new Map((await listPlans(pool)).map((plan) => [plan.id, plan]))
  checkPlans(plans, newest, now())
  const uses = await countPlanVersions(pool)
  return plans.map(({ plan }) => {
    const before = newest.get(plan.id)
    const changes = before === undefined ? [] : differences(definitionOf(before), definitionOf(plan))
    return { ...nextVersion(before, plan), changes, versions: uses.filter(({ planId }) => planId === plan.id) }
  })
}

/** The leaves in which two JSON values differ; lists are leaves. */
export function differences(before: unknown, after: unknown, path: readonly string[] = []): readonly PlanChange[] {
  if (!isRecord(before) || !isRecord(after))
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }]
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => differences(before[name], after[name], [...path, name]))
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export interface PreviewedEvent extends NewsEffect {
  readonly event: NewsEvent
  readonly outcome: 'inserted' | 'updated'
  /** As it is stored; null for one that is new. */
  readonly before: NewsEvent | null
}

export interface PreviewedNews extends ImportedNews {
  /** The events that would be new or changed, in order of time; of many the first. */
  readonly events: readonly PreviewedEvent[]
  /** Events of the calendar between the first and last of the file, but not in it: they stay. Of many the first. */
  readonly absent: readonly NewsEvent[]
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
  const changed: Omit<PreviewedEvent, keyof NewsEffect>[] = []
  for (const some of chunksOf(events, EVENTS_AT_A_TIME)) {
    await takeTurn(visitor)
    const known = await readNewsByIds(
      pool,
      some.map(({ id }) => id),
    )
    for (const event of some) {
      const before = known.get(event.id) ?? null
      const outcome = outcomeOf(before, event)
      counts[outcome] += 1
      if (outcome !== 'unchanged') changed.push({ event, outcome, before })
    }
  }
  const plans = await listFreezingPlans(pool)
  const shown: PreviewedEvent[] = []
  for (const change of changed.toSorted((a, b) => a.event.at - b.event.at).slice(0, EVENTS_SHOWN_MAX)) {
    await takeTurn(visitor)
    shown.push({ ...change, ...effectOf(change.event, instruments, plans) })
  }
  return { ...counts, events: shown, absent: await listOtherNews(pool, events, EVENTS_SHOWN_MAX) }
}

function outcomeOf(known: NewsEvent | null, event: NewsEvent): 'inserted' | 'updated' | 'unchanged' {
  if (known === null) return 'inserted'
  return textOf(known) === textOf(event) ? 'unchanged' : 'updated'
}

const textOf = ({ title, at, impact, currencies, symbols }: NewsEvent): string =>
  JSON.stringify([title, at, impact, currencies, symbols])
