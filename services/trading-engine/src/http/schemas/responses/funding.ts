import { fundingCodec } from '../../../wire/account/funding-codec.js'

export const funding = fundingCodec.schema
