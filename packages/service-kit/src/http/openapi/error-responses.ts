import { describeHeaders, REQUEST_ID } from './shared-headers.js'
import { ERROR_STATUS, type ErrorCode } from '@ats/contracts'
import Joi from 'joi'
import { ISSUES_MAX } from '../../process/errors.js'
import type { OpenApiResponse } from './document.js'
import type { JsonSchema } from './json-schema.js'
import { named, type NamedSchemas } from './named-schemas.js'

/** Fields an error's body has beyond `error`, `message` and `request_id`. */
export type ErrorDetails = Readonly<Partial<Record<ErrorCode, Joi.ObjectSchema>>>

const issue = named(
  'Issue',
  Joi.object({
    path: Joi.array().items(Joi.string().allow(''), Joi.number()).required(),
    code: Joi.string().required(),
    message: Joi.string().required(),
  }),
)

const issues = Joi.object({
  issues: Joi.array().items(issue).min(1).max(ISSUES_MAX).required(),
})

/** One component per error; a code's spaces become underscores. */
export function errorSchemas(details: ErrorDetails, schemas: NamedSchemas): Record<string, JsonSchema> {
  const { invalid_payload: more } = details
  const invalidPayload = more === undefined ? issues : issues.concat(more)
  const all: ErrorDetails = { ...details, invalid_payload: invalidPayload, invalid_alert: issues }
  const codes = Object.keys(ERROR_STATUS) as ErrorCode[]
  return Object.fromEntries(codes.map((code) => [componentName(code), schemas.refer(errorBody(code, all[code]))]))
}

function errorBody(code: ErrorCode, details: Joi.ObjectSchema | undefined): Joi.ObjectSchema {
  const body = Joi.object({
    error: Joi.string().valid(code).required(),
    message: Joi.string().required(),
    request_id: Joi.string().required(),
  })
  return details === undefined ? body : body.concat(details)
}

/** One response per status; where several errors share it, any of their bodies. */
export function describeErrors(codes: readonly ErrorCode[]): Record<string, OpenApiResponse> {
  const distinct = [...new Set(codes)]
  const statuses = [...new Set(distinct.map((code) => ERROR_STATUS[code]))]
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      describeStatus(distinct.filter((code) => ERROR_STATUS[code] === status)),
    ]),
  )
}

function describeStatus(codes: readonly ErrorCode[]): OpenApiResponse {
  const refs = codes.map((code) => ({ $ref: referenceTo(code) }))
  const [first, ...otherRefs] = refs
  return {
    description: codes.map((code) => `\`${code}\``).join(' or '),
    headers: describeHeaders(headersOf(codes)),
    content: {
      'application/json': { schema: first !== undefined && otherRefs.length === 0 ? first : eitherOf(codes) },
    },
  }
}

/** Told apart by their field `error`. */
function eitherOf(codes: readonly ErrorCode[]): JsonSchema {
  const mapping = Object.fromEntries(codes.map((code) => [code, referenceTo(code)]))
  return {
    anyOf: codes.map((code) => ({ $ref: referenceTo(code) })),
    discriminator: { propertyName: 'error', mapping },
  }
}

const referenceTo = (code: ErrorCode): string => `#/components/schemas/${componentName(code)}`

function headersOf(codes: readonly ErrorCode[]): Readonly<Record<string, string>> {
  const isRetryable = codes.includes('engine_error') || codes.includes('rate_limited')
  return { ...REQUEST_ID, ...(isRetryable && { 'Retry-After': 'Seconds to wait before trying again.' }) }
}

function componentName(code: ErrorCode): string {
  return `Error_${code.replaceAll(' ', '_')}`
}
