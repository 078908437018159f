import type { NotificationRule } from '@ats/sdk/types'
import { rules as words } from '../text/en/notifications.js'

type Named = Pick<NotificationRule, 'channel' | 'target'>

/** Where messages go, in a few letters: the URLs of webhooks are secrets of who may post there. */
export function shortTarget({ channel, target }: Named): string {
  if (channel === 'EMAIL' || channel === 'TELEGRAM') return target
  return `${new URL(target).host} …${target.slice(-4)}`
}

/** The name of a rule, which it has not of its own. */
export const labelOf = (rule: Named): string => `${words.channels[rule.channel]} ${shortTarget(rule)}`
