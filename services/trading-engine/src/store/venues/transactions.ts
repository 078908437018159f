/** Signed transactions and what they are for. Bytes are stored before they are sent; each write is one statement. */
import type { Pool } from 'pg'
import type { StoredRoad } from '../../core/model/live/trading-wallet.js'
import type {
  Hex,
  MinedTransaction,
  TransactionState,
  VenueCall,
  VenueTransaction,
} from '../../core/model/live/venue-transaction.js'
import { costMax } from '../../core/model/live/venue-transaction.js'
import { assertInvariant } from '../../core/values/invariant.js'
import type { Queryable } from '../read/queryable.js'
import { findTradingWallet } from './wallets.js'

interface TransactionRow {
  readonly wallet: Hex
  readonly chain_id: string
  readonly nonce: string
  readonly attempt: number
  readonly purpose: VenueTransaction['purpose']
  readonly request_id: string | null
  readonly call_index: number
  readonly call_count: number
  readonly call: CallJson
  readonly gas: string
  readonly max_fee_per_gas: string
  readonly max_priority_fee_per_gas: string
  readonly raw: Buffer
  readonly hash: Hex
  readonly state: TransactionState
  readonly sent_at_block: string | null
  readonly block: string | null
  readonly block_hash: Hex | null
  readonly cost: string | null
  readonly venue_order_id: string | null
  readonly has_ended: boolean
  readonly gas_booked: boolean
}

/** A call as JSON: whole numbers as text. */
interface CallJson extends Omit<VenueCall, 'value' | 'gas'> {
  readonly value: string
  readonly gas: string | null
}

const writeCall = ({ value, gas, ...call }: VenueCall): CallJson => ({
  ...call,
  value: String(value),
  gas: gas === null ? null : String(gas),
})
const readCall = ({ value, gas, ...call }: CallJson): VenueCall => ({
  ...call,
  value: BigInt(value),
  gas: gas === null ? null : BigInt(gas),
})

const bigintOrNull = (text: string | null): bigint | null => (text === null ? null : BigInt(text))
const numberOrNull = (text: string | null): number | null => (text === null ? null : Number(text))

const transactionOf = (row: TransactionRow): VenueTransaction => ({
  wallet: row.wallet,
  chainId: Number(row.chain_id),
  nonce: Number(row.nonce),
  attempt: row.attempt,
  purpose: row.purpose,
  requestId: row.request_id,
  callIndex: row.call_index,
  callCount: row.call_count,
  call: readCall(row.call),
  gas: BigInt(row.gas),
  fees: { maxFeePerGas: BigInt(row.max_fee_per_gas), maxPriorityFeePerGas: BigInt(row.max_priority_fee_per_gas) },
  raw: `0x${row.raw.toString('hex')}`,
  hash: row.hash,
  state: row.state,
  sentAtBlock: numberOrNull(row.sent_at_block),
  block: numberOrNull(row.block),
  blockHash: row.block_hash,
  cost: bigintOrNull(row.cost),
  venueOrderId: row.venue_order_id,
  hasEnded: row.has_ended,
  isGasBooked: row.gas_booked,
})

interface PlanRow {
  readonly request_id: string
  readonly calls: readonly CallJson[]
}

/** All that the road of a wallet goes on from. `openIds`: its requests that have not ended. */
export async function loadRoad(pool: Pool, address: Hex, openIds: readonly string[]): Promise<StoredRoad> {
  const values = [address, openIds]
  const wallet = await findTradingWallet(pool, address)
  assertInvariant(wallet !== null, 'a wallet that is served is stored')
  const [transactions, plans, figures] = await Promise.all([
    pool.query<TransactionRow>({ name: 'load_road_transactions', text: LOAD_TRANSACTIONS, values }),
    pool.query<PlanRow>({ name: 'load_road_plans', text: LOAD_PLANS, values }),
    pool.query<FiguresRow>({
      name: 'load_road_figures',
      text: LOAD_FIGURES,
      values: [address, wallet.venue, wallet.chainId],
    }),
  ])
  const [row] = figures.rows
  assertInvariant(row !== undefined, 'an aggregate has a row')
  return {
    wallet,
    transactions: transactions.rows.map(transactionOf),
    plans: new Map(plans.rows.map(({ request_id: id, calls }) => [id, calls.map(readCall)])),
    nextNonce: Number(row.next_nonce),
    spentToday: BigInt(row.spent_today),
    isFollowed: row.is_followed,
  }
}

const LOAD_TRANSACTIONS = `
  select * from venue_transactions where wallet = $1
    and (state in ('SIGNED', 'SENT') or request_id = any($2::uuid[])
      or state in ('MINED', 'REVERTED') and not gas_booked) order by nonce, attempt`

const LOAD_PLANS = `select request_id, calls from venue_plans where wallet = $1 and request_id = any($2::uuid[])`

interface FiguresRow {
  readonly next_nonce: string
  readonly spent_today: string
  readonly is_followed: boolean
}

/** Wei that a wallet has taken of the day's budget. One transaction of a nonce is mined: before, the dearest counts. */
export const spentToday = (wallet: string): string => `
  coalesce((select sum(taken) from (
    select coalesce(max(cost), max(cost_max) filter (where state in ('SIGNED', 'SENT')), 0) as taken
      from venue_transactions
      where wallet = ${wallet} and created_at >= date_trunc('day', clock_timestamp() at time zone 'UTC') at time zone 'UTC'
      group by nonce) of_nonces), 0)::numeric(78)`

const LOAD_FIGURES = `
  select coalesce((select max(nonce) + 1 from venue_transactions where wallet = $1), 0) as next_nonce,
    exists (select from venue_cursors where venue = $2 and chain_id = $3) as is_followed,
    ${spentToday('$1')} as spent_today`

/** Kept as it was first planned. */
export async function insertPlan(
  db: Queryable,
  requestId: string,
  wallet: Hex,
  calls: readonly VenueCall[],
): Promise<void> {
  await db.query({
    text: 'insert into venue_plans (request_id, wallet, calls) values ($1, $2, $3) on conflict do nothing',
    values: [requestId, wallet, JSON.stringify(calls.map(writeCall))],
  })
}

/** Rejects when the nonce or the call has such an attempt: another process has been faster. */
export async function insertTransaction(db: Queryable, made: VenueTransaction): Promise<void> {
  await db.query({
    text: `insert into venue_transactions (wallet, chain_id, nonce, attempt, purpose, request_id, call_index, call_count,
        call, gas, max_fee_per_gas, max_priority_fee_per_gas, cost_max, raw, hash, state)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'SIGNED')`,
    values: [
      ...[made.wallet, made.chainId, made.nonce, made.attempt, made.purpose, made.requestId],
      ...[made.callIndex, made.callCount, JSON.stringify(writeCall(made.call)), String(made.gas)],
      ...[made.fees.maxFeePerGas, made.fees.maxPriorityFeePerGas, costMax(made)].map(String),
      ...[Buffer.from(made.raw.slice(2), 'hex'), made.hash],
    ],
  })
}

export async function markSent(db: Queryable, hash: Hex, block: number): Promise<void> {
  await db.query({
    text: `update venue_transactions set state = 'SENT', sent_at_block = $2 where hash = $1 and state = 'SIGNED'`,
    values: [hash, block],
  })
}

/** Ends a nonce: one of its transactions was mined, or none of them can be any more. */
export async function settleNonce(
  db: Queryable,
  wallet: Hex,
  nonce: number,
  mined: MinedTransaction | null,
): Promise<void> {
  await db.query({
    text: `update venue_transactions set state = case when hash = $3 then $4 else 'DROPPED' end,
        block = case when hash = $3 then $5::bigint end, block_hash = case when hash = $3 then $6 end,
        cost = case when hash = $3 then $7::numeric end
      where wallet = $1 and nonce = $2 and state in ('SIGNED', 'SENT')`,
    values: [
      ...[wallet, nonce, mined?.hash ?? null, mined?.state ?? null, mined?.receipt.block ?? null],
      ...[mined?.receipt.blockHash ?? null, mined === null ? null : String(mined.cost)],
    ],
  })
}

/** Transactions of these wallets that are in a block after this one, as it was seen. */
export async function listSettledAfter(
  db: Queryable,
  wallets: readonly Hex[],
  block: number,
): Promise<readonly VenueTransaction[]> {
  const { rows } = await db.query<TransactionRow>({
    text: 'select * from venue_transactions where wallet = any($1) and block > $2 order by wallet, nonce, attempt',
    values: [wallets, block],
  })
  return rows.map(transactionOf)
}

/** Has a nonce come to its end once more, with all the bytes that it was given; `head`: they count as sent there. */
export async function reopenNonce(db: Queryable, wallet: Hex, nonce: number, head: number): Promise<void> {
  await db.query({
    text: `update venue_transactions set state = 'SENT', sent_at_block = $3, block = null, block_hash = null,
        cost = null, venue_order_id = case when has_ended then venue_order_id end,
        accepted_fee = case when has_ended then accepted_fee else 0 end
      where wallet = $1 and nonce = $2 and state in ('MINED', 'REVERTED', 'DROPPED')`,
    values: [wallet, nonce, head],
  })
}

export async function findTransaction(db: Queryable, hash: Hex): Promise<VenueTransaction | null> {
  const { rows } = await db.query<TransactionRow>({
    text: 'select * from venue_transactions where hash = $1',
    values: [hash],
  })
  return rows[0] === undefined ? null : transactionOf(rows[0])
}

/** The newest transaction of the wallet that made such an order. */
export async function findTransactionOfOrder(
  db: Queryable,
  wallet: Hex,
  venueOrderId: string,
): Promise<VenueTransaction | null> {
  const { rows } = await db.query<TransactionRow>({
    text: `select * from venue_transactions where wallet = $1 and venue_order_id = $2
      order by nonce desc, attempt desc limit 1`,
    values: [wallet, venueOrderId],
  })
  return rows[0] === undefined ? null : transactionOf(rows[0])
}

export async function recordVenueOrder(db: Queryable, hash: Hex, venueOrderId: string): Promise<void> {
  await db.query({
    text: 'update venue_transactions set venue_order_id = $2 where hash = $1',
    values: [hash, venueOrderId],
  })
}

export async function recordGas(db: Queryable, hash: Hex): Promise<void> {
  await db.query({ text: 'update venue_transactions set gas_booked = true where hash = $1', values: [hash] })
}

export async function recordVenueEnd(db: Queryable, hash: Hex): Promise<void> {
  await db.query({ text: 'update venue_transactions set has_ended = true where hash = $1', values: [hash] })
}
