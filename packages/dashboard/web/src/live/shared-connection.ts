import type { LiveStore, LiveValue } from './store.js'

/** How the connection of the browser is doing. */
export interface ConnectionStatus {
  readonly state: 'connecting' | 'live' | 'waiting' | 'signed-out'
  /** Since when: milliseconds since the epoch. */
  readonly since: number
  /** When it is tried again, while waiting. */
  readonly retryAt: number | null
}

/** A streamed value under its key, as the leader tells it to the other tabs. */
export type LiveEntry = readonly [key: string, live: LiveValue]

/** The streams themselves, which only the leader has open. */
export interface Connection {
  /** Sets what the tabs want to hear, in addition to the accounts. */
  readonly setTopics: (topics: readonly string[]) => void
  /** Connects now instead of after the wait. */
  readonly wake: () => void
  readonly stop: () => void
}

export type Connect = (
  emit: (entries: readonly LiveEntry[]) => void,
  report: (status: ConnectionStatus) => void,
) => Connection

type Message =
  | { readonly type: 'values'; readonly entries: readonly LiveEntry[] }
  | { readonly type: 'status'; readonly status: ConnectionStatus }
  | { readonly type: 'hello' }
  | { readonly type: 'leader' }
  | { readonly type: 'topics'; readonly tab: string; readonly topics: readonly string[] }

/** The parts of `BroadcastChannel` and `navigator.locks` that are used. */
export interface TabChannel {
  postMessage(message: unknown): void
  onmessage: ((event: MessageEvent) => void) | null
  close(): void
}
export interface TabLocks {
  request(name: string, options: { readonly signal: AbortSignal }, held: () => Promise<void>): Promise<void>
}

export interface SharedConnectionOptions {
  /** Tabs of one name share one connection: it has the user in it. */
  readonly name: string
  readonly tab: string
  readonly channel: TabChannel
  readonly locks: TabLocks
  readonly store: LiveStore
  readonly connect: Connect
  readonly onStatus: (status: ConnectionStatus) => void
}

export interface SharedConnection {
  readonly isLeader: () => boolean
  /** Sets what this tab wants to hear. */
  readonly setTopics: (topics: readonly string[]) => void
  readonly wake: () => void
  readonly close: () => void
}

/**
 * Shares one connection among the tabs of a browser. The tab that holds the lock is the leader: it has the streams open
 * and tells the others each value. When it closes, the browser gives the lock to the next tab, which connects and asks
 * the others for what they want to hear. A new tab gets all values there are.
 */
export function shareConnection(options: SharedConnectionOptions): SharedConnection {
  const { name, tab, channel, locks, store, connect, onStatus } = options
  const closing = new AbortController()
  const topicsOf = new Map<string, readonly string[]>()
  let leading: Connection | null = null
  let status: ConnectionStatus | null = null

  const post = (message: Message): void => channel.postMessage(message)
  const apply = (entries: readonly LiveEntry[]): void => entries.forEach(([key, live]) => store.set(key, live))
  const adopt = (next: ConnectionStatus): void => {
    status = next
    onStatus(next)
  }
  const tellTopics = (): void => leading?.setTopics([...new Set([...topicsOf.values()].flat())].sort())

  const untilClosed = (): Promise<void> =>
    new Promise((resolve) => closing.signal.addEventListener('abort', () => resolve(), { once: true }))
  const tabLock = (of: string): string => `${name} tab ${of}`
  const hold = (lock: string, held: () => Promise<void>): void => {
    locks.request(lock, { signal: closing.signal }, held).catch(() => undefined) // closed while it waited
  }

  /** A tab holds a lock of its own while it lives: who gets it knows that the tab is gone, even if it crashed. */
  const forgetWhenGone = (gone: string): void =>
    hold(tabLock(gone), () => {
      topicsOf.delete(gone)
      tellTopics()
      return Promise.resolve()
    })

  const lead = (): Promise<void> => {
    leading = connect(
      (entries) => {
        apply(entries)
        post({ type: 'values', entries })
      },
      (next) => {
        adopt(next)
        post({ type: 'status', status: next })
      },
    )
    tellTopics()
    post({ type: 'leader' })
    return untilClosed()
  }

  let isRegistered = false
  const tellOwnTopics = (): void => {
    if (leading !== null) tellTopics()
    else if (isRegistered) post({ type: 'topics', tab, topics: topicsOf.get(tab) ?? [] })
  }

  const receive = (message: Message): void => {
    if (message.type === 'values') return apply(message.entries)
    if (message.type === 'status') return adopt(message.status)
    if (message.type === 'leader') return tellOwnTopics()
    if (leading === null) return
    if (message.type === 'topics') {
      if (!topicsOf.has(message.tab)) forgetWhenGone(message.tab)
      topicsOf.set(message.tab, message.topics)
      return tellTopics()
    }
    post({ type: 'values', entries: store.entries() })
    if (status !== null) post({ type: 'status', status })
  }

  channel.onmessage = ({ data }) => receive(data as Message)
  post({ type: 'hello' })
  hold(tabLock(tab), () => {
    isRegistered = true
    tellOwnTopics()
    return untilClosed()
  })
  hold(name, lead)

  return {
    isLeader: () => leading !== null,
    setTopics(topics) {
      topicsOf.set(tab, topics)
      tellOwnTopics()
    },
    wake: () => leading?.wake(),
    close() {
      leading?.stop()
      leading = null
      closing.abort()
      channel.close()
    },
  }
}
