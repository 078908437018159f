/** Prices as a venue's public interface reports them, in the units of the engine. */
import type { Instrument, VenueId } from '../../../core/model/market/instrument.js'
import type { Price } from '../../../core/values/decimal.js'
import type { Micros } from '../../../core/values/time.js'

export interface VenueTick {
  readonly venue: VenueId
  /** Canonical. */
  readonly symbol: string
  /** 0 < bid ≤ mid ≤ ask, in the quote currency, exact to 18 decimals. */
  readonly bid: Price
  readonly ask: Price
  readonly mid: Price
  /** When the venue made it. */
  readonly at: Micros
  /** As the venue says; null: it says nothing about hours. */
  readonly isOpen: boolean | null
}

/**
 * `fields`: one is missing, renamed or of another type; `not_a_price`: not a finite number above zero; `crossed`: bid,
 * mid and ask are not in order; `not_a_time`: no time since the epoch; `scale`: the price, or the distance of bid and
 * ask, is of another order of magnitude; `repeated`: a symbol is twice in one response.
 */
export type UnreadableFault = 'fields' | 'not_a_price' | 'crossed' | 'not_a_time' | 'scale' | 'repeated'

/** One entry of a response that cannot be used; the others can. */
export interface Unreadable {
  /** Null: the whole response cannot be read. */
  readonly symbol: string | null
  readonly fault: UnreadableFault
  /** For the operator: which field holds what. */
  readonly detail: string
}

/** One response of a venue, of which only listed symbols are looked at. */
export interface ReadPrices {
  readonly ticks: readonly VenueTick[]
  readonly unreadable: readonly Unreadable[]
  /** Listed symbols the response says nothing of. */
  readonly missing: readonly string[]
}

export type Fields = Readonly<Record<string, unknown>>

export type EntryProblem = Pick<Unreadable, 'fault' | 'detail'>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** How the entries of a response are distinguished, and one of them read. */
export interface EntryReader<L> {
  /** The key of an entry; undefined where the field is missing. */
  readonly keyOf: (entry: Fields) => string | undefined
  readonly keyOfListing: (listing: L) => string
  readonly instrumentOf: (listing: L) => Instrument
  readonly read: (entry: Fields, listing: L) => Omit<VenueTick, 'venue' | 'symbol'> | EntryProblem
}

/** Reads the entries of listed symbols; all others are ignored. */
export function readEntries<L>(
  venue: VenueId,
  body: unknown,
  listings: readonly L[],
  { keyOf, keyOfListing, instrumentOf, read }: EntryReader<L>,
): ReadPrices {
  const entries: readonly unknown[] = Array.isArray(body) ? body : []
  const byKey = new Map<string, readonly Fields[]>()
  for (const entry of entries) {
    const key = isFields(entry) ? keyOf(entry) : undefined
    if (isFields(entry) && key !== undefined) byKey.set(key, [...(byKey.get(key) ?? []), entry])
  }
  if (byKey.size === 0) {
    const detail = `${describe(body)} is no list of prices`
    return { ticks: [], unreadable: [{ symbol: null, fault: 'fields', detail }], missing: [] }
  }
  const ticks: VenueTick[] = []
  const unreadable: Unreadable[] = []
  const missing: string[] = []
  for (const listing of listings) {
    const instrument = instrumentOf(listing)
    const { symbol } = instrument
    const [entry, ...others] = byKey.get(keyOfListing(listing)) ?? []
    if (entry === undefined) missing.push(symbol)
    else if (others.length > 0) unreadable.push({ symbol, fault: 'repeated', detail: 'it stands there twice' })
    else {
      const found = read(entry, listing)
      const problem = 'fault' in found ? found : checkEntry(instrument, found)
      if (problem !== null) unreadable.push({ symbol, ...problem })
      else if (!('fault' in found)) ticks.push({ venue, symbol, ...found })
    }
  }
  return { ticks, unreadable, missing }
}

const SHOWN = 40

/** Shows what stands where something else was expected, shortened. */
export const describe = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, SHOWN)

/**
 * The catalogue's typical prices are of one day, and markets move by tens within years; a wrong number of decimals is
 * a factor of a thousand and more for nearly every token. What is nearer is left to the check of jumps and to the
 * comparison of sources.
 */
const SCALE_FACTOR_MAX = 100n
/** No venue quotes bid and ask so far apart: one of them has another scale. */
const ASK_TO_BID_MAX = 2n

/** Whether a price is near enough to the typical one for its scale to be right. */
export const isOfScale = ({ typicalPrice }: Pick<Instrument, 'typicalPrice'>, value: Price): boolean =>
  value <= typicalPrice * SCALE_FACTOR_MAX && value * SCALE_FACTOR_MAX >= typicalPrice

/** Checks one entry by itself; comparing it with earlier ticks is left to the check of ticks. */
function checkEntry(
  instrument: Instrument,
  { bid, mid, ask }: Pick<VenueTick, 'bid' | 'mid' | 'ask'>,
): EntryProblem | null {
  if (bid <= 0n || mid <= 0n || ask <= 0n) return { fault: 'not_a_price', detail: 'a price is not above zero' }
  if (bid > mid || mid > ask) return { fault: 'crossed', detail: 'bid, mid and ask are not in order' }
  if (!isOfScale(instrument, mid))
    return { fault: 'scale', detail: `more than ${SCALE_FACTOR_MAX} times away from the typical price` }
  if (ask > bid * ASK_TO_BID_MAX) return { fault: 'scale', detail: 'ask and bid are not of one scale' }
  return null
}

const SECONDS = { min: 1e9, max: 1e10, micros: 1e6 }
const MILLISECONDS = { min: 1e12, max: 1e13, micros: 1e3 }

/** A whole number of seconds or milliseconds since the epoch, distinguished by its size; null for anything else. */
export function readEpoch(value: unknown): Micros | null {
  if (typeof value !== 'number' || !Number.isInteger(value)) return null
  const unit = [SECONDS, MILLISECONDS].find(({ min, max }) => value >= min && value < max)
  return unit === undefined ? null : value * unit.micros
}
