import Joi from 'joi'
import { keyIdSchema, utcTimeSchema } from './answer-fields.js'
import type { ErrorCode } from './error-catalogue.js'
import { isIpRule, type KeyRecord } from './key-record.js'
import { SCOPES, type Scope } from './scopes.js'

/** Body of `POST /api/api-keys/validate`: the credentials of one request and where it came from. */
export interface ValidateKeyRequest {
  readonly key: string
  readonly secret: string
  /** Source address of the request, as the caller of the wallet saw it. */
  readonly ip: string
  /** Absent: any scope will do. */
  readonly scope?: Scope
}

export interface KeyAccepted extends KeyRecord {
  readonly valid: true
  /** The wallet deletes the key from the shared cache before it answers its revocation. Absent: do not cache it. */
  readonly cacheable?: boolean
}

export interface KeyRefused {
  readonly valid: false
  readonly status: 401 | 403
  readonly error: Extract<ErrorCode, 'unauthorized' | 'permission_denied' | 'IP not whitelisted for this API key'>
}

/** A decision, always sent with status 200. Anything else the wallet says is a fault of the wallet, never a verdict. */
export type ValidateKeyResponse = KeyAccepted | KeyRefused

export const validateKeyRequestSchema = Joi.object<ValidateKeyRequest>({
  key: Joi.string().max(256).required(),
  secret: Joi.string().max(256).required(),
  ip: Joi.string().max(64).required(),
  scope: Joi.string().valid(...SCOPES),
})

const refusals = [
  { status: 401, errors: ['unauthorized'] },
  { status: 403, errors: ['permission_denied', 'IP not whitelisted for this API key'] },
] as const

export const keyAcceptedSchema = Joi.object<KeyAccepted>({
  valid: Joi.boolean().valid(true).required(),
  keyId: keyIdSchema.required(),
  userId: Joi.string().max(128).required(),
  permissions: Joi.array()
    .items(Joi.string().valid(...SCOPES))
    .min(1)
    .unique()
    .required(),
  ipWhitelist: Joi.array().items(Joi.string().custom(ipRule)).required(),
  expiresAt: utcTimeSchema.allow(null).required(),
  cacheable: Joi.boolean(),
})

/**
 * Strict on purpose: a proxy's page, an empty object or a half-written answer must never read as "this key is wrong".
 */
export const validateKeyResponseSchema = Joi.alternatives<ValidateKeyResponse>().try(
  keyAcceptedSchema,
  ...refusals.map(({ status, errors }) =>
    Joi.object({
      valid: Joi.boolean().valid(false).required(),
      status: Joi.number().valid(status).required(),
      error: Joi.string()
        .valid(...errors)
        .required(),
    }),
  ),
)

/** The wallet's decision, or undefined when the body is not one. Fields of a newer wallet are passed over. */
export function parseValidateKeyResponse(body: unknown): ValidateKeyResponse | undefined {
  if (body === undefined) return undefined
  const result: Joi.ValidationResult<ValidateKeyResponse> = validateKeyResponseSchema.validate(body, {
    convert: false,
    allowUnknown: true,
  })
  return result.error === undefined ? result.value : undefined
}

function ipRule(entry: string, joi: Joi.CustomHelpers): string | Joi.ErrorReport {
  return isIpRule(entry) ? entry : joi.error('any.invalid')
}
