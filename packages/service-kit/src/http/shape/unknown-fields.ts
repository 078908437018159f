/**
 * Fields that a schema does not name. In a body they are an error at every depth: a mistyped `reduceOnly` must never be
 * dropped silently. Parameters of a query are ignored.
 */
import type Joi from 'joi'

export const BODY_FIELDS: Joi.ValidationOptions = { allowUnknown: false, stripUnknown: false }
export const QUERY_FIELDS: Joi.ValidationOptions = { stripUnknown: true }

export const unknownField = (name: string): string => `${name} is not a field of this request`

/** In the words of joi's messages. */
export const UNKNOWN_FIELD_MESSAGES = {
  'object.unknown': unknownField('{{#label}}'),
  'object.prototype': unknownField('__proto__'),
}
