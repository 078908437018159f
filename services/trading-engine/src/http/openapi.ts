import { API_VERSION } from '@ats/contracts'
import {
  buildOpenApi,
  NEEDS_NOTHING,
  signedUserSchemes,
  type AccessDescription,
  type OpenApiDocument,
  type Route,
} from '@ats/service-kit/http'
import type { EngineConfig } from '../config.js'
import { scopesOf, type Caller } from './caller.js'
import { EXAMPLE_BODIES } from './schemas/example-bodies.js'
import { EXAMPLES } from './schemas/examples.js'
import { candidatesDetails, conflictDetails, riskRejectedDetails } from './schemas/responses/error-details.js'

/** Settings that callers of the engine need to know. */
type AuthSettings = Pick<EngineConfig, 'AUTH_MODE'>

export const KEY_SCHEMES = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: '`svc_ak_` and 48 hex digits.' },
  apiSecret: { type: 'apiKey', in: 'header', name: 'X-API-Secret', description: '`svc_sk_` and 48 hex digits.' },
  basic: { type: 'http', scheme: 'basic', description: 'The same: the key as user, the secret as password.' },
} as const

/** The document at /openapi.json, made from the table of routes itself. */
export const openApiOf = (
  routes: readonly Route<Caller>[],
  auth: AuthSettings,
  servesMetrics = true,
): OpenApiDocument =>
  buildOpenApi({
    ...ENGINE,
    routes,
    servesMetrics,
    securitySchemes: KEY_SCHEMES,
    security: (access) => describeAccess(access, auth),
  })

/** The document of the gateway listener, where every request names the user it is for. */
export const gatewayOpenApiOf = (routes: readonly Route<Caller>[]): OpenApiDocument =>
  buildOpenApi({
    ...ENGINE,
    title: 'Algorithmic Trading Service: trading engine, for signed users',
    routes,
    servesMetrics: false,
    securitySchemes: signedUserSchemes('trading-engine'),
    security: () => ({
      needs: 'Needs no key and no scope: the user is the one of `X-User-Id`.',
      requirements: [{ userId: [], userIdSignature: [] }],
      errors: ['unauthorized', 'rate_limited'],
    }),
  })

/** The subjects of the groups of operations. */
export const TAGS = {
  orders: 'Orders are placed, changed and cancelled, and positions protected and closed.',
  accounts: 'Accounts with their positions, trades, ledger, events, rules and payouts; and the plans they are of.',
  challenges: 'What is sold, and attempts at it: programs and challenges.',
  competitions: 'Competitions over a time on one plan, and their boards.',
  copying: 'Links by which an account orders what another one fills.',
  certificates: 'What an account that has passed may show to anybody.',
  webhooks: 'The events that were sent to the webhooks of the caller’s keys, and that are sent again.',
  notifications: 'Messages by mail, Telegram, Discord, Slack or webhook, by the rules that users keep in the wallet.',
  hooks: 'Alerts from senders that can set no headers, such as TradingView, and what became of them.',
  streams: 'Server-sent events of accounts and markets.',
  lab: 'What would become of a trader: odds of passing and of payouts.',
  market: 'Prices, books, trades and candles; what can be traded, and the limits of this service.',
  sandbox: 'Moves the market of a development stack, and has requests fail; not in production.',
  key: 'The key that makes the request.',
}

const ENGINE = {
  title: 'Algorithmic Trading Service: trading engine',
  version: API_VERSION,
  description:
    'Orders, accounts and market data. A risk rule that refuses an order answers 200 with `violations`. ' +
    'On 500 retry with the same `client_id`; on 429 wait `Retry-After`; do not retry other 4xx.',
  tags: TAGS,
  examples: EXAMPLES,
  bodies: EXAMPLE_BODIES,
  errorDetails: {
    invalid_payload: candidatesDetails,
    conflict: conflictDetails,
    not_found: candidatesDetails,
    risk_rejected: riskRejectedDetails,
  },
}

export function describeAccess(access: string, auth: AuthSettings): AccessDescription {
  if (access === 'public') return { needs: NEEDS_NOTHING, requirements: [], errors: ['rate_limited'] }
  if (access === 'hook')
    return {
      needs: 'Needs no credentials but the token in its path, which a user makes at the wallet.',
      requirements: [],
      errors: ['not_found', 'IP not whitelisted for this API key', 'rate_limited'],
      // A wrong token has no budget of its own.
      toldOfBudget: 'when-spent',
    }
  const scopes = scopesOf(access)
  const keys = [{ apiKey: [], apiSecret: [] }, { basic: [] }]
  const errors = ['unauthorized', 'IP not whitelisted for this API key', 'rate_limited'] as const
  return {
    needs:
      access === 'any'
        ? 'Needs any key.'
        : `Needs a key with the scope ${scopes.map((scope) => `\`${scope}\``).join(' and ')}.`,
    requirements: auth.AUTH_MODE === 'optional' ? [{}, ...keys] : keys,
    scopes,
    errors: access === 'any' ? errors : [...errors, 'permission_denied'],
  }
}
