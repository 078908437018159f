/** The routes of hooks: for users, and the one by which the engine finds the hook of a token. */
import { HOOK_ACTIONS, resolveHookRequestSchema, resolveHookResponseSchema } from '@ats/contracts'
import { FORGET_WITHIN_MS } from '@ats/key-cache'
import type { HandlerRequest, Route } from '@ats/service-kit/http'
import { createHook, type CreateHook } from '../commands/create-hook.js'
import { revokeHook, rotateHook, updateHook, type ChangeHookDeps, type HookOfUser } from '../commands/change-hook.js'
import { listHooks } from '../queries/list-hooks.js'
import { resolveHook, type ResolveHookDeps } from '../queries/resolve-hook.js'
import { route, type Principal } from './authenticate.js'
import {
  createdHookSchema,
  createHookBody,
  hooksSchema,
  oneHookSchema,
  revokedHookSchema,
  rotatedHookSchema,
  rotateHookBody,
  updateHookBody,
  type CreateHookBody,
} from './hook-schemas.js'

export interface HookRouteDeps extends ChangeHookDeps, ResolveHookDeps {
  /** @throws RequestError 429 */
  readonly countChange: (userId: string) => Promise<unknown>
}

const DEFAULT_OVERLAP_HOURS = 24
const DEFAULT_ORDERS_PER_MINUTE = 10
const WITH_FORGETTING_MS = FORGET_WITHIN_MS + 2_500
const ONE_HOOK = { params: { id: 'uuid' }, nouns: { id: 'hook' }, tags: ['Hooks'] } as const

export function hookRoutes(deps: HookRouteDeps): readonly Route<Principal>[] {
  return [
    route('user', {
      method: 'GET',
      path: '/api/hooks',
      operationId: 'listHooks',
      summary: 'The active hooks of the user, newest first',
      description: 'Revoked and expired hooks are not listed. Tokens never are.',
      tags: ['Hooks'],
      responses: { 200: { description: 'The hooks', schema: hooksSchema } },
      errors: [],
      handler: async ({ principal }) => ({ status: 200, body: await listHooks(deps, principal.userId) }),
    }),
    route('user-change', {
      method: 'POST',
      path: '/api/hooks',
      operationId: 'createHook',
      summary: 'Create a hook',
      description:
        'An address for senders that can set no headers, such as TradingView. The one who has its token can trade on its ' +
        'account within its caps, and do nothing else. At most 10 hooks of a user are active at a time.',
      tags: ['Hooks'],
      body: createHookBody,
      responses: { 201: { description: 'The hook and its token', schema: createdHookSchema } },
      errors: ['conflict'],
      handler: async ({ principal: { userId }, body, ip }) => {
        await deps.countChange(userId)
        return { status: 201, body: await createHook(deps, userId, createCommand(body), ip) }
      },
    }),
    ...changeRoutes(deps),
  ]
}

function changeRoutes(deps: HookRouteDeps): readonly Route<Principal>[] {
  return [
    route('user-change', {
      ...ONE_HOOK,
      method: 'PATCH',
      path: '/api/hooks/:id',
      operationId: 'updateHook',
      summary: 'Change the name, caps, addresses, template or end of a hook',
      description: 'What is left out stays. No alert that arrives after the answer is taken by what was before.',
      body: updateHookBody,
      keepNulls: true,
      answerWithinMs: WITH_FORGETTING_MS,
      responses: { 200: { description: 'The hook as it is now', schema: oneHookSchema } },
      errors: [],
      handler: async (request) => {
        await deps.countChange(request.principal.userId)
        return { status: 200, body: await updateHook(deps, hookOf(request), request.body) }
      },
    }),
    route('user-change', {
      ...ONE_HOOK,
      method: 'POST',
      path: '/api/hooks/:id/rotate',
      operationId: 'rotateHook',
      summary: 'Replace the token of a hook',
      description:
        'The hook stays the same. The token before it is good until `previousExpiresAt`, so that senders can be given ' +
        'the new one; a token that was replaced before that one keeps its own time, older ones end.',
      body: rotateHookBody,
      bodyOptional: true,
      answerWithinMs: WITH_FORGETTING_MS,
      responses: { 200: { description: 'The new token', schema: rotatedHookSchema } },
      errors: [],
      handler: async (request) => {
        await deps.countChange(request.principal.userId)
        const { overlapHours = DEFAULT_OVERLAP_HOURS } = request.body
        return { status: 200, body: await rotateHook(deps, hookOf(request), overlapHours) }
      },
    }),
    route('user', {
      ...ONE_HOOK,
      method: 'DELETE',
      path: '/api/hooks/:id',
      operationId: 'revokeHook',
      summary: 'Revoke a hook',
      description:
        'No alert that arrives after the answer is taken. Cannot be undone; repeating it gives the same answer.',
      answerWithinMs: WITH_FORGETTING_MS,
      responses: { 200: { description: 'The hook is revoked', schema: revokedHookSchema } },
      errors: [],
      handler: async (request) => {
        const { id, revokedAt } = await revokeHook(deps, hookOf(request))
        return { status: 200, body: { id, revoked: true, revokedAt } }
      },
    }),
  ]
}

/** On the internal listener alone: it says what a token is good for. */
export const hookServiceRoutes = (deps: HookRouteDeps): readonly Route<Principal>[] => [
  route('service', {
    method: 'POST',
    path: '/api/internal/hooks/resolve',
    operationId: 'resolveHook',
    summary: 'The hook that a token opens',
    description: 'Every decision is 200, also that there is none; any other status means that no decision was made.',
    tags: ['Internal'],
    body: resolveHookRequestSchema,
    responses: { 200: { description: 'The hook, or that there is none', schema: resolveHookResponseSchema } },
    errors: [],
    handler: async ({ body }) => ({ status: 200, body: await resolveHook(deps, body) }),
  }),
]

type OfUser = HandlerRequest<{ readonly userId: string }, { readonly id: string }>

const hookOf = ({ principal, params, ip, ids }: Pick<OfUser, 'principal' | 'params' | 'ip' | 'ids'>): HookOfUser => ({
  userId: principal.userId,
  id: params.id,
  ip,
  ids,
})

/** Fills in the defaults of what was left out. */
const createCommand = (body: CreateHookBody): CreateHook => ({
  accountId: body.accountId,
  label: body.label,
  symbols: [...new Set(body.symbols)],
  actions: body.actions ?? HOOK_ACTIONS,
  maxQuantity: body.maxQuantity,
  maxOrdersPerMinute: body.maxOrdersPerMinute ?? DEFAULT_ORDERS_PER_MINUTE,
  ipList: [...new Set(body.ipList)],
  template: body.template ?? null,
  expiresAt: body.expiresAt ?? null,
})
