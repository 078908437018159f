/** Events of Ostium's contracts, and what one of them is read with. */
import { decodeEventLog, type DecodeEventLogReturnType } from 'viem/utils'
import type { ChainPlace, VenueCharges } from '../../../core/model/live/venue-request.js'
import { usd } from '../../../core/values/decimal.js'
import type { ChainLog, Hex, LogContext } from '../../port.js'
import { EVENTS_ABI } from '../abi.js'
import type { OstiumDeployment } from '../deployment.js'
import type { TradesOfBlock } from './trades-of-block.js'

export type Event = DecodeEventLogReturnType<typeof EVENTS_ABI>

export type EventOf<Name extends Event['eventName']> = Extract<Event, { eventName: Name }>

type PlacedEvent = Event & { readonly place: ChainPlace }

/** One log and what it is read with. */
export interface Surroundings {
  readonly venue: OstiumDeployment
  readonly place: ChainPlace
  /** All events of the venue in its transaction. */
  readonly transaction: readonly Event[]
  readonly context: LogContext
  /** The wallet as the caller writes it; undefined: not ours. */
  readonly walletOf: (trader: string) => Hex | undefined
  readonly trades: TradesOfBlock
}

export function decode(venue: OstiumDeployment, log: ChainLog): PlacedEvent[] {
  const sender = log.address.toLowerCase()
  if (sender !== venue.trading.toLowerCase() && sender !== venue.callbacks.toLowerCase()) return []
  const { chainId, block, blockHash, txHash, logIndex } = log
  try {
    const event = decodeEventLog({ abi: EVENTS_ABI, topics: [...log.topics] as [Hex, ...Hex[]], data: log.data })
    return [{ ...event, place: { chainId, block, blockHash, txHash, logIndex } }]
  } catch {
    // Of the same contracts, and none of the events that concern orders.
    return []
  }
}

export const NO_CHARGES: VenueCharges = {
  fees: usd(0n),
  funding: usd(0n),
  borrowing: usd(0n),
  rollover: usd(0n),
  oracleFees: usd(0n),
  priceImpact: usd(0n),
  execution: usd(0n),
}

/** The name of all take-profits or stop-losses of a pair, which are set together. */
export const exitId = (kind: 'TP' | 'SL', pairIndex: number): string => `${kind.toLowerCase()}:${pairIndex}`

export const symbolOf = (venue: OstiumDeployment, pairIndex: number): string =>
  venue.pairs.find(({ index }) => index === pairIndex)?.symbol ?? `pair ${pairIndex}`

/** Sum over the events of that name in the transaction. */
export function amounts<Name extends Event['eventName']>(
  near: Surroundings,
  name: Name,
  amount: (event: EventOf<Name>) => bigint,
): bigint {
  return near.transaction
    .filter((event): event is EventOf<Name> => event.eventName === name)
    .reduce((sum, event) => sum + amount(event), 0n)
}

export const oracleFeeOf = (near: Surroundings, tradeId: bigint): bigint =>
  amounts(near, 'OracleFeeCharged', ({ args }) => (args.tradeId === tradeId ? args.amount : 0n))
