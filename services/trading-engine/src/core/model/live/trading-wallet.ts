import type { VenueId } from '../market/instrument.js'
import type { Usd } from '../../values/decimal.js'
import type { Hex, VenueCall, VenueTransaction } from './venue-transaction.js'

/** PAUSED: nothing new is signed. DRAINING: nothing is opened any more. What is signed goes on in each of them. */
export const WALLET_STATES = ['ACTIVE', 'PAUSED', 'DRAINING'] as const
export type WalletStanding = (typeof WALLET_STATES)[number]

export const SIGNER_KINDS = ['keystore', 'remote'] as const
export type SignerKind = (typeof SIGNER_KINDS)[number]

/** The wallet that an account trades with. */
export interface TradingWallet {
  /** In lower case. */
  readonly address: Hex
  readonly accountId: string
  readonly venue: VenueId
  readonly chainId: number
  readonly signer: SignerKind
  readonly state: WalletStanding
  readonly stateReason: string | null
  /** Wei: gas and values of all its transactions of a day in UTC, and of those of one request. */
  readonly gasPerDayMax: bigint
  readonly gasPerOrderMax: bigint
}

/** All that the sender of a wallet goes on from. */
export interface StoredSending {
  readonly wallet: TradingWallet
  /** Unfinished ones, those whose gas is due, and those of requests that have not ended; by nonce and attempt. */
  readonly transactions: readonly VenueTransaction[]
  /** The one after all that the wallet was ever given. */
  readonly nextNonce: number
  /** Wei. */
  readonly spentToday: bigint
  readonly plans: ReadonlyMap<string, readonly VenueCall[]>
  /** Logs of the venue are read from some block on: before that, nothing that they would tell may begin. */
  readonly isFollowed: boolean
}

/** A wallet's means at its venue, at the newest block. */
export interface WalletFunds {
  readonly usdc: Usd
  /** Wei. */
  readonly native: bigint
  /** The venue may take the wallet's USDC. */
  readonly isApproved: boolean
}

export type ReadFunds = (wallet: TradingWallet) => Promise<WalletFunds | null>
