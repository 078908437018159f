import type { NewsEvent } from '../core/model/news-event.js'
import { formatTimestamp } from '../core/values/time.js'

export const newsBody = (event: NewsEvent): Record<string, unknown> => ({
  id: event.id,
  title: event.title,
  at: formatTimestamp(event.at),
  impact: event.impact,
  currencies: event.currencies,
  symbols: event.symbols,
})
