/** The routes of notification rules: for users, and those by which the engine sends. */
import {
  DEFAULT_TOPICS,
  notificationMessageRequestSchema,
  notificationMessageResponseSchema,
  notificationRuleSchema,
  notificationRulesResponseSchema,
  unsubscribeRequestSchema,
  unsubscribeResponseSchema,
  WEBHOOK_USERS_MAX,
  webhookEndpointsQuerySchema,
} from '@ats/contracts'
import type { HandlerRequest, Route } from '@ats/service-kit/http'
import {
  proveRule,
  removeRule,
  unsubscribe,
  updateRule,
  type RuleDeps,
  type RuleOfUser,
} from '../commands/change-notification-rule.js'
import { createRule, type CreateRule } from '../commands/create-notification-rule.js'
import { requestMessage } from '../commands/request-notification-message.js'
import type { Rule } from '../core/notification-rule.js'
import { getRule, listRules, listSendingRules } from '../queries/notification-rules.js'
import { route, type Principal } from './authenticate.js'
import {
  createRuleBody,
  deletedRuleSchema,
  proveRuleBody,
  ruleSchema,
  rulesSchema,
  updateRuleBody,
  type CreateRuleBody,
} from './notification-schemas.js'

export interface NotificationRouteDeps extends RuleDeps {
  readonly allowPrivateHosts: boolean
  /** @throws RequestError 429 */
  readonly countChange: (userId: string) => Promise<unknown>
}

const tags = ['Notifications']
const ONE_RULE = { params: { id: 'uuid' }, nouns: { id: 'rule' }, tags } as const

export function notificationRoutes(deps: NotificationRouteDeps): readonly Route<Principal>[] {
  return [
    route('user', {
      method: 'GET',
      path: '/api/notification-rules',
      operationId: 'listNotificationRules',
      summary: 'The notification rules of the user, newest first',
      tags,
      responses: { 200: { description: 'The rules', schema: rulesSchema } },
      errors: [],
      handler: async ({ principal }) => ({ status: 200, body: (await listRules(deps, principal.userId)).map(shown) }),
    }),
    route('user-change', {
      method: 'POST',
      path: '/api/notification-rules',
      operationId: 'createNotificationRule',
      summary: 'Create a notification rule',
      description:
        'It sends nothing before its target is proven: have a code sent (`POST /v1/notification-messages` of the ' +
        'trading engine), and prove the rule with it. A user has at most 10 rules.',
      tags,
      body: createRuleBody(deps),
      responses: { 201: { description: 'The rule', schema: ruleSchema } },
      errors: ['conflict'],
      handler: async ({ principal: { userId }, body, ip }) => {
        await deps.countChange(userId)
        return { status: 201, body: shown(await createRule(deps, userId, createCommand(body), ip)) }
      },
    }),
    ...changeRoutes(deps),
  ]
}

function changeRoutes(deps: NotificationRouteDeps): readonly Route<Principal>[] {
  return [
    route('user-change', {
      ...ONE_RULE,
      method: 'PATCH',
      path: '/api/notification-rules/:id',
      operationId: 'updateNotificationRule',
      summary: 'Change what a notification rule tells of, and when',
      description:
        'What is left out stays. Another target is another rule. It counts from a few seconds later on. While a rule ' +
        'is paused nothing is sent by it but codes: what waits is dropped, and what happens before it is resumed is ' +
        'not sent later either.',
      body: updateRuleBody,
      keepNulls: true,
      responses: { 200: { description: 'The rule as it is now', schema: ruleSchema } },
      errors: [],
      handler: async (request) => {
        await deps.countChange(request.principal.userId)
        return { status: 200, body: shown(await updateRule(deps, ruleOf(request), request.body)) }
      },
    }),
    route('user-change', {
      ...ONE_RULE,
      method: 'POST',
      path: '/api/notification-rules/:id/prove',
      operationId: 'proveNotificationRule',
      summary: 'Prove the target of a notification rule by the code it got',
      description:
        'A code is good for 15 minutes and five tries. 409 (`no_code`): none is good any more; have a new one sent. ' +
        'Of a rule that is proven the answer is the rule.',
      body: proveRuleBody,
      responses: { 200: { description: 'The rule, which sends from now on', schema: ruleSchema } },
      errors: ['conflict'],
      handler: async (request) => {
        await deps.countChange(request.principal.userId)
        return { status: 200, body: shown(await proveRule(deps, ruleOf(request), request.body.code)) }
      },
    }),
    route('user', {
      ...ONE_RULE,
      method: 'DELETE',
      path: '/api/notification-rules/:id',
      operationId: 'deleteNotificationRule',
      summary: 'Delete a notification rule',
      description: 'What waits to be sent by it is not sent. Deleted again, it is 404.',
      responses: { 200: { description: 'The rule is deleted', schema: deletedRuleSchema } },
      errors: [],
      handler: async (request) => {
        await removeRule(deps, ruleOf(request))
        return { status: 200, body: { id: request.params.id, deleted: true } }
      },
    }),
  ]
}

/** On the internal listener alone: they hold targets and codes. */
export const notificationServiceRoutes = (deps: NotificationRouteDeps): readonly Route<Principal>[] => [
  route('service', {
    method: 'GET',
    path: '/api/internal/notification-rules',
    operationId: 'listProvenNotificationRules',
    summary: "Where users' messages go",
    description: `Every rule of up to ${WEBHOOK_USERS_MAX} users that is proven and not paused, oldest first.`,
    tags: ['Internal'],
    query: webhookEndpointsQuerySchema,
    controlCharacters: true,
    responses: { 200: { description: 'The rules', schema: notificationRulesResponseSchema } },
    errors: [],
    handler: async ({ query }) => ({ status: 200, body: await listSendingRules(deps, query.userId) }),
  }),
  route('service', {
    method: 'GET',
    path: '/api/internal/notification-rules/:id',
    operationId: 'getNotificationRule',
    summary: 'A rule as it is at this moment',
    description:
      '404 with reason `no_webhook`: it is deleted. One that is not proven, or is paused, may be sent codes and ' +
      'nothing else.',
    tags: ['Internal'],
    params: { id: 'uuid' },
    nouns: { id: 'rule' },
    responses: { 200: { description: 'The rule', schema: notificationRuleSchema } },
    errors: [],
    handler: async ({ params }) => ({ status: 200, body: await getRule(deps, params.id) }),
  }),
  route('service', {
    method: 'POST',
    path: '/api/internal/notification-rules/:id/message',
    operationId: 'requestNotificationMessage',
    summary: 'The message that a user wants sent to the target of a rule: a code, or a test once it is proven',
    description:
      'Every decision is 200. A rule that is proven and paused sends no tests. The engine sends the message.',
    tags: ['Internal'],
    params: { id: 'uuid' },
    nouns: { id: 'rule' },
    body: notificationMessageRequestSchema,
    responses: { 200: { description: 'The decision', schema: notificationMessageResponseSchema } },
    errors: [],
    handler: async ({ params, body }) => ({ status: 200, body: await requestMessage(deps, body.userId, params.id) }),
  }),
  route('service', {
    method: 'POST',
    path: '/api/internal/notification-rules/unsubscribe',
    operationId: 'unsubscribeNotificationRule',
    summary: 'Stop the rule of a token, as the receiver of its messages asks',
    description: 'Every decision is 200. Stopping it again changes nothing.',
    tags: ['Internal'],
    body: unsubscribeRequestSchema,
    responses: { 200: { description: 'Whether there is such a rule', schema: unsubscribeResponseSchema } },
    errors: [],
    handler: async ({ body }) => ({ status: 200, body: { found: await unsubscribe(deps, body) } }),
  }),
]

type OfUser = HandlerRequest<{ readonly userId: string }, { readonly id: string }>

const ruleOf = ({ principal, params, ip }: Pick<OfUser, 'principal' | 'params' | 'ip'>): RuleOfUser => ({
  userId: principal.userId,
  id: params.id,
  ip,
})

/** Without the fields that are the engine's. */
const shown = ({ id, channel, target, events, accounts, quietHours, minSeverity, ...times }: Rule) => ({
  ...{ id, channel, target, events, accounts, quietHours, minSeverity },
  ...{ createdAt: times.createdAt, provenAt: times.provenAt },
  ...{ stoppedAt: times.stoppedAt, pausedAt: times.pausedAt },
})

/** Fills in the defaults of what was left out. */
const createCommand = ({ channel, target, ...body }: CreateRuleBody): CreateRule => ({
  channel,
  target,
  events: body.events ?? DEFAULT_TOPICS,
  accounts: body.accounts ?? [],
  quietHours: body.quietHours ?? null,
  minSeverity: body.minSeverity ?? 'INFO',
})
