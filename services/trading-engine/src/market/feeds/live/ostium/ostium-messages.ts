/**
 * Reads the messages of Ostium's price stream (its documentation of the builder API, 2026): `{type: 'snapshot', data:
 * [price, …]}` after a subscription, then `{type: 'tick', data: price}`; a price has the fields of the latest prices,
 * which are read in one place. Other types are ignored; an `error` is reported.
 */
import type { Instrument } from '../../../../core/model/market/instrument.js'
import { describe, isFields, type ReadPrices } from '../venue-tick.js'
import { pairNames } from './ostium-pairs.js'
import { pairOf, readOstiumPrices, symbolsByName } from './ostium-prices.js'

export type OstiumMessage =
  | { readonly type: 'prices'; readonly prices: ReadPrices }
  | { readonly type: 'error'; readonly detail: string }
  | { readonly type: 'other' }

/** The message by which prices are asked for. */
export const subscription = (instruments: readonly Instrument[]): string =>
  JSON.stringify({ type: 'subscribe', pairs: instruments.flatMap(pairNames) })

export function createMessageReader(listings: readonly Instrument[]): (message: unknown) => OstiumMessage {
  const symbols = symbolsByName(listings)
  const bySymbol = new Map(listings.map((listing) => [listing.symbol, listing]))

  /** A tick is of one pair: that it says nothing of the others is no fault. */
  function readTick(data: unknown): ReadPrices {
    const name = isFields(data) ? pairOf(data) : undefined
    const listing = bySymbol.get(symbols.get(name ?? '') ?? '')
    if (name !== undefined && listing === undefined) return NOTHING
    return readOstiumPrices([data], listing === undefined ? [] : [listing])
  }

  return (message) => {
    const { type, data, message: text } = isFields(message) ? message : {}
    if (type === 'snapshot') return { type: 'prices', prices: readOstiumPrices(data, listings) }
    if (type === 'tick') return { type: 'prices', prices: readTick(data) }
    return type === 'error' ? { type, detail: describe(text) } : { type: 'other' }
  }
}

/** The result for a pair that we do not list. */
const NOTHING: ReadPrices = { ticks: [], unreadable: [], missing: [] }
