import { createContext, use, useCallback, useEffect, useSyncExternalStore } from 'react'
import { topicText, type MarketTopic } from './live-keys.js'
import type { ConnectionStatus } from './shared-connection.js'
import type { LiveStore, LiveValue } from './store.js'

/** The live values of this tab. */
export interface Live {
  readonly store: LiveStore
  readonly status: () => ConnectionStatus
  readonly subscribeStatus: (listener: () => void) => () => void
  /** Adds topics to those that are listened to, until the function that it returns is called. */
  readonly listen: (topics: readonly string[]) => () => void
}

export const LiveContext = createContext<Live | null>(null)

function useLiveContext(): Live {
  const live = use(LiveContext)
  if (live === null) throw new Error('LiveProvider is missing')
  return live
}

export const useLiveStore = (): LiveStore => useLiveContext().store

/** The newest streamed value of a key (`liveKeys`), which is of type `T`. */
export function useLive<T>(key: string): LiveValue<T> | undefined {
  const { store } = useLiveContext()
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key])
  return useSyncExternalStore(subscribe, () => store.get(key)) as LiveValue<T> | undefined
}

export function useConnectionStatus(): ConnectionStatus {
  const { status, subscribeStatus } = useLiveContext()
  return useSyncExternalStore(subscribeStatus, status)
}

/** Whether what is streamed is current. */
export const useIsStreaming = (): boolean => useConnectionStatus().state === 'live'

/** Streams these topics of the market while the component is there. */
export function useMarketTopics(topics: readonly MarketTopic[]): void {
  const { listen } = useLiveContext()
  const text = topics.map(topicText).join('\n')
  useEffect(() => (text === '' ? undefined : listen(text.split('\n'))), [listen, text])
}
