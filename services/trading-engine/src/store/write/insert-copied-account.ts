import { inTransaction } from '@ats/service-kit/db'
import type { Pool } from 'pg'
import type { Account } from '../../core/model/account/account.js'
import { tickAt } from '../../core/values/tick.js'
import type { Micros } from '../../core/values/time.js'
import { ACCOUNT_COLUMNS, OPENING_COLUMNS } from '../tables/accounts.js'
import { ORDER_COLUMNS } from '../tables/orders.js'
import { PAYOUT_COLUMNS } from '../tables/payouts.js'
import { POSITION_COLUMNS } from '../tables/positions.js'
import { STRIKE_COLUMNS } from '../tables/strikes.js'
import { TRADING_DAY_COLUMNS } from '../tables/trading-days.js'
import { insertRow, openingDay } from './insert-account.js'

/** Writes an account as it stands, into a database that has nothing of its history. */
export const insertCopiedAccount = (pool: Pool, account: Account, at: Micros): Promise<void> =>
  inTransaction(pool, async (client) => {
    // What its rows refer to, such as filled orders of brackets, is not there.
    await client.query('set local session_replication_role = replica')
    await insertRow(client, 'accounts', [...OPENING_COLUMNS, ...ACCOUNT_COLUMNS], account)
    const day = { ...openingDay(account), at, tick: tickAt(at) }
    await insertRow(client, 'trading_days', TRADING_DAY_COLUMNS, { accountId: account.id, day })
    for (const position of account.positions.values()) await insertRow(client, 'positions', POSITION_COLUMNS, position)
    for (const order of account.orders.values()) await insertRow(client, 'orders', ORDER_COLUMNS, order)
    for (const strike of account.strikes) await insertRow(client, 'strikes', STRIKE_COLUMNS, strike)
    if (account.openPayout !== null) await insertRow(client, 'payouts', PAYOUT_COLUMNS, account.openPayout)
  })
