/** The note that a trader writes to a position, and the closed position as its journal shows it. */
import type { Micros } from '../values/time.js'
import type { MarkRange } from './past-ticks.js'
import type { Position } from '../model/account/position.js'

export interface PositionNote {
  readonly positionId: string
  readonly tags: readonly string[]
  /** Empty: none. */
  readonly note: string
  /** Null where nothing is written. */
  readonly updatedAt: Micros | null
}

export interface JournalEntry {
  readonly position: Position
  readonly note: PositionNote
  /** Null: not measured yet, or nobody knew the prices of that time any more. */
  readonly marks: MarkRange | null
}
