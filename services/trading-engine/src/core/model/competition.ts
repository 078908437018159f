import type { Micros } from '../values/time.js'

export const RANKINGS = ['RETURN', 'RETURN_PER_DRAWDOWN'] as const
export type Ranking = (typeof RANKINGS)[number]

/** `MASKED`: of a name the first letter; `NAMED`: the name, where its owner gives one. */
export const VISIBILITIES = ['MASKED', 'NAMED'] as const
export type Visibility = (typeof VISIBILITIES)[number]

export const ENTRY_CAP_MAX = 1_000

export interface Competition {
  readonly id: string
  readonly name: string
  readonly planId: string
  readonly planVersion: number
  readonly from: Micros
  /** The end, which is no part of it: the moment at which it was closed, where that was before. */
  readonly to: Micros
  readonly entryCap: number
  readonly rankBy: Ranking
  /** Closed positions without which an entry has no rank. */
  readonly minTrades: number
  readonly visibility: Visibility
  readonly createdAt: Micros
  readonly entries: number
  /** Given by the operator who has closed it; null: nobody has. */
  readonly closedReason: string | null
}

export interface CompetitionEntry {
  readonly id: string
  readonly competitionId: string
  readonly accountId: string
  readonly userId: string
  readonly displayName: string | null
  readonly enteredAt: Micros
}
