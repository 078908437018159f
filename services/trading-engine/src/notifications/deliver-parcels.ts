/** Sends parcels and records what became of them. */
import type { NotificationRule } from '@ats/contracts'
import { createSemaphore, type Semaphore } from '@ats/service-kit/async'
import type { AttemptResult, EndpointAttempts } from '../core/model/webhook-delivery.js'
import type { Micros } from '../core/values/time.js'
import { decideAttempt, type ScheduleTerms } from '../webhooks/schedule.js'
import { carrierOf, targetUrl, type Carriers } from './carriers.js'
import { digestOf, type Message } from './message.js'
import { messageOf } from './message-of-event.js'
import type { Parcel } from './parcels.js'
import type { SendMessage, Sent } from './send-message.js'

export interface DeliverOptions {
  readonly store: DeliverStore
  readonly send: SendMessage
  readonly schedule: ScheduleTerms
  readonly now: () => Micros
  /** The address of the dashboard; null: messages have no links. */
  readonly dashboardUrl: string | null
  readonly onAttempted: (isDelivered: boolean) => void
}

export interface DeliverStore {
  readonly recordAttempts: (attempts: readonly EndpointAttempts[]) => Promise<void>
  readonly refuseUrl: (ruleId: string, url: string) => Promise<void>
}

/**
 * Resolves with the moment of `performance.now()` until which the rule rests: its carrier has failed, or its target
 * wants more time.
 */
export type DeliverParcels = (
  rule: NotificationRule,
  parcels: readonly Parcel[],
  signal: AbortSignal,
) => Promise<number>

interface Attempted {
  readonly sent: Sent
  readonly results: readonly AttemptResult[]
}

/** Messages under way together, of all rules: as many as a mail server and the services of others bear. */
const SENDING_MAX = { EMAIL: 4, TELEGRAM: 8, DISCORD: 16, SLACK: 16, WEBHOOK: 256 } as const

export function createDeliverParcels(options: DeliverOptions & { readonly carriers: Carriers }): DeliverParcels {
  const { store, send, schedule, now, dashboardUrl, carriers } = options
  const semaphores = Object.fromEntries(
    Object.entries(SENDING_MAX).map(([channel, permits]) => [channel, createSemaphore(permits)]),
  ) as Record<NotificationRule['channel'], Semaphore>

  /** Null: the channel has failed in the meantime, and nothing was sent. */
  async function attempt(rule: NotificationRule, parcel: Parcel): Promise<Attempted | null> {
    if (carriers.of(carrierOf(rule)).restsUntil > performance.now()) return null
    const startedAt = now()
    const sent = await send(rule, toMessage(parcel))
    const { durationMs, status, answer, error } = sent
    options.onAttempted(status !== null && status >= 200 && status < 300)
    const [first] = parcel.due.toSorted((a, b) => b.roundAttempts - a.roundAttempts)
    const decision = decideAttempt(
      { roundAttempts: first?.roundAttempts ?? 0, roundStartedAt: first?.roundStartedAt ?? null },
      { ...sent, startedAt, endedAt: now() },
      schedule,
    )
    const logged = { startedAt, durationMs, status, answer, error }
    const results = parcel.due.map((delivery) => ({
      delivery: { ...delivery, body: delivery.body ?? '' },
      attempt: logged,
      ...decision,
    }))
    return { sent, results }
  }

  function toMessage({ messageId, due }: Parcel): Message {
    const messages = due.flatMap(({ body, accountName }) =>
      body === null ? [] : [messageOf(body, { accountName, dashboardUrl })],
    )
    const [first] = messages
    if (due.length === 1 && first !== undefined) return { ...first, id: messageId }
    return digestOf(messageId, messages, due.length, { link: dashboardUrl })
  }

  return async (rule, parcels, signal) => {
    // Those under way when the worker stops are recorded, whatever still waits for its turn.
    const unlessStopped = (error: unknown): null => {
      if (error === signal.reason) return null
      throw error
    }
    const tried = parcels.map((parcel) =>
      semaphores[rule.channel].use(signal, () => attempt(rule, parcel)).catch(unlessStopped),
    )
    const attempts = (await Promise.all(tried)).filter((one) => one !== null)
    const url = targetUrl(rule)
    const carrier = carriers.of(carrierOf(rule))
    if (attempts.length === 0) return carrier.restsUntil
    await store.recordAttempts([{ keyId: rule.ruleId, url, results: attempts.flatMap(({ results }) => results) }])
    if (attempts.some(({ results }) => results.some(({ status }) => status === 'DISABLED')))
      await store.refuseUrl(rule.ruleId, url)
    carriers.record(
      carrier,
      attempts.some(({ sent }) => sent.isChannelDown),
    )
    const wishMs = Math.max(...attempts.map(({ sent }) => sent.retryAfterMs ?? 0))
    return Math.max(carrier.restsUntil, wishMs > 0 ? performance.now() + wishMs : 0)
  }
}
