/** Bodies and queries of the operator, plan files and calendars excepted. */
import { checkWebhookUrl, WEBHOOK_URL_LENGTH_MAX } from '@ats/service-kit/http'
import Joi from 'joi'
import { VENUE_IDS, type VenueId } from '../../../core/model/market/instrument.js'
import { SIGNER_KINDS, type SignerKind } from '../../../core/model/live/trading-wallet.js'
import {
  DELIVERED_EVENT_TYPES,
  DELIVERY_STATUSES,
  type DeliveredEventType,
  type DeliveryStatus,
} from '../../../core/model/webhook-delivery.js'
import type { Micros } from '../../../core/values/time.js'
import { BREACH_RULES, type BreachRule } from '../../../core/model/plan/breach.js'
import { ACCOUNT_STATES, type AccountState } from '../../../core/model/account/account.js'
import {
  PAYOUT_STATUSES,
  REJECTION_CODES,
  type PayoutStatus,
  type RejectionCode,
} from '../../../core/model/account/payout.js'
import { CASE_KINDS, type CaseKind } from '../../../core/read/surveillance/case.js'
import { decimal } from '../../../core/values/decimal.js'
import { SEVERITIES, type Severity } from '../../../core/model/plan/violation.js'
import {
  accountMoney,
  clientIdField,
  closedObject,
  fromField,
  limitField,
  listFields,
  positiveDecimal,
  sequenceField,
  textField,
  toField,
  uuidField,
  versionField,
  worded,
} from '../../schemas/fields.js'
import type { Cap } from '../../schemas/limits.js'
import type { ListQuery } from '../../schemas/queries.js'
import { oneOf } from '../../../wire/codec/schemas.js'

const HUNDRED = decimal('100')

export interface DryRunQuery {
  readonly dry_run?: 'true' | 'false'
}
export const dryRunQuery = closedObject<DryRunQuery>({
  dry_run: oneOf(['true', 'false']).description('`true`: the response says what would change; nothing is written.'),
})

export interface ReasonBody {
  readonly reason: string
}
export const reasonBody = closedObject<ReasonBody>({
  reason: textField(256).required().description('Shown to the trader as `state_reason`.'),
})

/** The reason of an end that others are told of. */
export const closingBody = closedObject<ReasonBody>({
  reason: textField(256).required().description('Kept in the audit, and shown to those whom it concerns.'),
})

export interface ReversalBody {
  readonly reason: string
  readonly compensation?: bigint
}
export const reversalBody = closedObject<ReversalBody>({
  reason: textField(256).required().description('Told to the trader with the breach.'),
  compensation: accountMoney.description('US dollars, which lift the balance: no profit, and no floor moves.'),
})

export interface CapitalBody {
  readonly amount: bigint
  readonly direction: 'IN' | 'OUT'
  readonly reason: string
  readonly reference: string
}
export const capitalBody = closedObject<CapitalBody>({
  amount: accountMoney.required().description('US dollars.'),
  direction: oneOf(['IN', 'OUT'])
    .required()
    .description('`IN` adds to the account, `OUT` takes from it: a correction by one person, no payout.'),
  reason: textField(256).required(),
  reference: worded(Joi.string().pattern(/^[A-Za-z0-9._:-]{1,64}$/), {
    'string.pattern.base': '{{#label}} must be 1 to 64 characters of A-Z a-z 0-9 . _ : -',
  })
    .required()
    .description('Of your own making: with the same reference the same movement happens once on an account.'),
})

export interface WriteOffBody {
  readonly token: string
  readonly reason: string
}
export const writeOffBody = closedObject<WriteOffBody>({
  token: textField(64).required().description('Its address or its name, as `holdings` of the account has it.'),
  reason: textField(256).required().description('Shown to the trader.'),
})

export interface WriteOffApprovalBody {
  readonly proposal_id: string
}
export const writeOffApprovalBody = closedObject<WriteOffApprovalBody>({
  proposal_id: uuidField
    .required()
    .description('`write_off.id` of the token in `holdings` of the account, as it was read.'),
})

export interface SweepBody {
  readonly token: string
  readonly amount: bigint
  readonly received: bigint
  /** In lower case. */
  readonly tx_hash: string
  readonly reason: string
}
export const sweepBody = closedObject<SweepBody>({
  token: textField(64).required().description('Its address or its name, as `holdings` of the account has it.'),
  amount: positiveDecimal.required().description('What was swapped of it, at most what is held.'),
  received: positiveDecimal.required().description('The USDC that came for it.'),
  tx_hash: worded(
    Joi.string()
      .pattern(/^0x[0-9A-Fa-f]{64}$/)
      .custom((hash: string) => hash.toLowerCase()),
    { 'string.pattern.base': '{{#label}} must be the hash of a transaction: 0x and 64 hexadecimal digits' },
  )
    .required()
    .description('The transaction that brought the USDC to the wallet.'),
  reason: textField(256).required(),
})

export interface AdjustmentBody {
  readonly amount: bigint
  readonly direction?: 'TAKE' | 'RETURN'
  readonly position_id?: string
  readonly reason: string
  readonly reference: string
}
export const adjustmentBody = closedObject<AdjustmentBody>({
  amount: accountMoney.required().description('US dollars.'),
  direction: oneOf(['TAKE', 'RETURN']).description(
    '`TAKE` lowers the profit that can be paid; `RETURN` gives back what was taken. Absent: TAKE.',
  ),
  position_id: uuidField.description('The position it is about. Absent: the account.'),
  reason: textField(256).required().description('Shown to the trader.'),
  reference: worded(Joi.string().pattern(/^[A-Za-z0-9._:-]{1,64}$/), {
    'string.pattern.base': '{{#label}} must be 1 to 64 characters of A-Z a-z 0-9 . _ : -',
  })
    .required()
    .description('Of your own making: with the same reference the same movement happens once on an account.'),
})

export interface ProposalBody {
  readonly trader_share_pct?: bigint
}
export const proposalBody = closedObject<ProposalBody>({
  trader_share_pct: worded(
    positiveDecimal.custom((value: unknown, joi) =>
      typeof value === 'bigint' && value > HUNDRED ? joi.error('share.max') : value,
    ),
    { 'share.max': '{{#label}} must be in percent of the amount, at most 100' },
  ).description(
    "Of the amount, in percent: 80 is 80 %. The rest is the firm's. Required where the plan does not say how payouts are split, and refused where it does.",
  ),
})

export interface ApprovalBody {
  readonly version: number
}
export const approvalBody = closedObject<ApprovalBody>({
  version: versionField
    .required()
    .description('The version of the payout that was read; 409 (`version`) when it has been proposed again since.'),
})

export interface RejectionBody extends ReasonBody {
  readonly code?: RejectionCode
}
export const rejectionBody = closedObject<RejectionBody>({
  reason: textField(256).required().description('Shown to the trader.'),
  code: oneOf(REJECTION_CODES).description('The same in a word. Absent: `other`, where the plan has terms of payouts.'),
})

export interface FindPayoutsQuery extends ListQuery {
  readonly user_id?: string
  readonly account_id?: string
  readonly status?: PayoutStatus
}
export const findPayoutsQuery = closedObject<FindPayoutsQuery>({
  ...listFields,
  user_id: textField(128),
  account_id: uuidField,
  status: oneOf(PAYOUT_STATUSES),
})

export interface NewsQuery extends ListQuery {
  readonly include?: 'freezes'
}
export const newsQuery = closedObject<NewsQuery>({
  ...listFields,
  include: oneOf(['freezes']).description('Each event with the symbols it concerns, and for which accounts and when.'),
})

export interface WalletBody {
  /** In lower case. */
  readonly address: string
  readonly account_id: string
  readonly venue: VenueId
  readonly signer: SignerKind
  readonly gas_per_day?: bigint
  readonly gas_per_order?: bigint
}
export const walletBody = closedObject<WalletBody>({
  address: worded(
    Joi.string()
      .pattern(/^0x[0-9A-Fa-f]{40}$/)
      .custom((address: string) => address.toLowerCase()),
    { 'string.pattern.base': '{{#label}} must be an address: 0x and 40 hexadecimal digits' },
  ).required(),
  account_id: uuidField.required(),
  venue: oneOf(VENUE_IDS).required(),
  signer: oneOf(SIGNER_KINDS).required(),
  gas_per_day: positiveDecimal.description(
    'Native token that it may spend in a day in UTC. Default: LIVE_GAS_PER_DAY.',
  ),
  gas_per_order: positiveDecimal.description('Likewise, for one request to a venue. Default: LIVE_GAS_PER_ORDER.'),
})

export const noBody = closedObject<object>({})

/** Also of grants of challenges. */
export const referralField = clientIdField.description(
  'Who brought the buyer, such as a code of yours: events of the account carry it. 1 to 64 characters of A-Z a-z 0-9 . _ : -',
)

export interface GrantBody {
  readonly user_id: string
  readonly plan_id: string
  readonly challenge_id?: string
  readonly referral?: string
}
export const grantBody = closedObject<GrantBody>({
  user_id: textField(128).required(),
  plan_id: textField(64).required().description('See GET /v1/plans.'),
  challenge_id: textField(128).description('The one the account has to be opened with; absent: none.'),
  referral: referralField,
})

export interface WebhookEndpointBody {
  readonly url: string
  readonly description?: string
}
/** `allowsPrivateHosts`: receivers on the same machine or network. */
export const webhookEndpointBody = (allowsPrivateHosts: boolean): Joi.ObjectSchema<WebhookEndpointBody> =>
  closedObject<WebhookEndpointBody>({
    url: Joi.string()
      .max(WEBHOOK_URL_LENGTH_MAX)
      .custom((text: string, joi) => {
        const checked = checkWebhookUrl(text, allowsPrivateHosts)
        return 'url' in checked ? checked.url : joi.message({ custom: `{{#label}} ${checked.problem}` })
      })
      .meta({ jsonSchema: { format: 'uri', pattern: '^https://' } })
      .required(),
    description: textField(128).description('What it is for.'),
  })

export interface FirmDeliveriesQuery extends ListQuery {
  readonly endpoint_id?: string
  readonly status?: DeliveryStatus
  readonly event_type?: DeliveredEventType
}
export const firmDeliveriesQuery = closedObject<FirmDeliveriesQuery>({
  ...listFields,
  endpoint_id: uuidField,
  status: oneOf(DELIVERY_STATUSES),
  event_type: oneOf(DELIVERED_EVENT_TYPES),
})

export interface FindAccountsQuery extends ListQuery {
  readonly user_id?: string
  readonly plan_id?: string
  readonly state?: AccountState
  readonly sort: 'created_at' | 'headroom'
  readonly offset: number
}
export const findAccountsQuery = closedObject<FindAccountsQuery>({
  ...listFields,
  user_id: textField(128),
  plan_id: textField(64),
  state: oneOf(ACCOUNT_STATES),
  sort: oneOf(['created_at', 'headroom'])
    .default('created_at')
    .description('`headroom`: accounts that have not ended, the nearest to its floor first, at the marks of now.'),
  offset: sequenceField.default(0).description('With `sort=headroom`: so many rows are passed over.'),
})

export interface FindBreachesQuery extends ListQuery {
  readonly account_id?: string
  readonly user_id?: string
  readonly plan_id?: string
  readonly rule?: BreachRule
  readonly severity?: Severity
}
export const findBreachesQuery = closedObject<FindBreachesQuery>({
  ...listFields,
  account_id: uuidField,
  user_id: textField(128),
  plan_id: textField(64),
  rule: oneOf(BREACH_RULES),
  severity: oneOf(SEVERITIES),
})

export interface FindGrantsQuery extends ListQuery {
  readonly user_id?: string
  readonly plan_id?: string
  readonly used?: boolean
}
export const findGrantsQuery = closedObject<FindGrantsQuery>({
  ...listFields,
  user_id: textField(128),
  plan_id: textField(64),
  used: Joi.boolean().description('`false`: those with which no account was opened yet.'),
})

export interface AuditQuery extends ListQuery {
  readonly operator?: string
  readonly action?: string
  readonly subject?: string
}
export const auditQuery = closedObject<AuditQuery>({
  ...listFields,
  operator: textField(64),
  action: textField(64),
  subject: textField(128).description('An account, a grant or a news event by its id; `plans` or `news`: a file.'),
})

/** Accounts whose books are checked in one request. */
export const LEDGER_CHECK_LIMIT: Cap = { default: 100, max: 1_000 }

export interface LedgerCheckQuery {
  readonly account_id?: string
  readonly after?: string
  /** As sent: may exceed `LEDGER_CHECK_LIMIT.max`. */
  readonly limit: number
}
/** Numbers of an account's bundles. */
export interface EvidenceQuery {
  readonly after: number
}
export const evidenceQuery = closedObject<EvidenceQuery>({
  after: sequenceField.default(0).description('The `next` of the bundle before.'),
})

export interface TapeQuery {
  readonly from?: Micros
  readonly to?: Micros
  readonly symbols?: string
  readonly venue?: VenueId
  readonly after: number
}
export const tapeQuery = closedObject<TapeQuery>({
  from: fromField,
  to: toField,
  symbols: textField(2_048).description('Canonical symbols, comma separated; without it all of them.'),
  venue: oneOf(VENUE_IDS),
  after: sequenceField.default(0).description('The `next` of the page before.'),
})

export const ledgerCheckQuery = closedObject<LedgerCheckQuery>({
  account_id: uuidField.description('Only this account.'),
  after: uuidField.description('The `next` of the page before.'),
  limit: limitField(LEDGER_CHECK_LIMIT).default(LEDGER_CHECK_LIMIT.default),
})

/** Cases of surveillance in one answer, each with up to a hundred pairs. */
export const SURVEILLANCE_LIMIT: Cap = { default: 20, max: 100 }

export interface SurveillanceQuery {
  readonly from?: Micros
  readonly to?: Micros
  readonly kind?: CaseKind
  readonly offset: number
  /** As sent: may exceed `SURVEILLANCE_LIMIT.max`. */
  readonly limit: number
  readonly decimals?: 'number' | 'string'
}
export const surveillanceQuery = closedObject<SurveillanceQuery>({
  from: fromField.description(
    'First moment of closing, inclusive; absent: 7 days before `to`. At most 31 days before it.',
  ),
  to: toField.description('Last moment of closing, inclusive; absent: the end of the last full minute.'),
  kind: oneOf(CASE_KINDS),
  offset: sequenceField.default(0).description('So many cases are passed over.'),
  limit: limitField(SURVEILLANCE_LIMIT).default(SURVEILLANCE_LIMIT.default),
  decimals: listFields.decimals,
})

export interface AcceptChainBody {
  readonly venue: VenueId
  readonly reason: string
}
export const acceptChainBody = closedObject<AcceptChainBody>({
  venue: oneOf(VENUE_IDS).required(),
  reason: textField(256).required(),
})
