/** Logs of the levels of a trade: those that were asked for, and those that are so without a request. */
import type { TradeLevels } from '../../../core/model/live/venue-request.js'
import type { Hex, VenueLog } from '../../port.js'
import { orNull } from '../slots.js'
import { exitId, type Surroundings, symbolOf } from './events.js'
import { accepted, ended } from './order-logs.js'

interface OfTrade {
  readonly trader: Hex
  readonly pairIndex: number
}

/** Placed, moved or withdrawn: the request whose transaction it is says which; without one, by the wallet's owner. */
export function exitChanged(
  near: Surroundings,
  trade: OfTrade,
  kind: 'TP' | 'SL',
  level: bigint,
): VenueLog | null | readonly VenueLog[] {
  const request = near.context.requestOf(near.place.txHash)
  if (request === undefined) return levelsNow(near, trade, kind === 'TP' ? { tp: level } : { sl: level }, 'wallet')
  const venueOrderId = exitId(kind, trade.pairIndex)
  if (level === 0n) return ended(near, 'cancelled', trade.trader, venueOrderId, 'withdrawn')
  return request.action.kind === 'update'
    ? ended(near, 'updated', trade.trader, venueOrderId, '')
    : accepted(near, trade.trader, venueOrderId)
}

export function levelsNow(
  near: Surroundings,
  { trader, pairIndex }: OfTrade,
  { tp, sl }: { readonly tp?: bigint; readonly sl?: bigint },
  by: TradeLevels['by'],
): readonly VenueLog[] {
  const wallet = near.walletOf(trader)
  if (wallet === undefined) return []
  const levels: TradeLevels = {
    venue: 'OSTIUM',
    symbol: symbolOf(near.venue, pairIndex),
    ...(tp === undefined ? {} : { takeProfit: orNull(tp) }),
    ...(sl === undefined ? {} : { stopLoss: orNull(sl) }),
    by,
  }
  return [{ kind: 'levels', wallet, venueOrderId: null, levels }]
}
