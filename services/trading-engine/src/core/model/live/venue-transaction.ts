/** Transactions of a wallet as they are stored: before they are sent, and until a confirmed block has their nonce. */
export type Hex = `0x${string}`

/**
 * SIGNED: the bytes are on disk. SENT: an endpoint has taken them. MINED and REVERTED: in a confirmed block. DROPPED:
 * another transaction has its nonce there, so these bytes can never be mined.
 */
export const TRANSACTION_STATES = ['SIGNED', 'SENT', 'MINED', 'REVERTED', 'DROPPED'] as const
export type TransactionState = (typeof TRANSACTION_STATES)[number]

/** A transaction before it has a nonce, a gas limit and fees; as `Call` of the venues' port. */
export interface VenueCall {
  readonly to: Hex
  readonly data: Hex
  readonly value: bigint
  readonly gas: bigint | null
  readonly endsWith: 'receipt' | 'keeper'
  readonly description: string
}

export interface VenueTransaction {
  readonly wallet: Hex
  readonly chainId: number
  readonly nonce: number
  /** Counts the transactions of a call, or of a filler's nonce. */
  readonly attempt: number
  /**
   * `prepare`: an allowance. `filler`: nothing, to itself, so that the nonces after it can be mined. `claim`: pays out
   * what the venue keeps for the wallet.
   */
  readonly purpose: 'request' | 'prepare' | 'filler' | 'claim'
  /** Null unless it is for a request. */
  readonly requestId: string | null
  readonly callIndex: number
  /** Calls that the request needs in all. */
  readonly callCount: number
  readonly call: VenueCall
  readonly gas: bigint
  readonly fees: Fees
  readonly raw: Hex
  readonly hash: Hex
  readonly state: TransactionState
  /** The head when it was first sent. */
  readonly sentAtBlock: number | null
  readonly block: number | null
  readonly blockHash: Hex | null
  /** Wei: gas paid and value; null until it is mined. */
  readonly cost: bigint | null
  readonly venueOrderId: string | null
  /** The keeper's answer is booked. */
  readonly hasEnded: boolean
  /** Its gas is in the ledger. */
  readonly isGasBooked: boolean
}

/** Wei for one unit of gas. */
export interface Fees {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/** The end of a transaction in a confirmed block. */
export interface MinedTransaction {
  readonly hash: Hex
  readonly state: TransactionState & ('MINED' | 'REVERTED')
  readonly receipt: { readonly block: number; readonly blockHash: Hex }
  /** Wei. */
  readonly cost: bigint
}

export const isUnfinished = ({ state }: Pick<VenueTransaction, 'state'>): boolean =>
  state === 'SIGNED' || state === 'SENT'

/** In a confirmed block, and its gas is not in the ledger. */
export const isGasDue = ({ state, isGasBooked }: Pick<VenueTransaction, 'state' | 'isGasBooked'>): boolean =>
  (state === 'MINED' || state === 'REVERTED') && !isGasBooked

/** Wei that it takes at most. */
export const costMax = ({ gas, fees, call }: Pick<VenueTransaction, 'gas' | 'fees' | 'call'>): bigint =>
  gas * fees.maxFeePerGas + call.value
