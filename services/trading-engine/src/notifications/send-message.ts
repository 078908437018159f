import type { NotificationRule } from '@ats/contracts'
import type { PostResult } from '../webhooks/post-event.js'
import type { Message } from './message.js'

/** The result of a message. */
export interface Sent extends PostResult {
  /** The channel itself does not do, whatever the message. */
  readonly isChannelDown: boolean
}

export type SendMessage = (rule: NotificationRule, message: Message) => Promise<Sent>
