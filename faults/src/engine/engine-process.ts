/** The trading engine as a process of the fault suite: as it is, behind a stubbed authentication path. */
import {
  endWith,
  loadEngineConfig,
  NO_NOTIFICATION_RULES,
  serveEngine,
  type WebhookEndpoints,
} from '@ats/trading-engine'
import { readVenues } from '../live/venues.js'
import { armCrashPoint } from './crash-points.js'
import { createStubAuthentication } from './stub-authentication.js'

const NO_WEBHOOKS: WebhookEndpoints = {
  ofUsers: () => Promise.resolve([]),
  ofKey: () => Promise.resolve(null),
  close: () => undefined,
}

const WITHOUT_RULES = { notificationRules: NO_NOTIFICATION_RULES }

async function main(): Promise<void> {
  const crashAt = process.env['CRASH_AT']
  const atSenderPoint = crashAt === undefined ? () => undefined : armCrashPoint(crashAt)
  const stubs = { wallet: createStubAuthentication(), webhookEndpoints: NO_WEBHOOKS, ...WITHOUT_RULES }
  await serveEngine(loadEngineConfig(process.env), {
    runtime: { ...stubs, ...(await readVenues(process.env['VENUES'])), atSenderPoint },
    // Its writes would pass crash points before the first order does.
    warmsUp: false,
  })
}

main().catch((error: unknown) => endWith(error, 1))
