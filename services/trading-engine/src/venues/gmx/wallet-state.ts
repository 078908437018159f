import type { VenuePosition, WalletState } from '../port.js'

export interface GmxWalletState extends WalletState {
  readonly positions: readonly GmxPosition[]
  /** The gas that an order pays its keeper for in advance. */
  readonly executionGas: { readonly open: bigint; readonly close: bigint }
}

export interface GmxPosition extends VenuePosition {
  /** The contract's own count of the size, in dollars × 10^30; closing all of it takes exactly this. */
  readonly sizeInUsd: bigint
}
