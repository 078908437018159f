/** The venue's own rates and open interest, by published ticks. */
import { YEAR_MICROS, periodOf } from '../../../../core/margin/carry.js'
import { CARRY_KINDS, type VenueId } from '../../../../core/model/market/instrument.js'
import type { SideRates } from '../../../../core/model/market/market-view.js'
import { divideRounded, ONE, rate, usd, type Rate } from '../../../../core/values/decimal.js'
import type { ListedInstrument } from '../../../listed-instrument.js'
import type { FeedCarry, FeedOpenInterest } from '../../feed.js'
import { alignDown } from '../bars/history-reach.js'
import { HOUR_TICKS } from '../bars/listing-history.js'
import { UNITS_OF_ONE, type SideUnits } from './rate-entries.js'
import { startMs } from '../tick-block.js'
import type { RateHistory } from './rate-history.js'
import type { TickMemory } from '../tick-memory.js'

/** The rates in force at the beginning of the hour of a tick. */
export type CarryOf = (tick: number) => FeedCarry | undefined

/** The interfaces that report rates. */
const SOURCES: Readonly<Record<VenueId, string>> = { GMX: 'gmx /markets/info', OSTIUM: 'ostium subgraph' }

interface KnownRates extends Pick<TickMemory, 'numberOf'> {
  readonly rates: Pick<RateHistory, 'at'>
}

/** None where the rates were last received longer ago than a period of the venue: an hour (GMX), a day (Ostium). */
export function createCarry(listed: ListedInstrument, { rates, numberOf }: KnownRates): CarryOf {
  const { venue, terms } = listed
  const period = periodOf(terms)
  const kind = CARRY_KINDS[venue]
  const source = SOURCES[venue]
  return (tick) => {
    const number = numberOf(listed)
    const hour = alignDown(tick, HOUR_TICKS)
    const found = number === undefined ? undefined : rates.at(number, hour)
    if (found === undefined || startMs(hour) - found.receivedAtMs > period / 1_000) return undefined
    const { carry, funding } = found
    return {
      [kind]: sidesOf(carry, toRate),
      ...(funding !== null && { funding: sidesOf(funding, (units) => forPeriod(units, period)) }),
      source,
    }
  }
}

/** The latest published; none received more than an hour before the tick. */
export function createOpenInterest(
  listed: ListedInstrument,
  { rates, numberOf }: Pick<TickMemory, 'rates' | 'numberOf'>,
): (tick: number) => FeedOpenInterest | undefined {
  return (tick) => {
    const number = numberOf(listed)
    const found = number === undefined ? undefined : rates.latest().get(number)
    if (found === undefined || found.openInterest === null) return undefined
    if (startMs(tick) - found.receivedAtMs > OPEN_INTEREST_KEPT_MS) return undefined
    const { long, short } = found.openInterest
    return { long: usd(BigInt(long) * ONE), short: usd(BigInt(short) * ONE), source: SOURCES[listed.venue] }
  }
}

const OPEN_INTEREST_KEPT_MS = 3_600_000

const UNIT = ONE / BigInt(UNITS_OF_ONE)
const toRate = (units: number): Rate => rate(BigInt(units) * UNIT)
/** From a year to a funding period. */
const forPeriod = (units: number, period: number): Rate =>
  rate(divideRounded(toRate(units) * BigInt(period), YEAR_MICROS, 'HALF_EVEN'))

const sidesOf = ({ long, short }: SideUnits, convert: (units: number) => Rate): SideRates => ({
  long: convert(long),
  short: convert(short),
})
