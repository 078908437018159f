/**
 * Asks Ostium's subgraph for the rollover of its pairs: `POST /v1/subgraph/gn` of the builder API with a query,
 * answered by `{data: {pairs: [{from, to, lastRolloverLongPure, brokerPremium, isNegativeRolloverAllowed}]}}`, integers
 * in texts, × 10^18 and a block (Ostium's contracts and documentation; two programs of others name these fields, 2026).
 *
 *   long = pure + premium, short = premium − pure; a side that would receive pays nothing unless that is allowed
 *
 * Blocks are those of Arbitrum, four a second. The venue sets the rates once a day.
 */
import type { Instrument } from '../../../../core/model/market/instrument.js'
import type { SideRates } from '../../../../core/model/market/market-view.js'
import { ONE, rate } from '../../../../core/values/decimal.js'
import type { VenueAnswer, VenueHttp } from '../venue-http.js'
import { describe, isFields, type EntryProblem, type Fields, type Unreadable } from '../venue-tick.js'
import { pairNames } from './ostium-pairs.js'

export const OSTIUM_RATES_PATH = '/v1/subgraph/gn'

const QUERY = '{ pairs(first: 1000) { from to lastRolloverLongPure brokerPremium isNegativeRolloverAllowed } }'

export const askOstiumRates = (http: VenueHttp): Promise<VenueAnswer> => http.post(OSTIUM_RATES_PATH, { query: QUERY })

export interface OstiumRates {
  readonly symbol: string
  /** The payment of each side a year, as a share of the notional; negative: it receives. */
  readonly rollover: SideRates
}

export interface ReadRates {
  readonly rates: readonly OstiumRates[]
  readonly unreadable: readonly Unreadable[]
  /** Listed pairs that the response says nothing of. */
  readonly missing: readonly string[]
}

export function readOstiumRates(body: unknown, listings: readonly Instrument[]): ReadRates {
  const data: unknown = isFields(body) ? body['data'] : undefined
  const pairs: unknown = isFields(data) ? data['pairs'] : undefined
  const byName = new Map<string, Fields>()
  for (const pair of Array.isArray(pairs) ? (pairs as readonly unknown[]) : [])
    if (isFields(pair)) byName.set(nameOf(pair), pair)
  byName.delete('')
  if (byName.size === 0) {
    const detail = `${describe(body)} has no pairs`
    return { rates: [], unreadable: [{ symbol: null, fault: 'fields', detail }], missing: [] }
  }
  const rates: OstiumRates[] = []
  const unreadable: Unreadable[] = []
  const missing: string[] = []
  for (const instrument of listings) {
    const { symbol } = instrument
    const name = pairNames(instrument).find((one) => byName.has(one)) ?? ''
    const pair = byName.get(name)
    if (pair === undefined) {
      missing.push(symbol)
      continue
    }
    const read = readPair(pair)
    if ('fault' in read) unreadable.push({ symbol, ...read })
    else rates.push({ symbol, rollover: read })
  }
  return { rates, unreadable, missing }
}

const nameOf = ({ from, to }: Fields): string =>
  typeof from === 'string' && typeof to === 'string' ? `${from}-${to}` : ''

/** Arbitrum's, of a quarter of a second each. */
const BLOCKS_PER_YEAR = 4n * 365n * 86_400n
/** A thousand per cent a year. */
const YEARLY_MAX = 10n * ONE

function readPair(pair: Fields): SideRates | EntryProblem {
  const isAllowed = pair['isNegativeRolloverAllowed']
  if (typeof isAllowed !== 'boolean')
    return { fault: 'fields', detail: `isNegativeRolloverAllowed is ${describe(isAllowed)}` }
  const pure = yearly(pair['lastRolloverLongPure'])
  const premium = yearly(pair['brokerPremium'])
  if (pure === null || premium === null)
    return { fault: 'fields', detail: 'lastRolloverLongPure or brokerPremium is no whole number' }
  if (premium < 0n || premium >= YEARLY_MAX || pure <= -YEARLY_MAX || pure >= YEARLY_MAX)
    return { fault: 'scale', detail: 'a rate is beyond belief' }
  const sideOf = (value: bigint) => rate(isAllowed || value > 0n ? value : 0n)
  return { long: sideOf(premium + pure), short: sideOf(premium - pure) }
}

/** From a block to a year. */
const yearly = (value: unknown): bigint | null =>
  typeof value === 'string' && /^-?\d{1,30}$/.test(value) ? BigInt(value) * BLOCKS_PER_YEAR : null
