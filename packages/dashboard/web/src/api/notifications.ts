import { queryOptions } from '@tanstack/react-query'
import type { BodyOf, Delivery, NewNotificationRule, NotificationRule, WalletOperations } from '@ats/sdk/types'
import { bodyOf, engine, wallet } from './clients.js'

export const rulesQuery = queryOptions({
  queryKey: ['notification-rules'],
  queryFn: ({ signal }): Promise<readonly NotificationRule[]> =>
    bodyOf(wallet.GET('/api/notification-rules', { signal })),
})

const ONE = '/api/notification-rules/{id}'
const of = (id: string) => ({ params: { path: { id } } })

export const createRule = (body: NewNotificationRule): Promise<NotificationRule> =>
  bodyOf(wallet.POST('/api/notification-rules', { body }))

export type RuleChange = BodyOf<WalletOperations['updateNotificationRule']>

export const updateRule = (id: string, body: RuleChange): Promise<NotificationRule> =>
  bodyOf(wallet.PATCH(ONE, { ...of(id), body }))

export const proveRule = (id: string, code: string): Promise<NotificationRule> =>
  bodyOf(wallet.POST(`${ONE}/prove`, { ...of(id), body: { code } }))

export const deleteRule = (id: string) => bodyOf(wallet.DELETE(ONE, of(id)))

/** Has a code sent to the target of a rule, or a test once it is proven. */
export const sendMessageBy = (ruleId: string): Promise<Delivery> =>
  bodyOf(engine.POST('/v1/notification-messages', { body: { rule_id: ruleId } }))
