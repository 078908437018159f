import type { Route } from '@ats/service-kit/http'
import { route, type Caller } from '../caller.js'
import { keyInfo } from '../schemas/responses/key.js'

/** The caller's own key: its user, its scopes, and the remaining budget. */
export const keyRoutes = (): readonly Route<Caller>[] => [
  route('any', {
    method: 'GET',
    path: '/v1/key',
    operationId: 'getKey',
    summary: 'The key that makes this request',
    tags: ['key'],
    responses: { 200: { description: 'Its scopes, expiry, IP rule and remaining budget.', schema: keyInfo } },
    errors: [],
    handler: ({ principal: { keyId, userId, permissions, expiresAt, ipWhitelist, budget } }) => ({
      status: 200,
      body: {
        key_id: keyId,
        user_id: userId,
        permissions,
        ip_whitelist: ipWhitelist,
        // The wallet may leave out the milliseconds; answers of the engine have them always.
        expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString(),
        rate_limit: {
          limit: budget.limit,
          remaining: budget.remaining,
          reset_at: new Date(Date.now() + budget.resetMs).toISOString(),
        },
      },
    }),
  }),
]
