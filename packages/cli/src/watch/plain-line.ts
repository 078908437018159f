import { eventLine } from '../events/event-line.js'
import { grouped, money, signed } from '../terminal/decimal-text.js'
import type { Paint } from '../terminal/paint.js'
import type { WatchUpdate } from './watched.js'

/** A line for a pipe or a file; null for what only a screen shows. */
export function plainLine(update: WatchUpdate, paint: Paint): string | null {
  switch (update.type) {
    case 'price': {
      const { symbol, last_price, bid, ask, timestamp } = update.data
      return `${timestamp.slice(11, 23)}  ${symbol}  last ${grouped(last_price)}  bid ${grouped(bid)}  ask ${grouped(ask)}`
    }
    case 'summary': {
      const { equity, unrealized_pnl, free_margin } = update.data
      return `equity ${money(equity)}  open ${signed(unrealized_pnl)}  free margin ${money(free_margin)}`
    }
    case 'risk': {
      const { state, floor } = update.data
      return `risk ${state}  headroom ${money(floor.headroom)} to ${money(floor.equity)} (${floor.rule})`
    }
    case 'event':
      return eventLine(update.data, paint)
    default:
      return null
  }
}

/** The same for machines. */
export const jsonLine = (update: WatchUpdate): string | null =>
  'data' in update ? JSON.stringify({ event: update.type, data: update.data }) : null
