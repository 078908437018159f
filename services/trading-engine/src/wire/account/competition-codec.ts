import { RANKINGS, VISIBILITIES, type Competition, type CompetitionEntry } from '../../core/model/competition.js'
import { shownName, type RankedEntry } from '../../core/read/rank-entries.js'
import { codecOf, field, partOf } from '../codec/codec.js'
import { count, flag, oneOf, optional, orNull, shaped, text, time, uuid, whole } from '../codec/kinds.js'
import { figure } from '../codec/schemas.js'

export const competitionCodec = codecOf<Competition>('Competition')({
  id: field(text, ({ id }) => id),
  name: field(text, ({ name }) => name),
  plan_id: field(text, ({ planId }) => planId),
  plan_version: field(count, ({ planVersion }) => planVersion),
  from: field(time, ({ from }) => from),
  to: field(time, ({ to }) => to, 'The end, which is no part of it; once it was closed, that moment.'),
  entry_cap: field(count, ({ entryCap }) => entryCap),
  entries: field(whole, ({ entries }) => entries),
  rank_by: field(oneOf(RANKINGS, 'CompetitionRanking'), ({ rankBy }) => rankBy),
  min_trades: field(whole, ({ minTrades }) => minTrades),
  visibility: field(oneOf(VISIBILITIES, 'CompetitionVisibility'), ({ visibility }) => visibility),
  created_at: field(time, ({ createdAt }) => createdAt),
  closed_reason: field(
    optional(text),
    ({ closedReason }) => closedReason ?? undefined,
    'The firm has closed it before its end. Absent: it has not.',
  ),
})

export const competitionEntryCodec = codecOf<CompetitionEntry>('CompetitionEntry')({
  id: field(uuid, ({ id }) => id, 'That of its row on the board.'),
  competition_id: field(text, ({ competitionId }) => competitionId),
  account_id: field(uuid, ({ accountId }) => accountId),
  display_name: field(orNull(text), ({ displayName }) => displayName),
  entered_at: field(time, ({ enteredAt }) => enteredAt),
})

/** Six decimals. */
const rounded = shaped<number>(figure, (value) => Math.round(value * 1e6) / 1e6)

export interface BoardRow {
  readonly ranked: RankedEntry
  readonly visibility: Competition['visibility']
}

const place = {
  entry_id: field(uuid, ({ id }: RankedEntry) => id),
  rank: field(
    orNull(count),
    ({ rank }: RankedEntry) => rank,
    'Null: too few trades, disqualified, or a position was open at the end.',
  ),
}

const figures = {
  score: field(rounded, ({ score }: RankedEntry) => score),
  return: field(rounded, ({ profit }: RankedEntry) => profit, 'Booked, as a part of the initial balance.'),
  drawdown: field(rounded, ({ drawdown }: RankedEntry) => drawdown, 'Likewise.'),
  trades: field(whole, ({ trades }: RankedEntry) => trades),
  is_disqualified: field(flag, ({ isDisqualified }: RankedEntry) => isDisqualified),
  is_open_at_end: field(flag, ({ isOpenAtEnd }: RankedEntry) => isOpenAtEnd),
  entered_at: field(time, ({ enteredAt }: RankedEntry) => enteredAt),
}

const rankedOf = ({ ranked }: BoardRow): RankedEntry => ranked

export const boardRowCodec = codecOf<BoardRow>('BoardRow')({
  ...partOf(rankedOf, place),
  name: field(orNull(text), ({ ranked, visibility }) => shownName(ranked.displayName, visibility)),
  ...partOf(rankedOf, figures),
})

/** As operators see it: whose account it is, and the name in full. */
export const operatedBoardRowCodec = codecOf<RankedEntry>('OperatedBoardRow')({
  ...place,
  user_id: field(text, ({ userId }) => userId),
  account_id: field(uuid, ({ accountId }) => accountId),
  name: field(orNull(text), ({ displayName }) => displayName),
  ...figures,
})
