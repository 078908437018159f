import { parseTimestamp, SCOPES, TIMESTAMP_PATTERN, WEBHOOK_SECRET_PATTERN, type Scope } from '@ats/contracts'
import { checkWebhookUrl, named, objectSchema, WEBHOOK_URL_LENGTH_MAX } from '@ats/service-kit/http'
import Joi from 'joi'
import type { UpdateApiKey } from '../commands/update-api-key.js'
import { OVERLAP_HOURS_MAX } from '../commands/rotate-api-key.js'
import { AUDIT_KINDS, REFUSAL_REASONS } from '../core/audit.js'
import { canonicalIpRule } from '../fields/ip-rule.js'

export const IP_RULES_MAX = 50

/** The forms in which a caller may write a time. */
const TIME_OR_DATE = { jsonSchema: { pattern: TIMESTAMP_PATTERN } }

/** Without a comparison of ours, joi would look into each object of the list for each before it. */
export const withoutRepeats = (list: Joi.ArraySchema): Joi.ArraySchema =>
  list.unique((one: unknown, other: unknown) => one === other).meta({ jsonSchema: { uniqueItems: true } })

const scopes = withoutRepeats(
  Joi.array()
    .items(named('Scope', Joi.string<Scope>().valid(...SCOPES)))
    .min(1),
)

export const label = Joi.string().max(100).pattern(/\S/).description('A name for humans; not blank.').example('My bot')

/** The end of a key or hook. */
export const RFC_3339_END = Joi.string<Date>()
  .custom(timestamp('end'))
  .description(
    'In the future. RFC 3339, without an offset UTC; a date alone is its end, UTC. Absent: it does not end by itself.',
  )
  .meta(TIME_OR_DATE)

interface WebhookRules {
  readonly allowPrivateHosts: boolean
}

const webhookUrlOf = ({ allowPrivateHosts }: WebhookRules): Joi.StringSchema =>
  Joi.string()
    .max(WEBHOOK_URL_LENGTH_MAX)
    .custom(webhookUrl(allowPrivateHosts))
    .meta({ jsonSchema: { format: 'uri', pattern: '^https://' } })

export interface CreateKeyBody {
  readonly label: string
  readonly permissions: readonly Scope[]
  readonly ipWhitelist?: readonly string[]
  readonly webhookUrl?: string
  readonly expiresAt?: Date
}

/** Body of POST /api/api-keys. Text fields leave it in the form in which they are stored. */
export function createKeyBody(rules: WebhookRules): Joi.ObjectSchema<CreateKeyBody> {
  return named(
    'CreateApiKey',
    objectSchema<CreateKeyBody>({
      label: label.required(),
      permissions: scopes
        .required()
        .description(
          'What the key may do: `TRADE` places orders and closes positions, `MANAGE_ORDERS` cancels and changes them, ' +
            'and neither includes the other. Every key may read. Each operation of the trading engine names its scope.',
        )
        .example(['READ_ONLY', 'TRADE']),
      ipWhitelist: Joi.array()
        .items(Joi.string().max(64).custom(ipRule))
        .max(IP_RULES_MAX)
        .description('Source addresses that may use the key: IPv4, IPv6 or CIDR. Empty or absent: all.'),
      webhookUrl: webhookUrlOf(rules).description('Receives the events of the accounts of this user.'),
      expiresAt: RFC_3339_END,
    }),
  )
}

/** Body of PATCH /api/api-keys/:id, nulls kept. */
export function updateKeyBody(rules: WebhookRules): Joi.ObjectSchema<UpdateApiKey> {
  return named(
    'UpdateApiKey',
    objectSchema<UpdateApiKey>({
      label: label.empty(null).meta({ jsonSchema: { type: ['string', 'null'] } }),
      webhookUrl: webhookUrlOf(rules)
        .allow(null)
        .description('Receives the events from now on; null: nothing receives them.'),
    })
      .or('label', 'webhookUrl')
      .meta({ jsonSchema: { minProperties: 1 } }),
  )
}

export const time = Joi.string().meta({ jsonSchema: { format: 'date-time' } })

export const id = Joi.string()
  .uuid()
  .meta({ jsonSchema: { format: 'uuid' } })

export const apiKeySchema = named(
  'ApiKey',
  Joi.object({
    id: id.required(),
    label: Joi.string().required(),
    keyPrefix: Joi.string()
      .pattern(/^svc_ak_[0-9a-f]{8}$/)
      .required(),
    permissions: scopes.required(),
    ipWhitelist: Joi.array().items(Joi.string()).required(),
    webhookUrl: Joi.string().allow(null).required(),
    expiresAt: time.allow(null).required(),
    createdAt: time.required(),
    lastUsedAt: time.allow(null).required().description('At most a minute behind.'),
    lastUsedIp: Joi.string().allow(null).required().description('The address of that use.'),
  }),
)

const webhookSecret = Joi.string().pattern(WEBHOOK_SECRET_PATTERN)

const newCredentials = {
  apiKey: apiKeySchema.required(),
  key: Joi.string()
    .pattern(/^svc_ak_[0-9a-f]{48}$/)
    .required()
    .description('Public key, sent as X-API-Key.'),
  secret: Joi.string()
    .pattern(/^svc_sk_[0-9a-f]{48}$/)
    .required()
    .description('Secret, sent as X-API-Secret. It is shown only here.'),
}

export const createdKeySchema = named(
  'CreatedApiKey',
  Joi.object({
    ...newCredentials,
    webhookSecret: webhookSecret.description(
      'Signs what is sent to the webhook URL, if there is one (Standard Webhooks). It is shown only here.',
    ),
  }),
)

export const updatedKeySchema = named(
  'UpdatedApiKey',
  apiKeySchema.keys({
    webhookSecret: webhookSecret.description(
      'Made by the first URL of the key, and shown only here. It stays the same when the URL changes.',
    ),
  }),
)

export const rotatedWebhookSecretSchema = named(
  'RotatedWebhookSecret',
  Joi.object({
    webhookSecret: webhookSecret.required().description('Signs from now on. It is shown only here.'),
    previousExpiresAt: time
      .allow(null)
      .required()
      .description('Until then the secret before it signs as well; null when there was none.'),
  }),
)

export interface RotateKeyBody {
  readonly overlapHours?: number
}

export const OVERLAP = Joi.number().min(0).max(OVERLAP_HOURS_MAX)

/** Body of POST /api/api-keys/:id/rotate. */
export const rotateKeyBody = named(
  'RotateApiKey',
  objectSchema<RotateKeyBody>({
    overlapHours: OVERLAP.description(
      'For so long the pair before it stays valid. Absent: 24; 0: it ends immediately.',
    ),
  }),
)

export const rotatedKeySchema = named(
  'RotatedApiKey',
  Joi.object({
    ...newCredentials,
    previousExpiresAt: time.allow(null).required().description('Until then the pair before it is valid as well.'),
  }),
)

export const revokedKeySchema = named(
  'RevokedApiKey',
  Joi.object({
    id: id.required(),
    revoked: Joi.boolean().valid(true).required(),
    revokedAt: time.required().description('When the key was first revoked.'),
  }),
)

export const AUDIT_LIMIT_MAX = 500

export interface AuditQuery {
  readonly from?: Date
  readonly to?: Date
  /** As sent: may exceed `AUDIT_LIMIT_MAX`. */
  readonly limit: number
}

export const auditQuery = objectSchema<AuditQuery>({
  from: auditTime('start', 'First moment, inclusive.'),
  to: auditTime('end', 'Last moment, inclusive.').custom((to: Date, joi) => {
    const { from } = (joi.state.ancestors as readonly { from?: unknown }[])[0] ?? {}
    return from instanceof Date && from > to ? joi.message({ custom: '{{#label}} must not be before from' }) : to
  }),
  limit: Joi.number().integer().min(1).default(100).description(`Above ${AUDIT_LIMIT_MAX} it is ${AUDIT_LIMIT_MAX}.`),
})

function auditTime(dateMeans: 'start' | 'end', description: string): Joi.StringSchema<Date> {
  return Joi.string<Date>()
    .custom(timestamp(dateMeans))
    .description(`${description} RFC 3339, without an offset UTC; a date alone is its ${dateMeans}, UTC.`)
    .meta(TIME_OR_DATE)
}

export const auditEntrySchema = named(
  'KeyActivity',
  Joi.object({
    id: id.required(),
    kind: named('KeyActivityKind', Joi.string().valid(...AUDIT_KINDS)).required(),
    at: time.required().description('When it happened; of refusals, the first one counted.'),
    lastAt: time.required().description('The last one counted.'),
    keyId: id.allow(null).required().description('A key or a hook; null when none of ours was named.'),
    keyPrefix: Joi.string().allow(null).required(),
    userId: Joi.string().allow(null).required(),
    ip: Joi.string().allow(null).required().description('Null: more addresses than are told apart in an hour.'),
    reason: named('RefusalReason', Joi.string().valid(...REFUSAL_REASONS))
      .allow(null)
      // joi leaves null out of the JSON Schema's `enum`, where it would then be refused.
      .meta({ jsonSchema: { enum: [...REFUSAL_REASONS, null] } })
      .required()
      .description('Why it was refused; null for what happened to a key.'),
    count: Joi.number().integer().min(1).required(),
  }),
)

function ipRule(text: string, joi: Joi.CustomHelpers): string | Joi.ErrorReport {
  return canonicalIpRule(text) ?? joi.message({ custom: '{{#label}} must be an IPv4 or IPv6 address or CIDR range' })
}

function webhookUrl(allowPrivateHosts: boolean): Joi.CustomValidator<string> {
  return (text, joi) => {
    const checked = checkWebhookUrl(text, allowPrivateHosts)
    return 'url' in checked ? checked.url : joi.message({ custom: `{{#label}} ${checked.problem}` })
  }
}

/** A time, cut to the millisecond. */
function timestamp(dateMeans: 'start' | 'end') {
  return (text: string, joi: Joi.CustomHelpers): Date | Joi.ErrorReport => {
    const micros = parseTimestamp(text, dateMeans)
    if (micros !== null) return new Date(Math.floor(micros / 1_000))
    return joi.message({
      custom:
        '{{#label}} must be an RFC 3339 time between 1970 and 2100, such as 2030-01-31T12:00:00Z, or a date, such as 2030-01-31',
    })
  }
}
