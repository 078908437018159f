/** The options of a wallet's sender: functions of the store and of the books, so that it knows neither. */
import type { Logger } from '@ats/service-kit/process'
import type { VenueReport, VenueRequest } from '../../../core/model/live/venue-request.js'
import type { Micros } from '../../../core/values/time.js'
import type { Call, Hex, VenueAdapter } from '../../port.js'
import type { ChainClient } from '../rpc/chain-client.js'
import type { Signer } from '../signer/signer.js'
import type { GasStore, NativePriceAt } from './gas-books.js'
import type { Effect, SenderLimits, SetbackStep } from './wallet-view.js'
import type { MinedTransaction, VenueTransaction } from '../../../core/model/live/venue-transaction.js'
import type { StoredSending } from '../../../core/model/live/trading-wallet.js'

/** The stored side of a wallet's sender. Each write is one statement. */
export interface SenderStore extends GasStore {
  /** `openIds`: the account's requests that have not ended. */
  load(address: Hex, openIds: readonly string[]): Promise<StoredSending>
  storePlan(requestId: string, wallet: Hex, calls: readonly Call[]): Promise<void>
  /** @throws when the nonce, or the call, has such an attempt already */
  insert(transaction: VenueTransaction): Promise<void>
  markSent(hash: Hex, block: number): Promise<void>
  /** Ends a nonce: one of its transactions was mined, or none of them can be any more. */
  settle(address: Hex, nonce: number, mined: MinedTransaction | null): Promise<void>
  pause(address: Hex, reason: string): Promise<void>
}

/** The core's side, as functions. */
export interface SenderBooks {
  /** Requests of the account that are not final, oldest first. */
  openRequests(accountId: string): Promise<readonly VenueRequest[]>
  /** Resolves once it is booked. The same report again changes nothing. */
  book(accountId: string, report: VenueReport): Promise<unknown>
  findRequest(id: string): Promise<VenueRequest | null>
}

/** The points between which a process may end, for tests that end it there. */
export type SenderPoint = `before ${Effect['kind'] | 'store' | 'mark_sent' | 'record_gas'}` | `after ${Effect['kind']}`

export interface WalletSenderOptions {
  readonly address: Hex
  readonly accountId: string
  readonly client: ChainClient
  readonly adapter: VenueAdapter
  readonly signer: Signer
  readonly store: SenderStore
  readonly books: SenderBooks
  readonly limits: SenderLimits
  readonly isDryRun: boolean
  readonly now: () => Micros
  readonly nativePriceAt: NativePriceAt
  readonly logger: Logger
  /** Told of each round in which a step of a request failed. */
  readonly onSetback?: (step: SetbackStep) => void
  /** False once the wallet's lock is lost. */
  readonly isHeld: () => boolean
  /** Reaches a point; tests throw from it. */
  readonly at?: (point: SenderPoint) => void
}
