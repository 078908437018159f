/** Values of JSON-RPC as an Ethereum node writes them, read strictly: what is not of the form throws. */
import type { Micros } from '../../../core/values/time.js'
import type { ChainLog, Hex, LogFilter } from '../../port.js'

export interface Receipt {
  readonly isSuccess: boolean
  readonly block: number
  readonly blockHash: Hex
  readonly gasUsed: bigint
  /** Wei for one unit of gas. */
  readonly gasPrice: bigint
}

export const quantityOf = (value: number | bigint): Hex => `0x${value.toString(16)}`

export function hexOf(value: unknown): Hex {
  if (typeof value !== 'string' || !/^0x[0-9a-f]*$/i.test(value)) throw new TypeError('not hexadecimal')
  return value.toLowerCase() as Hex
}

const bigintOf = (value: unknown): bigint => BigInt(hexOf(value))

export function numberOf(value: unknown): number {
  const number = Number(bigintOf(value))
  if (!Number.isSafeInteger(number)) throw new TypeError('too large a number')
  return number
}

export interface Block {
  readonly hash: Hex
  readonly at: Micros
  readonly baseFee: bigint
}

export function readBlock(value: unknown): Block {
  const { hash, timestamp, baseFeePerGas } = recordOf(value)
  const at = numberOf(timestamp) * 1_000_000
  return { hash: hexOf(hash), at, baseFee: baseFeePerGas === undefined ? 0n : bigintOf(baseFeePerGas) }
}

/** Null: the node has no receipt. */
export function readReceipt(value: unknown): Receipt | null {
  if (value === null) return null
  const { status, blockNumber, blockHash, gasUsed, effectiveGasPrice } = recordOf(value)
  return {
    isSuccess: numberOf(status) === 1,
    block: numberOf(blockNumber),
    blockHash: hexOf(blockHash),
    gasUsed: bigintOf(gasUsed),
    gasPrice: effectiveGasPrice === undefined ? 0n : bigintOf(effectiveGasPrice),
  }
}

export const logRequest = ({ addresses, topics }: LogFilter, from: number, to: number) => ({
  fromBlock: quantityOf(from),
  toBlock: quantityOf(to),
  address: addresses,
  topics,
})

/** Null: a reorganisation took it back. */
export function logOf(value: unknown, chainId: number): ChainLog | null {
  const { address, topics, data, blockNumber, blockHash, transactionHash, logIndex, removed } = recordOf(value)
  if (removed === true) return null
  if (!Array.isArray(topics)) throw new TypeError('topics are no list')
  return {
    chainId,
    block: numberOf(blockNumber),
    blockHash: hexOf(blockHash),
    txHash: hexOf(transactionHash),
    logIndex: numberOf(logIndex),
    address: hexOf(address),
    topics: topics.map(hexOf),
    data: hexOf(data),
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new TypeError('not an object')
  return value as Readonly<Record<string, unknown>>
}
