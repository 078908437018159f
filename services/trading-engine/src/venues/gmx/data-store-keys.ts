/** The keys under which GMX's DataStore keeps what is read: hashes of a name and of what it is about. */
import { encodeAbiParameters, keccak256 } from 'viem/utils'
import type { Hex } from '../port.js'

const nameKey = (name: string): Hex => keccak256(encodeAbiParameters([{ type: 'string' }], [name]))

const BYTES32 = { type: 'bytes32' } as const
const ADDRESS = { type: 'address' } as const
const BOOL = { type: 'bool' } as const
const UINT = { type: 'uint256' } as const

export const cumulativeBorrowingFactorKey = (market: Hex, isLong: boolean): Hex =>
  keccak256(encodeAbiParameters([BYTES32, ADDRESS, BOOL], [nameKey('CUMULATIVE_BORROWING_FACTOR'), market, isLong]))

/** The collateral that a dollar of size has paid so far. */
export const fundingPaidKey = (market: Hex, collateral: Hex, isLong: boolean): Hex =>
  sideKey('FUNDING_FEE_AMOUNT_PER_SIZE', market, collateral, isLong)

/** The amount of one of the market's tokens that a dollar of size has earned so far. */
export const fundingEarnedKey = (market: Hex, token: Hex, isLong: boolean): Hex =>
  sideKey('CLAIMABLE_FUNDING_AMOUNT_PER_SIZE', market, token, isLong)

/** The amount of a token that an account has earned in a market and not claimed. */
export const claimableFundingKey = (market: Hex, token: Hex, account: Hex): Hex =>
  keccak256(
    encodeAbiParameters(
      [BYTES32, ADDRESS, ADDRESS, ADDRESS],
      [nameKey('CLAIMABLE_FUNDING_AMOUNT'), market, token, account],
    ),
  )

function sideKey(name: string, market: Hex, token: Hex, isLong: boolean): Hex {
  return keccak256(encodeAbiParameters([BYTES32, ADDRESS, ADDRESS, BOOL], [nameKey(name), market, token, isLong]))
}

export const createOrderDisabledKey = (orderHandler: Hex, orderType: number): Hex =>
  keccak256(
    encodeAbiParameters(
      [BYTES32, ADDRESS, UINT],
      [nameKey('CREATE_ORDER_FEATURE_DISABLED'), orderHandler, BigInt(orderType)],
    ),
  )

export const EXECUTION_GAS_KEYS = {
  base: nameKey('ESTIMATED_GAS_FEE_BASE_AMOUNT_V2_1'),
  forOraclePrice: nameKey('ESTIMATED_GAS_FEE_PER_ORACLE_PRICE'),
  multiplier: nameKey('ESTIMATED_GAS_FEE_MULTIPLIER_FACTOR'),
  increase: nameKey('INCREASE_ORDER_GAS_LIMIT'),
  decrease: nameKey('DECREASE_ORDER_GAS_LIMIT'),
  swap: nameKey('SINGLE_SWAP_GAS_LIMIT'),
} as const
