/**
 * The events of accounts, for the streams that follow them: each event once, in the order of its sequence, whichever
 * process wrote it. Events of this process's own commits come with the commit; of others it is notified that
 * there are some, and reads them. What no notification named is found every two seconds. All readers of an account
 * share one reading and one text.
 */
import { createSemaphore, periodic } from '@ats/service-kit/async'
import { frameText, type EventStream } from '@ats/service-kit/http'
import type { StoredEvent } from '../core/model/events.js'

export interface EventFeeds {
  /** Writes all events after the sequence to the stream, until it closes. `latest`: the account's last one known. */
  follow(account: { readonly id: string; readonly latest: number }, after: number, stream: EventStream): void
  /** Takes in what this process has committed. */
  readonly recordCommitted: (accountId: string, events: readonly StoredEvent[]) => void
  /** Another process has changed the account. */
  readonly invalidate: (accountId: string) => void
  /** Any account may have changed. */
  readonly invalidateAll: () => void
  readonly start: () => void
  readonly stop: () => Promise<void>
}

export interface EventFeedsOptions {
  readonly readEvents: (accountId: string, after: number, limit: number) => Promise<EventPage>
  /** The last sequence of each account; those that are not there are left out. */
  readonly readSequences: (accountIds: readonly string[]) => Promise<ReadonlyMap<string, number>>
  /** The body of an event. */
  readonly textOf: (event: StoredEvent) => string
  /** Told of each event that is on its way to those who wait for it. */
  readonly onDelivered: (event: StoredEvent) => void
  readonly spans?: EventFeedSpans
}

export interface EventPage {
  readonly rows: readonly StoredEvent[]
  readonly hasMore: boolean
}

export interface EventFeedSpans {
  readonly pollMs: number
  readonly retryMs: number
}

const SPANS: EventFeedSpans = { pollMs: 2_000, retryMs: 500 }
const PAGE = 100
/** The connections these take at most, of the pool that serves all other reads. */
const CONCURRENT_READS = 2
const SEQUENCES_A_QUERY = 1_000
/** Readers that are written to in one turn of the event loop. */
const WRITES_A_TURN = 64

interface Framed {
  readonly event: StoredEvent
  readonly sequence: number
  readonly text: string
}

interface FramedPage {
  readonly frames: readonly Framed[]
  readonly hasMore: boolean
}

/** Frames one after the other, as those readers get them who lack the same. */
interface Joined {
  readonly after: number
  readonly to: number
  readonly bytes: Buffer
  readonly count: number
}

interface Reader {
  readonly stream: EventStream
  /** The last event it has. */
  cursor: number
  /** False: it reads pages of its own until it has all that the feed has. */
  isLive: boolean
}

interface Feed {
  readonly accountId: string
  readonly readers: Map<EventStream, Reader>
  /** The last event known here. */
  cursor: number
  /** Events that not all live readers have, in order, up to the cursor. */
  log: Framed[]
  joined: Joined | null
  isQueued: boolean
  /** There may be events after the cursor. */
  isStale: boolean
  isReading: boolean
}

export function createEventFeeds(options: EventFeedsOptions): EventFeeds {
  const { readEvents, readSequences, textOf, onDelivered, spans = SPANS } = options
  const feeds = new Map<string, Feed>()
  const semaphore = createSemaphore(CONCURRENT_READS)
  const stopping = new AbortController()
  const delivery = createDelivery()
  const readPage = shareCalls(async (accountId, after) => {
    const { rows, hasMore } = await semaphore.use(stopping.signal, () => readEvents(accountId, after, PAGE))
    return { frames: rows.map(framed), hasMore }
  })

  const framed = (event: StoredEvent): Framed => {
    const { sequence } = event
    return { event, sequence, text: frameText({ id: sequence, event: 'account', data: textOf(event) }) }
  }

  /** Events that follow the cursor without a gap. */
  function append(feed: Feed, frames: readonly Framed[]): void {
    for (const frame of frames) {
      if (frame.sequence <= feed.cursor) continue
      feed.log.push(frame)
      feed.cursor = frame.sequence
      onDelivered(frame.event)
    }
    delivery.queue(feed)
  }

  async function refresh(feed: Feed): Promise<void> {
    if (feed.isReading) return
    feed.isReading = true
    try {
      while (feed.isStale && feed.readers.size > 0) {
        feed.isStale = false
        const { frames, hasMore } = await readPage(feed.accountId, feed.cursor)
        append(feed, frames)
        if (hasMore) feed.isStale = true
      }
    } catch {
      // Known from the pool, which logs it; the next poll tries again.
      feed.isStale = true
    } finally {
      feed.isReading = false
    }
  }

  function invalidate(feed: Feed): void {
    feed.isStale = true
    void refresh(feed)
  }

  /** Pages after the reader's cursor, as fast as it takes them, until it has all that the feed has. */
  async function catchUp(feed: Feed, reader: Reader): Promise<void> {
    const { stream } = reader
    while (!stream.isClosed && reader.cursor < feed.cursor) {
      const { frames } = await readPage(feed.accountId, reader.cursor).catch(() => NO_PAGE)
      if (frames.length === 0) await pause(spans.retryMs, stopping.signal)
      if (stopping.signal.aborted) return
      if (frames.length === 0) continue
      stream.write(concat(frames), frames.length)
      reader.cursor = frames.at(-1)?.sequence ?? reader.cursor
      await stream.whenReady()
    }
    reader.isLive = true
  }

  async function poll(): Promise<void> {
    const ids = [...feeds.keys()]
    for (let first = 0; first < ids.length; first += SEQUENCES_A_QUERY) {
      const latest = await readSequences(ids.slice(first, first + SEQUENCES_A_QUERY))
      for (const [accountId, sequence] of latest) {
        const feed = feeds.get(accountId)
        if (feed !== undefined && (sequence > feed.cursor || feed.isStale)) invalidate(feed)
      }
    }
  }
  const polling = periodic(poll, { everyMs: spans.pollMs, onError: () => undefined })

  return {
    follow({ id, latest }, after, stream) {
      const feed = feeds.get(id) ?? newFeed(id, latest)
      feeds.set(id, feed)
      const reader: Reader = { stream, cursor: after, isLive: false }
      feed.readers.set(stream, reader)
      stream.onClose(() => {
        feed.readers.delete(stream)
        if (feed.readers.size === 0 && feeds.get(id) === feed) feeds.delete(id)
      })
      void catchUp(feed, reader)
      // Something may have happened since `latest` was read.
      invalidate(feed)
    },
    recordCommitted(accountId, events) {
      const feed = feeds.get(accountId)
      const [first] = events
      if (feed === undefined || first === undefined) return
      if (first.sequence === feed.cursor + 1) append(feed, events.map(framed))
      else if ((events.at(-1)?.sequence ?? 0) > feed.cursor) invalidate(feed)
    },
    invalidate(accountId) {
      const feed = feeds.get(accountId)
      if (feed !== undefined) invalidate(feed)
    },
    invalidateAll: () => feeds.forEach(invalidate),
    start: polling.start,
    stop() {
      stopping.abort()
      return polling.stop()
    },
  }
}

const NO_PAGE: FramedPage = { frames: [], hasMore: false }

const newFeed = (accountId: string, cursor: number): Feed => ({
  accountId,
  readers: new Map(),
  cursor,
  log: [],
  joined: null,
  isQueued: false,
  isStale: false,
  isReading: false,
})

/** Hands the logs of feeds to their live readers, some readers in each turn of the event loop. */
function createDelivery(): { readonly queue: (feed: Feed) => void } {
  const queued: Feed[] = []
  let pass: ArrayIterator<Reader> | null = null
  let passTo = 0

  const run = (): void => {
    for (let writes = 0; writes < WRITES_A_TURN && queued[0] !== undefined;) {
      const [feed] = queued
      if (pass === null) {
        pass = [...feed.readers.values()].values()
        passTo = feed.cursor
      }
      const { value: reader, done } = pass.next()
      if (done !== true) writes += deliver(feed, reader)
      else endPass(feed)
    }
    if (queued.length > 0) setImmediate(run)
  }

  /** All live readers have what was there when the pass began; those who joined since then have it already. */
  function endPass(feed: Feed): void {
    pass = null
    queued.shift()
    feed.log = feed.log.filter(({ sequence }) => sequence > passTo)
    if (feed.cursor > passTo) queued.push(feed)
    else {
      feed.isQueued = false
      feed.joined = null
    }
  }

  return {
    queue(feed) {
      if (feed.isQueued || feed.log.length === 0) return
      feed.isQueued = true
      if (queued.push(feed) === 1) setImmediate(run)
    },
  }
}

/** @returns writes */
function deliver(feed: Feed, reader: Reader): number {
  if (!reader.isLive || reader.stream.isClosed) return 0
  const { count, bytes } = joinAfter(feed, reader.cursor)
  if (count === 0) return 0
  reader.cursor = feed.cursor
  reader.stream.write(bytes, count)
  return 1
}

/** The frames of the log after a sequence: for most readers the same. */
function joinAfter(feed: Feed, after: number): Joined {
  const { joined, cursor } = feed
  if (joined?.after === after && joined.to === cursor) return joined
  const missing = feed.log.filter(({ sequence }) => sequence > after)
  return (feed.joined = { after, to: cursor, bytes: concat(missing), count: missing.length })
}

/** All in one piece: it costs less than a piece each. */
const concat = (framed: readonly Framed[]): Buffer => Buffer.from(framed.map(({ text }) => text).join(''))

/** Calls for the same page that come while one is under way share its result. */
function shareCalls(
  read: (accountId: string, after: number) => Promise<FramedPage>,
): (accountId: string, after: number) => Promise<FramedPage> {
  const underWay = new Map<string, Promise<FramedPage>>()
  return (accountId, after) => {
    const name = `${accountId} ${after}`
    const known = underWay.get(name)
    if (known !== undefined) return known
    const mine = read(accountId, after).finally(() => underWay.delete(name))
    underWay.set(name, mine)
    return mine
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms).unref()
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
