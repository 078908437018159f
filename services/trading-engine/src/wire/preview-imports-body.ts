/** Bodies of imports that were only previewed. */
import type { NewsEvent } from '../core/model/news-event.js'
import { formatTimestamp, type Micros } from '../core/values/time.js'
import { newsBody } from './news-body.js'

interface PreviewedPlan {
  readonly id: string
  readonly version: number
  readonly outcome: string
  readonly changes: readonly object[]
  readonly versions: readonly { readonly version: number; readonly accounts: number; readonly unusedGrants: number }[]
}

export const previewedPlanBody = ({ versions, ...plan }: PreviewedPlan): Record<string, unknown> => ({
  ...plan,
  versions: versions.map(({ version, accounts, unusedGrants }) => ({ version, accounts, unused_grants: unusedGrants })),
})

interface PreviewedNews {
  readonly inserted: number
  readonly updated: number
  readonly unchanged: number
  readonly events: readonly {
    readonly event: NewsEvent
    readonly outcome: string
    readonly symbols: readonly string[]
    readonly freezes: readonly {
      readonly planId: string
      readonly version: number
      readonly scope: string
      readonly startsAt: Micros
      readonly endsAt: Micros
      readonly accounts: number
    }[]
  }[]
}

export const previewedNewsBody = ({ events, ...counts }: PreviewedNews): Record<string, unknown> => ({
  ...counts,
  events: events.map(({ event, outcome, symbols, freezes }) => ({
    ...newsBody(event),
    outcome,
    concerns: symbols,
    freezes: freezes.map(({ planId, version, scope, startsAt, endsAt, accounts }) => ({
      plan_id: planId,
      plan_version: version,
      scope,
      starts_at: formatTimestamp(startsAt),
      ends_at: formatTimestamp(endsAt),
      accounts,
    })),
  })),
})
