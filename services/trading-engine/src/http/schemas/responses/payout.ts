import { availablePayoutCodec, payoutCodec } from '../../../wire/account/payout-codec.js'
import { listOf } from '../../../wire/codec/schemas.js'

export const payout = payoutCodec.schema
export const payouts = listOf(payout)
export const availablePayout = availablePayoutCodec.schema
