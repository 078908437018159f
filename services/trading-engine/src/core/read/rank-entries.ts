/**
 * Ranks the entries of a competition by what their ledgers say: the profit and loss that was booked within it, fees and
 * charges for time included, as a part of the initial balance. Drawdown is the greatest fall of that sum from its
 * highest point so far, likewise. RETURN_PER_DRAWDOWN divides the first by the second, which counts as 0.01 % at least.
 * Equal ones are ranked by the lower drawdown, then by who entered first. Who leaves a position open at the end has no
 * rank: losers would else be left open, and winners closed.
 */
import type { Competition, CompetitionEntry } from '../model/competition.js'

const DRAWDOWN_MIN = 0.0001

export interface EntryFigures extends CompetitionEntry {
  /** Parts of the initial balance. */
  readonly profit: number
  readonly drawdown: number
  /** The number of closed positions. */
  readonly trades: number
  /** A limit of the plan ended the account before the end. */
  readonly isDisqualified: boolean
  /** At the end a position was open: what it would have lost is in no figure. */
  readonly isOpenAtEnd: boolean
}

export interface RankedEntry extends EntryFigures {
  /** Null: too few trades, disqualified, or a position was open at the end. */
  readonly rank: number | null
  readonly score: number
}

type Terms = Pick<Competition, 'rankBy' | 'minTrades'>

export function rankEntries({ rankBy, minTrades }: Terms, entries: readonly EntryFigures[]): readonly RankedEntry[] {
  const scoreOf = ({ profit, drawdown }: EntryFigures): number =>
    rankBy === 'RETURN' ? profit : profit / Math.max(drawdown, DRAWDOWN_MIN)
  const scored = entries.map((entry) => ({
    ...entry,
    score: scoreOf(entry),
    counts: !entry.isDisqualified && !entry.isOpenAtEnd && entry.trades >= minTrades,
  }))
  scored.sort(
    (one, other) =>
      Number(other.counts) - Number(one.counts) ||
      other.score - one.score ||
      one.drawdown - other.drawdown ||
      one.enteredAt - other.enteredAt ||
      (one.id < other.id ? -1 : 1),
  )
  return scored.map(({ counts, ...entry }, index) => ({ ...entry, rank: counts ? index + 1 : null }))
}

/** The part of a name that everybody sees. */
export const shownName = (name: string | null, visibility: Competition['visibility']): string | null =>
  name === null || visibility === 'NAMED' ? name : `${[...name][0] ?? ''}***`
