/** The rates of a recording: the last ones, until it has others. */
import { YEAR_MICROS, periodOf } from '../../../core/margin/carry.js'
import { CARRY_KINDS, type VenueTerms } from '../../../core/model/market/instrument.js'
import type { SideRates } from '../../../core/model/market/market-view.js'
import { divideRounded, rate, type Rate } from '../../../core/values/decimal.js'
import type { ListedInstrument } from '../../listed-instrument.js'
import type { FeedCarry } from '../feed.js'
import { lastWhere } from './last-where.js'
import type { RecordedRates } from './recording.js'
import type { ReplayClock } from './replay-clock.js'

/** None before the first. Funding is given for a year, and charged for a period of the venue. */
export function createRecordedCarry(
  { venue, terms }: ListedInstrument,
  rates: readonly RecordedRates[],
  clock: ReplayClock,
): (tick: number) => FeedCarry | undefined {
  return (tick) => {
    const found = rates[lastWhere(rates.length, (index) => clock.tickOf(rates[index]?.at ?? Infinity) <= tick)]
    if (found === undefined) return undefined
    const { carry, funding } = found
    return {
      [CARRY_KINDS[venue]]: carry,
      ...(funding !== null && { funding: ratesOfPeriod(terms, funding) }),
      source: 'recording',
    }
  }
}

/** Rates for a year as those of one period of the venue. */
export function ratesOfPeriod(terms: VenueTerms, { long, short }: SideRates): SideRates {
  const period = BigInt(periodOf(terms))
  const of = (yearly: Rate): Rate => rate(divideRounded(yearly * period, YEAR_MICROS, 'HALF_EVEN'))
  return { long: of(long), short: of(short) }
}
