import { equityCurveCodec } from '../../../wire/account/equity-codec.js'

export const equityCurve = equityCurveCodec.schema
