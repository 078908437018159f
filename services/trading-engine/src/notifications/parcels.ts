/** Decides which of the deliveries that are due go now, and in which messages. */
import { createHash } from 'node:crypto'
import type { NotificationRule } from '@ats/contracts'
import { quietUntil } from '../core/calendar/quiet-hours.js'
import { CODE_MESSAGE, TEST_MESSAGE } from '../core/model/notification.js'
import type { DueMessage, MessagesGranted } from '../core/model/webhook-delivery.js'
import { parseTimestamp, type Micros } from '../core/values/time.js'

/** The deliveries of one message. */
export interface Parcel {
  readonly digestId: string | null
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
  readonly beginDigest: (digestId: string, ids: readonly string[]) => Promise<ReadonlySet<string>>
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

  async function beginDigest(due: readonly DueMessage[]): Promise<Parcel | null> {
    if (due.length === 0) return null
    const digestId = newId()
    const begun = await store.beginDigest(digestId, idsOf(due))
    return begun.size === 0 ? null : { digestId, due: due.filter(({ id }) => begun.has(id)) }
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
      const taken = parcels.slice(0, count)
      const left = isProbe && count > 0 ? [] : parcels.slice(count)
      const single = left.filter(({ digestId }) => digestId === null).flatMap((parcel) => parcel.due)
      const begun = isDigest ? await beginDigest(single) : null
      const inDigest = new Set(begun?.due)
      await postpone(
        left.flatMap((parcel) => parcel.due).filter((one) => !inDigest.has(one)),
        freeAt,
      )
      return begun === null ? taken : [...taken, begun]
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

/** Digests that were begun are one message each, all others one of their own. */
function parcelsOf(due: readonly DueMessage[]): readonly Parcel[] {
  const digests = new Map<string, DueMessage[]>()
  const single: Parcel[] = []
  for (const one of due) {
    if (one.digestId === null) single.push({ digestId: null, due: [one] })
    else {
      const some = digests.get(one.digestId)
      if (some === undefined) digests.set(one.digestId, [one])
      else some.push(one)
    }
  }
  return [...[...digests].map(([digestId, some]) => ({ digestId, due: some })), ...single]
}

const targetHashOf = ({ channel, target }: NotificationRule): Buffer =>
  createHash('sha256').update(`${channel} ${target}`).digest()
