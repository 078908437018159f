import Joi from 'joi'
import { closedObject, uuidField, worded } from '../../schemas/fields.js'
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
})

export interface ShadowBody {
  readonly accounts: readonly string[]
  readonly plan: PlanBody
}
