/** Reads accounts with their open positions, working orders and recently taken depth. */
import { createTurns, mapInTurns } from '@ats/service-kit/async'
import { inTransaction, ONE_MOMENT } from '@ats/service-kit/db'
import type { PoolClient, Pool } from 'pg'
import type { Account, ConsumedDepth } from '../../core/model/account/account.js'
import type { Payout } from '../../core/model/account/payout.js'
import { NO_STRIKES, STRIKES_MAX } from '../../core/model/account/strike.js'
import { canStrike } from '../../core/model/plan/order-rules.js'
import { strikeOf, type StrikeRow } from '../tables/strikes.js'
import type { VenueId } from '../../core/model/market/instrument.js'
import type { Side } from '../../core/model/order/order.js'
import type { Plan } from '../../core/model/plan/plan.js'
import { planOf, type PlanRow } from './plan-rows.js'
import { accountOf, type AccountRow } from '../tables/accounts.js'
import { orderOf, type OrderRow } from '../tables/orders.js'
import { positionOf, type PositionRow } from '../tables/positions.js'
import { quantityOf, textOf } from '../tables/column.js'
import { payoutOf, type PayoutRow } from '../tables/payouts.js'

/** A book refreshes at least this often; older fills cannot have taken depth that is still shown. */
const DEPTH_MEMORY = '5 seconds'

/** Orders read by one query, where the requested accounts have more. */
const ROWS_AT_A_TIME = 100

export type Accounts = ReadonlyMap<string, Account>

export interface AccountReader {
  /** All of one moment; unknown ids are left out. */
  load(pool: Pool, accountIds: readonly string[]): Promise<Accounts>
  /** The same inside a transaction that sees one moment, or that keeps the accounts from moving. */
  read(client: PoolClient, accountIds: readonly string[]): Promise<Accounts>
}

/** The rows of some accounts. */
interface LoadedRows {
  readonly accounts: readonly (AccountRow & PlanRow)[]
  readonly positions: Parts<PositionRow>
  readonly orders: Parts<OrderRow>
  readonly taken: Parts<TakenRow>
  readonly payouts: ReadonlyMap<string, Payout>
  readonly strikes: Parts<StrikeRow>
}

const NO_PAYOUTS: ReadonlyMap<string, Payout> = new Map()

async function readRows(client: PoolClient, accountIds: readonly string[]): Promise<LoadedRows> {
  const { rows } = await client.query<AccountRow & PlanRow>(named('load_accounts', LOAD_ACCOUNTS, accountIds))
  const paying = rows
    .filter(({ definition }) => definition.risk_config.payouts !== undefined)
    .map(({ id }) => textOf(id))
  const striking = rows.filter(({ definition }) => canStrike(definition.risk_config)).map(({ id }) => textOf(id))
  return {
    accounts: rows,
    positions: await readParts(client, named('load_positions', LOAD_POSITIONS, accountIds)),
    orders: await readParts(client, named('load_working_orders', LOAD_WORKING_ORDERS, accountIds)),
    taken: await readParts(client, named('load_taken_depth', LOAD_TAKEN_DEPTH, accountIds)),
    payouts: paying.length === 0 ? NO_PAYOUTS : await readPayouts(client, paying),
    strikes: striking.length === 0 ? new Map() : await readParts(client, named('load_strikes', LOAD_STRIKES, striking)),
  }
}

/** Accounts of one plan share it in memory: a version of a plan never changes. */
export function createAccountReader(takeTurn = createTurns()): AccountReader {
  const plans = new Map<string, Plan>()

  const sharedPlan = (row: PlanRow): Plan => {
    const key = `${row.plan_id}@${row.plan_version}`
    const known = plans.get(key) ?? planOf(row)
    plans.set(key, known)
    return known
  }

  /** Builds the accounts from their rows: many accounts, and one of many orders, in several turns of the event loop. */
  const accountsOf = async ({
    accounts,
    positions,
    orders,
    taken,
    payouts,
    strikes,
  }: LoadedRows): Promise<Accounts> => {
    const read = new Map<string, Account>()
    let held = 0
    for (const row of accounts) {
      if (held > ROWS_AT_A_TIME) {
        await takeTurn()
        held = 0
      }
      const [working, open] = [orders.get(row.id) ?? [], positions.get(row.id) ?? []]
      held += 1 + open.length + working.length
      const account = accountOf(row, {
        plan: sharedPlan(row),
        positions: open.map(positionOf),
        orders: await mapInTurns(working, orderOf, undefined, takeTurn),
        consumedDepth: (taken.get(row.id) ?? []).map(takenOf),
        openPayout: payouts.get(textOf(row.id)) ?? null,
        strikes: strikes.get(row.id)?.map(strikeOf) ?? NO_STRIKES,
      })
      read.set(account.id, account)
    }
    return read
  }

  return {
    read: async (client, accountIds) => accountsOf(await readRows(client, accountIds)),
    // The transaction ends before what it read waits for turns.
    load: async (pool, accountIds) =>
      accountsOf(await inTransaction(pool, (client) => readRows(client, accountIds), ONE_MOMENT)),
  }
}

const LOAD_ACCOUNTS = `select a.*, a.trading_day::text as trading_day, p.id as plan_id, p.version as plan_version, p.definition
  from accounts a join plans p on p.id = a.plan_id and p.version = a.plan_version where a.id = any($1)`
const LOAD_POSITIONS = 'select * from positions where account_id = any($1) and closed_at is null order by opened_at'
const LOAD_WORKING_ORDERS = `select * from orders
  where account_id = any($1) and status in ('PENDING', 'OPEN', 'PARTIALLY_FILLED') order by created_at`
// By the account's own clock, which its fills are stamped with.
const LOAD_TAKEN_DEPTH = `select a.id as account_id, taken.* from accounts a cross join lateral (
    select venue, symbol, side, book_sequence, sum(quantity)::text as quantity from fills
    where account_id = a.id and created_at > a.clock - interval '${DEPTH_MEMORY}'
    group by venue, symbol, side, book_sequence) taken
  where a.id = any($1)`

const LOAD_OPEN_PAYOUTS = `select * from payouts where account_id = any($1) and status in ('REQUESTED', 'PROPOSED')`

/** The latest of each rule, oldest first. */
const LOAD_STRIKES = `select * from (
    select *, row_number() over (partition by account_id, rule order by created_at desc) as place
    from strikes where account_id = any($1)) latest
  where place <= ${STRIKES_MAX} order by created_at`

/** Payouts that are not decided yet, by account. */
async function readPayouts(client: PoolClient, accountIds: readonly string[]): Promise<ReadonlyMap<string, Payout>> {
  const { rows } = await client.query<PayoutRow>(named('load_open_payouts', LOAD_OPEN_PAYOUTS, accountIds))
  return new Map(rows.map((row) => [row.account_id, payoutOf(row)]))
}

/** Rows by account. */
type Parts<R> = ReadonlyMap<unknown, readonly R[]>

interface NamedQuery {
  readonly name: string
  readonly text: string
  readonly values: [readonly string[]]
}

const named = (name: string, text: string, accountIds: readonly string[]): NamedQuery => ({
  name,
  text,
  values: [accountIds],
})

async function readParts<R extends { readonly account_id: unknown }>(
  client: PoolClient,
  query: NamedQuery,
): Promise<Parts<R>> {
  const { rows } = await client.query<R>(query)
  const parts = new Map<unknown, R[]>()
  for (const row of rows) {
    const part = parts.get(row.account_id)
    if (part === undefined) parts.set(row.account_id, [row])
    else part.push(row)
  }
  return parts
}

interface TakenRow {
  readonly account_id: string
  readonly venue: VenueId
  readonly symbol: string
  readonly side: Side
  readonly book_sequence: string
  readonly quantity: string
}

const takenOf = (row: TakenRow): ConsumedDepth => ({
  venue: row.venue,
  symbol: row.symbol,
  side: row.side,
  sequence: Number(row.book_sequence),
  quantity: quantityOf(row.quantity),
})
