import { objectivesCodec } from '../../../wire/account/objective-codec.js'

export const objectives = objectivesCodec.schema
