import Joi from 'joi'
import { parseTimestamp } from './timestamp.js'

/** Id of an API key as the wallet writes it: a UUID in lower case. */
export const keyIdSchema = Joi.string().pattern(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

/** A time as the wallet writes it: RFC 3339 in UTC. */
export const utcTimeSchema = Joi.string()
  .custom((time: string, joi: Joi.CustomHelpers) =>
    time.endsWith('Z') && parseTimestamp(time) !== null ? time : joi.error('any.invalid'),
  )
  .meta({ jsonSchema: { format: 'date-time' } })
