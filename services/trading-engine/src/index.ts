export { composeEngine, type Engine, type EngineRuntime } from './compose/compose.js'
export type { EngineConfig } from './config.js'
export type { WalletClient } from './clients/wallet.js'
export type { WebhookEndpoints } from './clients/webhook-endpoints.js'
