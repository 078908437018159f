/** Schemas made ready to check values, and to say what is wrong with them. */
import type { Issue } from '@ats/contracts'
import type Joi from 'joi'
import { memoizeByObject } from '../../process/memoize.js'
import { BODY_FIELDS, QUERY_FIELDS, UNKNOWN_FIELD_MESSAGES } from './unknown-fields.js'
import { compileCheck, REFUSED, type CompiledCheck } from './compile-check.js'

export type Values = Readonly<Record<string, unknown>>

/** For every request; types may have words of their own. Messages must not repeat what was sent: it may be a secret. */
const REQUEST_MESSAGES = {
  'object.base': '{{#label}} must be an object',
  ...UNKNOWN_FIELD_MESSAGES,
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

/** One check that only tells right from wrong, and one that says all that is wrong: words cost more than the check. */
export interface Checks {
  /** Accepts the same values as `quick`; null where the schema has more to it than can be compiled. */
  readonly compiled: CompiledCheck | null
  readonly quick: Joi.ObjectSchema
  readonly thorough: Joi.ObjectSchema
}

export const checksOfBody: (schema: Joi.ObjectSchema) => Checks = memoizeByObject((schema) => ({
  compiled: compileCheck(schema),
  ...validatorsOf(schema, { convert: false, ...BODY_FIELDS }),
}))

export const checksOfQuery: (schema: Joi.ObjectSchema) => Checks = memoizeByObject((schema) => ({
  compiled: null,
  ...validatorsOf(schema, { convert: true, ...QUERY_FIELDS }),
}))

const validatorsOf = (
  schema: Joi.ObjectSchema,
  options: Joi.ValidationOptions,
): Pick<Checks, 'quick' | 'thorough'> => ({
  quick: schema.prefs(options),
  thorough: schema.prefs({ ...options, ...REQUEST_PREFERENCES }),
})

/** A field that was already reported is not reported a second time. */
export function validate(checks: Checks, given: unknown, issues: Issue[]): Values {
  const compiled = checks.compiled?.(given) ?? REFUSED
  if (compiled !== REFUSED) return compiled as Values
  const { error, value } = checks.quick.validate(given) as { error?: Joi.ValidationError; value: Values }
  if (error === undefined) return value
  const reported = new Set(issues.map(({ path }) => path.join('\0')))
  issues.push(...problemsOf(checks, given).filter(({ path }) => !reported.has(path.join('\0'))))
  return value
}

/** All that is wrong with a value. */
export const problemsOf = ({ thorough }: Checks, value: unknown): readonly Issue[] =>
  (thorough.validate(value).error?.details ?? []).map(({ path, type, message }) => ({ path, code: type, message }))
