import { WARNINGS } from '../../../core/decide/warnings.js'
import { listOf, oneOf } from '../../../wire/codec/schemas.js'
import { violationCodec } from '../../../wire/order/violation-codec.js'

export const violation = violationCodec.schema

export const warnings = listOf(oneOf(WARNINGS))
