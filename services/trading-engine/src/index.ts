export { composeEngine, type Engine, type EngineRuntime } from './compose/compose.js'
export { loadEngineConfig, type EngineConfig } from './config.js'
export type { WalletClient } from './clients/wallet.js'
export type { WebhookEndpoints } from './clients/webhook-endpoints.js'
