/**
 * Keeps what was published of one listing, in memory: states and trades of the last hours tick by tick, bars of a
 * minute for days, and of an hour and a day for longer. Each span of time is covered by the finest of these that
 * reaches back so far.
 */
import type { MarketStatus, StaleReason } from '../../../../core/model/market/market-view.js'
import { MINUTE_TICKS } from '../../../candles.js'
import { createBarLog, joinBars, type BarLog, type TickBar } from './bar-log.js'
import { createRowLog } from '../row-log.js'
import type { ListingState, MarkTrade } from '../tick-block.js'

export interface ListingHistory {
  /** Adds what a tick says; ticks come in order. */
  add(tick: number, state: StateRow, trade: MarkTrade): void
  /** Drops what the reach no longer includes. */
  prune(): void
  /** The latest state of the ticks up to and with this one, where they are kept; undefined when there was none. */
  stateAt(tick: number): StateRow | undefined
  /** The trade of a tick, or that which stands for all of a bar that ends with it. */
  tradeAt(tick: number): HistoryTrade | undefined
  latestTradeTick(tick: number): number | undefined
  /** All trades of the ticks in [fromTick, toTick). */
  bar(fromTick: number, toTick: number): TickBar | undefined
  /** The bars of this length. */
  readonly bars: (length: number) => BarLog
  readonly bytes: () => number
}

/** The part of a state that is kept. */
export type StateRow = Pick<ListingState, 'mark' | 'bid' | 'ask' | 'index' | 'status' | 'staleReason'>

export interface HistoryTrade {
  readonly price: number
  readonly isBuy: boolean
  /** How many trades it stands for. */
  readonly trades: number
}

/** From which tick on each is kept, the same for all listings. */
export interface HistoryReach {
  /** States and trades by tick; a multiple of a minute. */
  readonly ticks: () => number
  /** The bars of this length. */
  readonly bars: (length: number) => number
  /** The bars of this length end here: the next one is not closed. */
  readonly barsEnd: (length: number) => number
}

export const HOUR_TICKS = 60 * MINUTE_TICKS
export const DAY_TICKS = 24 * HOUR_TICKS
/** Finest first. */
export const BAR_LENGTHS = [MINUTE_TICKS, HOUR_TICKS, DAY_TICKS] as const

/** The next multiple of a length. */
const after = (tick: number, length: number): number => (Math.floor(tick / length) + 1) * length

/** Ticks are counted from here, so that they fit into 32 bits until 2054. */
export const FIRST_TICK = Date.UTC(2020, 0) / 250
const STATUSES: readonly (MarketStatus | null)[] = [null, 'OPEN', 'CLOSED', 'PAUSED']
const STALE: readonly (StaleReason | null)[] = [null, 'silent', 'divergence']

export function createListingHistory(reach: HistoryReach): ListingHistory {
  const states = createRowLog(6)
  const trades = createRowLog(3)
  const logs = BAR_LENGTHS.map(createBarLog)
  const bars = (length: number): BarLog => logs.find((log) => log.length === length) ?? minutes
  const [minutes = createBarLog(MINUTE_TICKS)] = logs

  const readState = (place: number): StateRow => {
    const flags = states.get(place, 5)
    return {
      mark: states.get(place, 1),
      bid: states.get(place, 2),
      ask: states.get(place, 3),
      index: states.get(place, 4),
      status: STATUSES[flags % STATUSES.length] ?? null,
      staleReason: STALE[Math.floor(flags / STATUSES.length)] ?? null,
    }
  }
  const tradeTick = (place: number): number => trades.get(place, 0) + FIRST_TICK

  /** Trades of single ticks, joined. */
  function joinTrades(fromTick: number, toTick: number): TickBar | undefined {
    let joined: TickBar | undefined
    const last = trades.lastUntil(toTick - 1 - FIRST_TICK)
    for (let place = trades.lastUntil(fromTick - 1 - FIRST_TICK) + 1; place <= last; place++) {
      const price = trades.get(place, 1)
      joined = joinBars(joined, { open: price, high: price, low: price, close: price, trades: 1 })
    }
    return joined
  }

  /** The longest bars that start here, end in time, and are known. */
  const longestAt = (tick: number, toTick: number): BarLog | undefined =>
    logs.findLast(
      ({ length }) =>
        tick % length === 0 &&
        tick + length <= toTick &&
        tick >= reach.bars(length) &&
        tick + length <= reach.barsEnd(length),
    )

  /** How far bars of one length reach without a gap: longer ones may follow from there on. */
  function endOfRun({ length }: BarLog, tick: number, toTick: number): number {
    const longer = BAR_LENGTHS.find((other) => other > length)
    const end = Math.min(Math.floor(toTick / length) * length, reach.barsEnd(length))
    return longer === undefined ? end : Math.min(end, after(tick, longer))
  }

  /** The finest bars that cover a tick before those that are kept by themselves. */
  const finestAt = (tick: number): BarLog | undefined => logs.find(({ length }) => tick >= reach.bars(length))

  return {
    add(tick, { mark, bid, ask, index, status, staleReason }, trade) {
      const flags = STATUSES.indexOf(status) + STATUSES.length * STALE.indexOf(staleReason)
      states.push(tick - FIRST_TICK, mark, bid, ask, index, flags)
      if (trade !== null && tick >= reach.ticks()) {
        trades.push(tick - FIRST_TICK, mark, trade === 'BUY' ? 1 : 0)
        minutes.addTrade(tick, mark)
      }
    },
    prune() {
      const kept = reach.ticks() - FIRST_TICK
      trades.dropBefore(kept)
      // The state that held at the first tick that is kept stays.
      states.dropBefore(states.get(Math.max(states.first(), states.lastUntil(kept)), 0))
      for (const log of logs) log.dropBefore(reach.bars(log.length))
    },
    stateAt(tick) {
      const place = states.lastUntil(tick - FIRST_TICK)
      return place < states.first() ? undefined : readState(place)
    },
    tradeAt(tick) {
      if (tick >= reach.ticks()) {
        const place = trades.lastUntil(tick - FIRST_TICK)
        if (place < trades.first() || tradeTick(place) !== tick) return undefined
        return { price: trades.get(place, 1), isBuy: trades.get(place, 2) === 1, trades: 1 }
      }
      const log = finestAt(tick)
      const bar = log !== undefined && (tick + 1) % log.length === 0 ? log.at(tick + 1 - log.length) : undefined
      return bar && { price: bar.close, isBuy: bar.close >= bar.open, trades: bar.trades }
    },
    latestTradeTick(tick) {
      const place = trades.lastUntil(tick - FIRST_TICK)
      if (place >= trades.first() && tradeTick(place) >= reach.ticks()) return tradeTick(place)
      let until = Math.min(tick + 1, reach.ticks())
      for (const log of logs) {
        const from = reach.bars(log.length)
        const start = log.lastStart(until - log.length)
        if (start !== undefined && start >= from) return start + log.length - 1
        until = Math.min(until, from)
      }
      return undefined
    },
    bar(fromTick, toTick) {
      let joined: TickBar | undefined
      for (let tick = fromTick; tick < toTick;) {
        const log = longestAt(tick, toTick)
        const next = log === undefined ? Math.min(toTick, after(tick, MINUTE_TICKS)) : endOfRun(log, tick, toTick)
        joined = joinBars(joined, log === undefined ? joinTrades(tick, next) : log.join(tick, next))
        tick = next
      }
      return joined
    },
    bars,
    bytes: () => [states, trades, ...logs].reduce((sum, log) => sum + log.bytes(), 0),
  }
}
