import { count, listOf, record } from '../../../wire/codec/schemas.js'
import { tapePriceCodec } from '../../../wire/market/tape-codec.js'

/** A page of published ticks. */
export const tapePage = record({ prices: listOf(tapePriceCodec.schema), next: count.allow(null) })
