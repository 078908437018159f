import type { NotificationRule } from '@ats/sdk/types'
import { rules as words } from '../../text/en/notifications.js'
import { shortTarget } from './rule-form.js'

/** The name of a rule, which it has not of its own. */
export const labelOf = (rule: Pick<NotificationRule, 'channel' | 'target'>): string =>
  `${words.channels[rule.channel]} ${shortTarget(rule)}`
