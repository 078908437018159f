import { rowOf, textOf, type Fields, type Row } from '../platform/row.js'
import { msOf, timesOf } from '../platform/times.js'

/** Fields of an open position, its decimals as text. Profit, margin and notional are in the account's currency. */
export function positionFields(row: Row, symbol: string | undefined, marginMode: string | undefined): Fields {
  return {
    id: textOf(row, 'id'),
    symbol,
    ...timesOf(row, 'opened_at'),
    side: directionOf(row),
    contracts: textOf(row, 'quantity'),
    contractSize: '1',
    entryPrice: textOf(row, 'entry_price'),
    markPrice: textOf(row, 'mark_price'),
    lastPrice: undefined,
    notional: textOf(row, 'notional'),
    leverage: textOf(row, 'leverage'),
    initialMargin: textOf(row, 'margin'),
    ...{ maintenanceMargin: undefined, maintenanceMarginPercentage: undefined, marginRatio: undefined },
    collateral: textOf(row, 'margin'),
    unrealizedPnl: textOf(row, 'unrealized_pnl'),
    realizedPnl: textOf(row, 'realized_pnl'),
    liquidationPrice: textOf(row, 'liquidation_price'),
    stopLossPrice: textOf(rowOf(row, 'stop_loss'), 'trigger_price'),
    takeProfitPrice: textOf(rowOf(row, 'take_profit'), 'trigger_price'),
    marginMode,
    hedged: false,
    lastUpdateTimestamp: undefined,
    info: row,
  }
}

/** Fields of a position that has closed; `lastPrice` is that of its exit. */
export function closedPositionFields(row: Row, symbol: string | undefined, marginMode: string | undefined): Fields {
  return {
    id: textOf(row, 'id'),
    symbol,
    ...timesOf(row, 'opened_at'),
    side: directionOf(row),
    contracts: textOf(row, 'quantity'),
    contractSize: '1',
    entryPrice: textOf(row, 'entry_price'),
    ...{ markPrice: undefined, notional: undefined, initialMargin: undefined, collateral: undefined },
    ...{ maintenanceMargin: undefined, maintenanceMarginPercentage: undefined, marginRatio: undefined },
    ...{ unrealizedPnl: undefined, liquidationPrice: undefined, stopLossPrice: undefined, takeProfitPrice: undefined },
    lastPrice: textOf(row, 'exit_price'),
    leverage: textOf(row, 'leverage'),
    realizedPnl: textOf(row, 'realized_pnl'),
    marginMode,
    hedged: false,
    lastUpdateTimestamp: msOf(row, 'closed_at'),
    info: row,
  }
}

function directionOf(row: Row): string | undefined {
  const direction = textOf(row, 'direction')
  return direction === undefined ? undefined : direction.toLowerCase()
}

/** Fields of a position that are numbers in ccxt's structure. */
export const POSITION_NUMBERS = [
  ...['contracts', 'contractSize', 'entryPrice', 'markPrice', 'lastPrice', 'notional', 'leverage', 'initialMargin'],
  ...['collateral', 'unrealizedPnl', 'realizedPnl', 'liquidationPrice', 'stopLossPrice', 'takeProfitPrice'],
]
