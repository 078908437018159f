import type { TradingWallet, WalletFunds } from '../core/model/trading-wallet.js'
import type { WriteDecimal } from './decimals.js'

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
