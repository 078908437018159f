import type { Direction } from '../../../core/model/account/position.js'
import { assertInvariant } from '../../../core/values/invariant.js'
import type { ChainReader, Hex, LogContext } from '../../port.js'
import type { OstiumDeployment } from '../deployment.js'
import { view } from '../views.js'

/** A trade as far as closing it needs: amounts in the venue's units. */
interface HeldTrade {
  readonly pairIndex: number
  readonly direction: Direction
  readonly openPrice: bigint
  readonly collateral: bigint
  readonly interest: bigint
}

export interface TradesOfBlock {
  find(orderId: bigint, tradeId: bigint, trader: Hex): Promise<HeldTrade>
  record(tradeId: bigint, trade: HeldTrade): void
  changeCollateral(tradeId: bigint, change: bigint): void
}

/** Trades as they are between two logs of a block: read one block earlier, and moved on by what came since. */
export function createTradesOfBlock(venue: OstiumDeployment, block: number, context: LogContext): TradesOfBlock {
  const known = new Map<bigint, HeldTrade>()
  const changes = new Map<bigint, bigint>()
  return {
    record: (tradeId, trade) => void known.set(tradeId, trade),
    changeCollateral(tradeId, change) {
      const trade = known.get(tradeId)
      if (trade !== undefined) known.set(tradeId, { ...trade, collateral: trade.collateral + change })
      else changes.set(tradeId, (changes.get(tradeId) ?? 0n) + change)
    },
    async find(orderId, tradeId, trader) {
      const trade = known.get(tradeId)
      if (trade !== undefined) return trade
      const read = await readTrade(venue, context.at(block - 1), orderId, tradeId, trader)
      assertInvariant(read !== null, `trade ${tradeId} that was closed in block ${block} was open one block earlier`)
      return { ...read, collateral: read.collateral + (changes.get(tradeId) ?? 0n) }
    },
  }
}

/** The request that closed it names the pair; its slot is the one with the trade's id. */
async function readTrade(
  venue: OstiumDeployment,
  reader: ChainReader,
  orderId: bigint,
  tradeId: bigint,
  trader: Hex,
): Promise<HeldTrade | null> {
  const [[, , , order], [automated, automatedPair], slots] = await Promise.all([
    view(reader, venue.storage, 'reqID_pendingMarketOrder', orderId),
    view(reader, venue.storage, 'reqID_pendingAutomationOrder', orderId),
    view(reader, venue.storage, 'maxTradesPerPair'),
  ])
  const pairs = [
    ...(isSame(order.trader, trader) ? [order.pairIndex] : []),
    ...(isSame(automated, trader) ? [automatedPair] : []),
  ]
  // Asked for and answered in one block: any pair.
  const candidates = pairs.length > 0 ? pairs : venue.pairs.map(({ index }) => index)
  const found = await Promise.all(
    candidates.flatMap((pairIndex) =>
      Array.from({ length: slots }, async (_, index) => {
        const info = await view(reader, venue.storage, 'getOpenTradeInfo', trader, pairIndex, index)
        if (info.tradeId !== tradeId) return null
        const trade = await view(reader, venue.storage, 'getOpenTrade', trader, pairIndex, index)
        const direction: Direction = trade.buy ? 'LONG' : 'SHORT'
        const { collateral, openPrice } = trade
        return { pairIndex, direction, openPrice, collateral, interest: info.oiNotional }
      }),
    ),
  )
  return found.find((trade) => trade !== null) ?? null
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
