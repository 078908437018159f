/** Bodies of imports that were only previewed. */
import type { NewsEffect } from '../../core/calendar/news-effect.js'
import type { NewsEvent } from '../../core/model/plan/news-event.js'
import { newsBody, newsEffectBody } from '../market/news-body.js'

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

interface PreviewedEvent extends NewsEffect {
  readonly event: NewsEvent
  readonly outcome: string
  readonly before: NewsEvent | null
}

interface PreviewedNews {
  readonly inserted: number
  readonly updated: number
  readonly unchanged: number
  readonly events: readonly PreviewedEvent[]
  readonly absent: readonly NewsEvent[]
}

export const previewedNewsBody = ({ events, absent, ...counts }: PreviewedNews): Record<string, unknown> => ({
  ...counts,
  events: events.map(({ event, outcome, before, ...effect }) => ({
    ...newsBody(event),
    outcome,
    ...(before === null ? {} : { before: newsBody(before) }),
    ...newsEffectBody(effect),
  })),
  absent: absent.map(newsBody),
})
