/** Words and looks that all plans of Ostium share. */
import type { Direction } from '../../core/model/account/position.js'
import type { VenueAction } from '../../core/model/live/venue-request.js'
import type { Call, NotNow } from '../port.js'
import { inClosingOrder } from './read-wallet.js'
import type { OstiumState, OstiumTrade } from './wallet-state.js'

export type Plan = readonly Call[] | NotNow

export type ActionOf<Kind extends VenueAction['kind']> = Extract<VenueAction, { kind: Kind }>

export const later = (reason: string): NotNow => ({ wait: true, reason })

export const never = (reason: string): NotNow => ({ wait: false, reason })

export const tradesOf = (state: OstiumState, symbol: string, direction: Direction): OstiumTrade[] =>
  inClosingOrder(state.trades.filter((trade) => trade.symbol === symbol && trade.direction === direction))
