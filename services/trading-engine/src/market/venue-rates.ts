/** Rates of funding and carry: the venue's own where the feed has them, else estimates. */
import { abs, ONE, type Rate } from '../core/values/decimal.js'
import { periodStart } from '../core/margin/carry.js'
import type { Carry, SideRates } from '../core/model/market-view.js'
import { tickAt } from '../core/values/tick.js'
import type { Micros } from '../core/values/time.js'
import type { Feed } from './feeds/feed.js'
import type { ListedInstrument } from './listed-instrument.js'
import type { ListingFigures } from './metrics.js'

export interface RateSource {
  readonly listed: ListedInstrument
  readonly feed: Pick<Feed, 'carry'>
  readonly figures: Pick<ListingFigures, 'fundingRate' | 'carryRates'>
}

/** The `source` of rates that no venue gave. */
export const ESTIMATE = 'estimate'

/** Beyond 1,000 % a year, or 10 % a funding period, a rate is a mistake: it is estimated instead. */
const YEARLY_MAX = 10n * ONE
const PERIOD_MAX = ONE / 10n

/** The rate of a funding time: a share of the notional for one period; positive: longs pay shorts. */
export function fundingRateAt({ listed, feed, figures }: RateSource, at: Micros): Rate {
  const given = feed.carry?.(listed, tickAt(at))?.funding
  return given !== undefined && abs(given) <= PERIOD_MAX ? given : figures.fundingRate(at)
}

/** The rates of the venue's period that a moment lies in, as they were when it began. */
export function carryAt({ listed, feed, figures }: RateSource, at: Micros): Carry {
  const { terms } = listed
  const beganAt = periodStart(at, terms)
  const given = feed.carry?.(listed, tickAt(beganAt))
  const rates = given?.[terms.carry.kind]
  if (given !== undefined && rates !== undefined && isPlausible(rates)) return { rates, source: given.source }
  return { rates: figures.carryRates(beganAt), source: ESTIMATE }
}

const isPlausible = ({ long, short }: SideRates): boolean => abs(long) <= YEARLY_MAX && abs(short) <= YEARLY_MAX
