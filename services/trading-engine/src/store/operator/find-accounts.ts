/** Accounts and breaches of all users, for the operator. */
import type { Pool } from 'pg'
import type { AccountState } from '../../core/model/account/account.js'
import type { FoundAccount } from '../../core/read/found-account.js'
import type { FoundBreach } from '../../core/model/plan/breach.js'
import type { Page, TimeWindow } from '../read/history.js'
import { pageByTime, type Filter } from '../read/page-by-time.js'
import { breachOf, type BreachRow } from '../tables/breaches.js'
import { holdsOf, type HoldColumns } from '../tables/accounts.js'
import { microsOf, usdOf } from '../tables/column.js'

interface FoundRow extends Pick<HoldColumns, 'holds' | 'clock' | 'day_ends_at'> {
  readonly id: string
  readonly user_id: string
  readonly plan_id: string
  readonly plan_version: number
  readonly challenge_id: string | null
  readonly phase: string | null
  readonly name: string
  readonly state: AccountState
  readonly state_reason: string | null
  readonly locked_until: string | null
  readonly balance: string
  readonly created_at: string
}

const foundOf = (row: FoundRow): FoundAccount => ({
  id: row.id,
  userId: row.user_id,
  planId: row.plan_id,
  planVersion: row.plan_version,
  challengeId: row.challenge_id,
  phase: row.phase,
  name: row.name,
  state: row.state,
  stateReason: row.state_reason,
  lockedUntil: row.locked_until === null ? null : microsOf(row.locked_until),
  holds: holdsOf(row),
  balance: usdOf(row.balance),
  createdAt: microsOf(row.created_at),
})

export const findAccounts = (pool: Pool, filter: Filter, window: TimeWindow): Promise<Page<FoundAccount>> =>
  pageByTime<FoundRow, FoundAccount>(pool, { table: 'accounts', time: 'created_at', filter, window }, foundOf)

/** Breaches with the accounts that they are of: to be read like a table. */
const BREACHES = `(select b.*, a.user_id, a.plan_id, a.name as account_name
  from breaches b join accounts a on a.id = b.account_id) found`

type FoundBreachRow = BreachRow & { readonly user_id: string; readonly plan_id: string; readonly account_name: string }

export const findBreaches = (pool: Pool, filter: Filter, window: TimeWindow): Promise<Page<FoundBreach>> =>
  pageByTime<FoundBreachRow, FoundBreach>(pool, { table: BREACHES, time: 'created_at', filter, window }, (row) => ({
    ...breachOf(row),
    userId: row.user_id,
    planId: row.plan_id,
    accountName: row.account_name,
  }))
