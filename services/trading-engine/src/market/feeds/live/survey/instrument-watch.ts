/**
 * Compares what the venues list with the catalogue. A difference is reported, once for as long as it is the same, and
 * never adopted: an instrument has terms that only its operator can decide.
 */
import type { Logger } from '@ats/service-kit/process'
import type { VenueId } from '../../../../core/model/market/instrument.js'

export interface InstrumentReport {
  readonly venue: VenueId
  /** Names of what the venue lists and the catalogue does not. */
  readonly unlisted: readonly string[]
  /** Our symbols that the venue does not list. */
  readonly gone: readonly string[]
  /** Our symbols whose listing differs from ours, with the difference. */
  readonly changed: readonly string[]
}

export interface InstrumentWatch {
  compare(report: InstrumentReport): void
  /** The latest of each venue. */
  readonly reports: () => readonly InstrumentReport[]
}

const NAMES_LOGGED = 20

export function createInstrumentWatch(logger: Logger): InstrumentWatch {
  const latest = new Map<VenueId, InstrumentReport>()

  return {
    compare(report) {
      const before = latest.get(report.venue)
      latest.set(report.venue, report)
      const isKnown = before !== undefined && JSON.stringify(before) === JSON.stringify(report)
      const { unlisted, gone, changed } = report
      if (isKnown || (before === undefined && unlisted.length + gone.length + changed.length === 0)) return
      const shorten = (names: readonly string[]): readonly string[] => names.slice(0, NAMES_LOGGED)
      const counts = { unlisted_count: unlisted.length, gone_count: gone.length, changed_count: changed.length }
      const names = { unlisted: shorten(unlisted), gone: shorten(gone), changed: shorten(changed) }
      logger.warn({ venue: report.venue, ...counts, ...names }, 'a venue lists other instruments than the catalogue')
    },
    reports: () => [...latest.values()],
  }
}
