import { grantCodec } from '../../../wire/account/grant-codec.js'
import { listOf } from '../../../wire/codec/schemas.js'

export const grant = grantCodec.schema
export const grants = listOf(grant)
