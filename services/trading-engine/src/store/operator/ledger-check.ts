/**
 * Recomputes, in Postgres' own exact arithmetic and from the rows alone, what accounts say of themselves. Reads
 * everything an account ever did: a page of accounts at a time, all of it as of one moment.
 */
import { inTransaction, ONE_MOMENT } from '@ats/service-kit/db'
import type { Pool, PoolClient } from 'pg'
import type { CheckedLedger, Difference } from '../../core/read/ledger-check.js'

export interface LedgerPage {
  /** Only this account; null: all of them. */
  readonly accountId: string | null
  /** Accounts with a greater id; null: from the first. */
  readonly after: string | null
  /** Accounts. */
  readonly limit: number
}

/** Differences listed for one check in one page: ledgers that are all wrong need no longer list. */
const DIFFERENCES_MAX = 1_000

/** Long for a request, and still an end. */
const TIMEOUT_MS = 50_000

/** A page, and the accounts on it. */
export interface CheckedLedgerPage extends CheckedLedger {
  readonly accountIds: readonly string[]
}

export const checkLedgerPage = (pool: Pool, page: LedgerPage): Promise<CheckedLedgerPage> =>
  inTransaction(
    pool,
    async (client) => {
      await client.query(`set local statement_timeout = ${TIMEOUT_MS}`)
      const accountIds = await listIds(client, page)
      const checked = accountIds.slice(0, page.limit)
      const differences: Difference[] = []
      for (const text of QUERIES)
        differences.push(...(await read<Difference>(client, `${text} limit ${DIFFERENCES_MAX}`, [checked])))
      const [counts] = await read<Record<'transfers' | 'fills' | 'events', string>>(client, COUNTS, [checked])
      return {
        accounts: checked.length,
        transfers: Number(counts?.transfers),
        fills: Number(counts?.fills),
        events: Number(counts?.events),
        differences,
        accountIds: checked,
        next: accountIds.length > page.limit ? (checked.at(-1) ?? null) : null,
      }
    },
    ONE_MOMENT,
  )

/** One more than requested shows whether there are more. */
async function listIds(client: PoolClient, { accountId, after, limit }: LedgerPage): Promise<readonly string[]> {
  const rows = await read<{ readonly id: string }>(
    client,
    `select id from accounts where ($1::uuid is null or id = $1) and ($2::uuid is null or id > $2) order by id limit $3`,
    [accountId, after, limit + 1],
  )
  return rows.map(({ id }) => id)
}

async function read<R extends object>(
  client: PoolClient,
  text: string,
  values: readonly unknown[],
): Promise<readonly R[]> {
  const query = { text, values: [...values], query_timeout: TIMEOUT_MS }
  const { rows } = await client.query<R>(query)
  return rows
}

const SIGNED = `case direction when 'IN' then amount else -amount end`

/** A charge of a position for time, and the quantity and cost that it had then: the sums of its fills before. */
export const CHARGED = `(select moves.*, sum(change) over held as quantity, sum(paid) over held as cost from (
    select fills.account_id, position_id, fills.created_at as at, null::uuid as transfer_id,
        case when is_opening then fills.quantity else -fills.quantity end as change,
        case when is_opening then notional when positions.direction = 'LONG' then fills.realized_pnl - notional
          else -fills.realized_pnl - notional end as paid
      from fills join positions on positions.id = position_id
      cross join lateral (select (side = 'BUY') = (positions.direction = 'LONG') as is_opening,
        ceil(fills.quantity * price * 1e18) * 1e-18 as notional) of_fill
      where fills.account_id = any($1)
    union all select account_id, position_id, created_at, id, 0, 0 from transfers
      where account_id = any($1) and house in ('funding', 'borrowing', 'rollover')
  ) moves window held as (partition by position_id order by at))`

const YEAR_MICROS = 365n * 86_400_000_000n

/** Each takes the ids of the accounts and gives a `Difference` for everything that is not as it should be. */
const QUERIES = [
  // The balance is the sum of the transfers.
  `select a.id as "accountId", 'balance' as "check", null as subject, coalesce(t.total, 0)::text as expected, a.balance::text as found
    from accounts a left join (select account_id, sum(${SIGNED}) as total from transfers where account_id = any($1) group by account_id) t
      on t.account_id = a.id
    where a.id = any($1) and a.balance <> coalesce(t.total, 0) order by a.id`,
  // What the operator has moved and scaling has added since the account was opened is what it says of it.
  `select a.id as "accountId", 'capital' as "check", null as subject, expected::text, a.capital::text as found
    from accounts a join plans p on p.id = a.plan_id and p.version = a.plan_version
    cross join lateral (select coalesce(sum(${SIGNED}), 0) - (p.definition ->> 'initial_balance')::numeric as expected
      from transfers where account_id = a.id and house in ('capital', 'scaling')) t
    where a.id = any($1) and a.capital <> expected order by a.id`,
  // An account is larger than its plan by what scaling has added.
  `select a.id as "accountId", 'scaling' as "check", null as subject, expected::text, found::text
    from accounts a join plans p on p.id = a.plan_id and p.version = a.plan_version
    cross join lateral (select (p.definition ->> 'initial_balance')::numeric as sold) plan
    cross join lateral (select sold + coalesce(sum(${SIGNED}), 0) as expected
      from transfers where account_id = a.id and house = 'scaling') t
    cross join lateral (select coalesce((a.scaling -> 'steps' -> -1 ->> 'initial_balance')::numeric, sold) as found) own
    where a.id = any($1) and expected <> found order by a.id`,
  // Each transfer goes on from the balance after the one before.
  `select account_id as "accountId", 'chain' as "check", id as subject, expected::text, balance_after::text as found
    from (select account_id, id, created_at, balance_after, lag(balance_after, 1, 0::numeric) over (partition by account_id order by created_at, id) + ${SIGNED} as expected
      from transfers where account_id = any($1)) links
    where balance_after <> expected order by account_id, created_at, id`,
  // What was posted for a fill is what it says of itself; nothing of the kind was posted for anything else.
  `select coalesce(f.account_id, t.account_id) as "accountId", kind as "check", coalesce(f.id, t.fill_id) as subject, expected::text, found::text
    from (select * from fills where account_id = any($1)) f
    full join (select account_id, fill_id,
        coalesce(sum(${SIGNED}) filter (where house = 'realized_pnl'), 0) as realized_pnl,
        coalesce(sum(${SIGNED}) filter (where house = 'fees'), 0) as fees
      from transfers where account_id = any($1) and house in ('realized_pnl', 'fees') group by account_id, fill_id) t
      on t.account_id = f.account_id and t.fill_id = f.id
    cross join lateral (values
      ('realized_pnl', coalesce(f.realized_pnl, 0), coalesce(t.realized_pnl, 0)), ('fees', coalesce(-f.fee, 0), coalesce(t.fees, 0))) as v (kind, expected, found)
    where expected <> found order by 1, 3, 2`,
  // Borrowing and rollover are cost × rate × time ÷ a year, to the millionth below.
  `select account_id as "accountId", 'carry' as "check", transfer_id as subject, expected::text, found::text
    from (select charged.*, ${SIGNED} as found,
        -cost * accrual_rate * round(extract(epoch from accrued_until - accrued_from) * 1000000) * 1000000 as yearly
      from ${CHARGED} charged join transfers on transfers.id = transfer_id where accrual_rate is not null) charged
    cross join lateral (select (div(yearly, ${YEAR_MICROS})
      - case when mod(yearly, ${YEAR_MICROS}) < 0 then 1 else 0 end) / 1000000 as expected) due
    where expected <> found order by account_id, at`,
  // A position has been charged what its transfers say.
  `select account_id as "accountId", 'positions' as "check", id as subject, expected::text, found::text
    from positions left join (select position_id, coalesce(sum(${SIGNED}) filter (where house = 'funding'), 0) as funding,
        coalesce(sum(${SIGNED}) filter (where house in ('borrowing', 'rollover')), 0) as carry
      from transfers where account_id = any($1) group by position_id) charged on position_id = id
    cross join lateral (values (coalesce(charged.funding, 0), positions.funding),
      (coalesce(charged.carry, 0), coalesce(positions.carry, 0))) as v (expected, found)
    where account_id = any($1) and expected <> found order by account_id, id`,
  // Events are numbered from 1 without a gap, up to the account's last one.
  `select account_id as "accountId", 'events' as "check", null as subject, expected::text, found::text from (
      select account_id, lag(sequence, 1, 0::bigint) over (partition by account_id order by sequence) + 1 as expected, sequence as found
        from events where account_id = any($1)
      union all
      select a.id, a.event_sequence, coalesce((select max(sequence) from events where account_id = a.id), 0) from accounts a where a.id = any($1)
    ) numbered where expected <> found order by account_id, expected`,
  // What was paid in tokens and is held apart is what the account says that it holds, has swept or has written off.
  `select coalesce(p.account_id, h.account_id) as "accountId", 'holdings' as "check", null as subject,
      coalesce(paid, 0)::text as expected, coalesce(held, 0)::text as found
    from (select account_id, venue, lower(profit ->> 'token') as token, sum((profit -> 'amount' ->> 'decimal')::numeric) as paid
        from fills cross join lateral jsonb_array_elements(live -> 'unswapped') profit
        where account_id = any($1) and live is not null and profit ? 'isHeld' group by 1, 2, 3) p
    full join (select id as account_id, holding ->> 'venue' as venue, lower(holding ->> 'token') as token,
        (holding -> 'amount' ->> 'decimal')::numeric + (holding -> 'swept' ->> 'decimal')::numeric
          + coalesce((holding -> 'writtenOff' ->> 'decimal')::numeric, 0) as held
        from accounts cross join lateral jsonb_array_elements(token_holdings) holding where id = any($1)) h
      on h.account_id = p.account_id and h.venue = p.venue and h.token = p.token
    where paid is distinct from held order by 1`,
]

const COUNTS = `select (select count(*) from transfers where account_id = any($1)) as transfers,
  (select count(*) from fills where account_id = any($1)) as fills, (select count(*) from events where account_id = any($1)) as events`
