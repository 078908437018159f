/**
 * Positions that one user held against each other in two accounts at a time, where the plan of one of them refuses that
 * (`REFUSE_USER`): of orders at the same moment both may pass, and an account whose plan allows it is not asked.
 */
import { inTransaction } from '@ats/service-kit/db'
import type { Pool, QueryConfig } from 'pg'
import type { PairedTrade, TradePair } from '../../core/read/surveillance/case.js'
import type { Direction } from '../../core/model/order/side.js'
import { formatTimestamp } from '../../core/values/time.js'
import { microsOf, optional, quantityOf } from '../tables/column.js'
import type { TradedWindow } from './surveillance.js'

/** Pairs of positions that one report finds. */
export const OWN_HEDGES_MAX = 10_000
const TIMEOUT_MS = 50_000

export interface OwnHedge extends TradePair {
  readonly userId: string
}

export interface OwnHedges {
  /** By the two accounts, the first hedge first. */
  readonly hedges: readonly OwnHedge[]
  /** There are more than `OWN_HEDGES_MAX`. */
  readonly isCut: boolean
  /** Positions that each of the accounts closed in the window. */
  readonly trades: ReadonlyMap<string, number>
}

/** Reads pairs of positions that were held in the window, whether they are closed by now or not. */
export const listOwnHedges = (pool: Pool, { from, to }: TradedWindow): Promise<OwnHedges> =>
  inTransaction(pool, async (client) => {
    await client.query(`set local statement_timeout = ${TIMEOUT_MS}`)
    const ask = <Row extends object>(text: string, values: readonly unknown[]) =>
      client.query<Row>({ text, values: [...values], query_timeout: TIMEOUT_MS } as QueryConfig)
    const window = [formatTimestamp(from), formatTimestamp(to)]
    const { rows } = await ask<HedgeRow>(HEDGES, [...window, OWN_HEDGES_MAX + 1])
    const hedges = rows.slice(0, OWN_HEDGES_MAX).map(hedgeOf)
    const accounts = [...new Set(hedges.flatMap(({ first, second }) => [first.accountId, second.accountId]))]
    const counted = await ask<CountRow>(TRADES, [...window, accounts])
    const trades = new Map(counted.rows.map(({ account_id: id, trades }) => [id, Number(trades)]))
    return { hedges, isCut: rows.length > OWN_HEDGES_MAX, trades }
  })

interface SideRow {
  readonly account_id: string
  readonly id: string
  readonly direction: Direction
  readonly opened_quantity: string
  readonly opened_at: string
  readonly closed_at: string | null
}

interface HedgeRow {
  readonly user_id: string
  readonly symbol: string
  readonly first: SideRow
  readonly second: SideRow
}

interface CountRow {
  readonly account_id: string
  readonly trades: string
}

const SIDE = (name: string): string => `json_build_object('account_id', ${name}.account_id, 'id', ${name}.id,
      'direction', ${name}.direction, 'opened_quantity', ${name}.opened_quantity::text,
      'opened_at', ${name}.opened_at::text, 'closed_at', ${name}.closed_at::text)`

/** Each position that was open at some time of the window is read once, by one of two indexes. */
const HELD = `
      select account_id, id, symbol, direction, opened_quantity, opened_at, closed_at, closed_at as closed
        from positions where account_id in (select id from mine)
          and closed_at >= $1::timestamptz and opened_at <= $2::timestamptz
      union all
      select account_id, id, symbol, direction, opened_quantity, opened_at, closed_at, 'infinity' as closed
        from positions where account_id in (select id from mine) and closed_at is null and opened_at <= $2::timestamptz`

const HEDGES = `
  with pairs as materialized (
    select a.user_id, a.id as first, b.id as second
      from accounts a
      join plans p on p.id = a.plan_id and p.version = a.plan_version
        and p.definition #>> '{risk_config,hedging}' = 'REFUSE_USER'
      join accounts b on b.user_id = a.user_id and b.id <> a.id
      join plans q on q.id = b.plan_id and q.version = b.plan_version
        and (a.id < b.id or q.definition #>> '{risk_config,hedging}' is distinct from 'REFUSE_USER')
  ),
  mine as (select first as id from pairs union select second from pairs),
  held as materialized (${HELD})
  select pairs.user_id, one.symbol, ${SIDE('one')} as first, ${SIDE('other')} as second
    from pairs
    join held one on one.account_id = pairs.first
    join held other on other.account_id = pairs.second and other.symbol = one.symbol
      and other.direction <> one.direction and other.closed > one.opened_at and other.opened_at < one.closed
    order by pairs.first, pairs.second, one.opened_at, other.opened_at
    limit $3`

const TRADES = `
  select account_id, count(*) as trades from positions
    where account_id = any($3::uuid[]) and closed_at between $1::timestamptz and $2::timestamptz
    group by account_id`

const hedgeOf = ({ user_id: userId, symbol, first, second }: HedgeRow): OwnHedge => ({
  ...{ userId, symbol, first: sideOf(first), second: sideOf(second) },
})

const sideOf = (side: SideRow): PairedTrade => ({
  ...{ accountId: side.account_id, positionId: side.id, direction: side.direction },
  quantity: quantityOf(side.opened_quantity),
  openedAt: microsOf(side.opened_at),
  closedAt: optional(side.closed_at, microsOf),
})
