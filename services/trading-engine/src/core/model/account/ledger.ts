/**
 * The ledger: a list of transfers between the trading account and the house accounts. One row moves one positive
 * amount from the account it debits to the account it credits, so it balances by construction.
 * Balance = credits − debits of the trading account, exactly.
 */
import { negate, type Rate, type Usd } from '../../values/decimal.js'
import type { Micros } from '../../values/time.js'

export const HOUSE_ACCOUNTS = [
  'realized_pnl',
  'fees',
  'funding',
  'borrowing',
  'rollover',
  'oracle_fees',
  'capital',
] as const

/**
 * House accounts that few accounts ever move: those of LIVE ones (`rounding`: by how little the venue's parts miss what
 * it paid; `write_off`: tokens that were written off), what the operator gave for a breach that was reversed, and what
 * scaling adds.
 */
export const RARE_HOUSE_ACCOUNTS = [
  'price_impact',
  'execution',
  'rounding',
  'compensation',
  'scaling',
  'write_off',
] as const
export type HouseAccount = (typeof HOUSE_ACCOUNTS)[number] | (typeof RARE_HOUSE_ACCOUNTS)[number]

export interface FundingTime {
  readonly at: Micros
  readonly rate: Rate
}

/** A time for which a position was charged carry. */
export interface Accrual {
  readonly from: Micros
  readonly until: Micros
  /** For a year; positive: the position pays. */
  readonly rate: Rate
}

export interface Transfer {
  readonly id: string
  readonly accountId: string
  readonly house: HouseAccount
  /** `IN` credits the trading account, `OUT` debits it. */
  readonly direction: 'IN' | 'OUT'
  /** Positive. */
  readonly amount: Usd
  readonly fillId: string | null
  readonly positionId: string | null
  /** For a payment of funding: the time it was due, and the rate. */
  readonly funding: FundingTime | null
  /** For borrowing and rollover: the time it was charged for, and the rate. */
  readonly accrual: Accrual | null
  /** The trading account's balance after this transfer. */
  readonly balanceAfter: Usd
  readonly at: Micros
}

/** As the ledger shows it. */
export interface BookedTransfer extends Transfer {
  /** The payout that it debits. */
  readonly payoutId: string | null
}

/** The signed change of the trading account's balance. */
export const signedAmount = (transfer: Transfer): Usd =>
  transfer.direction === 'IN' ? transfer.amount : negate(transfer.amount)
