/** Take-profits and stops: levels of each trade, for all of it. */
import { max, min, type Price } from '../../core/values/decimal.js'
import { changeStopLoss, changeTakeProfit } from './calls.js'
import type { OstiumDeployment } from './deployment.js'
import { type ActionOf, later, never, type Plan, tradesOf } from './plan-terms.js'
import { toLeverage } from './units.js'
import type { OstiumState, OstiumTrade } from './wallet-state.js'

/** Take-profit and stop-loss are each trade's own there, for all of it. */
export function planExit(
  venue: OstiumDeployment,
  exit: Pick<ActionOf<'close'>, 'symbol' | 'direction' | 'type'>,
  level: Price,
  state: OstiumState,
  isWhole: boolean,
): Plan {
  if (!isWhole) return never('take-profit and stop-loss close whole trades only')
  const trades = tradesOf(state, exit.symbol, exit.direction)
  if (trades.length === 0) return never('NoTradeFound')
  const isTakeProfit = exit.type === 'TAKE_PROFIT'
  if (trades.some(({ triggers }) => triggers[isTakeProfit ? 'TP' : 'SL'] !== undefined)) return later('TriggerPending')
  return trades.map((trade) =>
    isTakeProfit
      ? changeTakeProfit(venue, trade, nearestTakeProfit(trade, level))
      : changeStopLoss(venue, trade, nearestStopLoss(trade, level, state.limits.stopLossMax)),
  )
}

/** Its position may have grown since it was placed, and its quantity with it. */
export function coversAll(
  exit: ActionOf<'close'>,
  { quantity: wanted, ofQuantity }: ActionOf<'update'>,
  state: OstiumState,
): boolean {
  const held = tradesOf(state, exit.symbol, exit.direction).reduce<bigint>((sum, trade) => sum + trade.quantity, 0n)
  if (wanted >= held) return true
  return ofQuantity === undefined ? exit.quantity === exit.ofQuantity && wanted === exit.quantity : wanted >= ofQuantity
}

const TAKE_PROFIT_MAX = 900n

/** The venue moves a level that is too far to its bound when a trade opens, and refuses it later: so does this. */
function nearestStopLoss(trade: OstiumTrade, level: Price, percentMax: bigint): bigint {
  const distance = (trade.entryPrice * percentMax) / toLeverage(trade.leverage, 'FLOOR')
  return withinDistance(trade, level, distance, trade.direction === 'LONG')
}

function nearestTakeProfit(trade: OstiumTrade, level: Price): bigint {
  const leverage = trade.initialLeverage > trade.leverage ? trade.initialLeverage : trade.leverage
  const distance = (trade.entryPrice * TAKE_PROFIT_MAX) / toLeverage(leverage, 'FLOOR')
  return withinDistance(trade, level, distance, trade.direction === 'SHORT')
}

function withinDistance(trade: OstiumTrade, level: Price, distance: bigint, isBelow: boolean): bigint {
  return isBelow ? max<bigint>(level, trade.entryPrice - distance) : min<bigint>(level, trade.entryPrice + distance)
}

export function planExitWithdrawal(venue: OstiumDeployment, exit: ActionOf<'close'>, state: OstiumState): Plan {
  const isTakeProfit = exit.type === 'TAKE_PROFIT'
  const trades = tradesOf(state, exit.symbol, exit.direction).filter(
    (trade) => (isTakeProfit ? trade.takeProfit : trade.stopLoss) !== null,
  )
  if (trades.length === 0) return never('NoTradeFound')
  if (trades.some(({ triggers }) => triggers[isTakeProfit ? 'TP' : 'SL'] !== undefined)) return later('TriggerPending')
  return trades.map((trade) => (isTakeProfit ? changeTakeProfit(venue, trade, 0n) : changeStopLoss(venue, trade, 0n)))
}
