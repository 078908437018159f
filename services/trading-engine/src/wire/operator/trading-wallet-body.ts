import type { ChainBlock } from '../../core/model/live/chain-verdict.js'
import type { TradingWallet, WalletFunds } from '../../core/model/live/trading-wallet.js'
import type { VenueReading } from '../../core/read/reconcile.js'
import type { WriteDecimal } from '../decimals.js'

/** `funds` null: not known. Amounts of the native token have 18 decimals, as all of ours. */
export const tradingWalletBody = (
  wallet: TradingWallet,
  funds: WalletFunds | null,
  write: WriteDecimal,
): Record<string, unknown> => ({
  address: wallet.address,
  account_id: wallet.accountId,
  venue: wallet.venue,
  chain_id: wallet.chainId,
  signer: wallet.signer,
  state: wallet.state,
  state_reason: wallet.stateReason,
  gas_per_day: write(wallet.gasPerDayMax),
  gas_per_order: write(wallet.gasPerOrderMax),
  funds:
    funds === null ? null : { usdc: write(funds.usdc), native: write(funds.native), is_approved: funds.isApproved },
})

/** `reading` null: nothing was read of the venue yet. */
export const venueReadingBody = (
  { address, accountId, venue }: TradingWallet,
  reading: VenueReading | null,
): Record<string, unknown> => ({
  address,
  account_id: accountId,
  venue,
  block: reading?.block ?? null,
  is_equal: reading && reading.differences.length === 0,
  differences: reading?.differences.map((one) => ({ ...one })) ?? [],
})

interface AcceptedChain {
  readonly venue: string
  readonly chainId: number
  readonly from: ChainBlock
  readonly to: ChainBlock
  readonly reopened: number
  readonly accountIds: readonly string[]
}

export const acceptedChainBody = ({ venue, chainId, from, to, reopened, accountIds }: AcceptedChain) => ({
  ...{ venue, chain_id: chainId, from_block: from.number, from_hash: from.hash, to_block: to.number, to_hash: to.hash },
  ...{ reopened, account_ids: accountIds },
})
