import { rowOf, textOf, timesOf, type Row } from './row.js'

type ToNumber = (value: string | undefined) => number | undefined

/** Fields of an open position. Profit, margin and notional are in the currency of the account. */
export function positionFields(
  row: Row,
  symbol: string | undefined,
  marginMode: string | undefined,
  toNumber: ToNumber,
): Record<string, unknown> {
  const number = (field: string): number | undefined => toNumber(textOf(row, field))
  return {
    id: textOf(row, 'id'),
    symbol,
    ...timesOf(row, 'opened_at'),
    side: textOf(row, 'direction')?.toLowerCase(),
    contracts: number('quantity'),
    contractSize: toNumber('1'),
    entryPrice: number('entry_price'),
    markPrice: number('mark_price'),
    lastPrice: undefined,
    notional: number('notional'),
    leverage: number('leverage'),
    initialMargin: number('margin'),
    initialMarginPercentage: undefined,
    ...{ maintenanceMargin: undefined, maintenanceMarginPercentage: undefined, marginRatio: undefined },
    collateral: number('margin'),
    unrealizedPnl: number('unrealized_pnl'),
    realizedPnl: number('realized_pnl'),
    liquidationPrice: number('liquidation_price'),
    stopLossPrice: toNumber(textOf(rowOf(row, 'stop_loss'), 'trigger_price')),
    takeProfitPrice: toNumber(textOf(rowOf(row, 'take_profit'), 'trigger_price')),
    marginMode,
    hedged: false,
    lastUpdateTimestamp: undefined,
    info: row,
  }
}
