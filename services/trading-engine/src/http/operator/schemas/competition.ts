import Joi from 'joi'
import {
  ENTRY_CAP_MAX,
  RANKINGS,
  VISIBILITIES,
  type Ranking,
  type Visibility,
} from '../../../core/model/competition.js'
import type { Micros } from '../../../core/values/time.js'
import { oneOf } from '../../../wire/codec/schemas.js'
import { clientIdField, closedObject, fromField, nameField, textField, timestampField } from '../../schemas/fields.js'

export interface CompetitionBody {
  readonly id: string
  readonly name: string
  readonly plan_id: string
  readonly from: Micros
  readonly to: Micros
  readonly entry_cap: number
  readonly rank_by: Ranking
  readonly min_trades: number
  readonly visibility: Visibility
}

/** An end that is not after the beginning. */
const refuseEmpty = (body: CompetitionBody, joi: Joi.CustomHelpers): CompetitionBody | Joi.ErrorReport =>
  body.to > body.from ? body : joi.message({ custom: 'to must be after from' })

export const competitionBody = closedObject<CompetitionBody>({
  id: clientIdField.required().description('Of your own making: 1 to 64 characters of A-Z a-z 0-9 . _ : -'),
  name: nameField.required(),
  plan_id: textField(64).required().description('Entries are accounts of its version of now.'),
  from: fromField.required(),
  to: timestampField('start').required().description('The end, which is no part of it. RFC 3339.'),
  entry_cap: Joi.number().strict().integer().min(1).max(ENTRY_CAP_MAX).default(ENTRY_CAP_MAX),
  rank_by: oneOf(RANKINGS).default('RETURN'),
  min_trades: Joi.number().strict().integer().min(0).max(100_000).default(0),
  visibility: oneOf(VISIBILITIES).default('MASKED'),
}).custom(refuseEmpty)
