/** Rates of funding and carry: the venue's own where the feed has them, else estimates. */
import { abs, negate, ONE } from '../core/values/decimal.js'
import { periodOf, periodStart } from '../core/margin/carry.js'
import type { Carry, SideRates } from '../core/model/market/market-view.js'
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

/** Rates of a funding time. */
export interface FundingRates {
  /** The funding time, a multiple of the venue's cadence since the epoch. */
  readonly at: Micros
  /** Shares of the notional for one period; positive: that side pays, negative: it receives. */
  readonly rates: SideRates
  /** The venue's interface that they come from, or `estimate`. */
  readonly source: string
}

/** The rates of the last funding time up to a moment. Estimated ones are what longs pay shorts. */
export function fundingAt({ listed, feed, figures }: RateSource, at: Micros): FundingRates {
  const fundedAt = periodStart(at, listed.terms)
  const given = feed.carry?.(listed, tickAt(fundedAt))
  const funding = given?.funding
  if (given !== undefined && funding !== undefined && isWithin(funding, PERIOD_MAX))
    return { at: fundedAt, rates: funding, source: given.source }
  const long = figures.fundingRate(fundedAt)
  return { at: fundedAt, rates: { long, short: negate(long) }, source: ESTIMATE }
}

export interface FundingQuery {
  /** Funding times in [from, to]. */
  readonly from: Micros
  readonly to: Micros
  readonly limit: number
}

/** The rates of the latest funding times of a span, newest first. */
export function fundingHistory(source: RateSource, { from, to, limit }: FundingQuery): readonly FundingRates[] {
  const period = periodOf(source.listed.terms)
  const found: FundingRates[] = []
  for (let at = periodStart(to, source.listed.terms); at >= from && found.length < limit; at -= period)
    found.push(fundingAt(source, at))
  return found
}

/** The rates of the venue's period that a moment lies in, as they were when it began. */
export function carryAt({ listed, feed, figures }: RateSource, at: Micros): Carry {
  const { terms } = listed
  const beganAt = periodStart(at, terms)
  const given = feed.carry?.(listed, tickAt(beganAt))
  const rates = given?.[terms.carry.kind]
  if (given !== undefined && rates !== undefined && isWithin(rates, YEARLY_MAX)) return { rates, source: given.source }
  return { rates: figures.carryRates(beganAt), source: ESTIMATE }
}

const isWithin = ({ long, short }: SideRates, most: bigint): boolean => abs(long) <= most && abs(short) <= most
