/** The notification rules of the fake wallet. */
import { randomBytes, randomUUID } from 'node:crypto'
import { NO_WEBHOOK, NOTIFICATION_TOPICS, type NotificationRule } from '@ats/contracts'

export const RULES = '/api/internal/notification-rules'
/** Every code is this one. */
const CODE = '246810'

type RuleTerms = Pick<NotificationRule, 'userId' | 'channel' | 'target'> & Partial<NotificationRule>

interface RuleRequest {
  readonly userId?: string
  readonly token?: string
  readonly dryRun?: boolean
}

export interface FakeRules {
  /** Sends at most so many codes and tests to it. */
  readonly issue: (terms: RuleTerms, messagesMax?: number) => NotificationRule
  readonly change: (ruleId: string, terms: Partial<NotificationRule>) => void
  readonly remove: (ruleId: string) => void
  readonly answer: (path: string, query: URLSearchParams, body: string) => { readonly status: number; body: unknown }
}

export function createFakeRules(): FakeRules {
  const rules = new Map<string, NotificationRule>()
  const messagesLeft = new Map<string, number>()

  const unsubscribe = ({ token, dryRun }: RuleRequest): unknown => {
    const found = [...rules.values()].find(({ unsubscribeToken }) => unsubscribeToken === token)
    if (found !== undefined && dryRun !== true) rules.set(found.ruleId, { ...found, provenAt: null })
    return { found: found !== undefined }
  }

  /** Decides whether the target of a rule is sent something, and what. */
  const decideMessage = (id: string, { userId }: RuleRequest): unknown => {
    const rule = rules.get(id)
    if (rule?.userId !== userId || rule === undefined) return { decision: 'NO_RULE' }
    if (rule.provenAt !== null && rule.pausedAt !== null) return { decision: 'PAUSED' }
    const left = messagesLeft.get(id) ?? 0
    messagesLeft.set(id, left - 1)
    if (left < 1) return { decision: 'TOO_MANY', retryAfterSeconds: 60 }
    return rule.provenAt === null ? { decision: 'CODE', rule, code: CODE } : { decision: 'TEST', rule }
  }

  return {
    issue(terms, messagesMax = Infinity) {
      const rule: NotificationRule = {
        ...{ ruleId: randomUUID(), events: NOTIFICATION_TOPICS, accounts: [], quietHours: null, minSeverity: 'INFO' },
        ...{ provenAt: new Date().toISOString(), pausedAt: null, resumedAt: null },
        unsubscribeToken: `svc_nu_${randomBytes(24).toString('hex')}`,
        ...terms,
      }
      rules.set(rule.ruleId, rule)
      messagesLeft.set(rule.ruleId, messagesMax)
      return rule
    },
    change(ruleId, terms) {
      const rule = rules.get(ruleId)
      if (rule === undefined) throw new Error('there is no such rule')
      rules.set(ruleId, { ...rule, ...terms })
    },
    remove: (ruleId) => void rules.delete(ruleId),
    answer(path, query, body) {
      const sent = (body === '' ? {} : JSON.parse(body)) as RuleRequest
      if (path === RULES) {
        const ofUsers = [...rules.values()].filter(({ userId }) => query.getAll('userId').includes(userId))
        return {
          status: 200,
          body: { rules: ofUsers.filter(({ provenAt, pausedAt }) => provenAt !== null && pausedAt === null) },
        }
      }
      const [id = '', part] = path.slice(RULES.length + 1).split('/')
      if (id === 'unsubscribe') return { status: 200, body: unsubscribe(sent) }
      if (part !== undefined) return { status: 200, body: decideMessage(id, sent) }
      const rule = rules.get(id)
      return rule === undefined
        ? { status: 404, body: { error: 'not_found', reason: NO_WEBHOOK } }
        : { status: 200, body: rule }
    },
  }
}
