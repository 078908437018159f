/** The published ticks of all listings in memory: applied one by one, in order. */
import type { PublishedListing } from '../../../core/model/market/published-tick.js'
import { MINUTE_TICKS } from '../../candles.js'
import type { ListedInstrument } from '../../listed-instrument.js'
import type { ListingBar } from './bars/candle-block.js'
import type { States } from './compose-tick.js'
import { alignDown, createReach, type MovingReach } from './bars/history-reach.js'
import {
  BAR_LENGTHS,
  createListingHistory,
  FIRST_TICK,
  HOUR_TICKS,
  type ListingHistory,
} from './bars/listing-history.js'
import { createRateHistory, type RateHistory } from './rates/rate-history.js'
import { createRowLog } from './row-log.js'
import type { ListingState, TickBlock } from './tick-block.js'

export interface TickMemory {
  readonly reach: MovingReach
  /** The numbers of listings; those of other grids than ours, or that we do not know, are ignored. */
  setListings(listings: readonly PublishedListing[]): void
  readonly isKnown: (listing: number) => boolean
  apply(tick: TickBlock): void
  /** The last published tick up to and with this one, where ticks are kept; undefined when there was none. */
  latestTick(tick: number): number | undefined
  /** The latest state of each listing, by its number. */
  readonly states: () => States
  readonly history: (listed: ListedInstrument) => ListingHistory
  /** By the number of a listing. */
  readonly rates: RateHistory
  /** The number of a listing with the grid that it has now; undefined before it has one. */
  readonly numberOf: (listed: ListedInstrument) => number | undefined
  /** Adds bars that were stored, older ones first, all before the ticks. */
  addBars(length: number, firstTick: number, bars: readonly ListingBar[]): void
  /** The bars of a span, by the number of their listing. */
  readonly barsAt: (length: number, firstTick: number) => readonly ListingBar[]
  /** Spans of this length are closed until here. */
  readonly closedUntil: (length: number) => number
  readonly bytes: () => number
}

/** `fromTick`: the start of an hour, from which on every tick is applied. */
export function createTickMemory(listed: readonly ListedInstrument[], fromTick: number): TickMemory {
  const reach = createReach(fromTick)
  const numbers = createRowLog(1)
  const histories = new Map(listed.map((one) => [one, createListingHistory(reach)]))
  const byNumber = new Map<number, ListingHistory | null>()
  const states = new Map<number, ListingState>()
  const ownNumbers = new Map<ListedInstrument, number>()
  const rates = createRateHistory(fromTick)
  let latest = 0

  const offset = (tick: number): number => tick - FIRST_TICK

  /** Before the first tick of an hour: bars of the hours, and days, that have ended by then. */
  function roll(tick: number): void {
    for (const length of BAR_LENGTHS.slice(1)) {
      const end = alignDown(tick, length)
      for (let start = reach.barsEnd(length); start < end; start += length)
        for (const history of histories.values()) {
          const bar = history.bar(start, start + length)
          if (bar !== undefined) history.bars(length).push(start, bar)
        }
      reach.endBars(length, end)
    }
    reach.endBars(MINUTE_TICKS, alignDown(tick, MINUTE_TICKS))
    for (const history of histories.values()) history.prune()
    numbers.dropBefore(numbers.get(numbers.lastUntil(offset(reach.ticks())), 0))
  }

  function add(tick: number, listing: number, state: ListingState, trade: 'BUY' | 'SELL' | null): void {
    byNumber.get(listing)?.add(tick, state, trade)
    states.set(listing, state)
  }

  return {
    reach,
    setListings(listings) {
      for (const { id, venue, symbol, tickSize } of listings) {
        const found = listed.find((one) => one.venue === venue && one.symbol === symbol)
        const isOurs = found?.instrument.tickSize === tickSize
        byNumber.set(id, (isOurs ? histories.get(found) : null) ?? null)
        if (isOurs) ownNumbers.set(found, id)
      }
    },
    rates,
    numberOf: (one) => ownNumbers.get(one),
    isKnown: (listing) => byNumber.has(listing),
    apply({ number, isSnapshot, entries, rates: tickRates }) {
      if (alignDown(number, HOUR_TICKS) > alignDown(Math.max(latest, fromTick), HOUR_TICKS)) roll(number)
      for (const { listing, trade, ...state } of entries) add(number, listing, state, trade)
      // What a snapshot does not have is no longer published.
      if (isSnapshot && entries.length < states.size) {
        const present = new Set(entries.map(({ listing }) => listing))
        for (const [listing, state] of states)
          if (!present.has(listing) && state.staleReason === null)
            add(number, listing, { ...state, staleReason: 'silent' }, null)
      }
      rates.take(number, tickRates)
      numbers.push(offset(number))
      latest = number
    },
    latestTick(tick) {
      const place = numbers.lastUntil(offset(tick))
      return place < numbers.first() ? undefined : numbers.get(place, 0) + FIRST_TICK
    },
    states: () => states,
    history: (one) => histories.get(one) ?? createListingHistory(reach),
    addBars(length, firstTick, bars) {
      reach.startBars(length, firstTick)
      for (const { listing, ...bar } of bars) byNumber.get(listing)?.bars(length).push(firstTick, bar)
    },
    barsAt: (length, firstTick) =>
      [...byNumber].flatMap(([listing, history]) => {
        const bar = history?.bars(length).at(firstTick)
        return bar === undefined ? [] : [{ listing, ...bar }]
      }),
    closedUntil: (length) => Math.min(alignDown(latest, length), reach.barsEnd(length)),
    bytes: () => [...histories.values()].reduce((sum, history) => sum + history.bytes(), numbers.bytes()),
  }
}
