import { createConnect } from './streams.js'
import type { Live } from './live-context.js'
import {
  shareConnection,
  type Connect,
  type ConnectionStatus,
  type SharedConnection,
  type TabChannel,
  type TabLocks,
} from './shared-connection.js'
import { createLiveStore, onNextFrame } from './store.js'

export interface RunningLive extends Live {
  readonly close: () => void
}

/** Where a browser has no locks (a page over plain http), each tab has a connection of its own. */
const ALONE: TabLocks = { request: (_name, _options, held) => held() }
const NOBODY: TabChannel = { postMessage: () => undefined, onmessage: null, close: () => undefined }

/** The services have no streams for someone who has no accounts of their own. */
const NO_STREAMS: Connect = () => ({ setTopics: () => undefined, wake: () => undefined, stop: () => undefined })

export interface LiveUser {
  readonly user: string
  readonly isTrader: boolean
}

/** Opens the connection that the tabs of a user share, or joins it. */
export function createLive({ user, isTrader }: LiveUser, onUnauthorized: () => void): RunningLive {
  const store = createLiveStore(onNextFrame)
  const listeners = new Set<() => void>()
  const listening = new Map<symbol, readonly string[]>()
  let status: ConnectionStatus = { state: 'connecting', since: Date.now(), retryAt: null }
  let shared: SharedConnection | null = null

  const tellTopics = (): void => shared?.setTopics([...new Set([...listening.values()].flat())])
  const open = (): void => {
    const name = `live ${user}`
    const canShare = 'locks' in navigator && 'BroadcastChannel' in window
    shared = shareConnection({
      name,
      tab: crypto.randomUUID(),
      channel: canShare ? new BroadcastChannel(name) : NOBODY,
      locks: canShare ? navigator.locks : ALONE,
      store,
      connect: isTrader ? createConnect(onUnauthorized) : NO_STREAMS,
      onStatus(next) {
        status = next
        for (const listener of listeners) listener()
      },
    })
    tellTopics()
  }
  const close = (): void => shared?.close()
  const reopen = ({ persisted }: PageTransitionEvent): void => (persisted ? open() : undefined)
  const wake = (): void => (document.visibilityState === 'visible' ? shared?.wake() : undefined)

  open()
  window.addEventListener('pagehide', close)
  window.addEventListener('pageshow', reopen)
  window.addEventListener('online', wake)
  document.addEventListener('visibilitychange', wake)
  return {
    store,
    status: () => status,
    subscribeStatus(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    listen(topics) {
      const key = Symbol('topics')
      listening.set(key, topics)
      tellTopics()
      return () => {
        listening.delete(key)
        tellTopics()
      }
    },
    close() {
      window.removeEventListener('pagehide', close)
      window.removeEventListener('pageshow', reopen)
      window.removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', wake)
      close()
    },
  }
}
