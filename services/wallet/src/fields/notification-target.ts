import { type NotificationChannel } from '@ats/contracts'
import { checkWebhookUrl, WEBHOOK_URL_LENGTH_MAX } from '@ats/service-kit/http'
import Joi from 'joi'

const email = Joi.string()
  .email({ tlds: { allow: false }, allowUnicode: false })
  .max(254)
/** The number of a chat, negative of groups, or the name of a public channel. */
const CHAT = /^(?:-?[1-9][0-9]{0,15}|@[A-Za-z][A-Za-z0-9_]{4,31})$/
const DISCORD =
  /^https:\/\/(?:ptb\.|canary\.)?discord(?:app)?\.com\/api\/(?:v[0-9]{1,2}\/)?webhooks\/[0-9]{1,20}\/[\w-]{1,200}$/
const SLACK =
  /^https:\/\/hooks\.slack(?:-gov)?\.com\/services\/[A-Za-z0-9]{1,30}\/[A-Za-z0-9]{1,30}\/[A-Za-z0-9]{1,60}$/

export type CheckedTarget = { readonly target: string } | { readonly problem: string }

/**
 * Checks a target of a channel, and returns it as it is stored. Discord and Slack are reached by URLs of theirs alone.
 * @param allowPrivateHosts for receivers of WEBHOOK on the same machine or network
 */
export function checkTarget(channel: NotificationChannel, text: string, allowPrivateHosts: boolean): CheckedTarget {
  switch (channel) {
    case 'EMAIL':
      return email.validate(text).error === undefined
        ? { target: withLowerDomain(text) }
        : { problem: 'must be one address such as me@example.com' }
    case 'TELEGRAM':
      return CHAT.test(text)
        ? { target: text }
        : { problem: 'must be the number of a chat, or the name of a channel such as @trading_desk' }
    case 'DISCORD':
      return DISCORD.test(text)
        ? { target: text }
        : { problem: 'must be the URL of a webhook of Discord: https://discord.com/api/webhooks/…' }
    case 'SLACK':
      return SLACK.test(text)
        ? { target: text }
        : { problem: 'must be the URL of an incoming webhook of Slack: https://hooks.slack.com/services/…' }
    case 'WEBHOOK': {
      if (text.length > WEBHOOK_URL_LENGTH_MAX)
        return { problem: `is longer than ${WEBHOOK_URL_LENGTH_MAX} characters` }
      const checked = checkWebhookUrl(text, allowPrivateHosts)
      return 'url' in checked ? { target: checked.url } : checked
    }
  }
}

/** The names of mailboxes are their server's to compare; those of servers are the same in any case. */
function withLowerDomain(address: string): string {
  const at = address.lastIndexOf('@')
  return address.slice(0, at) + address.slice(at).toLowerCase()
}
