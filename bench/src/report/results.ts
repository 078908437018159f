import type { SectionName } from '../flags.js'
import type { Scale } from '../scale.js'
import type { SectionResult } from '../sections/section.js'
import type { Machine } from './machine.js'

export interface MeasuredSection extends SectionResult {
  readonly name: SectionName
  readonly title: string
  /** When its measurement began; ISO 8601, UTC. */
  readonly measuredAt: string
}

/** The content of `latest.json`. */
export interface Results {
  readonly startedAt: string
  readonly minutes: number
  readonly isQuick: boolean
  readonly machine: Machine
  readonly scale: Scale
  readonly sections: readonly MeasuredSection[]
}
