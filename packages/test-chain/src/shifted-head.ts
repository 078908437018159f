/** A node that is behind, or says that it is ahead: what it answers when its head is beside the true one. */
import { forward, resultOf, type RpcAnswer, type RpcRequest } from './rpc.js'

/** Where a method takes a block; those without are not concerned. */
const BLOCK_AT: Readonly<Record<string, number>> = {
  eth_getBlockByNumber: 0,
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getTransactionCount: 1,
  eth_getCode: 1,
  eth_getStorageAt: 2,
}
const NAMED = ['latest', 'pending', 'safe', 'finalized', undefined]
/** Answers that tell of a block, or of what is in one. */
const IN_A_BLOCK = ['eth_getTransactionReceipt', 'eth_getTransactionByHash', 'eth_getBlockByHash']

export async function askWithHead(url: string, request: RpcRequest, shift: number): Promise<RpcAnswer> {
  const { id, method, params = [] } = request
  const latest = resultOf<string>('eth_blockNumber', await forward(url, { id, method: 'eth_blockNumber' }))
  const head = Math.max(0, Number(latest) + shift)
  const answer = (result: unknown): RpcAnswer => ({ jsonrpc: '2.0', id, result })
  if (method === 'eth_blockNumber') return answer(toHex(head))
  if (shift >= 0) return forward(url, request)
  if (method === 'eth_getLogs') return forward(url, { ...request, params: [upTo(params[0], head)] })
  if (IN_A_BLOCK.includes(method)) return hideLater(await forward(url, request), head)
  const at = BLOCK_AT[method]
  if (at === undefined) return forward(url, request)
  const block = params[at]
  if (typeof block === 'string' && !NAMED.includes(block) && Number(block) > head)
    return method === 'eth_getBlockByNumber'
      ? answer(null)
      : { jsonrpc: '2.0', id, error: { code: -32_000, message: 'header not found' } }
  return forward(
    url,
    NAMED.includes(block as string) ? { ...request, params: replaced(params, at, toHex(head)) } : request,
  )
}

interface LogRange {
  readonly fromBlock?: string
  readonly toBlock?: string
}

/** The range without the blocks that are not there yet; one that begins beyond them has no block. */
function upTo(filter: unknown, head: number): LogRange {
  const { fromBlock, toBlock, ...rest } = filter as LogRange
  const number = (block: string | undefined): number => (NAMED.includes(block) ? head : Number(block))
  const from = number(fromBlock)
  // Blocks of a range the wrong way round: none, and no error in some nodes. The genesis block has no logs.
  return from > head
    ? { ...rest, fromBlock: '0x0', toBlock: '0x0' }
    : { ...rest, fromBlock: toHex(from), toBlock: toHex(Math.min(number(toBlock), head)) }
}

function hideLater(answer: RpcAnswer, head: number): RpcAnswer {
  const { blockNumber, number } = (answer.result ?? {}) as { blockNumber?: string; number?: string }
  return Number(blockNumber ?? number ?? 0) > head ? { ...answer, result: null } : answer
}

const replaced = (params: readonly unknown[], at: number, value: unknown): readonly unknown[] => {
  const changed = [...params]
  changed[at] = value
  return changed
}

const toHex = (value: number): string => `0x${value.toString(16)}`
