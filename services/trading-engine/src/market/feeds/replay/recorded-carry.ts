/** The rates of a recording: the last ones, until it has others. */
import { YEAR_MICROS, periodOf } from '../../../core/margin/carry.js'
import { CARRY_KINDS } from '../../../core/model/market/instrument.js'
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
  const period = BigInt(periodOf(terms))
  const forPeriod = (yearly: Rate): Rate => rate(divideRounded(yearly * period, YEAR_MICROS, 'HALF_EVEN'))
  return (tick) => {
    const found = rates[lastWhere(rates.length, (index) => clock.tickOf(rates[index]?.at ?? Infinity) <= tick)]
    if (found === undefined) return undefined
    const { carry, funding } = found
    return {
      [CARRY_KINDS[venue]]: carry,
      ...(funding !== null && { funding: { long: forPeriod(funding.long), short: forPeriod(funding.short) } }),
      source: 'recording',
    }
  }
}
