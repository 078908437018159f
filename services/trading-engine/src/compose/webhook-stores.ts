/** The statements behind the relay and the attempts of webhooks. */
import type { Pool } from 'pg'
import {
  disableKey,
  listDueDeliveries,
  listDueKeys,
  recordAttempts,
  refuseUrl,
} from '../store/webhooks/webhook-deliveries.js'
import {
  insertDeliveries,
  listAccountsBehind,
  listUnrelayedAccounts,
  readAccountEvents,
} from '../store/webhooks/webhook-relay.js'
import { proveUrl, releasePostponed, takeAttempts } from '../store/webhooks/webhook-urls.js'
import type { DispatcherStore } from '../webhooks/endpoint-dispatcher.js'
import type { RelayStore } from '../webhooks/relay.js'

export const dispatcherStoreOf = (pool: Pool): DispatcherStore => ({
  listDueKeys: (...args) => listDueKeys(pool, ...args),
  listDueDeliveries: (...args) => listDueDeliveries(pool, ...args),
  recordAttempts: (...args) => recordAttempts(pool, ...args),
  disableKey: (...args) => disableKey(pool, ...args),
  refuseUrl: (...args) => refuseUrl(pool, ...args),
  takeAttempts: (...args) => takeAttempts(pool, ...args),
  proveUrl: (url) => proveUrl(pool, url),
  releasePostponed: (keyId) => releasePostponed(pool, keyId),
})

export const relayStoreOf = (pool: Pool): RelayStore => ({
  listAccountsBehind: (...args) => listAccountsBehind(pool, ...args),
  readAccountEvents: (...args) => readAccountEvents(pool, ...args),
  listUnrelayedAccounts: (...args) => listUnrelayedAccounts(pool, ...args),
  insertDeliveries: (...args) => insertDeliveries(pool, ...args),
})
