import { dayCodec } from '../../../wire/account/day-codec.js'
import { listOf } from '../../../wire/codec/schemas.js'

export const days = listOf(dayCodec.schema)
