import Joi from 'joi'

/** Id of an API key as the wallet writes it: a UUID in lower case. */
export const keyIdSchema = Joi.string().pattern(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

/** A time as the wallet writes it: RFC 3339 in UTC, and one that `Date` can read. */
export const utcTimeSchema = Joi.string()
  .pattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/)
  .custom((time: string, joi: Joi.CustomHelpers) =>
    Number.isFinite(Date.parse(time)) ? time : joi.error('any.invalid'),
  )
