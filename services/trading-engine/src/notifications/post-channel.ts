/** The channels that take a message as a POST: Telegram, Discord, Slack, and webhooks of users. */
import type { NotificationRule } from '@ats/contracts'
import type { PostEvent, PostResult } from '../webhooks/post-event.js'
import { cutTo, textOf, type Message } from './message.js'
import type { SendMessage } from './send-message.js'

export interface PostChannelOptions {
  readonly post: PostEvent
  readonly telegram: TelegramBot | null
}

export interface TelegramBot {
  readonly token: string
  /** https://api.telegram.org, or a server of one's own. */
  readonly apiUrl: string
}

export const createPostChannel =
  ({ post, telegram }: PostChannelOptions): SendMessage =>
  async (rule, message) => {
    const call = callOf(rule, message, telegram)
    if (call === null) return OFF
    const result = await post(call.url, call.headers ?? {}, JSON.stringify(call.body))
    return {
      ...result,
      retryAfterMs: result.retryAfterMs ?? telegramWish(rule, result),
      isChannelDown: result.status === null || isOffToAll(rule, result),
    }
  }

interface Call {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: object
}

/** As many characters as each takes in a message. */
const TEXT_MAX = { TELEGRAM: 4_096, DISCORD: 2_000, SLACK: 12_000 } as const
/** Discord shows no previews of links. */
const SUPPRESS_EMBEDS = 4

function callOf({ channel, target }: NotificationRule, message: Message, telegram: TelegramBot | null): Call | null {
  const text = textOf(message)
  switch (channel) {
    case 'TELEGRAM':
      return telegram === null
        ? null
        : {
            url: `${telegram.apiUrl}/bot${telegram.token}/sendMessage`,
            body: {
              chat_id: target,
              text: cutTo(text, TEXT_MAX.TELEGRAM),
              link_preview_options: { is_disabled: true },
            },
          }
    case 'DISCORD':
      return {
        url: target,
        body: { content: cutTo(text, TEXT_MAX.DISCORD), allowed_mentions: { parse: [] }, flags: SUPPRESS_EMBEDS },
      }
    case 'SLACK':
      return { url: target, body: { text: escaped(cutTo(text, TEXT_MAX.SLACK)), mrkdwn: false, unfurl_links: false } }
    case 'WEBHOOK':
      return { url: target, headers: { 'webhook-id': message.id }, body: { ...message, text } }
    case 'EMAIL':
      return null
  }
}

/** Escapes the characters that Slack takes for its own marks. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Telegram says in the body when it wants more. */
function telegramWish({ channel }: NotificationRule, { status, answer }: PostResult): number | null {
  const seconds =
    channel === 'TELEGRAM' && status === 429 ? /"retry_after":([0-9]{1,6})/.exec(answer ?? '')?.[1] : undefined
  return seconds === undefined ? null : Number(seconds) * 1_000
}

/** Telegram does not take the token of the bot: that is no fault of the chat. */
const isOffToAll = ({ channel }: NotificationRule, { status }: PostResult): boolean =>
  channel === 'TELEGRAM' && status === 401

const OFF = {
  ...{ durationMs: 0, status: null, answer: null, retryAfterMs: null, isChannelDown: true },
  error: 'this installation is not set up for the channel',
} as const
