/**
 * Turns events into deliveries, once for each event and key, whatever happens: up to which event of an account that is
 * done is kept in the transaction that does it, and what is done again writes nothing new.
 *
 * Events are heard of from the commands of this process and of others; what was missed is found by listing the accounts
 * of the shards held whose events go beyond what was relayed. Who receives them the wallet says; its answer is used for
 * five seconds. That an account is done with is only noted on an answer younger than its last event, so a key that was
 * made meanwhile loses nothing: until then the event is with those who were known, and is looked at once more.
 */
import { WEBHOOK_USERS_MAX, type WebhookEndpoint } from '@ats/contracts'
import { periodic, type Logger } from '@ats/service-kit'
import { LRUCache } from 'lru-cache'
import type { Account } from '../core/model/account.js'
import type { StoredEvent } from '../core/model/events.js'
import type { Micros } from '../core/values/time.js'
import { parseTimestamp } from '../core/values/time.js'
import { shardOf } from '../store/cluster/shards.js'
import type { AccountEvents, Cursor, NewDelivery } from '../store/webhooks/webhook-relay.js'
import { eventText } from '../wire/event-body.js'
import type { LoadShedder } from './load-shedder.js'

export interface Relay {
  /** Takes note of an account that was committed here. */
  readonly recordCommitted: (account: Account) => void
  /** The account was moved elsewhere, and may have new events. */
  readonly invalidate: (accountId: string) => void
  /** Any account may have new events. */
  readonly invalidateAll: () => void
  /** Accounts with events that may not be with everybody yet. */
  readonly waiting: () => number
  start(): void
  /** Resolves once what is under way has ended. */
  stop(): Promise<void>
}

export interface RelayOptions {
  readonly store: RelayStore
  /** Asked about at most WEBHOOK_USERS_MAX. */
  readonly endpointsOf: (userIds: readonly string[]) => Promise<readonly WebhookEndpoint[]>
  /** The shards this process holds, as of now. */
  readonly shards: () => ReadonlySet<number>
  readonly newId: () => string
  readonly now: () => Micros
  /** Told which keys have something new to receive. */
  readonly onRelayed: (keyIds: ReadonlySet<string>) => void
  /** Of accounts looked at. */
  readonly loadShedder: Pick<LoadShedder, 'take' | 'putBack'>
  readonly logger: Logger
  readonly spans?: RelaySpans
}

export interface RelayStore {
  listBehind(shards: readonly number[], limit: number): Promise<readonly AccountEvents[]>
  readAccountEvents(accountIds: readonly string[]): Promise<readonly AccountEvents[]>
  listUnrelayed(
    accounts: readonly { readonly accountId: string; readonly after: number }[],
    limit: number,
  ): Promise<readonly StoredEvent[]>
  writeRelayed(deliveries: readonly NewDelivery[], cursors: readonly Cursor[]): Promise<void>
}

export interface RelaySpans {
  /** From one round to the next. */
  readonly roundMs: number
  /** How long an answer of the wallet is used. */
  readonly answerMs: number
  readonly retryMs: number
  readonly sweepMs: number
}

const SPANS: RelaySpans = { roundMs: 40, answerMs: 5_000, retryMs: 1_000, sweepMs: 10_000 }
const ACCOUNTS_A_ROUND = 200
const EVENTS_AN_ACCOUNT = 200
const BEHIND_MAX = 5_000
/** Questions to the wallet. */
const ASKED_AT_ONCE = 8
const FINISHED_MAX = 100_000
/** Events this much older than a key are not for it: the two clocks may differ by that. */
const CLOCKS_DIFFER: Micros = 60_000_000

/** Moments are those of `performance.now()`. */
interface Waiting {
  readonly accountId: string
  /** Null until it was read. */
  userId: string | null
  sequence: number | null
  /** When the latest of its events was known to be there. */
  since: number
  notBefore: number
  /** Its deliveries to `keys` are written up to here, though it may not be noted yet. */
  relayedTo: number
  keys: string
}

interface Known {
  readonly endpoints: readonly WebhookEndpoint[]
  readonly askedAt: number
}

/** An account and who receives its events, in one round. */
interface Addressed {
  readonly waiting: Waiting
  readonly userId: string
  readonly sequence: number
  /** When the latest event that is looked at was known to be there. */
  readonly since: number
  /** No later one was there when the wallet was asked. */
  readonly isSettled: boolean
  readonly known: Known
}

export function createRelay(options: RelayOptions): Relay {
  const { store, endpointsOf, shards, newId, now, onRelayed, loadShedder, logger, spans = SPANS } = options
  const waiting = new Map<string, Waiting>()
  const answers = new Map<string, Known>()
  /** Users about whom no answer came when several were asked about: it may be because of one of them. */
  const alone = new Set<string>()
  /** Up to where accounts are done with: most of their changes bring no event. */
  const finished = new LRUCache<string, number>({ max: FINISHED_MAX })
  /** Shards whose accounts were listed since they came. */
  let listed: ReadonlySet<number> = new Set()
  let sweptAt = -Infinity
  let lastStamp: Micros = 0

  const onAccountChanged = (accountId: string, userId: string | null, sequence: number | null): void => {
    const since = performance.now()
    const known = waiting.get(accountId)
    if (known === undefined) {
      waiting.set(accountId, { accountId, userId, sequence, since, notBefore: 0, relayedTo: 0, keys: '' })
      return
    }
    if (sequence !== null && sequence === known.sequence) return
    known.userId ??= userId
    known.sequence = sequence
    known.since = since
    known.notBefore = Math.min(known.notBefore, since)
  }

  /** Deliveries are listed by the time they were made: no two of this process share one. */
  const stamp = (): Micros => (lastStamp = Math.max(lastStamp + 1, now()))

  async function sweep(): Promise<void> {
    const held = shards()
    const isNew = [...held].some((shard) => !listed.has(shard))
    listed = held
    if (held.size === 0) return
    if (!isNew && performance.now() - sweptAt < spans.sweepMs) return
    sweptAt = performance.now()
    const behind = await store.listBehind([...held], BEHIND_MAX)
    for (const { accountId, userId, sequence } of behind) onAccountChanged(accountId, userId, sequence)
    if (behind.length === BEHIND_MAX) sweptAt = -Infinity
  }

  /** Those that are due, with their owners and what is known of their events. */
  async function takeDue(): Promise<readonly Waiting[]> {
    const limit = await loadShedder.take(ACCOUNTS_A_ROUND)
    const at = performance.now()
    const held = shards()
    const due: Waiting[] = []
    for (const each of waiting.values()) {
      if (!held.has(shardOf(each.accountId))) waiting.delete(each.accountId)
      else if (each.notBefore <= at && due.push(each) === limit) break
    }
    loadShedder.putBack(limit - due.length)
    await readUnread(due.filter(({ userId, sequence }) => userId === null || sequence === null))
    return due
  }

  async function readUnread(unread: readonly Waiting[]): Promise<void> {
    if (unread.length === 0) return
    const readAt = performance.now()
    const before = unread.map((each) => ({ each, since: each.since }))
    const read = await store.readAccountEvents(unread.map(({ accountId }) => accountId))
    const byId = new Map(read.map((account) => [account.accountId, account]))
    for (const { each, since } of before) {
      const account = byId.get(each.accountId)
      if (account === undefined) waiting.delete(each.accountId)
      // Heard of again meanwhile: the next round reads again.
      else if (each.since === since) Object.assign(each, account, { since: readAt })
    }
  }

  /** Who these users' events are for. */
  async function ask(userIds: readonly string[]): Promise<void> {
    const askedAt = performance.now()
    try {
      const found = await endpointsOf(userIds)
      for (const userId of userIds) {
        answers.set(userId, { endpoints: found.filter((endpoint) => endpoint.userId === userId), askedAt })
        alone.delete(userId)
      }
    } catch (error) {
      if (userIds.length > 1) for (const userId of userIds) alone.add(userId)
      logger.warn({ err: error, users: userIds.length }, 'the wallet did not say where events go; they wait')
    }
  }

  /** The answers that may be used about the owners of these; none where the wallet does not say. */
  async function answersFor(due: readonly Waiting[]): Promise<(userId: string) => Known | undefined> {
    const at = performance.now()
    const fresh = (userId: string): Known | undefined => {
      const known = answers.get(userId)
      return known !== undefined && at - known.askedAt < spans.answerMs ? known : undefined
    }
    const users = new Set(due.flatMap(({ userId }) => userId ?? []))
    const unknown = [...users].filter((userId) => fresh(userId) === undefined)
    const [singly, together] = [unknown.filter((id) => alone.has(id)), unknown.filter((id) => !alone.has(id))]
    const questions = [...chunksOf(singly, 1), ...chunksOf(together, WEBHOOK_USERS_MAX)]
    for (const some of chunksOf(questions, ASKED_AT_ONCE)) await Promise.all(some.map(ask))
    return fresh
  }

  async function address(due: readonly Waiting[]): Promise<readonly Addressed[]> {
    const answerOf = await answersFor(due)
    return due.flatMap((each) => {
      const { userId, sequence, since } = each
      if (userId === null || sequence === null) return []
      const answer = answerOf(userId)
      if (answer === undefined) {
        each.notBefore = performance.now() + spans.retryMs
        return []
      }
      return { waiting: each, userId, sequence, since, isSettled: answer.askedAt >= since, known: answer }
    })
  }

  async function relayRound(): Promise<void> {
    await sweep()
    const addressed = await address(await takeDue())
    if (addressed.length === 0) return
    const receiving = addressed.filter(({ known }) => known.endpoints.length > 0)
    for (const { waiting: each, known } of receiving) startOver(each, known)
    const events = await readEvents(receiving)
    const deliveries = receiving.flatMap((each) => deliveriesOf(each, events.get(each.waiting.accountId) ?? []))
    const done = addressed.map((each) => progressOf(each, events.get(each.waiting.accountId) ?? []))
    const cursors = done.flatMap(({ cursor }) => cursor ?? [])
    if (deliveries.length + cursors.length > 0) await store.writeRelayed(deliveries, cursors)
    for (const progress of done) keepWaiting(progress)
    if (deliveries.length > 0) onRelayed(new Set(deliveries.map(({ keyId }) => keyId)))
  }

  /** A key that was not there before gets what the others already have of what is not noted yet. */
  function startOver(each: Waiting, { endpoints }: Known): void {
    const keys = endpoints.map(({ keyId, url }) => `${keyId} ${url}`).join()
    if (keys !== each.keys) each.relayedTo = 0
    each.keys = keys
  }

  async function readEvents(receiving: readonly Addressed[]): Promise<ReadonlyMap<string, readonly StoredEvent[]>> {
    const events = new Map<string, StoredEvent[]>()
    if (receiving.length === 0) return events
    const requested = receiving.map(({ waiting: { accountId, relayedTo } }) => ({ accountId, after: relayedTo }))
    for (const event of await store.listUnrelayed(requested, EVENTS_AN_ACCOUNT)) {
      const known = events.get(event.accountId)
      if (known === undefined) events.set(event.accountId, [event])
      else known.push(event)
    }
    return events
  }

  function deliveriesOf({ userId, known }: Addressed, events: readonly StoredEvent[]): readonly NewDelivery[] {
    const endpoints = known.endpoints.map(({ keyId, url, createdAt }) => {
      return { keyId, url, from: (parseTimestamp(createdAt) ?? 0) - CLOCKS_DIFFER }
    })
    return events.flatMap((event) => {
      const body = eventText(event)
      const receivers = endpoints.filter(({ from }) => event.at >= from)
      return receivers.map(({ keyId, url }): NewDelivery => ({
        id: newId(),
        eventId: event.id,
        eventType: event.type,
        accountId: event.accountId,
        sequence: event.sequence,
        userId,
        keyId,
        url,
        body,
        shard: shardOf(event.accountId),
        createdAt: stamp(),
      }))
    })
  }

  function keepWaiting({ each, since, relayedTo, isOver, again }: Progress): void {
    each.relayedTo = Math.max(each.relayedTo, relayedTo)
    // Heard of again meanwhile: it is looked at again.
    if (each.since !== since) return
    if (isOver) {
      waiting.delete(each.accountId)
      finished.set(each.accountId, each.sequence ?? 0)
    } else each.notBefore = again
  }

  function progressOf(
    { waiting: each, sequence, since, isSettled, known }: Addressed,
    events: readonly StoredEvent[],
  ): Progress {
    const isPart = events.length === EVENTS_AN_ACCOUNT
    const relayedTo = events.at(-1)?.sequence ?? each.relayedTo
    const upTo = isPart ? Math.min(relayedTo, sequence) : sequence
    return {
      each,
      since,
      relayedTo,
      cursor: isSettled ? { accountId: each.accountId, sequence: upTo } : null,
      isOver: isSettled && !isPart,
      again: isPart ? 0 : known.askedAt + spans.answerMs,
    }
  }

  const forgetAnswers = (): void => {
    const old = performance.now() - spans.answerMs
    for (const [userId, { askedAt }] of answers) if (askedAt < old) answers.delete(userId)
  }

  const round = async (): Promise<void> => {
    await relayRound().catch((error: unknown) => {
      logger.warn({ err: error }, 'events could not be relayed; the next round tries again')
      sweptAt = -Infinity
    })
    forgetAnswers()
  }

  const rounds = periodic(round, { everyMs: spans.roundMs })

  return {
    recordCommitted(account) {
      const { id, userId, eventSequence } = account
      if (eventSequence > (finished.get(id) ?? 0)) onAccountChanged(id, userId, eventSequence)
    },
    invalidate: (accountId) => onAccountChanged(accountId, null, null),
    invalidateAll: () => void (sweptAt = -Infinity),
    waiting: () => waiting.size,
    start: rounds.start,
    stop: rounds.stop,
  }
}

interface Progress {
  readonly each: Waiting
  /** As the round found it. */
  readonly since: number
  readonly relayedTo: number
  readonly cursor: Cursor | null
  readonly isOver: boolean
  readonly again: number
}

const chunksOf = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
