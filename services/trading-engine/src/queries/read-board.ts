/**
 * The board of a competition: read from the ledgers, and kept for ten seconds, however many look at it. One is read at
 * a time, and one that takes long is kept longer: boards take a tenth of the time of one connection at most.
 */
import { notFound } from '@ats/service-kit/http'
import type { Pool } from 'pg'
import type { Competition } from '../core/model/competition.js'
import type { Micros } from '../core/values/time.js'
import { rankEntries, type RankedEntry } from '../core/read/rank-entries.js'
import { findCompetition, readEntryFigures } from '../store/operator/competitions.js'

export interface Board {
  readonly competition: Competition
  readonly ranked: readonly RankedEntry[]
}

export type ReadBoard = (id: string) => Promise<Board>

export interface ReadBoardDependencies {
  readonly pool: Pool
  readonly now: () => Micros
  readonly elapsed?: () => number
}

const KEPT_MS = 10_000
const KEPT_PER_MS_OF_READING = 9
export const BOARDS_KEPT = 100

interface KeptBoard {
  readonly board: Promise<Board>
  /** Infinity while it is read. */
  until: number
}

export function createReadBoard({ pool, now, elapsed = () => performance.now() }: ReadBoardDependencies): ReadBoard {
  const boards = new Map<string, KeptBoard>()
  let before: Promise<unknown> = Promise.resolve()

  async function read(id: string): Promise<Board> {
    const competition = await findCompetition(pool, id)
    if (competition === null) throw notFound('competition')
    return { competition, ranked: rankEntries(competition, await readEntryFigures(pool, competition, now())) }
  }

  function keep(id: string): Promise<Board> {
    let startedAt = 0
    const board = before.then(() => {
      startedAt = elapsed()
      return read(id)
    })
    before = board.catch(() => undefined)
    const kept: KeptBoard = { board, until: Infinity }
    boards.delete(id)
    boards.set(id, kept)
    if (boards.size > BOARDS_KEPT) boards.delete(boards.keys().next().value ?? id)
    board.then(
      () => {
        const took = elapsed() - startedAt
        kept.until = startedAt + took + Math.max(KEPT_MS, took * KEPT_PER_MS_OF_READING)
      },
      () => {
        if (boards.get(id) === kept) boards.delete(id)
      },
    )
    return board
  }

  const known = (id: string): Promise<Board> | undefined => {
    const kept = boards.get(id)
    return kept !== undefined && elapsed() < kept.until ? kept.board : undefined
  }

  return async (id) => {
    const first = known(id)
    if (first !== undefined) return first
    // An id that nobody has takes the place of no board.
    if (!boards.has(id) && (await findCompetition(pool, id)) === null) throw notFound('competition')
    return known(id) ?? keep(id)
  }
}
