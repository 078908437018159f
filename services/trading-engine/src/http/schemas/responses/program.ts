import { detailedProgramCodec, programCodec } from '../../../wire/account/program-codec.js'
import { listOf } from '../../../wire/codec/schemas.js'

export const program = detailedProgramCodec.schema
export const programs = listOf(programCodec.schema)
