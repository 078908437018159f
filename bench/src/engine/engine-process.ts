/**
 * The engine as it runs in production (limits, log and durability on), in a process of its own. Without WALLET_URL,
 * stubs stand in for authentication and for the webhook endpoints of the benchmark's keys. WITHOUT_RULES=yes exists in
 * the benchmark only.
 */
import { endWith, loadEngineConfig, NO_NOTIFICATION_RULES, serveEngine } from '@ats/trading-engine'
import { switchOffRules } from '../risk/off.js'
import { createStubWallet } from './stub-wallet.js'
import { createStubWebhooks } from './stub-webhooks.js'

/** With the stubs nobody asks the wallet; it must have an address and a token all the same. */
const NO_WALLET = { WALLET_URL: 'http://127.0.0.1:9', WALLET_SERVICE_TOKEN: 'nobody asks the wallet with this token' }

const SETTINGS = {
  NODE_ENV: 'production',
  ALLOW_SYNTHETIC_MARKET_IN_PRODUCTION: 'true',
  ACCOUNT_CREATION: 'open',
  CONNECTIONS_PER_ADDRESS: '10000',
  PUBLIC_REQUESTS_PER_MINUTE: '0',
  REQUESTS_PER_MINUTE: '1000000',
  DRAIN_MS: '0',
}

async function main(): Promise<void> {
  const { WITHOUT_RULES, USERS, WALLET_URL, WEBHOOK_RECEIVER = '', RECEIVER_CA_FILE } = process.env
  if (WITHOUT_RULES === 'yes') switchOffRules()
  const config = loadEngineConfig({ ...SETTINGS, ...NO_WALLET, ...process.env })
  const users = Number(USERS)
  await serveEngine(
    // A receiver on this machine, which production refuses.
    { ...config, WEBHOOK_ALLOW_CIDRS: ['127.0.0.0/8'], WEBHOOK_CA_FILE: RECEIVER_CA_FILE || null },
    {
      runtime: {
        ...(WALLET_URL === undefined ? { wallet: createStubWallet(users) } : {}),
        ...(WALLET_URL === undefined || WEBHOOK_RECEIVER !== ''
          ? {
              webhookEndpoints: createStubWebhooks(users, WEBHOOK_RECEIVER),
              notificationRules: NO_NOTIFICATION_RULES,
            }
          : {}),
      },
    },
  )
}

main().catch((error: unknown) => endWith(error, 1))
