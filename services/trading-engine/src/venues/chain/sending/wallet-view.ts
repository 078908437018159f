/** All that the next step of a wallet is decided from, and the steps there are. */
import type { TradingWallet } from '../../../core/model/live/trading-wallet.js'
import type { VenueReport, VenueRequest } from '../../../core/model/live/venue-request.js'
import type { Fees, MinedTransaction, VenueTransaction } from '../../../core/model/live/venue-transaction.js'
import type { Call, Hex, NotNow } from '../../port.js'
import type { ReceiptView } from '../rpc/votes.js'
import type { RpcProblem } from '../rpc/rpc-error.js'

export interface SenderView {
  readonly wallet: TradingWallet
  /** Unfinished ones, those whose gas is due, and all of the requests below; by nonce and attempt. */
  readonly transactions: readonly VenueTransaction[]
  /** The one after all that the wallet was ever given. */
  readonly nextNonce: number
  /** Wei, today. */
  readonly spentToday: bigint
  /** The account's that are not final, oldest first. */
  readonly requests: readonly VenueRequest[]
  /** The calls of requests that have been planned. */
  readonly plans: ReadonlyMap<string, readonly Call[]>
  readonly planOf: (request: VenueRequest) => Planned
  /** Calls that have to come first, e.g. allowances. */
  readonly preparations: readonly Call[]
  /** Calls that pay out what the venue keeps for the wallet; none where it was not looked for in this round. */
  readonly claims: readonly Call[]
  readonly chain: SenderChain
  readonly memory: SenderMemory
  readonly limits: SenderLimits
  readonly isDryRun: boolean
}

/** `problem`: the request, or the wallet, could not be made sense of. */
export type Planned = readonly Call[] | NotNow | { readonly problem: string }

export interface SenderChain {
  readonly head: number
  readonly confirmed: number
  readonly fees: Fees
  /** Transactions that the wallet has sent, at the head and at the confirmed block. */
  readonly nonceAtHead: number
  readonly nonceConfirmed: number
  /** Wei in the wallet. */
  readonly native: bigint
  readonly receipts: ReadonlyMap<Hex, ReceiptView>
}

/** Known to this process alone; without it some effects happen again, which does no harm. */
export interface SenderMemory {
  /** By `simulationKey`, of this round. */
  readonly simulations: ReadonlyMap<string, Simulation>
  /** The head when this process last sent the bytes. */
  readonly sentAt: ReadonlyMap<Hex, number>
  /** How the endpoints answered to the bytes. */
  readonly problems: ReadonlyMap<Hex, RpcProblem>
  /** Names of reports that were booked. */
  readonly reported: ReadonlySet<string>
  /** Reasons that the operator was told, by request. */
  readonly waiting: ReadonlyMap<string, string>
  /** Plans that the dry run has shown, by `shownKeyOf`. */
  readonly shown: ReadonlySet<string>
  /** The rounds in which a step of a request failed, and why in the last one. */
  readonly setbacks: ReadonlyMap<string, Setback>
  /** Requests whose setback is counted in this round. */
  readonly counted: ReadonlySet<string>
}

export interface Setback {
  readonly attempts: number
  readonly reason: string
}

/** `prepare`: what has to come before any order, e.g. an allowance. */
export type SetbackStep = 'prepare' | 'plan' | 'estimate'

export type Simulation =
  | { readonly kind: 'runs'; readonly gas: bigint }
  | { readonly kind: 'reverts'; readonly reason: string }
  /** Nodes answer, and do not say. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unanswered' }

export interface SenderLimits {
  /** Blocks until bytes that are nowhere to be seen are sent again, and until a higher fee is offered. */
  readonly resendAfter: number
  readonly replaceAfter: number
  /** Wei for one unit of gas. */
  readonly feeMax: bigint
  /** Nonces under way at a time. */
  readonly inFlightMax: number
  /** Blocks between two looks for what the venue keeps for the wallet. */
  readonly claimEvery: number
  /** Rounds in which a step of a request may fail before the request does. */
  readonly attemptsMax: number
}

export type Effect =
  | { readonly kind: 'settle'; readonly attempts: readonly VenueTransaction[]; readonly mined: MinedTransaction | null }
  | { readonly kind: 'book_gas'; readonly transaction: VenueTransaction }
  | { readonly kind: 'report'; readonly report: VenueReport }
  /** Asks why it was reverted, and reports that. */
  | { readonly kind: 'report_reverted'; readonly transaction: VenueTransaction }
  | { readonly kind: 'send'; readonly transaction: VenueTransaction }
  | { readonly kind: 'plan'; readonly requestId: string; readonly calls: readonly Call[] }
  | { readonly kind: 'simulate'; readonly key: string; readonly call: Call }
  | { readonly kind: 'sign'; readonly draft: Draft }
  /** Tells the operator why a request waits. */
  | { readonly kind: 'wait'; readonly requestId: string; readonly reason: string }
  /** Counts that a step failed in this round: of a request, or of all that wait for what has to come first. */
  | {
      readonly kind: 'set_back'
      readonly step: SetbackStep
      readonly requestIds: readonly string[]
      readonly reason: string
    }
  /** `reason`: why there are no calls. */
  | {
      readonly kind: 'show'
      readonly requestId: string | null
      readonly calls: readonly Call[]
      readonly reason: string
    }

/** A transaction to be. */
export type Draft = Pick<
  VenueTransaction,
  'nonce' | 'attempt' | 'purpose' | 'requestId' | 'callIndex' | 'callCount' | 'call' | 'gas' | 'fees'
>
