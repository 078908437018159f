/** Evidence as it is stored, which somebody with the password of the database may have altered. */
import Joi from 'joi'
import { parseTimestamp } from '../../core/values/time.js'
import type { Sealed } from './evidence-bundle.js'
import type { EvidenceRow } from './evidence-rows.js'

const moment = Joi.string().custom((text: string, { error }) =>
  parseTimestamp(text) === null ? error('any.invalid') : text,
)
const sealedSchema = Joi.object<Sealed>({
  until: moment.required(),
  opening: Joi.object({ at: moment.required() }).unknown().required(),
  seals: Joi.object().pattern(Joi.string(), Joi.string()).required(),
})
  .unknown()
  .required()
const tickSchema = Joi.object<EvidenceRow>({ kind: Joi.valid('tick').required() })
  .unknown()
  .required()

/** Null where the text is not that of a bundle. */
export const parseSealed = (text: string): Sealed | null => parse(text, sealedSchema)
/** Null where the text is not that of a tick. */
export const parseTick = (text: string): EvidenceRow | null => parse(text, tickSchema)

function parse<T>(text: string, schema: Joi.ObjectSchema<T>): T | null {
  try {
    const value: unknown = JSON.parse(text)
    return schema.validate(value, { convert: false }).error === undefined ? (value as T) : null
  } catch {
    return null
  }
}
