import type { NewsEffect } from '../../core/calendar/news-effect.js'
import type { NewsEvent } from '../../core/model/plan/news-event.js'
import { formatTimestamp } from '../../core/values/time.js'

export const newsBody = (event: NewsEvent): Record<string, unknown> => ({
  id: event.id,
  title: event.title,
  at: formatTimestamp(event.at),
  impact: event.impact,
  currencies: event.currencies,
  symbols: event.symbols,
})

export const newsEffectBody = ({ symbols, freezes }: NewsEffect): Record<string, unknown> => ({
  concerns: symbols,
  freezes: freezes.map(({ planId, version, scope, startsAt, endsAt, accounts }) => ({
    plan_id: planId,
    plan_version: version,
    scope,
    starts_at: formatTimestamp(startsAt),
    ends_at: formatTimestamp(endsAt),
    accounts,
  })),
})
