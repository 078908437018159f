import { copyLinkCodec } from '../../../wire/account/copy-link-codec.js'
import { copyEventCodec } from '../../../wire/account/copy-codec.js'
import { listOf } from '../../../wire/codec/schemas.js'

export const copyLink = copyLinkCodec.schema
export const copyLinks = listOf(copyLink)
export const copyEvents = listOf(copyEventCodec.schema)
