import Joi from 'joi'
import { keyIdSchema, utcTimeSchema } from './answer-fields.js'
import { WEBHOOK_SECRET_PATTERN } from './credentials.js'

/** Where the events of one user go for one API key that is neither revoked nor expired, and what signs them. */
export interface WebhookEndpoint {
  readonly userId: string
  readonly keyId: string
  /** https, in the form in which `new URL` writes it. */
  readonly url: string
  /** One, or two while a secret is being replaced: each delivery is signed with all of them. Newest first. */
  readonly secrets: readonly string[]
  /** When the key was created: RFC 3339 in UTC. */
  readonly createdAt: string
}

/** Answer of `GET /api/internal/webhook-endpoints?userId=`: oldest key first. */
export interface WebhookEndpointsResponse {
  readonly endpoints: readonly WebhookEndpoint[]
}

/**
 * The most users of one request: their names, of up to 128 characters and each of those nine in a URL, fit into its 16
 * KiB.
 */
export const WEBHOOK_USERS_MAX = 12
/** Engines of earlier versions ask about as many. */
const WEBHOOK_USERS_TAKEN_MAX = 16

const userIdSchema = Joi.string()
  .max(128)
  .pattern(/^[^\0]*$/)

/** Answer of `GET /api/internal/webhook-endpoints/:keyId`; when that key is to receive nothing more, it is 404. */
export const webhookEndpointSchema = Joi.object<WebhookEndpoint>({
  userId: userIdSchema.required(),
  keyId: keyIdSchema.required(),
  url: Joi.string()
    .pattern(/^https:\/\//)
    .max(2048)
    .custom(readableUrl)
    .required(),
  secrets: Joi.array().items(Joi.string().pattern(WEBHOOK_SECRET_PATTERN)).min(1).max(2).unique().required(),
  createdAt: utcTimeSchema.required(),
})

export const webhookEndpointsResponseSchema = Joi.object<WebhookEndpointsResponse>({
  endpoints: Joi.array().items(webhookEndpointSchema).unique('keyId').required(),
})

export interface WebhookEndpointsQuery {
  readonly userId: readonly string[]
}

/** Query of `GET /api/internal/webhook-endpoints`: users as the validated key names them, whatever their characters. */
export const webhookEndpointsQuerySchema = Joi.object<WebhookEndpointsQuery>({
  userId: Joi.array().items(userIdSchema).single().max(WEBHOOK_USERS_TAKEN_MAX).required(),
})

/** The endpoints of users, or undefined when the body does not say: that is a fault of the wallet, never "none". */
export function parseWebhookEndpointsResponse(body: unknown): WebhookEndpointsResponse | undefined {
  return parse(webhookEndpointsResponseSchema, body)
}

/** One endpoint, or undefined when the body is none: that is a fault of the wallet, never "revoked". */
export function parseWebhookEndpoint(body: unknown): WebhookEndpoint | undefined {
  return parse(webhookEndpointSchema, body)
}

/** `reason` of the 404 of a key that is to receive nothing more. */
export const NO_WEBHOOK = 'no_webhook'

/**
 * Whether the body of a 404 says that this key is to receive nothing more. Any other 404 comes from somewhere else, a
 * proxy or a wallet too old for the question, and is a fault: what waits for the key must not be dropped for it.
 */
export function isWebhookGone(body: unknown): boolean {
  return goneSchema.validate(body).error === undefined
}

const goneSchema = Joi.object({ error: Joi.valid('not_found').required(), reason: Joi.valid(NO_WEBHOOK).required() })
  .unknown()
  .required()

/** Fields of a newer wallet are passed over. */
function parse<T>(schema: Joi.ObjectSchema<T>, body: unknown): T | undefined {
  if (body === undefined) return undefined
  const result: Joi.ValidationResult<T> = schema.validate(body, { convert: false, allowUnknown: true })
  return result.error === undefined ? result.value : undefined
}

/** Joi's own `uri` refuses characters that `new URL` leaves in a path. */
function readableUrl(text: string, joi: Joi.CustomHelpers): string | Joi.ErrorReport {
  return URL.canParse(text) ? text : joi.error('any.invalid')
}
