/** Transactions of a wallet to the venue, before they have a nonce. */
import { encodeFunctionData } from 'viem/utils'
import type { Price } from '../../core/values/decimal.js'
import type { Call, Hex } from '../port.js'
import { TOKEN_ABI, TRADING_ABI, V1_2_4_ABI, V3_ABI } from './abi.js'
import type { OstiumDeployment } from './deployment.js'
import type { OstiumOrder, OstiumTrade } from './wallet-state.js'

const NOBODY = '0x0000000000000000000000000000000000000000'
/**
 * The gas of `closeTradeMarketTimeout`, whose inner call may run out of it while the transaction succeeds: an estimate
 * finds the least with which the transaction succeeds.
 */
const CLOSE_TIMEOUT_GAS = 1_500_000n

/** Terms of an opening order in the venue's scales. */
export interface OpeningTerms {
  readonly type: 'MARKET' | 'LIMIT' | 'STOP'
  readonly pairIndex: number
  readonly isBuy: boolean
  readonly collateral: bigint
  readonly leverage: bigint
  readonly price: bigint
  readonly slippage: bigint
  readonly takeProfit: Price | null
  readonly stopLoss: Price | null
}

const ORDER_TYPES = { MARKET: 0, LIMIT: 1, STOP: 2 } as const

/** The venue takes trader and index from the caller and the first free slot, whatever is sent. */
export function openTrade(venue: OstiumDeployment, terms: OpeningTerms, description: string): Call {
  const trade = {
    collateral: terms.collateral,
    openPrice: terms.price,
    tp: terms.takeProfit ?? 0n,
    sl: terms.stopLoss ?? 0n,
    trader: NOBODY,
    leverage: Number(terms.leverage),
    pairIndex: terms.pairIndex,
    index: 0,
    buy: terms.isBuy,
  } as const
  const type = ORDER_TYPES[terms.type]
  const data =
    venue.version === 'v3'
      ? encodeFunctionData({
          abi: V3_ABI,
          functionName: 'openTrade',
          args: [trade, { builder: NOBODY, builderFee: 0 }, type, terms.slippage],
        })
      : encodeFunctionData({ abi: V1_2_4_ABI, functionName: 'openTrade', args: [trade, type, terms.slippage] })
  return toTrading(venue, data, terms.type === 'MARKET' ? 'keeper' : 'receipt', description)
}

/** Closes a share of a trade, hundredths of a per cent. The bound is not known to v1.2.4, which closes at any price. */
export function closeTrade(
  venue: OstiumDeployment,
  trade: OstiumTrade,
  share: bigint,
  bound: { wanted: bigint; slippage: bigint },
): Call {
  const { pairIndex, index } = trade
  const data =
    venue.version === 'v3'
      ? encodeFunctionData({
          abi: V3_ABI,
          functionName: 'closeTradeMarket',
          args: [pairIndex, index, Number(share), bound.wanted, Number(bound.slippage)],
        })
      : encodeFunctionData({
          abi: V1_2_4_ABI,
          functionName: 'closeTradeMarket',
          args: [pairIndex, index, Number(share)],
        })
  return toTrading(venue, data, 'keeper', `close ${percent(share)} of trade ${trade.tradeId} at ${pairIndex}:${index}`)
}

export const changeTakeProfit = (venue: OstiumDeployment, trade: OstiumTrade, level: bigint): Call =>
  toTrading(
    venue,
    encodeFunctionData({ abi: TRADING_ABI, functionName: 'updateTp', args: [trade.pairIndex, trade.index, level] }),
    'receipt',
    `${level === 0n ? 'withdraw' : 'set'} the take-profit of trade ${trade.tradeId}`,
  )

export const changeStopLoss = (venue: OstiumDeployment, trade: OstiumTrade, level: bigint): Call =>
  toTrading(
    venue,
    encodeFunctionData({ abi: TRADING_ABI, functionName: 'updateSl', args: [trade.pairIndex, trade.index, level] }),
    'receipt',
    `${level === 0n ? 'withdraw' : 'set'} the stop-loss of trade ${trade.tradeId}`,
  )

type RestingOrder = OstiumOrder & { readonly index: number }

export const cancelRestingOrder = (venue: OstiumDeployment, order: RestingOrder): Call =>
  toTrading(
    venue,
    encodeFunctionData({
      abi: TRADING_ABI,
      functionName: 'cancelOpenLimitOrder',
      args: [order.pairIndex, order.index],
    }),
    'receipt',
    `cancel the resting order ${order.venueOrderId}`,
  )

/** Only the price changes: collateral and leverage of a resting order, so its dollars, are fixed. */
export const changeRestingOrder = (venue: OstiumDeployment, order: RestingOrder, at: Price): Call =>
  toTrading(
    venue,
    encodeFunctionData({
      abi: TRADING_ABI,
      functionName: 'updateOpenLimitOrder',
      args: [order.pairIndex, order.index, at, order.takeProfit ?? 0n, order.stopLoss ?? 0n],
    }),
    'receipt',
    `move the resting order ${order.venueOrderId}`,
  )

/** Withdraws a market order that no keeper has answered. */
export const timeOut = (venue: OstiumDeployment, order: OstiumOrder): Call =>
  order.isClosing
    ? {
        ...toTrading(
          venue,
          encodeFunctionData({
            abi: TRADING_ABI,
            functionName: 'closeTradeMarketTimeout',
            args: [BigInt(order.venueOrderId), false],
          }),
          'receipt',
          `withdraw the unanswered close ${order.venueOrderId}`,
        ),
        gas: CLOSE_TIMEOUT_GAS,
      }
    : toTrading(
        venue,
        encodeFunctionData({
          abi: TRADING_ABI,
          functionName: 'openTradeMarketTimeout',
          args: [BigInt(order.venueOrderId)],
        }),
        'receipt',
        `withdraw the unanswered order ${order.venueOrderId}`,
      )

export function addCollateral(venue: OstiumDeployment, trade: OstiumTrade, amount: bigint): Call {
  const data = encodeFunctionData({
    abi: TRADING_ABI,
    functionName: 'topUpCollateral',
    args: [trade.pairIndex, trade.index, amount],
  })
  return toTrading(venue, data, 'receipt', `add collateral to trade ${trade.tradeId}`)
}

export function takeCollateral(venue: OstiumDeployment, trade: OstiumTrade, amount: bigint): Call {
  const data = encodeFunctionData({
    abi: TRADING_ABI,
    functionName: 'removeCollateral',
    args: [trade.pairIndex, trade.index, amount],
  })
  return toTrading(venue, data, 'keeper', `take collateral from trade ${trade.tradeId}`)
}

/** TradingStorage, and no other contract, is who spends the wallet's USDC. */
export const approve = (venue: OstiumDeployment, amount: bigint): Call => ({
  to: venue.usdc,
  data: encodeFunctionData({ abi: TOKEN_ABI, functionName: 'approve', args: [venue.storage, amount] }),
  value: 0n,
  gas: null,
  endsWith: 'receipt',
  description: 'let Ostium take USDC from the wallet',
})

const toTrading = (venue: OstiumDeployment, data: Hex, endsWith: Call['endsWith'], description: string): Call => ({
  to: venue.trading,
  data,
  value: 0n,
  gas: null,
  endsWith,
  description,
})

const percent = (share: bigint): string => `${share / 100n}.${String(share % 100n).padStart(2, '0')} %`
