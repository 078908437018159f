/** The trades of a wallet, with what each has accrued and the automations that are in flight. */
import { negate, price, quantity } from '../../core/values/decimal.js'
import type { ChainReader, Hex } from '../port.js'
import { AUTOMATIONS } from './abi.js'
import type { OstiumDeployment, OstiumPair } from './deployment.js'
import { isInFlight, orNull, slots } from './slots.js'
import { fromLeverage, fromUsdc } from './units.js'
import { view, type ViewResult } from './views.js'
import type { OstiumLimits, OstiumTrade } from './wallet-state.js'

export async function readTrades(
  venue: OstiumDeployment,
  wallet: Hex,
  pair: OstiumPair,
  limits: OstiumLimits,
  reader: ChainReader,
): Promise<OstiumTrade[]> {
  if ((await view(reader, venue.storage, 'openTradesCount', wallet, pair.index)) === 0) return []
  const found = await Promise.all(
    slots(limits).map(async (index) => {
      const trade = await view(reader, venue.storage, 'getOpenTrade', wallet, pair.index, index)
      return trade.leverage === 0 ? null : readTrade(venue, trade, pair, index, limits, reader)
    }),
  )
  return found.filter((trade) => trade !== null)
}

async function readTrade(
  venue: OstiumDeployment,
  trade: ViewResult<'getOpenTrade'>,
  pair: OstiumPair,
  index: number,
  limits: OstiumLimits,
  reader: ChainReader,
): Promise<OstiumTrade> {
  const { trader, collateral, leverage, buy } = trade
  const slot = [trader, pair.index, index] as const
  const [info, rollover, funding, triggers] = await Promise.all([
    view(reader, venue.storage, 'getOpenTradeInfo', ...slot),
    venue.pairInfos === null ? 0n : view(reader, venue.pairInfos, 'getTradeRolloverFee', ...slot, collateral, leverage),
    venue.pairInfos === null
      ? ([0n, 0n] as const)
      : view(reader, venue.pairInfos, 'getTradeFundingFee', ...slot, buy, collateral, leverage),
    readTriggers(venue, slot, limits, reader),
  ])
  return {
    tradeId: String(info.tradeId),
    pairIndex: pair.index,
    index,
    symbol: pair.symbol,
    direction: buy ? 'LONG' : 'SHORT',
    quantity: quantity(info.oiNotional),
    collateral: fromUsdc(collateral),
    entryPrice: price(trade.openPrice),
    leverage: fromLeverage(BigInt(leverage)),
    initialLeverage: fromLeverage(BigInt(info.initialLeverage)),
    takeProfit: orNull(trade.tp),
    stopLoss: orNull(trade.sl),
    isClosing: info.beingMarketClosed,
    pendingRollover: negate(fromUsdc(rollover)),
    pendingFunding: negate(fromUsdc(funding[0])),
    triggers,
  }
}

/** The other one is of resting orders, whose slots have their own numbers. */
const TRADE_AUTOMATIONS = AUTOMATIONS.filter((kind) => kind !== 'OPEN')

async function readTriggers(
  venue: OstiumDeployment,
  slot: readonly [Hex, number, number],
  limits: OstiumLimits,
  reader: ChainReader,
): Promise<OstiumTrade['triggers']> {
  const blocks = await Promise.all(
    TRADE_AUTOMATIONS.map(async (kind) => {
      const block = await view(reader, venue.storage, 'orderTriggerBlock', ...slot, AUTOMATIONS.indexOf(kind))
      return [kind, Number(block)] as const
    }),
  )
  return Object.fromEntries(blocks.filter(([, block]) => isInFlight(block, limits, reader.block)))
}
