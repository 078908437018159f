/** Rules by which a user is told of what happens to their accounts: where, of what, and when not. */
import Joi from 'joi'
import { keyIdSchema, utcTimeSchema } from './answer-fields.js'

export const NOTIFICATION_CHANNELS = ['EMAIL', 'TELEGRAM', 'DISCORD', 'SLACK', 'WEBHOOK'] as const
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number]

/** The topics of a rule that names none: those that matter, and are few. */
export const DEFAULT_TOPICS = [
  'BREACH',
  'WARNING',
  'LIQUIDATION',
  'PROMOTION',
  'PAYOUT',
  'HALT',
  'DEAD_MAN_SWITCH',
] as const

/** The topics of messages; each event of an account is of one of them. */
export const NOTIFICATION_TOPICS = [...DEFAULT_TOPICS, 'ORDER', 'FILL', 'POSITION', 'COPY'] as const
export type NotificationTopic = (typeof NOTIFICATION_TOPICS)[number]

/** From least to most. */
export const NOTIFICATION_SEVERITIES = ['INFO', 'WARNING', 'CRITICAL'] as const
export type NotificationSeverity = (typeof NOTIFICATION_SEVERITIES)[number]

export const NOTIFICATION_ACCOUNTS_MAX = 100
export const NOTIFICATION_TARGET_LENGTH_MAX = 2_048

/** Between these times of the zone's clock only what is CRITICAL is sent; from later than `to`: over midnight. */
export interface QuietHours {
  /** `HH:MM`. */
  readonly from: string
  readonly to: string
  /** IANA, such as Europe/Berlin. */
  readonly timeZone: string
}

/** A rule as the engine goes by it. */
export interface NotificationRule {
  readonly ruleId: string
  readonly userId: string
  readonly channel: NotificationChannel
  /** An address, the id of a chat, or the URL that messages are posted to. */
  readonly target: string
  readonly events: readonly NotificationTopic[]
  /** Empty: every account of the user. */
  readonly accounts: readonly string[]
  readonly quietHours: QuietHours | null
  readonly minSeverity: NotificationSeverity
  /** Null: the target has shown no code yet, and gets nothing else. */
  readonly provenAt: string | null
  /** Since when its user has it paused: it is sent nothing but codes. */
  readonly pausedAt: string | null
  /** When it was resumed last: what happened before is not sent. */
  readonly resumedAt: string | null
  /** The last part of the address by which the receiver stops the rule. */
  readonly unsubscribeToken: string
}

export const UNSUBSCRIBE_TOKEN_PATTERN = /^svc_nu_[0-9a-f]{48}$/

const clockTime = Joi.string().pattern(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/)

export const quietHoursSchema = Joi.object<QuietHours>({
  from: clockTime.required(),
  to: clockTime.invalid(Joi.ref('from')).required(),
  timeZone: Joi.string().max(64).custom(knownZone).required(),
})

export const notificationRuleSchema = Joi.object<NotificationRule>({
  ruleId: keyIdSchema.required(),
  userId: Joi.string().max(128).required(),
  channel: Joi.string()
    .valid(...NOTIFICATION_CHANNELS)
    .required(),
  target: Joi.string().max(NOTIFICATION_TARGET_LENGTH_MAX).required(),
  events: Joi.array()
    .items(Joi.string().valid(...NOTIFICATION_TOPICS))
    .required(),
  accounts: Joi.array().items(keyIdSchema).max(NOTIFICATION_ACCOUNTS_MAX).required(),
  quietHours: quietHoursSchema.allow(null).required(),
  minSeverity: Joi.string()
    .valid(...NOTIFICATION_SEVERITIES)
    .required(),
  provenAt: utcTimeSchema.allow(null).required(),
  // A wallet from before rules could be paused does not say.
  pausedAt: utcTimeSchema.allow(null).default(null),
  resumedAt: utcTimeSchema.allow(null).default(null),
  unsubscribeToken: Joi.string().pattern(UNSUBSCRIBE_TOKEN_PATTERN).required(),
})

/** Response of `GET /api/internal/notification-rules?userId=`: those that send. */
export interface NotificationRulesResponse {
  readonly rules: readonly NotificationRule[]
}

export const notificationRulesResponseSchema = Joi.object<NotificationRulesResponse>({
  rules: Joi.array().items(notificationRuleSchema).required(),
})

/** Body of `POST /api/internal/notification-rules/:ruleId/message`: the user asks for a message to the target. */
export interface NotificationMessageRequest {
  readonly userId: string
}

export const notificationMessageRequestSchema = Joi.object<NotificationMessageRequest>({
  userId: Joi.string().max(128).required(),
})

/** Every decision is a 200. */
export type NotificationMessageResponse =
  | { readonly decision: 'NO_RULE' }
  | { readonly decision: 'PAUSED' }
  | { readonly decision: 'TOO_MANY'; readonly retryAfterSeconds: number }
  | { readonly decision: 'CODE'; readonly rule: NotificationRule; readonly code: string }
  | { readonly decision: 'TEST'; readonly rule: NotificationRule }

const decided = (decision: NotificationMessageResponse['decision'], fields: Joi.SchemaMap = {}): Joi.ObjectSchema =>
  Joi.object({ decision: Joi.string().valid(decision).required(), ...fields })

export const notificationMessageResponseSchema = Joi.alternatives<NotificationMessageResponse>().try(
  decided('NO_RULE'),
  decided('PAUSED'),
  decided('TOO_MANY', { retryAfterSeconds: Joi.number().integer().min(1).required() }),
  decided('CODE', {
    rule: notificationRuleSchema.required(),
    code: Joi.string()
      .pattern(/^[0-9]{6}$/)
      .required(),
  }),
  decided('TEST', { rule: notificationRuleSchema.required() }),
)

/** Body of `POST /api/internal/notification-rules/unsubscribe`. */
export interface UnsubscribeRequest {
  readonly token: string
  /** The address it came from, for the audit. */
  readonly ip: string
  /** Nothing is stopped: it is only asked whether there is such a rule. */
  readonly dryRun?: boolean
}

export const unsubscribeRequestSchema = Joi.object<UnsubscribeRequest>({
  token: Joi.string().pattern(UNSUBSCRIBE_TOKEN_PATTERN).required(),
  ip: Joi.string().max(64).required(),
  dryRun: Joi.boolean(),
})

export interface UnsubscribeResponse {
  /** False: there is no such rule, or no more. */
  readonly found: boolean
}

export const unsubscribeResponseSchema = Joi.object<UnsubscribeResponse>({ found: Joi.boolean().required() })

function knownZone(name: string, joi: Joi.CustomHelpers): string | Joi.ErrorReport {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return name
  } catch {
    return joi.message({ custom: '{{#label}} must be a time zone such as Europe/Berlin' })
  }
}

/** Each is undefined when the body is none: that is a fault of the wallet, never "no rule". */
export const parseNotificationRule = (body: unknown): NotificationRule | undefined =>
  parse(notificationRuleSchema, body)
export const parseNotificationRulesResponse = (body: unknown): NotificationRulesResponse | undefined =>
  parse(notificationRulesResponseSchema, body)
export const parseNotificationMessageResponse = (body: unknown): NotificationMessageResponse | undefined =>
  parse<NotificationMessageResponse>(notificationMessageResponseSchema, body)
export const parseUnsubscribeResponse = (body: unknown): UnsubscribeResponse | undefined =>
  parse(unsubscribeResponseSchema, body)

/** Fields of a newer wallet are passed over. */
function parse<T>(schema: Joi.ObjectSchema<T> | Joi.AlternativesSchema<T>, body: unknown): T | undefined {
  if (body === undefined) return undefined
  const result: Joi.ValidationResult<T> = schema.validate(body, { convert: false, allowUnknown: true })
  return result.error === undefined ? result.value : undefined
}
