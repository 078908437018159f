import type { SectionName } from '../flags.js'
import type { Scale } from '../scale.js'
import type { SectionResult } from '../sections/section.js'
import type { Machine } from './machine.js'

/** The content of `latest.json`. */
export interface Results {
  readonly startedAt: string
  readonly minutes: number
  readonly isQuick: boolean
  readonly machine: Machine
  readonly scale: Scale
  readonly sections: readonly (SectionResult & { readonly name: SectionName; readonly title: string })[]
}
