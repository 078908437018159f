/** Odds by the real core, as they are worked out: how far, and what came of it. */
import type { Micros } from '../../../core/values/time.js'
import type { OddsAnswer, OddsPhase } from '../../../core/read/odds.js'
import type { Usd } from '../../../core/values/decimal.js'
import type { AskedRecording } from './resample-messages.js'

export const TAPE_ODDS_STATUSES = ['RUNNING', 'DONE', 'FAILED', 'ENDED'] as const

export interface TapeOdds {
  readonly id: string
  readonly userId: string
  readonly createdAt: Micros
  readonly status: (typeof TAPE_ODDS_STATUSES)[number]
  readonly attempts: number
  /** Attempts that were played so far. */
  readonly played: number
  /** The reason why it FAILED; else null. */
  readonly reason: string | null
  /** Null until it is DONE. */
  readonly odds: OddsAnswer | null
}

export interface TapeOddsQuestion {
  readonly userId: string
  readonly recordings: readonly AskedRecording[]
  readonly phases: readonly OddsPhase[]
  /** The initial balance of the account that was recorded. */
  readonly balance: Usd
  readonly attempts: number
  readonly seed: number
  readonly days: number
  readonly meanBlock: number
  readonly fee: Usd
}

export function tapeAssumptions({ phases, days }: TapeOddsQuestion): readonly string[] {
  const pays = phases.some(({ plan: { risk } }) => risk.payouts !== undefined && risk.objective === null)
  return [
    'Days are drawn in blocks of the record, each with its own prices; a block begins and ends where nothing was held.',
    'The trader goes on as before: not bolder after losses, not more careful near a floor.',
    'Each fill of the record is an order at the market at its time of day, so stops and limits are met when they were.',
    'Sizes grow with the initial balance of the plan, in whole lots, and not with what was won or lost since.',
    `An attempt has ${days} days for each phase, days without a trade included, and begins each phase immediately.`,
    ...(pays
      ? [
          'All that can be paid is asked for at the end of the first day on which the terms allow it, and is approved then.',
        ]
      : []),
  ]
}
