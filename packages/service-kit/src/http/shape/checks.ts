/** Schemas made ready to check values, and to say what is wrong with them. */
import type { Issue } from '@ats/contracts'
import type Joi from 'joi'
import { BODY_BYTES_MAX } from '../read-body.js'
import { compileCheck, REFUSED, type CompiledCheck } from './compile-check.js'
import type { ScreenedValue } from './sanitize.js'

export type Values = Readonly<Record<string, unknown>>

/** For every request; types may have words of their own. Messages must not repeat what was sent: it may be a secret. */
const REQUEST_MESSAGES = {
  'object.base': '{{#label}} must be an object',
  'object.unknown': '{{#label}} is not a field of this request',
  'object.prototype': '__proto__ is not a field of this request',
  'object.missing': 'at least one of these must be sent: {{#peers}}',
  'string.base': '{{#label}} must be text, given once',
  'boolean.base': '{{#label}} must be true or false',
}

/** How joi finds all there is to say about a request. */
export const REQUEST_PREFERENCES: Joi.ValidationOptions = {
  abortEarly: false,
  messages: REQUEST_MESSAGES,
  errors: { wrap: { label: false, array: false } },
}

/** One check that only tells right from wrong, and others that say what is wrong: words cost more than the check. */
export interface Checks {
  /** Accepts the same values as `quick`; null where the schema has more to it than can be compiled. */
  readonly compiled: CompiledCheck | null
  readonly quick: Joi.ObjectSchema
  /** Says what is wrong first. */
  readonly first: Joi.ObjectSchema
  /** Says all that is wrong, which could take long for what is larger than any request that was meant well. */
  readonly thorough: Joi.ObjectSchema
  readonly thoroughSizeMax: number
}

/** Fields and items for each 16 KB that a body may have. */
const THOROUGH_SIZE_MAX = 500

export const checksOf = (
  schema: Joi.ObjectSchema,
  options: Joi.ValidationOptions,
  bytesMax = BODY_BYTES_MAX,
): Checks => ({
  compiled: options.convert === false ? compileCheck(schema) : null,
  quick: schema.prefs(options),
  first: schema.prefs({ ...options, ...REQUEST_PREFERENCES, abortEarly: true }),
  thorough: schema.prefs({ ...options, ...REQUEST_PREFERENCES }),
  thoroughSizeMax: (THOROUGH_SIZE_MAX * bytesMax) / BODY_BYTES_MAX,
})

/** A field that was already reported is not reported a second time. */
export function validate(checks: Checks, given: Pick<ScreenedValue, 'value' | 'size'>, issues: Issue[]): Values {
  const compiled = checks.compiled?.(given.value) ?? REFUSED
  if (compiled !== REFUSED) return compiled as Values
  const { error, value } = checks.quick.validate(given.value) as { error?: Joi.ValidationError; value: Values }
  if (error === undefined) return value
  const reported = new Set(issues.map(({ path }) => path.join('\0')))
  issues.push(...tellingOf(checks, given.size)(given.value).filter(({ path }) => !reported.has(path.join('\0'))))
  return value
}

/** Says what is wrong with a value of a body of this size. */
export function tellingOf(checks: Checks, size: number): (value: unknown) => readonly Issue[] {
  const telling = size > checks.thoroughSizeMax ? checks.first : checks.thorough
  return (value) =>
    (telling.validate(value).error?.details ?? []).map(({ path, type, message }) => ({ path, code: type, message }))
}
