/** Asks the wallet about notification rules. All throw DependencyError when it does not say. */
import {
  isWebhookGone,
  parseNotificationMessageResponse,
  parseNotificationRule,
  parseNotificationRulesResponse,
  parseUnsubscribeResponse,
  type NotificationMessageResponse,
  type NotificationRule,
  type UnsubscribeRequest,
} from '@ats/contracts'
import { DependencyError } from '@ats/service-kit/process'
import { createWalletHttp, type WalletHttpOptions } from './wallet-http.js'

export interface NotificationRules {
  /** Rules of these users whose targets are proven. At most WEBHOOK_USERS_MAX users. */
  ofUsers(userIds: readonly string[]): Promise<readonly NotificationRule[]>
  /** As it is now; null when nothing more may be sent by it. */
  find(ruleId: string): Promise<NotificationRule | null>
  /** Decides about a message that its user wants sent. */
  requestMessage(ruleId: string, userId: string): Promise<NotificationMessageResponse>
  /** Stops the rule of a token; whether there is one. */
  unsubscribe(request: UnsubscribeRequest): Promise<boolean>
  close(): void
}

const PATH = '/api/internal/notification-rules'

export function createNotificationRules(options: WalletHttpOptions): NotificationRules {
  const http = createWalletHttp(options)
  return {
    async ofUsers(userIds) {
      const params = new URLSearchParams(userIds.map((userId): [string, string] => ['userId', userId]))
      // A wallet from before rules: it is there, so its answer is no outage.
      const { status, data } = await http.send({ method: 'GET', path: `${PATH}?${params.toString()}` }, [404])
      if (status === 404) throw unclear()
      const answer = parseNotificationRulesResponse(data)
      const isToTheQuestion = answer?.rules.every(({ userId }) => userIds.includes(userId)) === true
      if (!isToTheQuestion) throw unclear()
      return answer.rules
    },
    async find(ruleId) {
      const { status, data } = await http.send({ method: 'GET', path: `${PATH}/${ruleId}` }, [404])
      if (status === 404) {
        if (isWebhookGone(data)) return null
        throw unclear()
      }
      const rule = parseNotificationRule(data)
      if (rule?.ruleId !== ruleId) throw unclear()
      return rule
    },
    async requestMessage(ruleId, userId) {
      const { data } = await http.send({ method: 'POST', path: `${PATH}/${ruleId}/message`, body: { userId } })
      const decision = parseNotificationMessageResponse(data)
      if (decision === undefined) throw unclear()
      return decision
    },
    async unsubscribe(request) {
      const { data } = await http.send({ method: 'POST', path: `${PATH}/unsubscribe`, body: request })
      const answer = parseUnsubscribeResponse(data)
      if (answer === undefined) throw unclear()
      return answer.found
    },
    close: () => http.close(),
  }
}

/** In the place of a wallet: nobody has rules. */
export const NO_NOTIFICATION_RULES: NotificationRules = {
  ofUsers: () => Promise.resolve([]),
  find: () => Promise.resolve(null),
  requestMessage: () => Promise.resolve({ decision: 'NO_RULE' }),
  unsubscribe: () => Promise.resolve(false),
  close: () => undefined,
}

const unclear = (): DependencyError =>
  new DependencyError('wallet', 'the wallet answered with something else than a notification rule')
