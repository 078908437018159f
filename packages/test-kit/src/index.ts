export { createTestDatabase, type ServiceName, type TestDatabase } from './databases/create-test-database.js'
export { startPostgresPair, type PostgresPair } from './databases/start-postgres-pair.js'
export { createTestPool, TEST_TIMEOUT_FACTOR } from './databases/create-test-pool.js'
export {
  apiClient,
  type ApiClient,
  type ApiClientOptions,
  type ApiRequest,
  type ApiResponse,
} from './http/api-client.js'
export { anyCharacter } from './hostile/any-character.js'
export { hostileBodies, type HostileBody } from './hostile/hostile-bodies.js'
export { sendRequest, type RawResponse } from './http/send-request.js'
export { untilLimited } from './http/until-limited.js'
export { captureLogs, type CapturedLogs } from './logs/capture-logs.js'
export { findFreePort } from '@ats/local-stack'
export { startFaultProxy, type FaultMode, type FaultProxy } from './network/fault-proxy.js'
export { describeWithRedis } from './redis/describe-with-redis.js'
export { startOwnRedis, type OwnRedis } from './redis/own-redis.js'
export {
  ALL_SCOPES,
  startFakeWallet,
  type FakeWallet,
  type IssuedKey,
  type KeyTerms,
  type WalletFault,
} from './wallet/fake-wallet.js'
export type { IssuedHook } from './wallet/fake-hooks.js'
export { draw, runs } from './tables/draw.js'
export { watchTimers } from './timers/watch-timers.js'
export { createSelfSigned, type SelfSigned } from './tls/self-signed.js'
export {
  startWebhookReceiver,
  type ReceivedWebhook,
  type WebhookReaction,
  type WebhookReceiver,
} from './webhooks/webhook-receiver.js'
