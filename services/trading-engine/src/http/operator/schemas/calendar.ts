/** A calendar of news as JSON: everything about it that the bytes alone decide. */
import type { BodyList } from '@ats/service-kit/http'
import Joi from 'joi'
import { IMPACTS, type Impact } from '../../../core/model/plan/news-event.js'
import { parseTimestamp, type Micros } from '../../../core/values/time.js'
import { closedObject, symbolField, textField, worded } from '../../schemas/fields.js'
import { oneOf } from '../../../wire/codec/schemas.js'

/** A date alone, or a time without an offset, leaves open when it is. */
const MOMENT = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d.*([Zz]|[+-]\d\d(:?\d\d)?)$/

const moment = worded(
  Joi.any<Micros>().custom((value: unknown, joi): Micros | Joi.ErrorReport => {
    const at = typeof value === 'string' && MOMENT.test(value) ? parseTimestamp(value) : null
    return at ?? joi.error('moment.base')
  }),
  {
    'moment.base':
      '{{#label}} must be an RFC 3339 time with its offset, such as 2026-03-06T13:30:00Z or 2026-03-06T08:30:00-05:00',
  },
)
  .meta({ jsonSchema: { type: 'string', format: 'date-time' } })
  .required()

const currency = worded(Joi.string().pattern(/^[A-Z0-9]{2,16}$/), {
  'string.pattern.base': '{{#label}} must be a code in capitals, such as USD or BTC',
})

const CONCERNED = ['currencies', 'symbols'] as const

export const newsEvent = closedObject<NewsEventBody>({
  id: textField(256).required().description('The calendar’s own: importing it again changes the event.'),
  title: textField(256).required(),
  at: moment,
  impact: oneOf(IMPACTS).required(),
  currencies: Joi.array().items(currency).max(100).description('Freezes every instrument that has one of them.'),
  symbols: Joi.array().items(symbolField).max(100).description('Freezes these instruments, in any spelling.'),
})
  .or(...CONCERNED)
  .custom((value: NewsEventBody, joi) => {
    const isOfNobody = CONCERNED.every((name) => (value[name] ?? []).length === 0)
    return isOfNobody ? joi.error('object.missing', { peers: CONCERNED }) : value
  })

const EVENTS_MAX = 5_000

const listOf = <T>(events: Joi.ArraySchema<T>): Joi.ArraySchema<T> =>
  worded(events.required(), {
    'array.base': '{{#label}} must be a list of events',
    'array.min': '{{#label}} must have at least one event',
    'array.max': `{{#label}} may have at most ${EVENTS_MAX} events`,
    'array.unique': '{{#label}} has the id of an earlier event',
  })

const events = Joi.array<readonly NewsEventBody[]>()
const counted = (list: typeof events): typeof events => list.min(1).max(EVENTS_MAX).unique('id')

/** PUT /operator/v1/news, of application/json */
export const calendarBody = closedObject<CalendarBody>({ events: listOf(counted(events.items(newsEvent))) })

/** The same, to be checked in turns. */
export const calendarList: BodyList<CalendarBody> = {
  name: 'events',
  itemsMax: EVENTS_MAX,
  part: closedObject<CalendarBody>({ events: listOf(events.items(newsEvent)) }),
  outline: closedObject<CalendarBody>({ events: listOf(counted(events)) }),
}

export interface CalendarBody {
  readonly events: readonly NewsEventBody[]
}

export interface NewsEventBody {
  readonly id: string
  readonly title: string
  readonly at: Micros
  readonly impact: Impact
  readonly currencies?: readonly string[]
  readonly symbols?: readonly string[]
}
