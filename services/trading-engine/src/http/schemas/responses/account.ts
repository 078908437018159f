import { named } from '@ats/service-kit/http'
import { accountCodec, summaryCodec } from '../../../wire/account/account-codec.js'
import { planCodec } from '../../../wire/account/plan-codec.js'
import { count, listOf, record, uuid } from '../../../wire/codec/schemas.js'
import { risk } from './risk.js'

export const plan = planCodec.schema
export const plans = listOf(plan)

export const account = accountCodec.schema
export const accountsList = listOf(
  named(
    'ListedAccount',
    account.keys({
      risk: risk.optional().description('The body of `GET …/risk`, at the same moment; with `include=risk`.'),
    }),
  ),
)

export const summary = summaryCodec.schema

/** A summary among those of other accounts, as a stream tells it. */
export const streamedSummary = record({ account_id: uuid, summary })

/** Tells that an account has events up to a sequence. */
export const streamedChange = record({ account_id: uuid, sequence: count })
