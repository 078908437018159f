/** The messages between the process of the laboratory and those that play attempts. */
import type { Micros } from '../../../core/values/time.js'
import type { NewsEvent } from '../../../core/model/plan/news-event.js'
import type { TapeRecipe } from '../../run/recipe.js'
import type { AttemptOutcome } from '../sum-attempts.js'
import type { RecordedFill } from './recorded-days.js'
import type { ResampleTask } from './resample-odds.js'

/** A tape by its recipe, and what was done on it. */
export interface AskedRecording {
  readonly tape: TapeRecipe
  readonly from: Micros | null
  readonly to: Micros | null
  readonly news: readonly NewsEvent[]
  readonly fills: readonly RecordedFill[]
}

export interface ResampleAsk {
  readonly recordings: readonly AskedRecording[]
  readonly task: ResampleTask
  /** The attempts to play: those from `first` on, each `every`th. */
  readonly first: number
  readonly every: number
  readonly attempts: number
}

export type ResampleTold =
  /** Days and orders that are drawn from. */
  | { readonly kind: 'sample'; readonly days: number; readonly orders: number }
  | { readonly kind: 'outcome'; readonly attempt: number; readonly outcome: AttemptOutcome }
  | { readonly kind: 'refused'; readonly message: string }
