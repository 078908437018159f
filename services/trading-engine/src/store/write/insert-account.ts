/** The cold path that opens accounts; `client` is inside a transaction. */
import type { PoolClient } from 'pg'
import type { Queryable } from '../read/queryable.js'
import type { Account } from '../../core/model/account/account.js'
import type { BegunDay } from '../../core/model/draft.js'
import type { Transfer } from '../../core/model/account/ledger.js'
import { tickAt } from '../../core/values/tick.js'
import { ACCOUNT_COLUMNS, OPENING_COLUMNS } from '../tables/accounts.js'
import { TRADING_DAY_COLUMNS } from '../tables/trading-days.js'
import { TRANSFER_COLUMNS } from '../tables/transfers.js'
import type { Column } from '../tables/column.js'
import { COMMAND_COLUMNS, type CommandRow } from '../tables/commands.js'

/** Makes the account decisions of one user wait for each other until the transaction ends. */
export async function lockUser(client: Queryable, userId: string): Promise<void> {
  await client.query({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [userId] })
}

export async function findLiveAccount(
  client: PoolClient,
  userId: string,
  planId: string,
  challengeId: string | null,
): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    `select id from accounts where user_id = $1 and plan_id = $2 and challenge_id is not distinct from $3
      and phase is null and state not in ('TERMINATED', 'CLOSED')`,
    [userId, planId, challengeId],
  )
  return rows[0]?.id ?? null
}

export async function countAccounts(client: PoolClient, userId: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    'select count(*) from accounts where user_id = $1 and phase is null',
    [userId],
  )
  return Number(rows[0]?.count)
}

export async function insertAccount(
  client: Queryable,
  account: Account,
  funding: Transfer,
  command: CommandRow,
): Promise<void> {
  await insertRow(client, 'accounts', [...OPENING_COLUMNS, ...ACCOUNT_COLUMNS], account)
  await insertRow(client, 'transfers', TRANSFER_COLUMNS, { commandId: command.id, row: funding })
  await insertRow(client, 'trading_days', TRADING_DAY_COLUMNS, {
    accountId: account.id,
    day: openingDay(account),
  })
  await insertRow(client, 'commands', COMMAND_COLUMNS, command)
}

/** The trading day that an account begins with. */
export const openingDay = ({ day, createdAt, highWaterMark, paidOut }: Account): BegunDay => ({
  ...day,
  ...{ at: createdAt, tick: tickAt(createdAt), highWaterMark, paidOut, previous: null },
})

/** A row of all of these columns. */
export async function insertRow<T>(
  client: Queryable,
  table: string,
  columns: readonly Column<T>[],
  row: T,
): Promise<void> {
  const names = columns.map(({ name }) => name).join(', ')
  const places = columns.map(({ type }, index) => `$${index + 1}::${type}`).join(', ')
  await client.query({
    text: `insert into ${table} (${names}) values (${places})`,
    values: columns.map(({ value }) => value(row)),
  })
}

export async function findReferral(client: Queryable, accountId: string): Promise<string | null> {
  const { rows } = await client.query<{ referral: string | null }>({
    text: 'select referral from accounts where id = $1',
    values: [accountId],
  })
  return rows[0]?.referral ?? null
}
