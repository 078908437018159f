import type { ListingMetrics } from '../../market/market.js'
import type { FundingRates } from '../../market/venue-rates.js'
import { codecOf, field } from '../codec/codec.js'
import { decimal, oneOf, text, time, venue } from '../codec/kinds.js'

export const fundingRatesCodec = codecOf<FundingRates>('FundingRates')({
  timestamp: field(time, ({ at }) => at, 'the funding time'),
  long_rate: field(
    decimal,
    ({ rates }) => rates.long,
    'a share of the notional for one funding period; positive: longs pay',
  ),
  short_rate: field(decimal, ({ rates }) => rates.short, 'the same for shorts; negative: shorts receive'),
  source: field(text, ({ source }) => source, 'the interface of the venue that told the rates, or `estimate`'),
})

export const metricsCodec = codecOf<ListingMetrics>('MarketMetrics')({
  symbol: field(text, (metrics) => metrics.symbol),
  venue: field(venue, (metrics) => metrics.venue),
  open_interest: field(decimal, (metrics) => metrics.openInterest, 'of both sides, in the base asset'),
  open_interest_source: field(
    text,
    (metrics) => metrics.openInterestSource,
    'the interface of the venue that told it, or `estimate`',
  ),
  recent_volume: field(decimal, (metrics) => metrics.recentVolume),
  last_funding_rate: field(
    decimal,
    (metrics) => metrics.lastFunding.rates.long,
    'of longs, for one funding period; positive: longs pay',
  ),
  funding: field(fundingRatesCodec, (metrics) => metrics.lastFunding),
  next_funding_at: field(time, (metrics) => metrics.nextFundingAt),
  window: field(oneOf(['24h']), () => '24h'),
})
