import type { Account, TradingDay } from '../../core/model/account.js'
import { columnsOf } from './column.js'

const column = columnsOf<{ readonly account: Account; readonly day: TradingDay }>()

export const TRADING_DAY_COLUMNS = [
  column.uuid('account_id', ({ account }) => account.id),
  column.date('date', ({ day }) => day.date),
  column.numeric('start_balance', ({ day }) => day.startBalance),
  column.numeric('start_equity', ({ day }) => day.startEquity),
  column.time('created_at', ({ account }) => account.clock),
]
