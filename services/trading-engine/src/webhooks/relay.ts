/**
 * Turns events into deliveries, exactly one for each event and key: the cursor, up to which an account is relayed, is
 * stored in the transaction that writes the deliveries, so a repeated round writes nothing new.
 *
 * The wallet says which endpoints receive the events; its response is used for four to five seconds. A cursor only
 * moves on a response younger than the account's last event, so a key created in between misses nothing: until then
 * deliveries are written for the known keys, and the account is processed again. So it is where the wallet says nothing
 * of notification rules: webhooks do not wait for it. Responses end together, once a second,
 * so that the cursors which waited for new ones are written together.
 */
import { mapInTurns, periodic } from '@ats/service-kit/async'
import type { Logger } from '@ats/service-kit/process'
import { FIRM_USER } from '../core/model/firm-endpoint.js'
import { classOf, isWanted, type Class, type ClassifiedData } from '../core/model/notification.js'
import type { StoredEvent } from '../core/model/events.js'
import type { Micros } from '../core/values/time.js'
import { parseTimestamp } from '../core/values/time.js'
import { shardOf } from '../core/values/shard.js'
import type { Cursor, NewDelivery } from '../core/model/webhook-delivery.js'
import { createEndpointDirectory, type Found, type Receiver, type UserEndpoints } from './endpoint-directory.js'
import type { LoadShedder } from './load-shedder.js'
import {
  createRelayBacklog,
  type BacklogStore,
  type PendingAccount,
  type RelayProgress,
  type RelayBacklog,
} from './relay-backlog.js'

/** Takes in the accounts that may have new events: `invalidate` for those that another process has changed. */
export interface Relay extends Pick<RelayBacklog, 'recordCommitted' | 'invalidate' | 'invalidateAll'> {
  /** Accounts whose events are not all queued as webhooks yet. */
  readonly waiting: () => number
  /** Queues all that can be queued now, for who does not start it; rejects where it could not. */
  readonly relayAll: () => Promise<void>
  readonly start: () => void
  /** Resolves once the round under way has ended. */
  readonly stop: () => Promise<void>
}

export interface RelayOptions {
  readonly store: RelayStore
  /** Takes at most WEBHOOK_USERS_MAX users. */
  readonly endpointsOf: (userIds: readonly string[]) => Promise<Found>
  /** The shards this process holds, as of now. */
  readonly shards: () => ReadonlySet<number>
  /** The body of the deliveries of an event. */
  readonly textOf: (event: StoredEvent) => string
  readonly newId: () => string
  readonly now: () => Micros
  /** Told which keys have something new to receive, and which notification rules. */
  readonly onRelayed: (keyIds: ReadonlySet<string>, ruleIds: ReadonlySet<string>) => void
  /** Limits the accounts looked at. */
  readonly loadShedder: Pick<LoadShedder, 'take' | 'putBack'>
  readonly logger: Logger
  readonly spans?: RelaySpans
}

export interface RelayStore extends BacklogStore {
  listUnrelayedAccounts(
    accounts: readonly { readonly accountId: string; readonly after: number }[],
    limit: number,
  ): Promise<readonly StoredEvent[]>
  insertDeliveries(deliveries: readonly NewDelivery[], cursors: readonly Cursor[]): Promise<void>
}

export interface RelaySpans {
  /** From one round to the next. */
  readonly roundMs: number
  /** How long a response of the wallet is used at most, and at what multiples the use of all ends. */
  readonly answerMs: number
  readonly answersEndEveryMs: number
  readonly retryMs: number
  readonly sweepMs: number
}

const SPANS: RelaySpans = { roundMs: 40, answerMs: 5_000, answersEndEveryMs: 1_000, retryMs: 1_000, sweepMs: 10_000 }
const ACCOUNTS_A_ROUND = 200
/** As many as are sent to Postgres in a statement; every account has the same share of them. */
const DELIVERIES_A_ROUND = 250
/** Events this much older than a key are not for it: the two clocks may differ by that. */
const CLOCKS_DIFFER: Micros = 60_000_000

/** An account and the receivers of its events, in one round. */
interface Addressed {
  readonly pending: PendingAccount
  readonly userId: string
  readonly sequence: number
  /** When the latest event that the round looks at was known to be there. */
  readonly since: number
  readonly user: UserEndpoints
}

export function createRelay(options: RelayOptions): Relay {
  const { store, endpointsOf, shards, textOf, newId, now, onRelayed, loadShedder, logger, spans = SPANS } = options
  const backlog = createRelayBacklog({ store, shards, sweepMs: spans.sweepMs })
  const directory = createEndpointDirectory({
    endpointsOf,
    validMs: spans.answerMs,
    endEveryMs: spans.answersEndEveryMs,
    logger,
  })
  let lastStamp: Micros = 0

  /** Deliveries are listed by the time they were made: no two of this process share one. */
  const stamp = (): Micros => (lastStamp = Math.max(lastStamp + 1, now()))

  async function takeDue(): Promise<readonly PendingAccount[]> {
    const limit = await loadShedder.take(ACCOUNTS_A_ROUND)
    const due = backlog.due(limit)
    loadShedder.putBack(limit - due.length)
    await backlog.read(due)
    return due
  }

  async function address(due: readonly PendingAccount[]): Promise<readonly Addressed[]> {
    const userOf = await directory.lookUp(new Set(due.flatMap(({ userId }) => userId ?? [])))
    return due.flatMap((pending) => {
      const { userId, sequence, since } = pending
      if (userId === null || sequence === null) return []
      const user = userOf(userId)
      if (user !== undefined) return { pending, userId, sequence, since, user }
      pending.notBefore = performance.now() + spans.retryMs
      return []
    })
  }

  async function readEvents(
    receiving: readonly Addressed[],
    eventsMax: number,
  ): Promise<ReadonlyMap<string, readonly StoredEvent[]>> {
    const requested = receiving.map(({ pending: { accountId, relayedTo } }) => ({ accountId, after: relayedTo }))
    const events = new Map<string, StoredEvent[]>(requested.map(({ accountId }) => [accountId, []]))
    if (requested.length === 0) return events
    for (const event of await store.listUnrelayedAccounts(requested, eventsMax))
      events.get(event.accountId)?.push(event)
    return events
  }

  function deliveriesOf({ userId, user }: Addressed, event: StoredEvent): readonly NewDelivery[] {
    const body = textOf(event)
    const known = user.endpoints.some(({ rule }) => rule !== undefined) ? classOfStored(event) : null
    const isFor = ({ createdAt, rule }: Receiver) =>
      event.at >= (parseTimestamp(createdAt) ?? 0) - CLOCKS_DIFFER &&
      (rule === undefined ||
        (known !== null && isWanted(rule, known, event.accountId) && event.at >= resumedAt(rule.resumedAt)))
    return user.endpoints.filter(isFor).map(({ keyId, url, isFirm, rule }): NewDelivery => ({
      id: newId(),
      eventId: event.id,
      eventType: event.type,
      accountId: event.accountId,
      sequence: event.sequence,
      userId: isFirm === true ? FIRM_USER : userId,
      keyId,
      url,
      body,
      shard: shardOf(event.accountId),
      createdAt: stamp(),
      ...(rule !== undefined && known !== null && { message: { channel: rule.channel, severity: known.severity } }),
    }))
  }

  /** Returns whether more is due. */
  async function relayDue(): Promise<boolean> {
    await backlog.sweep()
    const due = await address(await takeDue())
    const addressed = shareOf(due)
    loadShedder.putBack(due.length - addressed.length)
    if (addressed.length === 0) return false
    const receiving = addressed.filter(({ user }) => user.endpoints.length > 0)
    receiving.forEach(restartForNewKeys)
    const eventsMax = Math.max(1, Math.floor(DELIVERIES_A_ROUND / endpointsOfAll(receiving)))
    const events = await readEvents(receiving, eventsMax)
    const eventsOf = ({ pending }: Addressed) => events.get(pending.accountId) ?? []
    const sent = receiving.flatMap((account) => eventsOf(account).map((event) => ({ account, event })))
    const deliveries = (await mapInTurns(sent, ({ account, event }) => deliveriesOf(account, event))).flat()
    const progress = addressed.map((account) => progressOf(account, eventsOf(account), eventsMax))
    const cursors = progress.flatMap(({ cursor }) => cursor ?? [])
    if (deliveries.length + cursors.length > 0) await store.insertDeliveries(deliveries, cursors)
    progress.forEach(backlog.record)
    if (deliveries.length > 0) {
      const receiversOf = (isRule: boolean) =>
        new Set(deliveries.filter(({ message }) => (message !== undefined) === isRule).map(({ keyId }) => keyId))
      onRelayed(receiversOf(false), receiversOf(true))
    }
    return addressed.length < due.length || progress.some(({ againAt }) => againAt === 0)
  }

  const round = async (stopping: AbortSignal): Promise<void> => {
    try {
      await repeat(relayDue, stopping)
    } catch (error) {
      logger.warn({ err: error }, 'events could not be relayed; the next round tries again')
      backlog.invalidateAll()
    }
    directory.prune()
  }
  const rounds = periodic(round, { everyMs: spans.roundMs })

  const { size: waiting, ...told } = backlog
  return { ...told, waiting, relayAll: () => repeat(relayDue), start: rounds.start, stop: rounds.stop }
}

async function repeat(step: () => Promise<boolean>, stopping?: AbortSignal): Promise<void> {
  while ((await step()) && stopping?.aborted !== true);
}

const resumedAt = (time: string | null): Micros => (time === null ? -Infinity : (parseTimestamp(time) ?? -Infinity))

const classOfStored = ({ type, data }: StoredEvent): Class => classOf(type, () => JSON.parse(data) as ClassifiedData)

const endpointsOfAll = (accounts: readonly Addressed[]): number =>
  accounts.reduce((sum, { user }) => sum + user.endpoints.length, 0)

/** The first of the accounts, with no more endpoints than a round has deliveries: one event of each can be relayed. */
function shareOf(accounts: readonly Addressed[]): readonly Addressed[] {
  let endpoints = 0
  const end = accounts.findIndex(({ user }) => (endpoints += user.endpoints.length) > DELIVERIES_A_ROUND)
  return end < 0 ? accounts : accounts.slice(0, Math.max(1, end))
}

/** A key that was not there before gets what the others already have of what is beyond the cursor. */
function restartForNewKeys({ pending, user }: Addressed): void {
  const keys = user.endpoints.map(({ keyId, url }) => `${keyId} ${url}`).join()
  if (keys !== pending.keys) pending.relayedTo = 0
  pending.keys = keys
}

function progressOf(account: Addressed, events: readonly StoredEvent[], eventsMax: number): RelayProgress {
  const { pending, sequence, since, user } = account
  const { accountId } = pending
  // There was no later event when the wallet was queried.
  const isCurrent = user.requestedAt >= since
  const isPart = events.length === eventsMax
  const relayedTo = events.at(-1)?.sequence ?? pending.relayedTo
  return {
    pending,
    since,
    relayedTo,
    cursor: isCurrent ? { accountId, sequence: isPart ? Math.min(relayedTo, sequence) : sequence } : null,
    isOver: isCurrent && !isPart,
    againAt: isPart ? 0 : user.validUntil,
  }
}
