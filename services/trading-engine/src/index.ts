export { engineDocument, labDocument, operatorDocument } from './openapi.js'
export { composeEngine, type Engine, type EngineRuntime } from './compose/compose.js'
export { endWith, serveEngine } from './serve.js'
export { loadEngineConfig, type EngineConfig } from './config.js'
export { LIVE_EXECUTION_OFF } from './venues/chain/live-settings.js'
export { NO_NOTIFICATION_RULES } from './clients/notification-rules.js'
export type { WalletClient } from './clients/wallet.js'
export type { WebhookEndpoints } from './clients/webhook-endpoints.js'
export type { GmxDocument } from './venues/gmx/deployment.js'
export type { OstiumDeployment } from './venues/ostium/deployment.js'

/** The adapters of the venues, and with them the libraries of the chain, which nothing else here loads. */
export const loadVenues = async () => {
  const [{ createGmxAdapter }, { readDeployment }, { createOstiumAdapter }] = await Promise.all([
    import('./venues/gmx/adapter.js'),
    import('./venues/gmx/deployment.js'),
    import('./venues/ostium/adapter.js'),
  ])
  return { createGmxAdapter, readGmxDeployment: readDeployment, createOstiumAdapter }
}
