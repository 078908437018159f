import { riskCodec } from '../../../wire/account/risk-codec.js'
import { record, uuid } from '../../../wire/codec/schemas.js'

export const risk = riskCodec.schema

/** The risk among those of other accounts, as a stream tells it. */
export const streamedRisk = record({ account_id: uuid, risk })
