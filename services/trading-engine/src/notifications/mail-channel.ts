import type { NotificationRule } from '@ats/contracts'
import { createTransport } from 'nodemailer'
import { cutTo, textOf, type Message } from './message.js'
import type { Sent } from './send-message.js'

export interface MailOptions {
  /** `smtp://user:password@host:587`, or smtps. */
  readonly smtpUrl: string
  /** The sender: an address, with or without a name. */
  readonly from: string
  /** The address of this service, as mailboxes reach it: for the links that stop a rule. */
  readonly publicUrl: string
  readonly spans?: MailSpans
}

export interface MailSpans {
  readonly connectMs: number
  /** Silence after which a server is given up. */
  readonly silenceMs: number
}

export interface MailChannel {
  readonly send: (rule: NotificationRule, message: Message) => Promise<Sent>
  readonly close: () => void
}

const SPANS: MailSpans = { connectMs: 10_000, silenceMs: 30_000 }
const CONNECTIONS = 4
const SUBJECT_MAX = 200
const TEXT_MAX = 100_000

export function createMailChannel({ smtpUrl, from, publicUrl, spans = SPANS }: MailOptions): MailChannel {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: spans.connectMs,
    dnsTimeout: spans.connectMs,
    greetingTimeout: spans.silenceMs,
    socketTimeout: spans.silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'

  return {
    async send({ ruleId, target, unsubscribeToken }, message) {
      const startedAt = performance.now()
      const stop = `${publicUrl}/v1/unsubscribe/${unsubscribeToken}`
      const outcome = await transport
        .sendMail({
          from,
          to: { name: '', address: target },
          subject: cutTo(message.title, SUBJECT_MAX),
          text: cutTo(`${textOf(message)}\n\n-- \nStop these messages: ${stop}`, TEXT_MAX),
          // Sent again, a mail is the same one: readers show it once.
          messageId: `<${message.id}.${ruleId}@${domain}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'List-Unsubscribe': `<${stop}>`,
            // RFC 8058: one POST without a question.
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        })
        .then(({ response }) => ({ ...answerOf(response), isChannelDown: false }), failureOf)
      return { ...outcome, durationMs: Math.round(performance.now() - startedAt) }
    },
    close: () => transport.close(),
  }
}

type Outcome = Omit<Sent, 'durationMs'>

const ANSWER_MAX = 1_024

const answerOf = (response: string): Omit<Outcome, 'isChannelDown'> => ({
  status: 250,
  answer: response.slice(0, ANSWER_MAX).replaceAll('\0', ''),
  error: null,
  retryAfterMs: null,
})

/** Replies with which a server says no to everybody: it closes, or does not take our credentials. */
const NOBODY = new Set([421, 454, 530, 534, 535])

function failureOf(failure: unknown): Outcome {
  const { code, responseCode, response } = failure as {
    readonly code?: string
    readonly responseCode?: number
    readonly response?: string
  }
  const isAnswered = typeof responseCode === 'number'
  return {
    status: isAnswered ? responseCode : null,
    answer: typeof response === 'string' ? response.slice(0, ANSWER_MAX).replaceAll('\0', '') : null,
    // Words for the owner of the mailbox: nothing of the mail server of this installation.
    error: isAnswered ? null : `the mail server could not be reached (${code ?? 'no reason'})`,
    retryAfterMs: null,
    isChannelDown: isAnswered ? NOBODY.has(responseCode) : code !== 'EENVELOPE' && code !== 'EMESSAGE',
  }
}
