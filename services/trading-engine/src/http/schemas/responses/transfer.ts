import { transferCodec } from '../../../wire/account/transfer-codec.js'
import { listOf } from '../../../wire/codec/schemas.js'

export const transfers = listOf(transferCodec.schema)
