import { RANKINGS, VISIBILITIES, type Competition, type CompetitionEntry } from '../../core/model/competition.js'
import { shownName, type RankedEntry } from '../../core/read/rank-entries.js'
import { codecOf, field } from '../codec/codec.js'
import { count, flag, oneOf, orNull, shaped, text, time, uuid, whole } from '../codec/kinds.js'
import { figure } from '../codec/schemas.js'

export const competitionCodec = codecOf<Competition>('Competition')({
  id: field(text, ({ id }) => id),
  name: field(text, ({ name }) => name),
  plan_id: field(text, ({ planId }) => planId),
  plan_version: field(count, ({ planVersion }) => planVersion),
  from: field(time, ({ from }) => from),
  to: field(time, ({ to }) => to, 'The end, which is no part of it.'),
  entry_cap: field(count, ({ entryCap }) => entryCap),
  entries: field(whole, ({ entries }) => entries),
  rank_by: field(oneOf(RANKINGS, 'CompetitionRanking'), ({ rankBy }) => rankBy),
  min_trades: field(whole, ({ minTrades }) => minTrades),
  visibility: field(oneOf(VISIBILITIES, 'CompetitionVisibility'), ({ visibility }) => visibility),
  created_at: field(time, ({ createdAt }) => createdAt),
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

export const boardRowCodec = codecOf<BoardRow>('BoardRow')({
  entry_id: field(uuid, ({ ranked }) => ranked.id),
  rank: field(orNull(count), ({ ranked }) => ranked.rank, 'Null: too few trades, disqualified, or a position was open at the end.'),
  name: field(orNull(text), ({ ranked, visibility }) => shownName(ranked.displayName, visibility)),
  score: field(rounded, ({ ranked }) => ranked.score),
  return: field(rounded, ({ ranked }) => ranked.profit, 'Booked, as a part of the initial balance.'),
  drawdown: field(rounded, ({ ranked }) => ranked.drawdown, 'Likewise.'),
  trades: field(whole, ({ ranked }) => ranked.trades),
  is_disqualified: field(flag, ({ ranked }) => ranked.isDisqualified),
  is_open_at_end: field(flag, ({ ranked }) => ranked.isOpenAtEnd),
  entered_at: field(time, ({ ranked }) => ranked.enteredAt),
})
