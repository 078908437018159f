import { describeWithChain } from '@ats/test-chain'
import type { VenueId } from '../../../src/core/model/market/instrument.js'
import { openGmxStage, startGmxStage } from './gmx-stage.js'
import { openOstiumStage, startOstiumStage } from './ostium-stage.js'
import type { VenueStage } from './venue-stage.js'

interface VenueStages {
  readonly venue: VenueId
  /** The variable that names the file of contracts that are elsewhere. */
  readonly variable: string
  readonly start: () => Promise<VenueStage>
  readonly open: (file: string) => VenueStage
}

const VENUES: readonly VenueStages[] = [
  { venue: 'GMX', variable: 'GMX_CHAIN_FILE', start: startGmxStage, open: openGmxStage },
  { venue: 'OSTIUM', variable: 'OSTIUM_CHAIN_FILE', start: startOstiumStage, open: openOstiumStage },
]

interface VenueSuite {
  readonly venue: VenueId
  readonly start: () => Promise<VenueStage>
  /** Keepers are at work there, and what needs one that the test plays is left out. */
  readonly isElsewhere: boolean
}

/** A `describe` for each venue, on a chain of the test's own or, where a variable names a file, elsewhere. */
export function describeVenues(title: string, define: (suite: VenueSuite) => void): void {
  for (const { venue, variable, start, open } of VENUES) {
    const file = process.env[variable]
    if (file === undefined) describeWithChain(`${title}: ${venue}`, () => define({ venue, start, isElsewhere: false }))
    else
      describe(`${title}: ${venue}, as ${variable} says`, () =>
        define({ venue, start: () => Promise.resolve(open(file)), isElsewhere: true }))
  }
}
