import { leverageCodec } from '../../../wire/account/leverage-codec.js'

export const leverage = leverageCodec.schema
