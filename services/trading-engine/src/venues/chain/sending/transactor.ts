/** Carries one transaction of a wallet: tries it, signs it, sends it, and asks why it was reverted. */
import { keccak256 } from 'viem'
import type { VenueReport } from '../../../core/model/live/venue-request.js'
import type { Call } from '../../port.js'
import { RpcError, type RpcProblem } from '../rpc/rpc-error.js'
import type { Draft, Simulation } from './wallet-view.js'
import type { VenueTransaction } from '../../../core/model/live/venue-transaction.js'
import type { WalletSenderOptions } from './sender-options.js'

export interface Transactor {
  signAndStore(draft: Draft, chainId: number): Promise<void>
  /** Null: an endpoint has taken the bytes. */
  send(transaction: VenueTransaction, head: number): Promise<RpcProblem | null>
  simulate(call: Call): Promise<Simulation>
  explainRevert(transaction: VenueTransaction): Promise<VenueReport>
}

export function createTransactor(options: Omit<WalletSenderOptions, 'books' | 'limits' | 'isHeld'>): Transactor {
  const { address, client, adapter, signer, store, logger, at = () => undefined } = options

  /** Stored before anything is sent. */
  async function signAndStore(draft: Draft, chainId: number): Promise<void> {
    const { nonce, call, gas, fees } = draft
    const { to, data, value } = call
    const raw = await signer.sign({ chainId, nonce, to, data, value, gas, ...fees })
    at('before store')
    await store.insert({
      ...draft,
      ...{ wallet: address, chainId, raw, hash: keccak256(raw), state: 'SIGNED', sentAtBlock: null },
      ...{ block: null, blockHash: null, cost: null, venueOrderId: null, hasEnded: false, isGasBooked: false },
    })
  }

  async function send({ raw, hash, state, nonce }: VenueTransaction, head: number): Promise<RpcProblem | null> {
    try {
      await client.send(raw)
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      logger.warn({ wallet: address, nonce, hash, problem: error.problem }, 'no endpoint took a transaction')
      return error.problem
    }
    at('before mark_sent')
    if (state === 'SIGNED') await store.markSent(hash, head)
    return null
  }

  async function simulate(call: Call): Promise<Simulation> {
    try {
      return { kind: 'runs', gas: await client.estimate({ from: address, ...call }) }
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      if (error.problem === 'reverted') return { kind: 'reverts', reason: reasonOf(error) }
      if (error.problem === 'insufficient_funds') return { kind: 'reverts', reason: 'insufficient_native' }
      return { kind: error.problem === 'unreachable' ? 'unanswered' : 'unknown' }
    }
  }

  const reasonOf = ({ data }: RpcError): string => (data === null ? null : adapter.revertReason(data)) ?? 'reverted'

  /** Runs it again on the block before its own; the state within the block may differ, then the reason is not known. */
  async function explainRevert({ requestId, call, block }: VenueTransaction): Promise<VenueReport> {
    let reason = 'reverted'
    try {
      await client.simulate({ from: address, ...call }, Math.max(0, (block ?? 1) - 1))
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      reason = reasonOf(error)
    }
    return { kind: 'failed', requestId: requestId ?? '', reason }
  }

  return { signAndStore, send, simulate, explainRevert }
}
