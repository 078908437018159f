/** The accounts of a run and what each has come to: answers of the run's own API, each under its name. */
import { named } from '@ats/service-kit/http'
import { listOf, record, time, uuid } from '../../wire/codec/schemas.js'
import { account, summary } from '../schemas/responses/account.js'
import { breaches } from '../schemas/responses/breach.js'
import { equityCurve } from '../schemas/responses/equity.js'
import { objectives } from '../schemas/responses/objectives.js'
import { orders } from '../schemas/responses/order.js'

const ofAccount = named('LabAccount', record({ account, summary, objectives, equity: equityCurve, breaches, orders }))

export const labResult = named(
  'LabResult',
  record({
    run_id: uuid,
    at: time.allow(null).description("By the run's clock. As `accounts`, null where nobody has read it in time."),
    accounts: listOf(ofAccount).allow(null).description('The newest first: a challenge has one a phase.'),
  }),
)
