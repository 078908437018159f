import { named } from '@ats/service-kit/http'
import {
  boardRowCodec,
  competitionCodec,
  competitionEntryCodec,
  operatedBoardRowCodec,
} from '../../../wire/account/competition-codec.js'
import { listOf, record } from '../../../wire/codec/schemas.js'

export const competition = competitionCodec.schema
export const competitions = listOf(competition)
export const competitionEntry = competitionEntryCodec.schema
export const competitionEntries = listOf(competitionEntry)
export const board = named('CompetitionBoard', record({ competition, board: listOf(boardRowCodec.schema) }))

/** As operators see it. */
export const operatedBoard = named(
  'OperatedCompetitionBoard',
  record({ competition, board: listOf(operatedBoardRowCodec.schema) }),
)
