/**
 * Puts the gas of each of a wallet's transactions into the ledger, once it is in a confirmed block: orders, allowances,
 * cancellations, replacements, fillers, claims and what was reverted. A transaction names its report, so of all that
 * book it, in whatever order and however often a process ends, one does.
 */
import type { VenueReport } from '../../../core/model/live/venue-request.js'
import type { Hex, VenueTransaction } from '../../../core/model/live/venue-transaction.js'
import type { Price } from '../../../core/values/decimal.js'
import { NoQuorum, type ChainClient } from '../rpc/chain-client.js'
import { NO_CHARGES, paidInWei } from './charges.js'

export interface GasStore {
  /** The transaction's gas is in the ledger. */
  recordGas(hash: Hex): Promise<void>
}

/** The price of the native token at the time of a block, in dollars. */
export type NativePriceAt = (block: number) => Promise<Price>

export interface GasBooksOptions {
  readonly client: Pick<ChainClient, 'receipts'>
  readonly store: GasStore
  readonly book: (accountId: string, report: VenueReport) => Promise<unknown>
  readonly nativePriceAt: NativePriceAt
  /** Reaches the point between the two writes; tests throw from it. */
  readonly at?: (point: 'before record_gas') => void
}

export interface GasBooks {
  /** Does nothing where it is booked. @throws NoQuorum where its receipt is not known for sure */
  book(accountId: string, transaction: VenueTransaction): Promise<void>
}

export function createGasBooks({
  client,
  store,
  book,
  nativePriceAt,
  at = () => undefined,
}: GasBooksOptions): GasBooks {
  return {
    async book(accountId, transaction) {
      if (transaction.isGasBooked) return
      const { hash: txHash, chainId, requestId } = transaction
      const { block, blockHash, gas } = await paidFor(transaction)
      const execution = paidInWei(gas, await nativePriceAt(block))
      await book(accountId, {
        ...{ kind: 'charged', requestId, charges: { ...NO_CHARGES, execution } },
        place: { chainId, block, blockHash, txHash, logIndex: RECEIPT_INDEX },
      })
      at('before record_gas')
      await store.recordGas(txHash)
    },
  }

  /** The wallet's sender may not have come to it yet: then its receipt tells. */
  async function paidFor({ hash, state, cost, call, block, blockHash }: VenueTransaction): Promise<PaidGas> {
    if (cost !== null && block !== null && blockHash !== null)
      return { block, blockHash, gas: state === 'MINED' ? cost - call.value : cost }
    const [seen] = await client.receipts([hash])
    if (seen?.kind !== 'mined') throw new NoQuorum(`no quorum has the receipt of ${hash}, whose block is confirmed`)
    const { gasUsed, gasPrice, ...mined } = seen.receipt
    return { ...mined, gas: gasUsed * gasPrice }
  }
}

interface PaidGas {
  readonly block: number
  readonly blockHash: Hex
  /** Wei. */
  readonly gas: bigint
}

/** The place of a receipt itself, which is no log. */
export const RECEIPT_INDEX = -1
