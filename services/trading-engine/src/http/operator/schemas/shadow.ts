import Joi from 'joi'
import type { Micros } from '../../../core/values/time.js'
import { closedObject, fromField, toField, uuidField, worded } from '../../schemas/fields.js'
import { plan, type PlanBody } from './plan-file.js'

const ACCOUNTS_MAX = 50

/** POST /operator/v1/shadows */
export const shadowBody = closedObject<ShadowBody>({
  accounts: worded(Joi.array<readonly string[]>().items(uuidField.required()).min(1).max(ACCOUNTS_MAX).unique(), {
    'array.unique': '{{#label}} has an account twice',
  })
    .required()
    .description('Their ids.'),
  plan: plan.required().description('As in a file of plans.'),
  from: fromField.description('Accounts are of the plan from then on, as they stand. Absent: always.'),
  to: toField.description('Nothing after it is looked at. Absent: up to now.'),
})

export interface ShadowBody {
  readonly accounts: readonly string[]
  readonly plan: PlanBody
  readonly from?: Micros
  readonly to?: Micros
}
