import {
  multiply,
  subtract,
  type AccountEvent,
  type AccountFrame,
  type MarketFrame,
  type Order,
  type Position,
  type Price,
  type Risk,
  type Summary,
} from '@ats/sdk'

/** Everything that is shown, by the latest messages of the streams. */
export interface Watched {
  readonly accountId: string
  readonly prices: ReadonlyMap<string, Price>
  /** The last price before the present one, by symbol: where it went. */
  readonly before: ReadonlyMap<string, string>
  readonly summary: Summary | null
  readonly risk: Risk | null
  readonly positions: readonly Position[]
  readonly orders: readonly Order[]
  /** The latest first. */
  readonly events: readonly AccountEvent[]
  /** Null while the streams run; else what is wrong with them. */
  readonly trouble: string | null
}

/** A change of what is shown: a frame of a stream, what is held now, or that a stream was lost. */
export type WatchUpdate =
  | AccountFrame
  | MarketFrame
  | { readonly type: 'held'; readonly positions: readonly Position[]; readonly orders: readonly Order[] }
  | { readonly type: 'lost'; readonly message: string }

const EVENTS_KEPT = 50

export const emptyWatch = (accountId: string): Watched => ({
  ...{ accountId, prices: new Map(), before: new Map(), summary: null, risk: null },
  ...{ positions: [], orders: [], events: [], trouble: null },
})

export function take(watched: Watched, update: WatchUpdate): Watched {
  switch (update.type) {
    case 'price':
      return takePrice({ ...watched, trouble: null }, update.data)
    case 'summary':
      return { ...watched, trouble: null, summary: update.data }
    case 'risk':
      return { ...watched, risk: update.data }
    case 'event':
      return { ...watched, events: [update.data, ...watched.events].slice(0, EVENTS_KEPT) }
    case 'held':
      return { ...watched, positions: update.positions, orders: update.orders }
    case 'lost':
      return { ...watched, trouble: update.message }
    case 'book':
    case 'trades':
    case 'candles':
      return watched
  }
}

/** Positions follow the mark between two reads of them. */
function takePrice(watched: Watched, price: Price): Watched {
  const known = watched.prices.get(price.symbol)
  const before = known === undefined || known.last_price === price.last_price ? null : known.last_price
  return {
    ...watched,
    prices: new Map(watched.prices).set(price.symbol, price),
    before: before === null ? watched.before : new Map(watched.before).set(price.symbol, before),
    positions: watched.positions.map((position) => revalue(position, price)),
  }
}

function revalue(position: Position, { symbol, venue, mark_price }: Price): Position {
  if (position.symbol !== symbol || position.venue !== venue) return position
  const gain = multiply(subtract(mark_price, position.entry_price), position.quantity)
  const unrealized_pnl = position.direction === 'LONG' ? gain : subtract('0', gain)
  return { ...position, mark_price, unrealized_pnl }
}
