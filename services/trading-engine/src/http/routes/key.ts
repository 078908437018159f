import type { Route } from '@ats/service-kit/http'
import { route, type Caller } from '../caller.js'
import { asNumber } from '../../wire/decimals.js'
import { keyCodec } from '../../wire/key-codec.js'

/** The caller's own key: its user, its scopes, and the remaining budget. */
export const keyRoutes = (): readonly Route<Caller>[] => [
  route('any', {
    method: 'GET',
    path: '/v1/key',
    operationId: 'getKey',
    summary: 'The key that makes this request',
    tags: ['key'],
    responses: { 200: { description: 'Its scopes, expiry, IP rule and remaining budget.', schema: keyCodec.schema } },
    errors: [],
    handler: ({ principal: { expiresAt, budget, ...key } }) => {
      const resetAt = Math.trunc(Date.now() + budget.resetMs) * 1_000
      const ends = expiresAt === null ? null : Date.parse(expiresAt) * 1_000
      return { status: 200, text: keyCodec.json({ ...key, expiresAt: ends, budget: { ...budget, resetAt } }, asNumber) }
    },
  }),
]
