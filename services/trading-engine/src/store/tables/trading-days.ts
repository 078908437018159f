import type { BegunDay } from '../../core/model/draft.js'
import { columnsOf } from './column.js'

const column = columnsOf<{ readonly accountId: string; readonly day: BegunDay }>()

export const TRADING_DAY_COLUMNS = [
  column.uuid('account_id', ({ accountId }) => accountId),
  column.date('date', ({ day }) => day.date),
  column.numeric('start_balance', ({ day }) => day.startBalance),
  column.numeric('start_equity', ({ day }) => day.startEquity),
  column.time('created_at', ({ day }) => day.at),
  column.int8('tick', ({ day }) => day.tick),
  column.numeric('start_capital', ({ day }) => day.startNetDeposits),
  column.numeric('start_paid_out', ({ day }) => day.paidOut),
  column.numeric('start_high_water_mark', ({ day }) => day.highWaterMark),
  column.flag('previous_opened', ({ day }) => day.previous?.isOpened ?? null),
  column.flag('previous_closed', ({ day }) => day.previous?.isClosed ?? null),
  column.numeric('previous_best_trade', ({ day }) => day.previous?.bestTrade ?? null),
]
