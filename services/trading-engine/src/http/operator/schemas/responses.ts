import { OPERATOR_CONFLICTS } from '@ats/contracts'
/** Bodies of the operator's answers. */
import Joi from 'joi'
import { ACCOUNT_STATES } from '../../../core/model/account/account.js'
import { LEDGER_CHECKS } from '../../../core/read/ledger-check.js'
import { SIGNER_KINDS, WALLET_STATES } from '../../../core/model/live/trading-wallet.js'
import {
  count,
  decimal,
  flag,
  listOf,
  oneOf,
  record,
  text,
  time,
  uuid,
  venue,
  whole,
} from '../../../wire/codec/schemas.js'
import { operatorPayoutCodec } from '../../../wire/account/payout-codec.js'
import {
  foundAccountCodec,
  foundBreachCodec,
  operatedAccountCodec,
  planVersionCodec,
} from '../../../wire/operator/operator-body.js'
import { newsEvent } from '../../schemas/responses/news.js'

const dryRun = flag.optional().description('true: nothing was written. Absent otherwise.')
const inDryRun = (field: Joi.Schema): Joi.Schema => field.optional().description('With `dry_run=true` alone.')

export const importedPlans = record({
  dry_run: dryRun,
  plans: listOf(
    record({
      id: text,
      version: count,
      outcome: oneOf(['created', 'changed', 'unchanged']),
      changes: inDryRun(
        listOf(record({ path: listOf(text), before: Joi.any().optional(), after: Joi.any().optional() })),
      ),
      versions: inDryRun(listOf(record({ version: count, accounts: whole, unused_grants: whole }))),
    }),
  ),
})

export const planVersions = listOf(planVersionCodec.schema)

export const operatedAccount = operatedAccountCodec.schema
export const foundAccount = foundAccountCodec.schema

export const payout = operatorPayoutCodec.schema
export const payouts = listOf(payout)

export const tradingWallet = record({
  address: text,
  account_id: uuid,
  venue,
  chain_id: count,
  signer: oneOf(SIGNER_KINDS),
  state: oneOf(WALLET_STATES),
  state_reason: text.allow(null),
  gas_per_day: decimal,
  gas_per_order: decimal,
  funds: record({ usdc: decimal, native: decimal, is_approved: flag })
    .allow(null)
    .description('At the newest block. Null where the chain was not asked, or did not answer.'),
})
export const tradingWallets = listOf(tradingWallet)

export const acceptedChain = record({
  venue,
  chain_id: count,
  from_block: whole.description('Up to there it was booked, on a chain that is no more.'),
  from_hash: text,
  to_block: whole.description('A block that the chain still has: from there it is read on.'),
  to_hash: text,
  reopened: whole.description('Nonces whose transactions are to be found, or sent, once more.'),
  account_ids: listOf(uuid).description('The accounts of the wallets of the venue.'),
})

export const venueReading = record({
  address: text,
  account_id: uuid,
  venue,
  block: count
    .allow(null)
    .description(
      'To which the books have been advanced, and at which the venue was read. Null: it was not read, e.g. since LIVE_EXECUTION is off.',
    ),
  is_equal: flag.allow(null),
  differences: listOf(
    record({
      subject: oneOf(['position', 'trades', 'collateral', 'order']),
      symbol: text,
      books: text.allow(null).description('What the books say; null: nothing.'),
      venue: text.allow(null).description('What the venue says; null: nothing.'),
    }),
  ),
})

export const foundBreaches = listOf(foundBreachCodec.schema)

export { grant, grants } from '../../schemas/responses/grant.js'

export const audit = listOf(
  record({
    id: uuid,
    at: time,
    operator: text,
    action: text,
    subject: text,
    request: Joi.object().unknown(),
    outcome: Joi.object().unknown(),
  }),
)

export const checkedLedger = record({
  accounts: whole,
  transfers: whole,
  fills: whole,
  events: whole,
  differences: listOf(
    record({
      account_id: uuid,
      check: oneOf(LEDGER_CHECKS),
      subject: uuid.allow(null),
      expected: text,
      found: text,
    }),
  ),
  next: uuid.allow(null),
})

/** The fields of a 409 in addition to `error`. */
export const operatorConflictDetails = record({
  reason: oneOf(OPERATOR_CONFLICTS),
  state: oneOf(ACCOUNT_STATES).optional(),
  account_id: uuid.optional(),
  available: decimal.optional(),
  client_id: text.optional(),
})

const freezes = listOf(
  record({
    ...{ plan_id: text, plan_version: count, scope: oneOf(['OPENING', 'ALL']) },
    ...{ starts_at: time, ends_at: time, accounts: whole.description('Of this version, those that have not ended.') },
  }),
)
const concerns = listOf(text).description('The symbols of the catalogue that it concerns.')

export const importedNews = record({
  dry_run: dryRun,
  ...{ inserted: whole, updated: whole, unchanged: whole },
  events: inDryRun(
    listOf(
      newsEvent.keys({
        outcome: oneOf(['inserted', 'updated']).required(),
        before: newsEvent.optional().description('Of one that would change: as it is.'),
        concerns: concerns.required(),
        freezes: freezes.required(),
      }),
    ),
  ),
  absent: listOf(newsEvent)
    .optional()
    .description(
      'With `dry_run=true` alone: events between the first and the last of the file that are not in it. They stay until they are removed.',
    ),
})

const inFreezes = 'With `include=freezes` alone.'
export const scheduledNews = listOf(
  newsEvent.keys({
    concerns: concerns.optional().description(inFreezes),
    freezes: freezes.optional().description(inFreezes),
  }),
)

export { newsEvent } from '../../schemas/responses/news.js'
