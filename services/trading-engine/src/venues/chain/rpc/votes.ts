/** The answers of endpoints to one call, and which of them a quorum gave. */
import type { RpcAnswer, RpcEndpoint } from './rpc-endpoint.js'
import { RpcError } from './rpc-error.js'
import type { readReceipt } from './rpc-values.js'
import { type Receipt } from './rpc-values.js'

/** `absent`: a quorum has not got it. `unsure`: they differ, or one alone has it. */
export type ReceiptView = { readonly kind: 'absent' | 'unsure' } | { readonly kind: 'mined'; readonly receipt: Receipt }

/** Absent only where all that answered are sure of it. */
export function receiptViewOf(given: readonly Vote<ReturnType<typeof readReceipt>>[], quorum: number): ReceiptView {
  const votes = countVotes(given)
  const winner = winnerOf(votes, quorum)
  if (winner === null) return { kind: 'unsure' }
  if (winner.value !== null) return { kind: 'mined', receipt: winner.value }
  return { kind: votes.some(({ key }) => key !== winner.key) ? 'unsure' : 'absent' }
}

export function resultOf(answer: RpcAnswer | undefined): unknown {
  if (answer === undefined) throw new RpcError('unreachable', 'no answer')
  if (answer.isError) throw answer.error
  return answer.result
}

interface Vote<T> {
  readonly endpoint: RpcEndpoint
  /** Null: no usable answer. */
  readonly key: string | null
  readonly value: T | null
}

export function vote<T>(endpoint: RpcEndpoint, answer: RpcAnswer | undefined, read: (result: unknown) => T): Vote<T> {
  try {
    const value = read(resultOf(answer))
    return { endpoint, key: keyOf(value), value }
  } catch {
    return { endpoint, key: null, value: null }
  }
}

const keyOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))

/** Adds to each vote how many endpoints gave it. */
export function countVotes<T>(votes: readonly Vote<T>[]): readonly (Vote<T> & { readonly count: number })[] {
  return votes.map((given) => ({ ...given, count: votes.filter(({ key }) => key === given.key).length }))
}

export function winnerOf<T>(
  votes: readonly (Vote<T> & { readonly count: number })[],
  quorum: number,
): { readonly key: string; readonly value: T } | null {
  const winner = votes.find(({ key, count }) => key !== null && count >= quorum)
  return winner === undefined || winner.key === null ? null : { key: winner.key, value: winner.value as T }
}
