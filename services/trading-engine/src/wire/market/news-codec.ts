import type { NewsEffect, PlanAdjustment, PlanFreeze } from '../../core/calendar/news-effect.js'
import { IMPACTS, type NewsEvent } from '../../core/model/plan/news-event.js'
import { codecOf, field, type Fields } from '../codec/codec.js'
import { count, decimal, listOf, oneOf, optional, text, time, whole } from '../codec/kinds.js'

export const newsFields = {
  id: field(text, ({ id }) => id),
  title: field(text, ({ title }) => title),
  at: field(time, ({ at }) => at),
  impact: field(oneOf(IMPACTS), ({ impact }) => impact),
  currencies: field(listOf(text), ({ currencies }) => currencies),
  symbols: field(listOf(text), ({ symbols }) => symbols),
} satisfies Fields<NewsEvent>

export const newsCodec = codecOf<NewsEvent>('NewsEvent')(newsFields)

const freezeFields = {
  plan_id: field(text, ({ planId }) => planId),
  plan_version: field(count, ({ version }) => version),
  scope: field(oneOf(['OPENING', 'ALL'], 'FreezeScope'), ({ scope }) => scope),
  starts_at: field(time, ({ startsAt }) => startsAt),
  ends_at: field(time, ({ endsAt }) => endsAt),
  accounts: field(whole, ({ accounts }) => accounts, 'Of this version, those that have not ended.'),
} satisfies Fields<PlanFreeze>

const freezeCodec = codecOf<PlanFreeze>('PlanFreeze')(freezeFields)

const adjustmentCodec = codecOf<PlanAdjustment>('PlanAdjustment')({
  ...freezeFields,
  counts_pct: field(decimal, ({ countsPct }) => countsPct, 'So much of the profit of what is filled is paid out.'),
})

const concerns = listOf(text)
const freezes = listOf(freezeCodec)
const adjusts = listOf(adjustmentCodec)

const CONCERNS = 'The symbols of the catalogue that it concerns.'

export const newsEffectFields = {
  concerns: field(concerns, ({ symbols }) => symbols, CONCERNS),
  freezes: field(freezes, (effect) => effect.freezes),
  adjusts: field(adjusts, (effect) => effect.adjusts, 'By plans that refuse nothing, but take profit off.'),
} satisfies Fields<NewsEffect>

interface ScheduledNews extends NewsEvent {
  /** Undefined: it was not asked for. */
  readonly effect: NewsEffect | undefined
}

const IN_FREEZES = 'With `include=freezes` alone.'

export const scheduledNewsCodec = codecOf<ScheduledNews>('ScheduledNewsEvent')({
  ...newsFields,
  concerns: field(optional(concerns), ({ effect }) => effect?.symbols, IN_FREEZES),
  freezes: field(optional(freezes), ({ effect }) => effect?.freezes, IN_FREEZES),
  adjusts: field(optional(adjusts), ({ effect }) => effect?.adjusts, IN_FREEZES),
})
