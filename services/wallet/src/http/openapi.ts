import { API_VERSION, NO_WEBHOOK, WALLET_CONFLICTS } from '@ats/contracts'
import {
  buildOpenApi,
  named,
  signedUserSchemes,
  type AccessDescription,
  type ExampleValues,
  type OpenApiDocument,
  type Route,
} from '@ats/service-kit/http'
import Joi from 'joi'
import type { Access, Principal } from './authenticate.js'

export interface WalletListener {
  /** Whether X-User-Id has to be signed. */
  readonly isSigned: boolean
  readonly servesMetrics: boolean
}

/** The document of one listener. */
export function describeWallet(
  routes: readonly Route<Principal>[],
  { isSigned, servesMetrics }: WalletListener,
): OpenApiDocument {
  const user = isSigned ? { userId: [], userIdSignature: [] } : { userId: [] }
  const ofUser: AccessDescription = {
    needs: 'Needs no key and no scope: the user is the one of `X-User-Id`.',
    requirements: [user],
    errors: ['unauthorized', 'rate_limited'],
  }
  const accesses: Readonly<Record<Access, AccessDescription>> = {
    user: ofUser,
    'user-change': ofUser,
    service: {
      needs: 'Needs the service token; an API key opens nothing here.',
      requirements: [{ serviceToken: [] }],
      errors: ['unauthorized', 'rate_limited'],
      toldOfBudget: 'when-spent',
    },
  }
  return buildOpenApi({
    title: 'Wallet',
    version: API_VERSION,
    description:
      'Issues, lists, changes and revokes the API keys and hooks of the trading service, and decides which requests may ' +
      'use them; keeps the rules by which users are notified.',
    examples: EXAMPLES,
    tags: {
      'API keys': 'Keys are made, listed, renamed, rotated and revoked by the user who owns them.',
      Hooks: 'Addresses that let senders without headers, such as TradingView, trade on an account within caps.',
      Notifications: 'Rules by which users are told of what happens to their accounts: where, of what, and when not.',
      Internal: 'For the other services of this installation alone.',
    },
    routes,
    servesMetrics,
    securitySchemes: SECURITY_SCHEMES,
    security: (access) => accesses[access as Access],
    errorDetails: {
      conflict: Joi.object({
        reason: named('ConflictReason', Joi.string().valid(...WALLET_CONFLICTS)).required(),
      }),
      not_found: Joi.object({
        reason: Joi.string()
          .valid(NO_WEBHOOK)
          .description('Only where our services ask where something goes: nothing more may be sent there.'),
      }),
    },
  })
}

const SECURITY_SCHEMES = {
  ...signedUserSchemes('wallet'),
  serviceToken: { type: 'http', scheme: 'bearer', description: 'A token shared with the trading engine.' },
}

const HEX = '3f9a1c5e7b2d4806'.repeat(3)
const TOMORROW = '2026-03-03T12:00:00.000Z'

/** Values of the examples that the schemas do not tell. */
const EXAMPLES: ExampleValues = {
  label: 'My bot',
  permissions: ['READ_ONLY', 'TRADE'],
  ipWhitelist: ['203.0.113.9'],
  webhookUrl: 'https://example.com/hook',
  expiresAt: null,
  keyPrefix: `svc_ak_${HEX.slice(0, 8)}`,
  key: `svc_ak_${HEX}`,
  secret: `svc_sk_${HEX}`,
  webhookSecret: `whsec_${'A'.repeat(43)}=`,
  previousExpiresAt: TOMORROW,
  revoked: true,
  ip: '203.0.113.9',
  symbols: ['BTC-USD'],
  actions: ['position', 'flat'],
  maxQuantity: '0.5',
  maxOrdersPerMinute: 10,
  ipList: ['tradingview'],
  template: null,
  tokenPrefix: `svc_hk_${HEX.slice(0, 8)}`,
  token: `svc_hk_${HEX.slice(0, 32)}${HEX.slice(0, 32)}`,
  channel: 'EMAIL',
  target: 'me@example.com',
  events: ['BREACH', 'WARNING', 'PAYOUT'],
  accounts: [],
  quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' },
  minSeverity: 'INFO',
  provenAt: null,
  stoppedAt: null,
  pausedAt: null,
  code: '123456',
  'KeyActivity.kind': 'key.created',
  tokenHash: `${HEX.slice(0, 32)}${HEX.slice(0, 32)}`,
  'CreateApiKey.label': 'My bot',
  'UpdateApiKey.label': 'My bot, renamed',
  'UpdateHook.label': 'Breakout',
  'UpdateNotificationRule.minSeverity': 'WARNING',
  'RotateApiKey.overlapHours': 24,
}
