/**
 * Bodies of requests: everything about them that the bytes alone decide. Whether the symbol is listed, the quantity on
 * the grid or `expires_at` still ahead depends on catalogue and clock and is asked later.
 */
import { named, type Checked } from '@ats/service-kit/http'
import Joi from 'joi'
import { PROTECTIONS } from '../../core/decide/decide-protect.js'
import { VENUE_IDS, type VenueId } from '../../core/model/market/instrument.js'
import { TIMEOUT_MS } from '../../core/model/account/dead-man-switch.js'
import { SWITCH_ACTIONS, type SwitchAction } from '../../core/model/account/trader-switch.js'
import type { Micros } from '../../core/values/time.js'
import {
  ORDER_KINDS,
  SIDES,
  TIMES_IN_FORCE,
  type OrderKind,
  type Side,
  type TimeInForce,
} from '../../core/model/order/order.js'
import {
  DELIVERY_STATUSES,
  DELIVERED_EVENT_TYPES,
  type DeliveredEventType,
  type DeliveryStatus,
} from '../../core/model/webhook-delivery.js'
import { CONDITIONAL_KINDS, TRIGGER_SOURCES, type TriggerSource } from '../../core/model/order/trigger.js'
import { BRACKET_RULES, bracketFields, type BracketBody } from './bracket.js'
import { distanceField, trailField, trailOfPositionField, type DistanceBody, type TrailBody } from './trail.js'
import {
  nameField,
  booleanField,
  clientIdField,
  closedObject,
  displayNameField,
  fromField,
  positiveDecimal,
  positiveDecimalOrNull,
  sibling,
  symbolField,
  tagField,
  textField,
  timestampField,
  toField,
  uuidField,
  versionField,
  worded,
} from './fields.js'
import { oneOf, oneOfOrNull } from '../../wire/codec/schemas.js'

/** The kinds a position can be closed with. */
const CLOSING_KINDS = ['MARKET', 'LIMIT'] as const satisfies readonly OrderKind[]
type ClosingKind = (typeof CLOSING_KINDS)[number]

const venueField = oneOf(VENUE_IDS)

const limitPrice = worded(
  positiveDecimal
    .custom((value: unknown, joi) => (sibling(joi, 'kind') === 'MARKET' ? joi.error('price.kind') : value))
    .when('kind', { is: 'LIMIT', then: Joi.required() }),
  {
    'price.kind': '{{#label}} is a limit: leave it out of a MARKET order',
    'any.required': '{{#label}} is required for a LIMIT order',
  },
).meta({
  jsonSchema: {
    description:
      'The limit of a LIMIT order, or of a STOP or TAKE_PROFIT that becomes one at its trigger. Off the tick it moves to the next one no worse for the trader.',
  },
})

const triggerPrice = worded(
  positiveDecimal.custom(checkTrigger).when('kind', {
    is: Joi.any().custom(refuseWithoutTrigger).required(),
    then: Joi.required(),
  }),
  {
    'trigger_price.kind': '{{#label}} belongs to STOP and TAKE_PROFIT orders: leave it out',
    'trigger_price.trail': '{{#label}} follows from trail: send one of them',
    'any.required': '{{#label}} is required for a STOP or TAKE_PROFIT order',
  },
).meta({
  jsonSchema: {
    description:
      'For STOP and TAKE_PROFIT only, and not for a STOP with trail. Off the tick it moves to the nearest one.',
  },
})

function checkTrigger(value: bigint, joi: Joi.CustomHelpers): bigint | Joi.ErrorReport {
  if (!isConditional(sibling(joi, 'kind'))) return joi.error('trigger_price.kind')
  return sibling(joi, 'trail') === undefined ? value : joi.error('trigger_price.trail')
}

/** Passes kinds that need a trigger of their own. */
function refuseWithoutTrigger(kind: unknown, joi: Joi.CustomHelpers): unknown {
  return isConditional(kind) && sibling(joi, 'trail') === undefined ? kind : joi.error('any.invalid')
}

const isConditional = (kind: unknown): boolean => isOneOf(CONDITIONAL_KINDS, kind)

/** Without a limit it takes whatever is there, when it comes or when it fires: such an order cannot be post-only. */
const isUnlimited = (kind: unknown, limit: unknown): boolean =>
  kind === 'MARKET' || (isConditional(kind) && limit === undefined)

/** Not `valid(...)`: joi asks no further rule about a value that is on such a list. */
const tifField = named(
  'TimeInForce',
  worded(Joi.any<TimeInForce>().custom(checkTif), {
    'any.only': `{{#label}} must be one of ${TIMES_IN_FORCE.join(', ')}`,
    'tif.post_only': 'GTX means post-only, which needs a limit price: use LIMIT, or a STOP or TAKE_PROFIT with a price',
  }).meta({ jsonSchema: { type: 'string', enum: TIMES_IN_FORCE } }),
).description('GTC unless said otherwise; a MARKET order is IOC, or FOK if it says so.')

function checkTif(value: unknown, joi: Joi.CustomHelpers): unknown {
  if (!isOneOf(TIMES_IN_FORCE, value)) return joi.error('any.only')
  const cannotRest = isUnlimited(sibling(joi, 'kind'), sibling(joi, 'price'))
  return value === 'GTX' && cannotRest ? joi.error('tif.post_only') : value
}

const expiresAtField = worded(
  timestampField('end').custom((value: unknown, joi) =>
    sibling(joi, 'tif') === 'GTD' ? value : joi.error('expires_at.tif'),
  ),
  { 'expires_at.tif': '{{#label}} belongs to tif GTD: send both or neither' },
).description('When a GTD order ends. A date alone is the end of that day, UTC. Absent: the end of the trading day.')

/** Rules about several fields, as JSON Schemas of the whole body: generators of clients stumble over `if`. */
const RULES = 'x-conditions'

const ONLY_GTD_EXPIRES = {
  if: { required: ['expires_at'] },
  then: { properties: { tif: { const: 'GTD' } }, required: ['tif'] },
}
const ofKind = (...kinds: readonly OrderKind[]) => ({ properties: { kind: { enum: kinds } }, required: ['kind'] })
const NO_GTX = { tif: { not: { const: 'GTX' } } }
const without = (field: string) => ({ not: { required: [field] } })
const atLeastOne = (fields: readonly string[]) => ({
  minProperties: 1,
  [RULES]: [{ anyOf: fields.map((field) => ({ required: [field] })) }],
})
const LIMIT_NEEDS_PRICE = { if: ofKind('LIMIT'), then: { required: ['price'] } }

/** An order with one of these never rests. */
const IMMEDIATE = ['IOC', 'FOK'] as const satisfies readonly TimeInForce[]

export interface PlaceOrderBody extends BracketBody {
  readonly account_id: string
  readonly symbol: string
  readonly side: Side
  readonly kind: OrderKind
  readonly quantity: bigint
  readonly price?: bigint
  readonly trigger_price?: bigint
  readonly trail?: TrailBody
  readonly tif?: TimeInForce
  readonly flags?: OrderFlagsBody
  readonly client_id?: string
  readonly platform_id?: VenueId
  readonly parent_order_id?: string
  readonly position_id?: string
  readonly expires_at?: Micros
}

export interface OrderFlagsBody {
  readonly post_only?: boolean
  readonly reduce_only?: boolean
  readonly trigger_on_index?: boolean
  readonly trigger_on_mark?: boolean
}

const flagsField = named(
  'PlaceOrderFlags',
  closedObject<OrderFlagsBody>({
    post_only: worded(booleanField.custom(refusePostOnlyTaker), {
      'flags.post_only': '{{#label}} needs an order that can rest: with a limit price, and tif GTC, GTD or GTX',
    }),
    reduce_only: booleanField,
    trigger_on_index: booleanField,
    trigger_on_mark: worded(
      booleanField.custom((value: boolean, joi) =>
        value && sibling(joi, 'trigger_on_index') === true ? joi.error('flags.trigger') : value,
      ),
      { 'flags.trigger': '{{#label}} and flags.trigger_on_index exclude each other: set at most one' },
    ),
  }).meta({
    jsonSchema: {
      [RULES]: [
        {
          not: {
            properties: { trigger_on_index: { const: true }, trigger_on_mark: { const: true } },
            required: ['trigger_on_index', 'trigger_on_mark'],
          },
        },
      ],
    },
  }),
)

function refusePostOnlyTaker(value: boolean, joi: Joi.CustomHelpers): boolean | Joi.ErrorReport {
  const [kind, limit, tif] = ['kind', 'price', 'tif'].map((name) => sibling(joi, name, 1))
  const takes = isUnlimited(kind, limit) || isOneOf(IMMEDIATE, tif)
  return value && takes ? joi.error('flags.post_only') : value
}

function refuseImmediateExit(value: string, joi: Joi.CustomHelpers): string | Joi.ErrorReport {
  const [kind, tif] = ['kind', 'tif'].map((name) => sibling(joi, name))
  const isImmediate = kind === 'MARKET' || (kind === 'LIMIT' && isOneOf(IMMEDIATE, tif))
  return isImmediate ? joi.error('parent_order_id.kind') : value
}

const orderFields = {
  symbol: symbolField.required(),
  side: oneOf(SIDES).required(),
  kind: oneOf(ORDER_KINDS).required(),
  quantity: positiveDecimal.required().description('In units of the base asset, a multiple of the lot size.'),
  price: limitPrice,
  trigger_price: triggerPrice,
  trail: trailField,
  tif: tifField,
  flags: flagsField,
  client_id: clientIdField,
  platform_id: venueField.description("Venue of this order; absent: the account's default."),
  parent_order_id: worded(uuidField.custom(refuseImmediateExit), {
    'parent_order_id.kind': '{{#label}} belongs to orders that wait: LIMIT (not IOC or FOK), STOP and TAKE_PROFIT',
  }).description(
    'The entry this order is an exit of: it only reduces, waits for the entry to fill, and ends with its position.',
  ),
  position_id: uuidField.description('Open position to reduce: the order is reduce-only, and ends with it.'),
  expires_at: expiresAtField,
  ...bracketFields,
}

const ORDER_RULES = {
  jsonSchema: {
    [RULES]: [
      LIMIT_NEEDS_PRICE,
      { if: ofKind('MARKET'), then: { ...without('price'), properties: NO_GTX } },
      {
        if: ofKind(...CONDITIONAL_KINDS),
        then: { oneOf: [{ required: ['trigger_price'] }, { required: ['trail'] }] },
        else: without('trigger_price'),
      },
      { if: { required: ['trail'] }, then: { ...ofKind('STOP'), ...without('price') } },
      { if: { ...ofKind(...CONDITIONAL_KINDS), not: { required: ['price'] } }, then: { properties: NO_GTX } },
      {
        if: {
          properties: { flags: { properties: { post_only: { const: true } }, required: ['post_only'] } },
          required: ['flags'],
        },
        then: { required: ['price'], properties: { tif: { not: { enum: IMMEDIATE } } } },
      },
      {
        if: { required: ['parent_order_id'] },
        then: {
          properties: { kind: { not: { const: 'MARKET' } } },
          if: ofKind('LIMIT'),
          then: { properties: { tif: { not: { enum: IMMEDIATE } } } },
        },
      },
      ONLY_GTD_EXPIRES,
      ...BRACKET_RULES,
    ],
  },
}

/** POST /v1/order */
export const placeOrderBody = named(
  'PlaceOrder',
  closedObject<PlaceOrderBody>({
    account_id: uuidField.required(),
    ...orderFields,
  }).meta(ORDER_RULES),
)

/** An order of a batch: that of POST /v1/order, whose account is the batch's. */
export type BatchOrderBody = Omit<PlaceOrderBody, 'account_id' | 'client_id'> & { readonly client_id: string }

export const batchOrderBody = named(
  'BatchOrder',
  closedObject<BatchOrderBody>({
    ...orderFields,
    client_id: clientIdField.required(),
  }).meta(ORDER_RULES),
)

export interface PlaceOrdersBody {
  readonly account_id: string
  readonly orders: readonly Checked<BatchOrderBody>[]
}

/** Orders of a batch. */
const BATCH_MAX = 50

/** POST /v1/orders/batch; each order is checked on its own. */
export const placeOrdersBody = named(
  'PlaceOrders',
  closedObject<PlaceOrdersBody>({
    account_id: uuidField.required(),
    orders: Joi.any<readonly Checked<BatchOrderBody>[]>()
      .required()
      .meta({
        items: batchOrderBody,
        jsonSchema: { type: 'array', minItems: 1, maxItems: BATCH_MAX },
      }),
  }),
)

export const batchedOrders = { name: 'orders', countMax: BATCH_MAX, item: batchOrderBody, identity: 'client_id' }

export interface ModifyOrderBody {
  readonly price?: bigint
  readonly trigger_price?: bigint
  readonly trail?: DistanceBody
  readonly quantity?: bigint
  readonly expires_at?: Micros
  readonly version?: number
}

const MODIFIABLE = ['price', 'trigger_price', 'trail', 'quantity', 'expires_at'] as const

/** POST /v1/account/:account_id/orders/:order_id/modify */
export const modifyOrderBody = named(
  'ModifyOrder',
  closedObject<ModifyOrderBody>({
    price: positiveDecimal.description('The new limit. Off the tick it moves to the next one no worse for the trader.'),
    trigger_price: positiveDecimal.description('While the order is armed. Off the tick it moves to the nearest one.'),
    trail: distanceField.description('Another distance of an armed order that trails: it keeps its peak.'),
    quantity: positiveDecimal.description('The whole new quantity, of which more than has filled must be left.'),
    expires_at: timestampField('end').description('Of a GTD order.'),
    version: versionField.description(
      'The version the caller has seen; 409 when the order has moved on since. Absent: whichever it is.',
    ),
  })
    .or(...MODIFIABLE)
    .meta({
      jsonSchema: atLeastOne(MODIFIABLE),
    }),
)

export interface ProtectionBody {
  readonly trigger_price?: bigint
  readonly trail?: TrailBody | null
  readonly price?: bigint | null
  readonly quantity?: bigint | null
  readonly trigger_by?: TriggerSource | null
}

export interface ProtectPositionBody {
  readonly take_profit?: ProtectionBody | null
  readonly stop_loss?: ProtectionBody | null
}

const STAYS = 'Absent: stays as it is. null: is removed.'
const protectionFields = {
  price: positiveDecimalOrNull.description('A limit from the trigger on. Absent: whatever the book gives.'),
  quantity: positiveDecimalOrNull.description('Absent: the whole position, however it grows.'),
  trigger_by: oneOfOrNull(TRIGGER_SOURCES).description('The price the trigger is compared with. Absent: LAST.'),
}

const protectionField = named(
  'Protection',
  closedObject<Omit<ProtectionBody, 'trail'>>({ trigger_price: positiveDecimal.required(), ...protectionFields })
    .allow(null)
    .description(STAYS),
)

const stopProtectionField = named(
  'StopProtection',
  worded(
    closedObject<ProtectionBody>({
      trigger_price: positiveDecimal,
      trail: trailOfPositionField
        .allow(null)
        .description('In the place of trigger_price: the trigger follows the watched price from now on.'),
      ...protectionFields,
    }).custom((stop: ProtectionBody, joi) =>
      (stop.trigger_price === undefined) === ((stop.trail ?? null) === null) ? joi.error('protection.one') : stop,
    ),
    { 'protection.one': '{{#label}} must have exactly one of trigger_price, trail' },
  )
    .allow(null)
    .description(STAYS),
)

/** PUT /v1/account/:account_id/positions/:position_id/protection */
export const protectPositionBody = named(
  'ProtectPosition',
  closedObject<ProtectPositionBody>({
    take_profit: protectionField,
    stop_loss: stopProtectionField,
  })
    .or(...PROTECTIONS)
    .meta({ jsonSchema: atLeastOne(PROTECTIONS) }),
)

export interface SetLeverageBody {
  readonly symbol: string
  readonly platform_id?: VenueId
  readonly leverage: bigint
}

/** PUT /v1/account/:account_id/leverage */
export const setLeverageBody = named(
  'SetLeverage',
  closedObject<SetLeverageBody>({
    symbol: symbolField.required(),
    platform_id: venueField.description('Absent: where an order would go that names none.'),
    leverage: positiveDecimal.required().description("From 1 up to the plan's and the instrument's."),
  }),
)

export interface ClosePositionBody {
  readonly symbol: string
  readonly quantity?: bigint
  readonly kind?: ClosingKind
  readonly price?: bigint
  readonly tif?: TimeInForce
  readonly client_id?: string
  readonly platform_id?: VenueId
  readonly position_id?: string
  readonly expires_at?: Micros
}

export interface PayoutRequestBody {
  readonly amount: bigint
  readonly client_id: string
}
/** POST /v1/account/:account_id/payouts */
export const payoutRequestBody = named(
  'RequestPayout',
  closedObject<PayoutRequestBody>({
    amount: positiveDecimal.required().description('US dollars, in whole cents.'),
    client_id: clientIdField.required().description('With the same one it is asked for once.'),
  }),
)

/** POST /v1/account/:account_id/close-position */
export const closePositionBody = named(
  'ClosePosition',
  closedObject<ClosePositionBody>({
    symbol: symbolField.required(),
    quantity: positiveDecimal.description('Absent, or more than the position: all of it.'),
    kind: oneOf(CLOSING_KINDS, 'ClosingKind').default('MARKET'),
    price: limitPrice,
    tif: tifField,
    client_id: clientIdField,
    platform_id: venueField.description('Needed where the symbol is held on both venues, unless position_id is sent.'),
    position_id: uuidField,
    expires_at: expiresAtField,
  }).meta({
    jsonSchema: {
      [RULES]: [
        LIMIT_NEEDS_PRICE,
        { if: { not: ofKind('LIMIT') }, then: { ...without('price'), properties: NO_GTX } },
        ONLY_GTD_EXPIRES,
      ],
    },
  }),
)

export interface PositionNoteBody {
  readonly tags?: readonly string[]
  readonly note?: string
}

/** PUT /v1/account/:account_id/positions/:position_id/note */
export const positionNoteBody = named(
  'PutPositionNote',
  closedObject<PositionNoteBody>({
    tags: Joi.array().items(tagField).max(10).unique().description('Absent: none.'),
    note: textField(2_000).description('Absent: none.'),
  }),
)

const ACCOUNT_NAME = 'How lists and screens show the account; need not be unique.'
/** The name of a new account; that it is visible is checked behind the replay: commands/require-visible-name.ts. */
const newAccountName = textField(128).description(ACCOUNT_NAME)

export interface CreateAccountBody {
  readonly plan_id: string
  readonly challenge_id?: string
  readonly name?: string
  readonly default_venue?: VenueId
  readonly client_id?: string
}

/** POST /v1/accounts */
export const createAccountBody = named(
  'CreateAccount',
  closedObject<CreateAccountBody>({
    plan_id: textField(64).required().description('See GET /v1/plans.'),
    challenge_id: textField(128).description('Tells several purchases of one plan apart: one live account for each.'),
    name: newAccountName,
    default_venue: venueField,
    client_id: clientIdField,
  }),
)

export interface CreateChallengeBody {
  readonly program_id: string
  readonly name?: string
  readonly default_venue?: VenueId
  readonly client_id?: string
}

/** POST /v1/challenges */
export const createChallengeBody = named(
  'CreateChallenge',
  closedObject<CreateChallengeBody>({
    program_id: textField(64).required().description('See GET /v1/programs.'),
    name: newAccountName.description('Its accounts are named after it and their phase. Absent: that of the program.'),
    default_venue: venueField.description('Of each of its accounts whose plan allows it.'),
    client_id: clientIdField,
  }),
)

export interface ResetChallengeBody {
  readonly client_id?: string
}

/** POST /v1/challenges/:challenge_id/reset */
export const resetChallengeBody = named(
  'ResetChallenge',
  closedObject<ResetChallengeBody>({ client_id: clientIdField }),
)

export interface RenameAccountBody {
  readonly name: string
}

/** PATCH /v1/account/:account_id */
export const renameAccountBody = named(
  'RenameAccount',
  closedObject<RenameAccountBody>({ name: nameField.description(ACCOUNT_NAME).required() }),
)

export interface CancelAllBody {
  readonly symbol?: string
  readonly client_id?: string
}

/** POST /v1/account/:account_id/orders/cancel-all */
export const cancelAllBody = named(
  'CancelOrders',
  closedObject<CancelAllBody>({
    symbol: symbolField.description('Absent: the orders of every symbol.'),
    client_id: clientIdField,
  }),
)

export interface KillSwitchBody {
  readonly flatten: boolean
}

/** POST /v1/account/:account_id/kill-switch */
export const killSwitchBody = named(
  'UseKillSwitch',
  closedObject<KillSwitchBody>({
    flatten: booleanField.required().description('Whether to close all positions as well.'),
  }),
)

export interface DeadManSwitchBody {
  readonly timeout_ms: number
  readonly action: SwitchAction
}

/** PUT /v1/account/:account_id/dead-man-switch */
export const deadManSwitchBody = named(
  'ArmDeadManSwitch',
  closedObject<DeadManSwitchBody>({
    timeout_ms: worded(Joi.number().strict().integer().min(TIMEOUT_MS.min).max(TIMEOUT_MS.max), {
      'number.base': '{{#label}} must be a whole number of milliseconds',
    })
      .required()
      .description('From this heartbeat to the next, in milliseconds.'),
    action: oneOf(SWITCH_ACTIONS)
      .required()
      .description(
        'CANCEL_OPENING ends the orders that could open; CANCEL_ALL every order but the stops of open positions; ' +
          'FLATTEN closes all positions as well, and needs the scope `TRADE`.',
      ),
  }),
)

export interface SandboxMoveBody {
  readonly symbol: string
  readonly price: bigint
  readonly over_ms?: number
}

const DAY_MS = 86_400_000

/** POST /v1/sandbox/market */
export const sandboxMoveBody = named(
  'MoveMarket',
  closedObject<SandboxMoveBody>({
    symbol: symbolField.required(),
    price: positiveDecimal.required().description('Where the market goes.'),
    over_ms: worded(Joi.number().strict().integer().min(0).max(DAY_MS), {
      'number.base': '{{#label}} must be a whole number of milliseconds',
    }).description('How long it walks there, in milliseconds. Absent or 0: a gap at the next tick.'),
  }),
)

const isOneOf = (values: readonly unknown[], value: unknown): boolean => values.includes(value)

export interface RedeliverBody {
  readonly from: Micros
  readonly to: Micros
  readonly status?: DeliveryStatus
  readonly key_id?: string
  readonly event_type?: DeliveredEventType
}

export interface TestEventBody {
  readonly key_id?: string
}

/** POST /v1/webhook-test-event */
export const testEventBody = named(
  'SendTestEvent',
  closedObject<TestEventBody>({
    key_id: uuidField.description('A key of the caller. Absent: the one that makes the request.'),
  }),
)

/** POST /v1/notification-messages */
export const notificationMessageBody = named(
  'SendNotificationMessage',
  closedObject<{ readonly rule_id: string }>({
    rule_id: uuidField.required().description('A notification rule of the caller, as the wallet lists them.'),
  }),
)

/** POST /v1/webhook-deliveries/redeliver */
export const redeliverBody = named(
  'RedeliverWebhooks',
  closedObject<RedeliverBody>({
    from: fromField.required(),
    to: toField.required(),
    status: oneOf(DELIVERY_STATUSES).description('Absent: all but the pending ones.'),
    key_id: uuidField.description('Only deliveries to the receiver of this key of the caller.'),
    event_type: oneOf(DELIVERED_EVENT_TYPES).description('Only deliveries of such events.'),
  }),
)

export interface CertificateBody {
  readonly display_name?: string
}
export const certificateBody = named(
  'IssueCertificate',
  closedObject<CertificateBody>({
    display_name: displayNameField.description('Shown to everybody; absent: nobody is named.'),
  }),
)

export interface CompetitionEntryBody {
  readonly account_id: string
  readonly display_name?: string
}
export const competitionEntryBody = named(
  'EnterCompetition',
  closedObject<CompetitionEntryBody>({
    account_id: uuidField.required(),
    display_name: displayNameField.description('On the board, masked where the competition masks names; absent: none.'),
  }),
)
