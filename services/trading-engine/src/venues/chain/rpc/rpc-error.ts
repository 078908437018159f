/** Answers of an Ethereum node that are no results, in the few classes that decide what happens next. */
import type { Hex } from '../../port.js'

/**
 * `already_known`: the node has the bytes. `nonce_too_low`: the nonce is used. `underpriced`: a higher fee is needed.
 * `reverted`: the contract said no. `refused`: any other answer. `unreachable`: none, none that can be read, or that it
 * has none now.
 */
export type RpcProblem =
  'already_known' | 'nonce_too_low' | 'underpriced' | 'insufficient_funds' | 'reverted' | 'refused' | 'unreachable'

export class RpcError extends Error {
  override readonly name = 'RpcError'

  constructor(
    readonly problem: RpcProblem,
    message: string,
    /** The bytes that the contract gave with its revert; null where there are none. */
    readonly data: Hex | null = null,
  ) {
    super(message)
  }
}

/** The words of geth, Nitro, Erigon, Nethermind, Besu and anvil. The first row that matches says the class. */
const WORDINGS: readonly (readonly [RpcProblem, RegExp])[] = [
  ['already_known', /already known|known transaction|already imported|already exists/i],
  ['underpriced', /underpriced|less than block base fee|fee too low|feecap.{0,20}too low|below.{0,20}base fee/i],
  ['nonce_too_low', /nonce.{0,20}too low|oldnonce|nonce below/i],
  ['insufficient_funds', /insufficient funds|insufficient balance|exceeds allowance|upfront cost exceeds/i],
  ['reverted', /revert|out of gas|invalid opcode/i],
  ['unreachable', /rate.?limit|too many requests|time[d-]?.?out|header not found|unknown block|try again|unavailable/i],
]
const REVERTED_CODE = 3
const MESSAGE_MAX = 200

/** The error of a JSON-RPC answer; `endpoint` is named in the message, and no more of the answer than its words. */
export function rpcErrorOf(endpoint: string, error: unknown): RpcError {
  const { code, message, data } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  const words = typeof message === 'string' ? message.slice(0, MESSAGE_MAX) : 'no message'
  const revertData = hexOf(data)
  const isReverted = code === REVERTED_CODE || (revertData !== null && revertData.length > 2)
  const problem = isReverted ? 'reverted' : (WORDINGS.find(([, wording]) => wording.test(words))?.[0] ?? 'refused')
  return new RpcError(problem, `${endpoint}: ${words}`, problem === 'reverted' ? revertData : null)
}

/** Nodes give the data of a revert as text, or one level deeper. */
function hexOf(data: unknown): Hex | null {
  if (typeof data === 'string') return /^0x(?:[0-9a-f]{2})*$/i.test(data) ? (data as Hex) : null
  return typeof data === 'object' && data !== null ? hexOf((data as Record<string, unknown>)['data']) : null
}
