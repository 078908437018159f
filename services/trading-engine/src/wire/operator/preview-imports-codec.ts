/** The outcome of imports; some fields are of those that were only previewed. */
import Joi from 'joi'
import type { NewsEffect } from '../../core/calendar/news-effect.js'
import type { NewsEvent } from '../../core/model/plan/news-event.js'
import { codecOf, field, partOf } from '../codec/codec.js'
import { count, listOf, oneOf, optional, shaped, text, whole } from '../codec/kinds.js'
import * as schemas from '../codec/schemas.js'
import { newsCodec, newsEffectFields, newsFields } from '../market/news-codec.js'

const IN_DRY_RUN = 'With `dry_run=true` alone.'

interface ImportedPlan {
  readonly id: string
  readonly version: number
  readonly outcome: 'created' | 'changed' | 'unchanged'
  readonly changes?: readonly object[]
  readonly versions?: readonly PlanVersionUse[]
}

interface PlanVersionUse {
  readonly version: number
  readonly accounts: number
  readonly unusedGrants: number
}

/** In the names of the file of plans. */
const change = shaped<object>(
  schemas.record({
    path: schemas.listOf(schemas.text),
    before: Joi.any().optional(),
    after: Joi.any().optional(),
  }),
  (one) => one,
)

const useCodec = codecOf<PlanVersionUse>('PlanVersionUse')({
  version: field(count, ({ version }) => version),
  accounts: field(whole, ({ accounts }) => accounts),
  unused_grants: field(whole, ({ unusedGrants }) => unusedGrants),
})

/** The outcome of an import for one plan of the file. */
export const importedPlanCodec = codecOf<ImportedPlan>('ImportedPlan')({
  id: field(text, ({ id }) => id),
  version: field(count, ({ version }) => version),
  outcome: field(oneOf(['created', 'changed', 'unchanged']), ({ outcome }) => outcome),
  changes: field(optional(listOf(change)), ({ changes }) => changes, IN_DRY_RUN),
  versions: field(optional(listOf(useCodec)), ({ versions }) => versions, IN_DRY_RUN),
})

interface ImportedProgram {
  readonly id: string
  readonly version: number
  readonly outcome: 'created' | 'changed' | 'unchanged'
  readonly changes?: readonly object[]
}

/** The outcome of an import for one program of the file. */
export const importedProgramCodec = codecOf<ImportedProgram>('ImportedProgram')({
  id: field(text, ({ id }) => id),
  version: field(count, ({ version }) => version),
  outcome: field(oneOf(['created', 'changed', 'unchanged']), ({ outcome }) => outcome),
  changes: field(optional(listOf(change)), ({ changes }) => changes, IN_DRY_RUN),
})

export interface PreviewedEvent extends NewsEffect {
  readonly event: NewsEvent
  readonly outcome: 'inserted' | 'updated'
  /** As it is stored; null for one that is new. */
  readonly before: NewsEvent | null
}

/** An event of a calendar that would be new or changed, and what it would freeze. */
export const previewedEventCodec = codecOf<PreviewedEvent>('PreviewedEvent')({
  ...partOf(({ event }: PreviewedEvent) => event, newsFields),
  outcome: field(oneOf(['inserted', 'updated']), ({ outcome }) => outcome),
  before: field(optional(newsCodec), ({ before }) => before ?? undefined, 'Of one that would change: as it is.'),
  ...newsEffectFields,
})
