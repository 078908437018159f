/** Decides which of the deliveries that are due go now, and in which messages. */
import { createHash } from 'node:crypto'
import type { NotificationRule } from '@ats/contracts'
import { quietUntil } from '../core/calendar/quiet-hours.js'
import { CODE_MESSAGE, TEST_MESSAGE } from '../core/model/notification.js'
import type { BegunMessage, DueMessage, MessagesGranted } from '../core/model/webhook-delivery.js'
import { parseTimestamp, type Micros } from '../core/values/time.js'

/** The deliveries of one message. */
export interface Parcel {
  readonly messageId: string
  readonly due: readonly DueMessage[]
}

export interface Parcels {
  /** Returns those that may be sent now; others are put off or dropped. */
  readonly select: (rule: NotificationRule, due: readonly DueMessage[]) => Promise<readonly DueMessage[]>
  /**
   * Takes as many messages as the target may be sent, one of them a digest if there are more. A probe is one message.
   */
  readonly take: (rule: NotificationRule, due: readonly DueMessage[], isProbe: boolean) => Promise<readonly Parcel[]>
}

export interface ParcelStore {
  readonly postponeMessages: (ids: readonly string[], until: Micros) => Promise<void>
  readonly disableMessages: (ids: readonly string[]) => Promise<void>
  /** Returns the ids of the deliveries that were in no message. */
  readonly beginMessages: (messages: readonly BegunMessage[]) => Promise<ReadonlySet<string>>
  readonly takeMessages: (targetHash: Buffer, wanted: number, now: Micros) => Promise<MessagesGranted>
}

export interface ParcelOptions {
  readonly store: ParcelStore
  readonly now: () => Micros
  readonly newId: () => string
}

export function createParcels({ store, now, newId }: ParcelOptions): Parcels {
  const postpone = async (late: readonly DueMessage[], until: Micros): Promise<void> => {
    if (late.length > 0) await store.postponeMessages(idsOf(late), until)
  }

  /**
   * Notes which message tells of each delivery, before it is sent: where that is not recorded, it is sent again as the
   * same message, and never as a part of a digest as well. Returns what no other worker has begun.
   */
  async function begin(parcels: readonly Parcel[]): Promise<readonly Parcel[]> {
    const fresh = parcels.filter((parcel) => !isBegun(parcel))
    if (fresh.length === 0) return parcels
    const begun = await store.beginMessages(fresh.map(({ messageId, due }) => ({ messageId, ids: idsOf(due) })))
    return parcels.flatMap((parcel) => {
      const due = isBegun(parcel) ? parcel.due : parcel.due.filter(({ id }) => begun.has(id))
      return due.length === 0 ? [] : [{ ...parcel, due }]
    })
  }

  return {
    async select(rule, due) {
      const isForIt = mayBeSentBy(rule)
      const dropped = due.filter((one) => !isForIt(one))
      if (dropped.length > 0) await store.disableMessages(idsOf(dropped))
      const wanted = due.filter(isForIt)
      const until = rule.quietHours === null ? null : quietUntil(rule.quietHours, now())
      if (until === null) return wanted
      await postpone(
        wanted.filter((one) => !isUrgent(one)),
        until,
      )
      return wanted.filter(isUrgent)
    },
    async take(rule, due, isProbe) {
      const parcels = parcelsOf(due)
      const wanted = isProbe ? 1 : parcels.length
      const { count, isDigest, freeAt } = await store.takeMessages(targetHashOf(rule), wanted, now())
      const left = isProbe && count > 0 ? [] : parcels.slice(count)
      const others = isDigest ? left.filter((parcel) => !isBegun(parcel)).flatMap((parcel) => parcel.due) : []
      const inDigest = new Set(others)
      await postpone(
        left.flatMap((parcel) => parcel.due).filter((one) => !inDigest.has(one)),
        freeAt,
      )
      const digest = others.length === 0 ? [] : [{ messageId: newId(), due: others }]
      return begin([...parcels.slice(0, count), ...digest])
    },
  }
}

const idsOf = (due: readonly DueMessage[]): readonly string[] => due.map(({ id }) => id)

/**
 * Tells what a rule sends: codes alone while it is not proven or is paused; and nothing from before it was resumed, but
 * what its user has asked for again.
 */
function mayBeSentBy({ provenAt, pausedAt, resumedAt }: NotificationRule): (one: DueMessage) => boolean {
  if (provenAt === null || pausedAt !== null) return ({ eventType }) => eventType === CODE_MESSAGE
  const from = resumedAt === null ? null : parseTimestamp(resumedAt)
  return ({ eventType, round, happenedAt }) =>
    from === null || eventType === CODE_MESSAGE || round > 1 || happenedAt >= from
}

/** Tells what quiet hours do not hold back. */
const isUrgent = ({ eventType, severity }: DueMessage): boolean =>
  severity === 'CRITICAL' || eventType === CODE_MESSAGE || eventType === TEST_MESSAGE

const isBegun = ({ due: [first] }: Parcel): boolean => first?.messageId !== null

/** The messages that were begun, each with all of its deliveries, and one of its own for each other. */
function parcelsOf(due: readonly DueMessage[]): readonly Parcel[] {
  const begun = new Map<string, DueMessage[]>()
  for (const one of due) {
    if (one.messageId === null) continue
    const some = begun.get(one.messageId)
    if (some === undefined) begun.set(one.messageId, [one])
    else some.push(one)
  }
  const single = due.filter(({ messageId }) => messageId === null)
  return [
    ...[...begun].map(([messageId, some]) => ({ messageId, due: some })),
    ...single.map((one) => ({ messageId: one.eventId, due: [one] })),
  ]
}

const targetHashOf = ({ channel, target }: NotificationRule): Buffer =>
  createHash('sha256').update(`${channel} ${target}`).digest()
