import { analyticsCodec } from '../../../wire/account/analytics-codec.js'

export const analytics = analyticsCodec.schema
