/** Signed transactions and what they are for. Bytes are stored before they are sent; each write is one statement. */
import {
  costMax,
  type Hex,
  type MinedTransaction,
  type VenueCall,
  type VenueTransaction,
} from '../../core/model/live/venue-transaction.js'
import type { Queryable } from '../read/queryable.js'
import { transactionOf, type TransactionRow, writeCall } from './transaction-rows.js'

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
