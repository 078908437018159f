/** Calls to an endpoint, and the reading of their answers. */
import type { ChainLog, Hex } from '../../port.js'
import type { RpcCall } from './rpc-endpoint.js'
import { logOf, quantityOf } from './rpc-values.js'

export interface CallRequest {
  readonly from: Hex
  readonly to: Hex
  readonly data: Hex
  readonly value: bigint
}

export const CHAIN_ID: RpcCall = { method: 'eth_chainId', params: [] }

export const HEAD: RpcCall = { method: 'eth_blockNumber', params: [] }

export const blockCall = (number: number): RpcCall => ({
  method: 'eth_getBlockByNumber',
  params: [quantityOf(number), false],
})

export const receiptCall = (hash: Hex): RpcCall => ({ method: 'eth_getTransactionReceipt', params: [hash] })

export const callParams = ({ from, to, data, value }: CallRequest) => ({ from, to, data, value: quantityOf(value) })

/** Logs must be of the blocks that were asked for, and no log of a block that a reorganisation took back. */
export function logsOf(result: unknown, chainId: number, from: number, to: number): readonly ChainLog[] {
  if (!Array.isArray(result)) throw new TypeError('logs are no list')
  const logs = result.map((log: unknown) => logOf(log, chainId)).filter((log) => log !== null)
  if (logs.some(({ block }) => block < from || block > to)) throw new TypeError('a log of another block')
  return inOrder(logs)
}

export const inOrder = (logs: readonly ChainLog[]): readonly ChainLog[] =>
  [...logs].sort((a, b) => a.block - b.block || a.logIndex - b.logIndex)

export function receiptLogsOf(result: unknown, chainId: number): readonly ChainLog[] {
  const { logs } = result as { readonly logs?: unknown }
  if (!Array.isArray(logs)) throw new TypeError('the receipt has no logs')
  return logs.map((log: unknown) => logOf(log, chainId)).filter((log) => log !== null)
}
