/** Rows of transactions and of the calls in them. */
import type { Hex, TransactionState, VenueCall, VenueTransaction } from '../../core/model/live/venue-transaction.js'

export interface TransactionRow {
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
export interface CallJson extends Omit<VenueCall, 'value' | 'gas'> {
  readonly value: string
  readonly gas: string | null
}

export const writeCall = ({ value, gas, ...call }: VenueCall): CallJson => ({
  ...call,
  value: String(value),
  gas: gas === null ? null : String(gas),
})

export const readCall = ({ value, gas, ...call }: CallJson): VenueCall => ({
  ...call,
  value: BigInt(value),
  gas: gas === null ? null : BigInt(gas),
})

const bigintOrNull = (text: string | null): bigint | null => (text === null ? null : BigInt(text))

const numberOrNull = (text: string | null): number | null => (text === null ? null : Number(text))

export const transactionOf = (row: TransactionRow): VenueTransaction => ({
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
