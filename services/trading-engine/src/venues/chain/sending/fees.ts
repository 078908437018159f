import type { Fees } from '../../../core/model/live/venue-transaction.js'

/** Twice the base fee outlasts six full blocks; the tip is nothing on Arbitrum, but nodes ask for some. */
const TIP = 1_000_000n

export const suggestFees = (baseFee: bigint, feeMax: bigint): Fees => capped(2n * baseFee + TIP, TIP, feeMax)

/** Nodes take a replacement when both fees are an eighth higher. Null: it would cost more than allowed. */
export function replacementFees(previous: Fees, suggested: Fees, feeMax: bigint): Fees | null {
  const maxFeePerGas = highest(eighthMore(previous.maxFeePerGas), suggested.maxFeePerGas)
  const tip = highest(eighthMore(previous.maxPriorityFeePerGas), suggested.maxPriorityFeePerGas)
  return maxFeePerGas > feeMax || tip > maxFeePerGas ? null : { maxFeePerGas, maxPriorityFeePerGas: tip }
}

const eighthMore = (fee: bigint): bigint => (fee * 9n + 7n) / 8n + (fee === 0n ? 1n : 0n)

const capped = (maxFee: bigint, tip: bigint, feeMax: bigint): Fees => {
  const maxFeePerGas = maxFee < feeMax ? maxFee : feeMax
  return { maxFeePerGas, maxPriorityFeePerGas: tip < maxFeePerGas ? tip : maxFeePerGas }
}
const highest = (a: bigint, b: bigint): bigint => (a > b ? a : b)
