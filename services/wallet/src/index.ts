export { walletDocument } from './openapi.js'
export { composeWallet, type Wallet, type WalletOverrides } from './compose.js'
export { loadWalletConfig, type WalletConfig } from './config.js'
