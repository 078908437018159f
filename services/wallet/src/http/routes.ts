import {
  validateKeyRequestSchema,
  validateKeyResponseSchema,
  webhookEndpointSchema,
  WEBHOOK_USERS_MAX,
  webhookEndpointsQuerySchema,
  webhookEndpointsResponseSchema,
} from '@ats/contracts'
import { FORGET_WITHIN_MS } from '@ats/key-cache'
import type { Route } from '@ats/service-kit/http'
import { createApiKey, type CreateApiKey } from '../commands/create-api-key.js'
import type { UseRecorder } from '../commands/record-use.js'
import { revokeApiKey } from '../commands/revoke-api-key.js'
import { rotateApiKey } from '../commands/rotate-api-key.js'
import { rotateWebhookSecret } from '../commands/rotate-webhook-secret.js'
import { updateApiKey } from '../commands/update-api-key.js'
import { getWebhookEndpoint } from '../queries/get-webhook-endpoint.js'
import { listApiKeys } from '../queries/list-api-keys.js'
import { listAudit } from '../queries/list-audit.js'
import { listWebhookEndpoints } from '../queries/list-webhook-endpoints.js'
import { validateApiKey } from '../queries/validate-api-key.js'
import type { AuditSelection } from '../store/audit.js'
import type { WebhookCipher } from '../store/webhook-cipher.js'
import Joi from 'joi'
import { route, type Principal } from './authenticate.js'
import { hookRoutes, hookServiceRoutes, type HookRouteDeps } from './hook-routes.js'
import { notificationRoutes, notificationServiceRoutes, type NotificationRouteDeps } from './notification-routes.js'
import {
  apiKeySchema,
  AUDIT_LIMIT_MAX,
  auditEntrySchema,
  auditQuery,
  createdKeySchema,
  createKeyBody,
  revokedKeySchema,
  rotatedKeySchema,
  rotatedWebhookSecretSchema,
  rotateKeyBody,
  updatedKeySchema,
  updateKeyBody,
  type CreateKeyBody,
} from './schemas.js'

export interface RouteDeps extends HookRouteDeps, NotificationRouteDeps {
  readonly uses: UseRecorder
  readonly cipher: WebhookCipher
  readonly webhookSecretGraceHours: number
}

const DEFAULT_OVERLAP_HOURS = 24

const CHANGES_COUNT =
  'It counts among the changes that a user may make in an hour, whose end is 429 with the policy `wallet-key-changes`.'

/** The routes for users, by way of the gateway. */
export const userRoutes = (deps: RouteDeps): readonly Route<Principal>[] => [
  ...keyRoutes(deps),
  ...rotationRoutes(deps),
  ...hookRoutes(deps),
  ...notificationRoutes(deps),
]

function keyRoutes(deps: RouteDeps): readonly Route<Principal>[] {
  return [
    route('user', {
      method: 'GET',
      path: '/api/api-keys',
      operationId: 'listApiKeys',
      summary: 'The active keys of the user, newest first',
      description: 'Revoked and expired keys are not listed. Secrets never are.',
      tags: ['API keys'],
      responses: { 200: { description: 'The keys', schema: Joi.array().items(apiKeySchema) } },
      errors: [],
      handler: async ({ principal }) => ({ status: 200, body: await listApiKeys(deps, principal.userId) }),
    }),
    route('user-change', {
      method: 'POST',
      path: '/api/api-keys',
      operationId: 'createApiKey',
      summary: 'Create a key',
      description: `The secrets are in this answer and nowhere else. At most 10 keys of a user are active at a time. ${CHANGES_COUNT}`,
      tags: ['API keys'],
      body: createKeyBody(deps),
      responses: { 201: { description: 'The key and its secrets', schema: createdKeySchema } },
      errors: ['conflict'],
      handler: async ({ principal, body, ip }) => ({
        status: 201,
        body: await createApiKey(deps, await changing(deps, principal.userId), createCommand(body), ip),
      }),
    }),
    route('user-change', {
      method: 'PATCH',
      path: '/api/api-keys/:id',
      operationId: 'updateApiKey',
      summary: 'Change the name or the webhook URL of a key',
      description: `What is left out stays. The first URL of a key brings a signing secret, in this answer only. ${CHANGES_COUNT}`,
      tags: ['API keys'],
      params: { id: 'uuid' },
      nouns: { id: 'key' },
      body: updateKeyBody(deps),
      keepNulls: true,
      responses: { 200: { description: 'The key as it is now', schema: updatedKeySchema } },
      errors: [],
      handler: async ({ principal, params, body, ip }) => ({
        status: 200,
        body: await updateApiKey(deps, await changing(deps, principal.userId), params.id, body, ip),
      }),
    }),
    route('user', {
      method: 'GET',
      path: '/api/api-keys/activity',
      operationId: 'listKeyActivity',
      summary: "What happened to the user's keys, and who was refused with one, newest first",
      description:
        'One entry for each key created, changed, rotated or revoked and for each new signing secret, and refused ' +
        'requests, counted by reason, key and address within an hour. To page, ask again `to` the last `at`: entries ' +
        'of that moment come again.',
      tags: ['API keys'],
      query: auditQuery,
      responses: {
        200: { description: 'The entries that began in the period', schema: Joi.array().items(auditEntrySchema) },
      },
      errors: [],
      handler: ({ principal, query }) => auditReply(deps, { ...query, userId: principal.userId }),
    }),
    route('user', {
      method: 'DELETE',
      path: '/api/api-keys/:id',
      operationId: 'revokeApiKey',
      summary: 'Revoke a key',
      description:
        'No request that starts after the answer is let in. Cannot be undone; repeating it gives the same answer. While the cache of keys cannot be reached, the answer takes as long as a key may be kept there: some 5 s.',
      tags: ['API keys'],
      params: { id: 'uuid' },
      nouns: { id: 'key' },
      answerWithinMs: FORGET_WITHIN_MS + 2_500,
      responses: { 200: { description: 'The key is revoked', schema: revokedKeySchema } },
      errors: [],
      handler: async ({ principal, params, ip, ids }) => {
        const { id, revokedAt } = await revokeApiKey(deps, principal.userId, params.id, { ip, ids })
        return { status: 200, body: { id, revoked: true, revokedAt } }
      },
    }),
  ]
}

/** Secrets of a key in place of those it has. */
function rotationRoutes(deps: RouteDeps): readonly Route<Principal>[] {
  return [
    route('user-change', {
      method: 'POST',
      path: '/api/api-keys/:id/rotate',
      operationId: 'rotateApiKey',
      summary: 'Replace the credentials of a key',
      description:
        'The key stays the same, with its id, scopes, addresses, webhook and end, and counts once. The pair of key and ' +
        'secret before it stays valid until `previousExpiresAt`; a pair that was replaced before that one stays for its ' +
        `own time, older ones end. Revoking the key ends them all. ${CHANGES_COUNT}`,
      tags: ['API keys'],
      params: { id: 'uuid' },
      nouns: { id: 'key' },
      body: rotateKeyBody,
      bodyOptional: true,
      answerWithinMs: FORGET_WITHIN_MS + 2_500,
      responses: { 200: { description: 'The new pair', schema: rotatedKeySchema } },
      errors: [],
      handler: async ({ principal, params, body, ip, ids }) => {
        const userId = await changing(deps, principal.userId)
        const { overlapHours = DEFAULT_OVERLAP_HOURS } = body
        return { status: 200, body: await rotateApiKey(deps, userId, params.id, overlapHours, { ip, ids }) }
      },
    }),
    route('user-change', {
      method: 'POST',
      path: '/api/api-keys/:id/rotate-webhook-secret',
      operationId: 'rotateWebhookSecret',
      summary: 'Replace the signing secret of the webhook of a key',
      description:
        'Until `previousExpiresAt` events carry the signatures of both the new secret and the one before it. A secret ' +
        `that was replaced earlier ends immediately: do not repeat this before the receiver knows the new secret. ${CHANGES_COUNT}`,
      tags: ['API keys'],
      params: { id: 'uuid' },
      nouns: { id: 'key' },
      responses: { 200: { description: 'The new secret', schema: rotatedWebhookSecretSchema } },
      errors: ['conflict'],
      handler: async ({ principal, params, ip }) => ({
        status: 200,
        body: await rotateWebhookSecret(deps, await changing(deps, principal.userId), params.id, ip),
      }),
    }),
  ]
}

/** The routes for our own services. */
export function serviceRoutes(deps: RouteDeps): readonly Route<Principal>[] {
  return [
    route('service', {
      method: 'POST',
      path: '/api/api-keys/validate',
      operationId: 'validateApiKey',
      summary: 'Decide whether a request may use a key',
      description: 'Every decision is 200, refusals too; any other status means that no decision was made.',
      tags: ['Internal'],
      body: validateKeyRequestSchema,
      responses: { 200: { description: 'The decision', schema: validateKeyResponseSchema } },
      errors: [],
      handler: async ({ body }) => ({ status: 200, body: await validateApiKey(deps, body) }),
    }),
  ]
}

/** The routes for our own services on the internal listener alone, in development too: some responses hold secrets. */
export function internalRoutes(deps: RouteDeps): readonly Route<Principal>[] {
  return [
    ...serviceRoutes(deps),
    ...hookServiceRoutes(deps),
    ...notificationServiceRoutes(deps),
    route('service', {
      method: 'GET',
      path: '/api/internal/audit',
      operationId: 'listAudit',
      summary: 'What happened to keys and who was refused, newest first',
      description:
        'Keys created, changed and revoked and their new signing secrets, one entry each, and refused validations, ' +
        'counted by reason, key and address within an hour and about a second behind. To page, ask again `to` the last ' +
        '`at`: entries of that moment come again.',
      tags: ['Internal'],
      query: auditQuery,
      responses: {
        200: {
          description: 'The entries that began between `from` and `to`',
          schema: Joi.array().items(auditEntrySchema),
        },
      },
      errors: [],
      handler: ({ query }) => auditReply(deps, query),
    }),
    route('service', {
      method: 'GET',
      path: '/api/internal/webhook-endpoints',
      operationId: 'listWebhookEndpoints',
      summary: "Where users' events go, and what signs them",
      description: `Every active key with a webhook URL of up to ${WEBHOOK_USERS_MAX} users, oldest first.`,
      tags: ['Internal'],
      query: webhookEndpointsQuerySchema,
      controlCharacters: true,
      responses: { 200: { description: 'The endpoints', schema: webhookEndpointsResponseSchema } },
      errors: [],
      handler: async ({ query }) => ({
        status: 200,
        body: await listWebhookEndpoints(deps, query.userId),
      }),
    }),
    route('service', {
      method: 'GET',
      path: '/api/internal/webhook-endpoints/:keyId',
      operationId: 'getWebhookEndpoint',
      summary: 'Where the events for one key go at this moment',
      description:
        '404 with reason `no_webhook`: the key is revoked, has expired or has no URL, and nothing more may be sent.',
      tags: ['Internal'],
      params: { keyId: 'uuid' },
      responses: { 200: { description: 'The endpoint', schema: webhookEndpointSchema } },
      errors: [],
      handler: async ({ params }) => ({ status: 200, body: await getWebhookEndpoint(deps, params.keyId) }),
    }),
  ]
}

/** A page of the audit, which says when it holds fewer entries than were asked for. */
async function auditReply(deps: RouteDeps, selection: AuditSelection) {
  const limit = Math.min(selection.limit, AUDIT_LIMIT_MAX)
  const headers: Record<string, string> = selection.limit > limit ? { 'X-Limit-Applied': String(limit) } : {}
  return { status: 200 as const, body: await listAudit(deps, { ...selection, limit }), headers }
}

/** Counts a change that could be made as it is written. @throws RequestError 429 when he has made enough of them */
async function changing({ countChange }: RouteDeps, userId: string): Promise<string> {
  await countChange(userId)
  return userId
}

/** Fills in the defaults of what was left out. */
const createCommand = ({ ipWhitelist, webhookUrl, expiresAt, ...rest }: CreateKeyBody): CreateApiKey => ({
  ...rest,
  ipWhitelist: [...new Set(ipWhitelist)],
  webhookUrl: webhookUrl ?? null,
  expiresAt: expiresAt ?? null,
})
