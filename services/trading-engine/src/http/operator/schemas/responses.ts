import { OPERATOR_CONFLICTS } from '@ats/contracts'
/** Bodies of the operator's answers. */
import type Joi from 'joi'
import { ACCOUNT_STATES } from '../../../core/model/account/account.js'
import { decimal, flag, listOf, oneOf, record, text, uuid, whole } from '../../../wire/codec/schemas.js'
import { programVersionCodec } from '../../../wire/account/program-codec.js'
import { operatorPayoutCodec, payoutConditionCodec } from '../../../wire/account/payout-codec.js'
import { profitAdjustmentCodec } from '../../../wire/account/profit-adjustment-codec.js'
import { foundBreachCodec, operatedAccountCodec, planVersionCodec } from '../../../wire/operator/account-codec.js'
import { scheduledNewsCodec } from '../../../wire/market/news-codec.js'
import { auditCodec } from '../../../wire/operator/audit-codec.js'
import { addedFirmEndpointCodec, firmEndpointCodec } from '../../../wire/operator/firm-endpoint-codec.js'
import { differenceCodec } from '../../../wire/operator/ledger-check-codec.js'
import {
  importedPlanCodec,
  importedProgramCodec,
  previewedEventCodec,
} from '../../../wire/operator/preview-imports-codec.js'
import { surveillanceCodec } from '../../../wire/operator/surveillance-codec.js'
import {
  acceptedChainCodec,
  tradingWalletCodec,
  venueReadingCodec,
} from '../../../wire/operator/trading-wallet-codec.js'
import { newsEvent } from '../../schemas/responses/news.js'

const dryRun = flag.optional().description('true: nothing was written. Absent otherwise.')
const inDryRun = (field: Joi.Schema): Joi.Schema => field.optional().description('With `dry_run=true` alone.')

export const importedPlans = record({
  dry_run: dryRun,
  plans: listOf(importedPlanCodec.schema),
})

export const importedPrograms = record({
  dry_run: dryRun,
  programs: listOf(importedProgramCodec.schema),
})

export const programVersions = listOf(programVersionCodec.schema)

export const planVersions = listOf(planVersionCodec.schema)

export const operatedAccount = operatedAccountCodec.schema

export const payout = operatorPayoutCodec.schema
export const payouts = listOf(payout)
export const profitAdjustment = profitAdjustmentCodec.schema

export const tradingWallet = tradingWalletCodec.schema
export const tradingWallets = listOf(tradingWallet)
export const acceptedChain = acceptedChainCodec.schema
export const venueReading = venueReadingCodec.schema

export const foundBreaches = listOf(foundBreachCodec.schema)

export { grant, grants } from '../../schemas/responses/grant.js'

export const firmEndpoint = firmEndpointCodec.schema
export const firmEndpoints = listOf(firmEndpoint)
export const addedFirmEndpoint = addedFirmEndpointCodec.schema

export const surveillance = surveillanceCodec.schema

export const audit = listOf(auditCodec.schema)

export const checkedLedger = record({
  accounts: whole,
  transfers: whole,
  fills: whole,
  events: whole,
  differences: listOf(differenceCodec.schema),
  next: uuid.allow(null),
})

/** The fields of a 409 in addition to `error`. */
export const operatorConflictDetails = record({
  reason: oneOf(OPERATOR_CONFLICTS),
  state: oneOf(ACCOUNT_STATES).optional(),
  account_id: uuid.optional(),
  available: decimal.optional(),
  conditions: listOf(payoutConditionCodec.schema).optional(),
  missing: decimal.optional().description('How far under a floor of its plan the account would be.'),
  client_id: text.optional(),
})

export const importedNews = record({
  dry_run: dryRun,
  ...{ inserted: whole, updated: whole, unchanged: whole },
  events: inDryRun(listOf(previewedEventCodec.schema)),
  absent: listOf(newsEvent)
    .optional()
    .description(
      'With `dry_run=true` alone: events between the first and the last of the file that are not in it. They stay until they are removed.',
    ),
})

export const scheduledNews = listOf(scheduledNewsCodec.schema)

export { newsEvent } from '../../schemas/responses/news.js'
