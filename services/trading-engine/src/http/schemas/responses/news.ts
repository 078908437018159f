import { IMPACTS } from '../../../core/model/plan/news-event.js'
import { listOf, oneOf, record, text, time } from '../../../wire/codec/schemas.js'

export const newsEvent = record({
  id: text,
  title: text,
  at: time,
  impact: oneOf(IMPACTS),
  currencies: listOf(text),
  symbols: listOf(text),
})
export const newsEvents = listOf(newsEvent)
