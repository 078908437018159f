import { UNSUBSCRIBE_TOKEN_PATTERN, type UnsubscribeRequest } from '@ats/contracts'
import { notFound, type Reply, type Route } from '@ats/service-kit/http'
import { sendMessage, type NotificationDependencies } from '../../commands/notification-messages.js'
import { asNumber } from '../../wire/decimals.js'
import { unsubscribedPage, unsubscribePage } from '../../wire/unsubscribe-page.js'
import { webhookDeliveryCodec } from '../../wire/webhook-delivery-codec.js'
import { route, type Caller } from '../caller.js'
import { notificationMessageBody } from '../schemas/requests.js'
import { webhookDelivery } from '../schemas/responses/webhook-delivery.js'

export interface NotificationRouteDependencies extends NotificationDependencies {
  readonly notificationRules: NotificationDependencies['notificationRules'] & {
    unsubscribe(request: UnsubscribeRequest): Promise<boolean>
  }
}

const tags = ['notifications']
const params = { unsubscribe_token: 'text' } as const
const PAGE = 'text/html; charset=utf-8'
/** It loads nothing, and its button may post here. */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** Messages that users want sent by their rules. */
export function notificationRoutes(dependencies: NotificationRouteDependencies): readonly Route<Caller>[] {
  return [
    route('MANAGE_ORDERS', {
      method: 'POST',
      path: '/v1/notification-messages',
      operationId: 'sendNotificationMessage',
      summary: 'Have a code sent to the target of a notification rule, or a test once it is proven',
      description:
        'What came of it is in `GET /v1/webhook-deliveries`, where `key_id` is the rule. 409: nothing is sent by its ' +
        'channel here (`channel_off`), or it is paused (`rule_paused`). 429: enough was sent to the target, or by the user.',
      tags,
      body: notificationMessageBody,
      responses: { 200: { description: 'It is on its way.', schema: webhookDelivery } },
      errors: ['conflict', 'not_found'],
      handler: async ({ principal: { userId }, body }) => ({
        status: 200,
        text: webhookDeliveryCodec.json(await sendMessage(dependencies, userId, body.rule_id), asNumber),
      }),
    }),
  ]
}

/** How receivers stop messages, from links in them. */
export function unsubscribeRoutes(dependencies: NotificationRouteDependencies): readonly Route<Caller>[] {
  const requireRule = async (request: UnsubscribeRequest): Promise<void> => {
    if (!(await dependencies.notificationRules.unsubscribe(request))) throw notFound('rule')
  }
  return [
    route('public', {
      method: 'GET',
      path: '/v1/unsubscribe/:unsubscribe_token',
      operationId: 'getUnsubscribePage',
      summary: 'The page that a link in a message leads to',
      description: 'It changes nothing, so that programs which follow links stop no messages; its button does.',
      tags,
      params,
      responses: { 200: { description: 'A page with a button.', contentType: 'text/html' } },
      errors: ['not_found'],
      handler: async ({ params, ip }) => {
        const token = tokenOf(params)
        await requireRule({ token, ip, dryRun: true })
        return page(unsubscribePage(token))
      },
    }),
    route('public', {
      method: 'POST',
      path: '/v1/unsubscribe/:unsubscribe_token',
      operationId: 'endNotifications',
      summary: 'Stop the messages of a notification rule, as their receiver',
      description: 'In one request, as RFC 8058 says. Whatever its body is, and as often as it comes.',
      tags,
      params,
      rawBody: true,
      bodyBytesMax: 4_096,
      responses: { 200: { description: 'They are stopped; a page says so.', contentType: 'text/html' } },
      errors: ['not_found'],
      handler: async ({ params, ip }) => {
        await requireRule({ token: tokenOf(params), ip })
        return page(unsubscribedPage())
      },
    }),
  ]
}

const page = (text: string): Reply => ({
  status: 200,
  text,
  headers: { 'Content-Type': PAGE, 'Content-Security-Policy': POLICY },
})

function tokenOf({ unsubscribe_token: token }: { readonly unsubscribe_token: string }): string {
  if (!UNSUBSCRIBE_TOKEN_PATTERN.test(token)) throw notFound('rule')
  return token
}
