import { NO_WEBHOOK } from '@ats/contracts'
import { buildOpenApi, type AccessDescription, type OpenApiDocument, type Route } from '@ats/service-kit'
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
    version: '1.0.0',
    description:
      'Issues, lists, changes and revokes the API keys of the trading service, and decides which requests may use them.',
    routes,
    servesMetrics,
    securitySchemes: SECURITY_SCHEMES,
    security: (access) => accesses[access as Access],
    errorDetails: {
      conflict: Joi.object({ reason: Joi.string().valid('active_key_limit', 'no_webhook').required() }),
      not_found: Joi.object({
        reason: Joi.string()
          .valid(NO_WEBHOOK)
          .description('Only where our services ask for a webhook endpoint: nothing more may be sent to it.'),
      }),
    },
  })
}

const SECURITY_SCHEMES = {
  userId: {
    type: 'apiKey',
    in: 'header',
    name: 'X-User-Id',
    description: 'Set by the gateway after it has authenticated the user; 1 to 128 characters of UTF-8, sent once.',
  },
  userIdSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-User-Id-Signature',
    description:
      '`t=<unix seconds>,v2=<hex HMAC-SHA256>`, made by the gateway within the last 60 s over six lines with `\\n` ' +
      'between them: `wallet`, t, the method, the path with its query, the user id, the hex SHA-256 of the body. ' +
      'For POST, PATCH and DELETE each signature is good once.',
  },
  serviceToken: { type: 'http', scheme: 'bearer', description: 'A token shared with the trading engine.' },
}
