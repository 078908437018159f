/** The board of a competition: read from the ledgers, and kept for ten seconds, however many look at it. */
import { notFound } from '@ats/service-kit/http'
import type { Pool } from 'pg'
import type { Competition } from '../core/model/competition.js'
import { rankEntries, type RankedEntry } from '../core/read/rank-entries.js'
import { findCompetition, readEntryFigures } from '../store/operator/competitions.js'
import { createKeptValue } from './kept-value.js'

export interface Board {
  readonly competition: Competition
  readonly ranked: readonly RankedEntry[]
}

export type ReadBoard = (id: string) => Promise<Board>

const KEPT_MS = 10_000
const BOARDS_KEPT = 100

export function createReadBoard(pool: Pool): ReadBoard {
  const boards = new Map<string, () => Promise<Board>>()
  const read = async (id: string): Promise<Board> => {
    const competition = await findCompetition(pool, id)
    if (competition === null) throw notFound('competition')
    return { competition, ranked: rankEntries(competition, await readEntryFigures(pool, competition)) }
  }
  return async (id) => {
    const known = boards.get(id)
    if (known !== undefined) return known()
    // An id that nobody has is not kept.
    const first = await read(id)
    if (boards.size >= BOARDS_KEPT) boards.delete(boards.keys().next().value ?? id)
    boards.set(
      id,
      createKeptValue(() => read(id), KEPT_MS),
    )
    return first
  }
}
